internal import Text

/// How a moment is written, in the letters of strptime, `%d.%m.%Y %H:%M`; or a number that counts.
package struct GaugeTimePattern: Sendable {
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
      let written = String(decoding: text, as: UTF8.self).replacing(",", with: ".")
      if !written.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) {
        return Duration(written: written)?.inSeconds
      }
      guard let number = Double(written), number.isFinite else { return nil }
      var moment = number * seconds + (firstDay ?? 0) * 86_400
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while seconds == 1, moment > 1e11 { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
  }

  private enum Part: Sendable {
    /// One blank or more; before AM and PM perhaps none.
    case blank(least: Int)
    case character(UInt8)
    /// A letter of strptime, and how many digits it takes.
    case letter(Unicode.Scalar, ClosedRange<Int>)
    /// Hours and minutes side by side, which may lack zeros: 5 is 0:05.
    case hourMinute
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
  static let clocksAlone = clocks.filter { $0.text.contains(where: ":ph".contains) }
  /// How digits alone beside a date may be read: 5 is 5:00 or 0:05.
  static let digits = clocks.suffix(2)

  /// The names of numbers that are times.
  package static let counts = Count.all.map(\.name)

  package let text: String
  private let parts: [Part]
  /// The number that it is; nil for letters.
  let count: Count?
  /// Whether nothing stands between the digits: a number may look the same.
  let isCompact: Bool
  /// Whether it has a date, or a time that counts from 1970 on.
  let isDated: Bool
  /// Whether it has a date alone.
  let isDay: Bool

  /// Nil if a letter is unknown.
  package init?(_ text: String) {
    self.text = text
    count = Count.all.first { $0.name == text }
    if let count {
      (parts, isCompact, isDated, isDay) = ([], false, count.firstDay != nil, false)
      return
    }
    var signs: [(byte: UInt8, letter: Unicode.Scalar?)] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        signs.append((byte, nil))
        continue
      }
      guard let letter = rest.popFirst(), "YymdjbBaAHIMSpzZs%".utf8.contains(letter) else {
        return nil
      }
      signs.append((letter, letter == UInt8(ascii: "%") ? nil : Unicode.Scalar(letter)))
    }
    let letters = signs.compactMap(\.letter)
    guard !letters.isEmpty else { return nil }
    parts = Self.parts(signs)
    isCompact = letters.count == signs.count
    isDated = letters.contains(where: "Yymsj".unicodeScalars.contains)
    isDay = isDated && !letters.contains(where: "HIMSps".unicodeScalars.contains)
  }

  private static func parts(_ signs: [(byte: UInt8, letter: Unicode.Scalar?)]) -> [Part] {
    var parts: [Part] = []
    for (index, sign) in signs.enumerated() {
      let (before, behind) = (index > 0 ? signs[index - 1] : nil, signs.dropFirst(index + 1).first)
      guard let letter = sign.letter else {
        let isBlank = sign.byte == UInt8(ascii: " ")
        parts.append(isBlank ? .blank(least: behind?.letter == "p" ? 0 : 1) : .character(sign.byte))
        continue
      }
      func isGap(_ sign: (byte: UInt8, letter: Unicode.Scalar?)?) -> Bool {
        sign.map { $0.letter == nil && $0.byte == UInt8(ascii: " ") } ?? true
      }
      if letter == "H", behind?.letter == "M", isGap(before),
        isGap(signs.dropFirst(index + 2).first)
      {
        parts.append(.hourMinute)
        continue
      }
      if case .hourMinute? = parts.last { continue }
      // Between numbers that touch, only the count of digits says where one ends.
      let touches = [before?.letter, behind?.letter].contains { $0 != nil && $0 != "p" }
      let digits =
        switch letter {
        case "Y": 4...4
        case "y": 2...2
        case "j": touches ? 3...3 : 1...3
        case "s": 1...12
        // Minutes that lead a pattern go beyond an hour; between blanks, numbers need no leading 0.
        case "M", "S": before == nil && !touches ? 1...9 : isGap(before) ? 1...2 : 2...2
        default: touches ? 2...2 : 1...2
        }
      parts.append(.letter(letter, digits))
    }
    return parts
  }

  /// Takes the parts of a moment from the beginning of `bytes`; false if they are written in another way.
  func read(_ bytes: inout GaugeField, into date: inout GaugeDate) -> Bool {
    for part in parts {
      switch part {
      case .blank(let least):
        let start = bytes.startIndex
        GaugeText.dropBlanks(&bytes)
        guard bytes.startIndex - start >= least else { return false }
      case .character(let character):
        guard bytes.first == character else { return false }
        bytes = bytes.dropFirst()
      case .letter(let letter, let digits):
        guard Self.read(letter, digits, &bytes, &date) else { return false }
      case .hourMinute:
        guard let number = Self.number(&bytes, 1...4), number % 100 < 60 else { return false }
        (date.hour, date.minute) = (number / 100, number % 100)
      }
    }
    return true
  }

  /// The moment that the whole text is, perhaps with a time zone behind it; nil if it is none.
  func seconds(_ text: GaugeField) -> Double? {
    if let count { return count.seconds(text) }
    var (rest, date) = (text, GaugeDate())
    guard read(&rest, into: &date), Self.readZone(&rest, &date), rest.isEmpty else { return nil }
    return date.seconds
  }

  private static func read(
    _ letter: Unicode.Scalar, _ digits: ClosedRange<Int>, _ bytes: inout GaugeField,
    _ date: inout GaugeDate
  ) -> Bool {
    switch letter {
    case "b", "B":
      let name = word(&bytes).lowercased()
      guard let month = GaugeDate.months.firstIndex(of: String(name.prefix(3))) else {
        return false
      }
      date.month = month + 1
      return true
    // The date says which day it is.
    case "a", "A": return word(&bytes).count >= 2
    case "p": return readHalf(&bytes, &date)
    case "z", "Z": return readZone(&bytes, &date)
    default: break
    }
    guard let number = number(&bytes, digits) else { return false }
    switch letter {
    case "Y": date.year = number
    // As POSIX has it.
    case "y": date.year = number < 69 ? 2000 + number : 1900 + number
    case "m": date.month = number
    case "d": date.day = number
    case "j": date.dayOfYear = number
    case "H": date.hour = number
    case "I": (date.hour, date.isAfternoon) = (number, date.isAfternoon ?? false)
    case "M":
      date.minute = number
      return number < 60 || digits.upperBound > 2
    case "S": date.second = Double(number) + decimals(&bytes)
    default: date.secondsFrom1970 = Double(number) + decimals(&bytes)
    }
    return true
  }

  /// Takes PM, p, p.m. or p. m.
  private static func readHalf(_ bytes: inout GaugeField, _ date: inout GaugeDate) -> Bool {
    guard let half = bytes.popFirst().map({ $0 | 0x20 }), "ap".utf8.contains(half) else {
      return false
    }
    date.isAfternoon = half == UInt8(ascii: "p")
    var rest = bytes
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    GaugeText.dropBlanks(&rest)
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "m") {
      bytes = rest.dropFirst()
      if bytes.first == UInt8(ascii: ".") { bytes = bytes.dropFirst() }
    }
    return true
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one; false if it is unknown.
  static func readZone(_ bytes: inout GaugeField, _ date: inout GaugeDate) -> Bool {
    GaugeText.dropBlanks(&bytes)
    guard let first = bytes.first else { return true }
    if !"+-".utf8.contains(first) {
      guard let hours = GaugeDate.zones[word(&bytes)] else { return false }
      date.offset = Int(hours * 3600)
    }
    guard let sign = bytes.first, "+-".utf8.contains(sign) else { return true }
    bytes = bytes.dropFirst()
    guard let hours = number(&bytes, 1...2) else { return false }
    if bytes.first == UInt8(ascii: ":") { bytes = bytes.dropFirst() }
    let minutes = number(&bytes, 2...2) ?? 0
    date.offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return hours < 24 && minutes < 60
  }

  private static func number(_ bytes: inout GaugeField, _ digits: ClosedRange<Int>) -> Int? {
    let text = bytes.prefix(digits.upperBound).prefix(while: \.isDigit)
    guard text.count >= digits.lowerBound else { return nil }
    bytes = bytes[text.endIndex...]
    return text.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  /// Takes the decimals of a second, if there are any.
  private static func decimals(_ bytes: inout GaugeField) -> Double {
    guard let point = bytes.first, ".,".utf8.contains(point) else { return 0 }
    var rest = bytes.dropFirst()
    let count = rest.count
    guard let number = number(&rest, 1...9) else { return 0 }
    bytes = rest
    return (0..<count - rest.count).reduce(Double(number)) { digits, _ in digits / 10 }
  }

  private static func word(_ bytes: inout GaugeField) -> String {
    let letters = bytes.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    bytes = bytes[letters.endIndex...]
    if bytes.first == UInt8(ascii: "."), !letters.isEmpty { bytes = bytes.dropFirst() }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The parts of a moment as they are read, in any order.
struct GaugeDate {
  var year: Int?
  var month = 1
  var day = 1
  /// Takes the place of month and day.
  var dayOfYear: Int?
  var hour = 0
  var minute = 0
  /// Below 61, as there are leap seconds.
  var second = 0.0
  /// Whether a clock of twelve hours shows the time after noon; nil for one of 24.
  var isAfternoon: Bool?
  /// How far the clock is ahead of UTC, in s.
  var offset = 0
  /// In s from 1970 on, if that is how the moment is written.
  var secondsFrom1970: Double?

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
    // Days of a year of which nobody says the number.
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
