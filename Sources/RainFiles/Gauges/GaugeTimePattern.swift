internal import Text

/// How a moment is written, in the letters of strptime, `%d.%m.%Y %H:%M`; or a number that counts.
package struct GaugeTimePattern: Sendable {
  /// How digits alone beside a date are read: not at all, 5 as 5:00, or 5 as 0:05.
  enum Digits: String, CaseIterable {
    case none = ""
    case hour = " %H"
    case hourMinute = " %H%M"
  }

  private enum Kind {
    /// The letters, and perhaps a time zone.
    case letters
    /// The letters are a date, which a time of the day of any pattern may follow.
    case date(Digits)
    /// A time of the day of any pattern.
    case clock
    case count(Count)
  }

  /// How dates are written. To read another one, add a row.
  package static let dates = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y",
    "%m/%d/%y", "%y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%d-%m-%y", "%m-%d-%y", "%y-%m-%d", "%d-%b-%Y",
    "%d-%b-%y", "%d %b %Y", "%b %d %Y", "%b %d, %Y", "%Y%m%d", "%Y %m %d",
  ].compactMap(Self.init)

  /// How the time of a day is written. To read another one, add a row.
  static let clocks = [
    "%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p", "%I %p", "%H%M%S", "%Hh%M", "%H %M", "%H %M %S",
    "%H", "%H%M",
  ].compactMap(Self.init)
  /// The ``clocks`` that are the time of a day even without a date beside them.
  private static let clocksAlone = clocks.filter { $0.text.contains(where: ":ph".contains) }
  /// Any of those.
  static let clock = Self(text: "%H:%M", kind: .clock)

  /// The names of numbers that are times.
  package static let counts = Count.all.map(\.name)

  package private(set) var text: String
  private var kind = Kind.letters
  private var letters: [UInt8] = []
  /// Whether nothing stands between the digits: a number may look the same.
  private var isCompact = false
  /// Whether it has a date, or a time that counts from 1970 on.
  private(set) var isDated = false

  private init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

  init(_ count: Count) {
    self.init(text: count.name, kind: .count(count))
    isDated = count.firstDay != nil
  }

  /// Nil if a letter is unknown.
  package init?(_ text: String) {
    if let count = Count.all.first(where: { $0.name == text }) {
      self.init(count)
      return
    }
    self.init(text: text, kind: .letters)
    let signs = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    guard signs.count > 1, !text.hasSuffix("%") || text.hasSuffix("%%"),
      signs.dropFirst().allSatisfy({ $0.first.map("YymdjbBaAHIMSpzZs".utf8.contains) ?? true })
    else { return nil }
    // Hours and minutes side by side may lack zeros, if nothing touches them.
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    letters = Array(words.map { $0 == "%H%M" ? "%h" : $0 }.joined(separator: " ").utf8)
    isCompact = letters.count == 2 * (signs.count - 1)
    func has(_ others: String) -> Bool { others.contains { text.contains("%\($0)") } }
    isDated = has("Yymsj")
    if isDated, !has("HIMSps") { kind = .date(.none) }
  }

  /// The number that it is; nil for letters.
  var count: Count? { if case .count(let count) = kind { count } else { nil } }
  /// The patterns of a date alone with each way to read digits beside it; only itself else.
  func variants(_ digits: [Digits]) -> [Self] {
    guard case .date = kind else { return [self] }
    return digits.map { digits in
      var pattern = self
      (pattern.text, pattern.kind) = (text + digits.rawValue, .date(digits))
      return pattern
    }
  }
  /// Whether the text is a date without the time of its day.
  static func isDay(_ text: GaugeField) -> Bool {
    dates.contains { pattern in
      var moment = GaugeMoment(text)
      return moment.take(pattern.letters) && moment.rest.isEmpty
    }
  }

  /// Whether the text is a date, with or without the time of its day.
  static func isDate(_ text: GaugeField) -> Bool {
    dates.contains { pattern in Digits.allCases.contains { pattern.seconds(text, $0) != nil } }
  }

  /// The moment that the whole text is; nil if it is none.
  func seconds(_ text: GaugeField) -> Double? {
    switch kind {
    case .count(let count): return count.seconds(text)
    case .date(let digits): return seconds(text, digits)
    case .clock:
      for clock in Self.clocksAlone {
        if let seconds = clock.seconds(text), 0...86_400 ~= seconds { return seconds }
      }
      return nil
    case .letters:
      var moment = GaugeMoment(text)
      return moment.take(letters) && moment.takeZone() && moment.rest.isEmpty ? moment.seconds : nil
    }
  }

  /// The moment of a date with or without the time of its day.
  private func seconds(_ text: GaugeField, _ digits: Digits) -> Double? {
    var moment = GaugeMoment(text)
    guard moment.take(letters) else { return nil }
    // Eight digits in a row are a date if they begin with a year of our time, and ten are a date and an hour.
    let isOfOurTime = !isCompact || 1900..<2100 ~= (moment.year ?? 0)
    if moment.rest.isEmpty { return digits == .none && isOfOurTime ? moment.seconds : nil }
    let isBeside = moment.takeGap()
    if !isBeside {
      let count = moment.rest.count
      guard isCompact, count.isMultiple(of: 2), count >= 4 || isOfOurTime else { return nil }
    }
    // Four digits are a clock, whatever the others are.
    let isDigits = isBeside && moment.rest.allSatisfy(\.isDigit)
    guard digits == .none ? !isDigits || moment.rest.count > 3 : isDigits else { return nil }
    let clocks = Self.clocks.suffix(digits == .hour ? 2 : digits == .none ? Self.clocks.count : 1)
    for clock in digits == .hour ? clocks.dropLast() : clocks {
      var moment = moment
      if moment.take(clock.letters), moment.takeZone(), moment.rest.isEmpty {
        return moment.seconds
      }
    }
    return nil
  }

  /// A number that is a moment.
  struct Count: Sendable {
    /// What --time-format calls it.
    let name: String
    /// How many s one is.
    let seconds: Double
    /// Words in the names of columns with it.
    var words: Set<String> = []
    /// The day of 0, counted from 1970 on; nil if that is not known.
    var firstDay: Double?
    /// The numbers of our time.
    var range: ClosedRange<Double>?

    static let seconds = Self(
      name: "seconds", seconds: 1, words: ["s", "sec", "secs", "second", "seconds", "elapsed"])
    static let all = [
      seconds, Self(name: "milliseconds", seconds: 0.001, words: ["ms", "milliseconds"]),
      Self(name: "minutes", seconds: 60, words: ["min", "mins", "minute", "minutes"]),
      Self(name: "hours", seconds: 3600, words: ["h", "hr", "hrs", "hour", "hours"]),
      Self(name: "days", seconds: 86_400, words: ["days"]),
      Self(name: "spreadsheet", seconds: 86_400, firstDay: -25_569, range: 20_000...80_000),
      Self(name: "julian", seconds: 86_400, firstDay: -2_440_587.5, range: 2_400_000...2_500_000),
    ]

    /// The moment in s of a number, or of a time such as `10m` or `1:30:00`.
    func seconds(_ text: GaugeField) -> Double? {
      // Most are digits, which a Double has exactly.
      let isPlain = 1...15 ~= text.count && text.allSatisfy(\.isDigit)
      let written = isPlain ? "" : String(decoding: text, as: UTF8.self).replacing(",", with: ".")
      if !written.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) {
        return Duration(written: written)?.inSeconds
      }
      let plain = isPlain ? Double(text.reduce(0) { $0 * 10 + Int($1 & 0x0F) }) : nil
      guard let number = plain ?? Double(written), number.isFinite else { return nil }
      var moment = number * seconds + (firstDay ?? 0) * 86_400
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while seconds == 1, moment > 1e11 { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
  }
}

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
    switch letter {
    case "b", "B":
      let name = takeWord().lowercased()
      guard let month = Self.months.firstIndex(of: String(name.prefix(3))) else { return false }
      self.month = month + 1
      return true
    // The date says which day it is.
    case "a", "A": return takeWord().count >= 2
    case "p": return takeHalf()
    case "z", "Z": return takeZone()
    default: break
    }
    let digits =
      switch letter {
      case "Y", "h": letter == "Y" ? 4...4 : 1...4
      case "y": 2...2
      case "j": touches ? 3...3 : 1...3
      case "s": 1...12
      // Minutes that lead a pattern go beyond an hour; between blanks, numbers need no leading 0.
      case "M", "S": before == nil && !touches ? 1...9 : before == UInt8(ascii: " ") ? 1...2 : 2...2
      default: touches ? 2...2 : 1...2
      }
    guard let number = takeNumber(digits) else { return false }
    switch letter {
    case "Y": year = number
    // As POSIX has it.
    case "y": year = number < 69 ? 2000 + number : 1900 + number
    case "m": month = number
    case "d": day = number
    case "j": dayOfYear = number
    case "H": hour = number
    case "h":
      (hour, minute) = (number / 100, number % 100)
      return minute < 60
    case "I": (hour, isAfternoon) = (number, isAfternoon ?? false)
    case "M":
      minute = number
      return minute < 60 || before == nil && !touches
    case "S": second = Double(number) + takeDecimals()
    default: secondsFrom1970 = Double(number) + takeDecimals()
    }
    return true
  }

  /// Takes what stands between a date and the time of its day, if there is something: a blank, T, a colon, or a comma and a
  /// blank.
  mutating func takeGap() -> Bool {
    if rest.starts(with: ", ".utf8) { rest = rest.dropFirst() }
    guard let first = rest.first, " T:".utf8.contains(first) || first >= 0x80 else { return false }
    rest = rest.drop(while: " T:".utf8.contains)
    GaugeText.dropBlanks(&rest)
    return true
  }

  /// Takes PM, p, p.m. or p. m.
  private mutating func takeHalf() -> Bool {
    guard let half = rest.popFirst().map({ $0 | 0x20 }), "ap".utf8.contains(half) else {
      return false
    }
    isAfternoon = half == UInt8(ascii: "p")
    var letters = rest
    if letters.first == UInt8(ascii: ".") { letters = letters.dropFirst() }
    GaugeText.dropBlanks(&letters)
    if letters.popFirst().map({ $0 | 0x20 }) == UInt8(ascii: "m") {
      rest = letters.first == UInt8(ascii: ".") ? letters.dropFirst() : letters
    }
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
    guard let sign = rest.first, "+-".utf8.contains(sign) else { return true }
    rest = rest.dropFirst()
    guard let hours = takeNumber(1...2) else { return false }
    if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
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
    guard let point = rest.first, ".,".utf8.contains(point) else { return 0 }
    let digits = rest.dropFirst().prefix(9).prefix(while: \.isDigit)
    if !digits.isEmpty { rest = rest[digits.endIndex...] }
    return digits.reversed().reduce(0) { ($0 + Double($1 & 0x0F)) / 10 }
  }

  private mutating func takeWord() -> String {
    let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    rest = rest[letters.endIndex...]
    if rest.first == UInt8(ascii: "."), !letters.isEmpty { rest = rest.dropFirst() }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension GaugeMoment {
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
    let first = Self.daysFrom1970(year, dayOfYear == nil ? month : 1)
    let next =
      dayOfYear == nil && month < 12
      ? Self.daysFrom1970(year, month + 1) : Self.daysFrom1970(year + 1, 1)
    let day = dayOfYear ?? day
    guard 1...next - first ~= day else { return nil }
    return Double((first + day - 1) * 86_400) + time
  }

  /// The days from 1 January 1970 to the first of a month of the Gregorian calendar. Years begin in March here, so that
  /// the leap day is the last.
  private static func daysFrom1970(_ year: Int, _ month: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let daysOfYears = 365 * years + years / 4 - years / 100 + years / 400
    return daysOfYears + (153 * ((month + 9) % 12) + 2) / 5 - 719_468
  }

  /// A moment in s from 1970 on, to the minute or, where it has seconds, to the second.
  static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let day = Int((seconds / 86_400).rounded(.down))
    // A year has at least so many days: the guess is the year or the one before or after it.
    var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
    while daysFrom1970(year + 1, 1) <= day { year += 1 }
    while daysFrom1970(year, 1) > day { year -= 1 }
    let month = (2...12).first { daysFrom1970(year, $0) > day }.map { $0 - 1 } ?? 12
    let time = whole - day * 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(year)-\(two(month))-\(two(day - daysFrom1970(year, month) + 1)) \(two(time / 3600)):\(two(time / 60 % 60))"
      + (time % 60 == 0 ? "" : ":\(two(time % 60))")
  }

  /// The first letters of the months.
  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The abbreviations of time zones, and how many hours they are ahead of UTC. Those with two meanings
  /// have that of North America; a file has one meaning.
  static let zones: [String: Double] = [
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5,
    "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9,
    "AKDT": -8, "HST": -10, "JST": 9, "KST": 9, "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10,
    "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]
}
