/// The parts of a moment, which are taken from a text in any order.
struct GaugeMoment {
  private(set) var year: Int?
  private var (month, day, hour, minute) = (1, 1, 0, 0)
  /// Instead of month and day.
  private var dayOfYear: Int?
  /// Below 61, as there are leap seconds.
  private var second = 0.0
  /// Whether a clock of twelve hours shows the time after noon; nil for one of 24.
  private(set) var isAfternoon: Bool?
  /// How far the clock is ahead of UTC, in s.
  private var offset = 0
  /// In s from 1970 on, if that is how the moment is written.
  private var secondsFrom1970: Double?

  /// Takes what the letters of strptime say; false if the text is written in another way. `two` are the digits of most
  /// numbers: where they touch, only their count says where one ends.
  mutating func take(
    _ letters: [UInt8], _ two: ClosedRange<Int>, from text: inout GaugeField
  ) -> Bool {
    var signs = letters[...]
    while let sign = signs.popFirst() {
      let isFirst = signs.count + 2 > letters.count
      if sign == UInt8(ascii: "%"), let letter = signs.popFirst() {
        guard take(Unicode.Scalar(letter), two, isFirst, from: &text) else { return false }
      } else if sign == UInt8(ascii: " ") {
        let count = text.count
        text.takeBlanks()
        // Before PM there may be none.
        guard text.count < count || signs.starts(with: "%p".utf8) else { return false }
      } else {
        guard text.popFirst() == sign else { return false }
      }
    }
    return true
  }

  private mutating func take(
    _ letter: Unicode.Scalar, _ two: ClosedRange<Int>, _ isFirst: Bool, from text: inout GaugeField
  ) -> Bool {
    func take(_ digits: ClosedRange<Int>, _ set: (Int) -> Void) -> Bool {
      text.takeNumber(digits).map(set) != nil
    }
    switch letter {
    case "Y": return take(4...4) { year = $0 }
    // As POSIX has it.
    case "y": return take(2...2) { year = $0 < 69 ? 2000 + $0 : 1900 + $0 }
    case "m": return take(two) { month = $0 }
    case "d": return take(two) { day = $0 }
    case "j": return take(1...3) { dayOfYear = $0 }
    case "H": return take(two) { hour = $0 }
    case "h": return take(1...4) { (hour, minute) = ($0 / 100, $0 % 100) } && minute < 60
    case "I": return take(two) { (hour, isAfternoon) = ($0, isAfternoon ?? false) }
    // Minutes at the beginning go beyond an hour.
    case "M": return take(isFirst ? 1...9 : two) { minute = $0 } && (minute < 60 || isFirst)
    case "S": return take(two) { second = Double($0) + text.takeDecimals() }
    case "s": return take(1...12) { secondsFrom1970 = Double($0) + text.takeDecimals() }
    case "p": return takeHalf(from: &text)
    case "z", "Z": return takeZone(from: &text)
    case "b", "B":
      let name = text.takeWord().lowercased().prefix(3)
      month = 1 + (Self.months.firstIndex { $0 == name } ?? 12)
      return month <= 12
    // The name of a day; the date says which it is.
    default: return text.takeWord().count >= 2
    }
  }

  /// Takes a time of the day: `12:00`, `12:00:30.5`, `1200`, `12h00`, `12 0 30`, `12`, `1:00 PM`.
  mutating func takeClock(from text: inout GaugeField) -> Bool {
    guard let number = text.takeNumber(1...2) else { return false }
    hour = number
    // Between all parts the same, or nothing.
    let mark = text.first ?? 0
    let isMark = ": h".utf8.contains(mark)
    func takePart() -> Int? {
      var rest = text
      if isMark, rest.popFirst() != mark { return nil }
      guard let number = rest.takeNumber(1...2) else { return nil }
      text = rest
      return number
    }
    if let number = takePart() {
      minute = number
      if let number = takePart() { second = Double(number) + text.takeDecimals() }
    }
    var rest = text
    if takeHalf(from: &rest) { text = rest }
    return minute < 60
  }

  /// Takes PM, p, p.m. or p. m.; false without it.
  private mutating func takeHalf(from text: inout GaugeField) -> Bool {
    text.takeBlanks()
    guard let half = text.take(oneOf: "apAP") else { return false }
    text.take(oneOf: ".")
    text.takeBlanks()
    text.take(oneOf: "mM")
    text.take(oneOf: ".")
    // A time zone has more letters.
    if text.first?.isLetter == true { return false }
    isAfternoon = half | 0x20 == UInt8(ascii: "p")
    return true
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one; false if it is unknown.
  mutating func takeZone(from text: inout GaugeField) -> Bool {
    text.takeBlanks()
    guard let first = text.first else { return true }
    if !"+-".utf8.contains(first) {
      guard let hours = Self.zones[text.takeWord()] else { return false }
      offset = Int(hours * 3600)
    }
    guard let sign = text.take(oneOf: "+-") else { return true }
    guard let hours = text.takeNumber(1...2) else { return false }
    text.take(oneOf: ":")
    let minutes = text.takeNumber(2...2) ?? 0
    offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return hours < 24 && minutes < 60
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
    let (months, length) = dayOfYear == nil ? (12 * year + month - 1, 1) : (12 * year, 12)
    let (first, day) = (Self.firstDay(of: months), dayOfYear ?? day)
    guard 1...Self.firstDay(of: months + length) - first ~= day else { return nil }
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

  private static let months = GaugeMeaning.month.words
  /// How many hours time zones are ahead of UTC.
  private static let zones = GaugeMeaning.zone.numbers
}
