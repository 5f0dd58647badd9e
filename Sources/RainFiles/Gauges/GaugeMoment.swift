/// A text from whose beginning the parts of a moment are taken, in any order.
struct GaugeMoment {
  /// What has not been taken yet.
  private(set) var rest: GaugeField
  private(set) var year: Int?
  private var month = 1
  private var day = 1
  /// Takes the place of month and day.
  private var dayOfYear: Int?
  private var hour = 0
  private var minute = 0
  /// Below 61, as there are leap seconds.
  private var second = 0.0
  /// Whether a clock of twelve hours shows the time after noon; nil for one of 24.
  private var isAfternoon: Bool?
  /// How far the clock is ahead of UTC, in s.
  private var offset = 0
  /// In s from 1970 on, if that is how the moment is written.
  private var secondsFrom1970: Double?
  /// Where the two digits of the hour, the minute and the second of a clock of 24 hours begin; nil without them.
  private(set) var clock: [Int?] = [nil, nil, nil]

  init(_ text: GaugeField) { rest = text }

  /// Takes what the letters of strptime say; false if the text is written in another way.
  mutating func take(_ letters: [UInt8]) -> Bool {
    let (blank, percent) = (UInt8(ascii: " "), UInt8(ascii: "%"))
    var (signs, before) = (letters[...], UInt8?.none)
    while let sign = signs.popFirst() {
      if sign == percent, let letter = signs.popFirst(), letter != percent {
        // Between numbers that touch, only the count of digits says where one ends.
        let touches =
          before == percent || signs.starts(with: "%".utf8) && !signs.starts(with: "%p".utf8)
        guard take(Unicode.Scalar(letter), after: before, touches) else { return false }
      } else if sign == blank {
        let count = rest.count
        GaugeText.dropBlanks(&rest)
        // Before PM there may be none.
        guard rest.count < count || signs.starts(with: "%p".utf8) else { return false }
      } else {
        guard rest.popFirst() == sign else { return false }
      }
      before = sign
    }
    return true
  }

  private mutating func take(_ letter: Unicode.Scalar, after before: UInt8?, _ touches: Bool)
    -> Bool
  {
    // Minutes that lead a pattern go beyond an hour; between blanks, numbers need no leading 0.
    let leads = before == nil && !touches
    let two = touches ? 2...2 : 1...2
    let sixty = leads ? 1...9 : before == UInt8(ascii: " ") ? 1...2 : 2...2
    switch letter {
    case "Y": return take(4...4) { $0.year = $1 }
    // As POSIX has it.
    case "y": return take(2...2) { $0.year = $1 < 69 ? 2000 + $1 : 1900 + $1 }
    case "m": return take(two) { $0.month = $1 }
    case "d": return take(two) { $0.day = $1 }
    case "j": return take(touches ? 3...3 : 1...3) { $0.dayOfYear = $1 }
    case "H": return take(two, clock: 0) { $0.hour = $1 }
    case "h": return take(1...4) { ($0.hour, $0.minute) = ($1 / 100, $1 % 100) } && minute < 60
    case "I": return take(two) { ($0.hour, $0.isAfternoon) = ($1, $0.isAfternoon ?? false) }
    case "M": return take(sixty, clock: 1) { $0.minute = $1 } && (minute < 60 || leads)
    case "S":
      guard take(sixty, clock: 2, { $0.second = Double($1) }) else { return false }
      second += takeDecimals()
      return true
    case "s": return take(1...12) { $0.secondsFrom1970 = Double($1) + $0.takeDecimals() }
    case "p": return takeHalf()
    case "z", "Z": return takeZone()
    case "b", "B":
      let name = takeWord().lowercased().prefix(3)
      month = 1 + (Self.months.firstIndex { $0 == name } ?? 12)
      return month <= 12
    // The name of a day; the date says which it is.
    default: return takeWord().count >= 2
    }
  }

  /// Takes a number of so many digits; false if there is none.
  private mutating func take(
    _ digits: ClosedRange<Int>, clock part: Int? = nil, _ set: (inout Self, Int) -> Void
  ) -> Bool {
    let start = rest.startIndex
    guard let number = takeNumber(digits) else { return false }
    if let part { clock[part] = rest.startIndex == start + 2 && number < 60 ? start : nil }
    set(&self, number)
    return true
  }

  /// Takes what stands between a date and the time of its day, if there is something: a blank, T, a colon, or a comma
  /// and a blank.
  mutating func takeGap() -> Bool {
    if rest.starts(with: ", ".utf8) { rest = rest.dropFirst() }
    guard let first = rest.first, " T:".utf8.contains(first) || first >= 0x80 else { return false }
    rest = rest.drop(while: " T:".utf8.contains)
    GaugeText.dropBlanks(&rest)
    return true
  }

  /// Takes PM, p, p.m. or p. m.
  private mutating func takeHalf() -> Bool {
    guard let half = take(oneOf: "apAP") else { return false }
    isAfternoon = half | 0x20 == UInt8(ascii: "p")
    take(oneOf: ".")
    GaugeText.dropBlanks(&rest)
    take(oneOf: "mM")
    take(oneOf: ".")
    return true
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one; false if it is unknown.
  mutating func takeZone() -> Bool {
    GaugeText.dropBlanks(&rest)
    guard let first = rest.first else { return true }
    if !"+-".utf8.contains(first) {
      guard let hours = Self.zones[takeWord()] else { return false }
      offset = Int(hours * 3600)
    }
    guard let sign = take(oneOf: "+-") else { return true }
    guard let hours = takeNumber(1...2) else { return false }
    take(oneOf: ":")
    let minutes = takeNumber(2...2) ?? 0
    offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return hours < 24 && minutes < 60
  }

  private mutating func takeNumber(_ digits: ClosedRange<Int>) -> Int? {
    let text = rest.prefix(digits.upperBound).prefix(while: \.isDigit)
    guard text.count >= digits.lowerBound else { return nil }
    rest = rest[text.endIndex...]
    return text.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  /// Takes the decimals of a second, if there are any.
  private mutating func takeDecimals() -> Double {
    guard take(oneOf: ".,") != nil else { return 0 }
    let digits = rest.prefix(9).prefix(while: \.isDigit)
    rest = rest[digits.endIndex...]
    return digits.reversed().reduce(0) { ($0 + Double($1 & 0x0F)) / 10 }
  }

  private mutating func takeWord() -> String {
    let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    rest = rest[letters.endIndex...]
    if !letters.isEmpty { take(oneOf: ".") }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Takes one of the signs, if it comes next.
  @discardableResult private mutating func take(oneOf signs: String) -> UInt8? {
    guard let first = rest.first, signs.utf8.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }
}

extension GaugeMoment {
  /// The same where only digits of the clock can differ in the next text: nil if a moment has none, or an hour or a
  /// second that is no ordinary one.
  var digits: [Int]? {
    guard isAfternoon == nil, hour < 24, second < 60, secondsFrom1970 == nil, clock[0] != nil else {
      return nil
    }
    return clock.compactMap(\.self)
  }

  /// In s from 1970 on, or from midnight if there is no date; nil if there is no such moment.
  var seconds: Double? {
    if let secondsFrom1970 { return secondsFrom1970 }
    var hour = hour
    if let isAfternoon {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard second < 61 else { return nil }
    // A leap second is the second half of the one before it, so that it lies before the next minute.
    let time = Double(hour * 3600 + minute * 60 - offset) + (second < 60 ? second : 59.5)
    // Days of a year whose number nobody says.
    guard let year = year ?? dayOfYear.map({ _ in 1972 }) else { return time }
    // At 24:00 a day ends.
    guard hour < 24 || hour == 24 && minute == 0 && second == 0, 1...12 ~= month else { return nil }
    let months = 12 * year + (dayOfYear == nil ? month - 1 : 0)
    let first = Self.firstDay(of: months)
    guard case let day = dayOfYear ?? day,
      1...Self.firstDay(of: months + (dayOfYear == nil ? 1 : 12)) - first ~= day
    else { return nil }
    return Double((first + day - 1) * 86_400) + time
  }

  /// The days from 1 January 1970 to the first of a month of the Gregorian calendar; months count from January of the
  /// year 0 on. Years begin in March here, so that the leap day is the last.
  private static func firstDay(of month: Int) -> Int {
    let (years, month) = (month - 2).quotientAndRemainder(dividingBy: 12)
    let daysOfYears = 365 * years + years / 4 - years / 100 + years / 400
    return daysOfYears + (153 * month + 2) / 5 - 719_468
  }

  /// A moment in s from 1970 on, to the minute or, where it has seconds, to the second.
  static func text(_ seconds: Double) -> String {
    let day = Int((seconds / 86_400).rounded(.down))
    let time = Int(seconds.rounded(.down)) - day * 86_400
    // No month is longer than 31 days: the guess lies before the month, or on it.
    var month = 1970 * 12 + (day < 0 ? day / 28 - 1 : day / 31)
    while firstDay(of: month + 1) <= day { month += 1 }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(month / 12)-\(two(month % 12 + 1))-\(two(day - firstDay(of: month) + 1)) "
      + "\(two(time / 3600)):\(two(time / 60 % 60))" + (time % 60 == 0 ? "" : ":\(two(time % 60))")
  }

  /// The first letters of the months.
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The abbreviations of time zones, and how many hours they are ahead of UTC. Those with two meanings
  /// have that of North America; a file has one meaning.
  private static let zones: [String: Double] = [
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5,
    "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9,
    "AKDT": -8, "HST": -10, "JST": 9, "KST": 9, "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10,
    "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]
}
