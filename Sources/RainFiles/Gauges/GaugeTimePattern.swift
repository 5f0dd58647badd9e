internal import Text

/// How a moment is written, in the letters of strptime: `%d.%m.%Y %H:%M`.
package struct GaugeTimePattern: Sendable {
  /// A number that is a moment.
  struct Count: Sendable {
    /// What --time-format calls it.
    let name: String
    /// Words in the names of columns with it.
    let words: Set<String>
    /// How many s one is.
    let seconds: Double
    /// The day of 0, counted from 1970 on; nil if that is not known.
    var firstDay: Double?
    /// The numbers of our time.
    var range: ClosedRange<Double>?

    static let seconds = Self(
      name: "seconds", words: ["s", "sec", "secs", "second", "seconds", "elapsed"], seconds: 1)
    static let all = [
      seconds, Self(name: "milliseconds", words: ["ms", "milliseconds"], seconds: 0.001),
      Self(name: "minutes", words: ["min", "mins", "minute", "minutes"], seconds: 60),
      Self(name: "hours", words: ["h", "hr", "hrs", "hour", "hours"], seconds: 3600),
      Self(name: "days", words: ["days"], seconds: 86_400),
      Self(
        name: "spreadsheet", words: [], seconds: 86_400, firstDay: -25_569, range: 20_000...80_000),
      Self(
        name: "julian", words: [], seconds: 86_400, firstDay: -2_440_587.5,
        range: 2_400_000...2_500_000),
    ]

    /// The moment in s of a number, or of a time such as `10m` or `1:30:00`.
    func seconds(_ text: ArraySlice<UInt8>) -> Double? {
      let written = String(decoding: text, as: UTF8.self)
      let isNumber = text.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
      if !isNumber { return Duration(written: written)?.inSeconds }
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
    case letter(UInt8, ClosedRange<Int>)
    /// Hours and minutes side by side, which may lack zeros: 5 is 0:05.
    case hourMinute
  }

  /// How dates are written. To read another one, add a row.
  package static let dates = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y",
    "%m/%d/%y", "%y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%d-%m-%y", "%m-%d-%y", "%y-%m-%d", "%d-%b-%Y",
    "%d-%b-%y", "%d %b %Y", "%b %d %Y", "%b %d, %Y", "%Y%m%d", "%Y %m %d",
  ].compactMap { Self($0, padsClock: false) }

  /// How the time of a day is written. To read another one, add a row.
  static let clocks = [
    "%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p", "%I %p", "%H%M%S", "%H%M", "%Hh%M",
    "%H %M", "%H %M %S", "%H",
  ].compactMap { Self($0, padsClock: false) }

  /// The ``clocks`` that are the time of a day even without a date beside them.
  static let clocksAlone = clocks.filter { $0.text.utf8.contains(where: ":ph".utf8.contains) }

  /// The names of numbers that are times.
  package static let counts = Count.all.map(\.name)

  static let (hour, hourMinute) = (Self(parts: "%H"), Self(parts: "%H%M"))

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

  private init(parts text: String) {
    guard let pattern = Self(text) else { preconditionFailure("\(text) has a letter too many") }
    self = pattern
  }

  /// Nil if a letter is unknown.
  package init?(_ text: String) { self.init(text, padsClock: true) }

  private init?(_ text: String, padsClock: Bool) {
    self.text = text
    count = Count.all.first { $0.name == text }
    if let count {
      (parts, isCompact, isDated, isDay) = ([], false, count.firstDay != nil, false)
      return
    }
    var letters: [(byte: UInt8, isLetter: Bool)] = []
    var isLetter = false
    for byte in text.utf8 {
      if isLetter, !"YymdjbBaAHIMSpzZs%".utf8.contains(byte) { return nil }
      if isLetter || byte != UInt8(ascii: "%") {
        letters.append((byte, isLetter && byte != UInt8(ascii: "%")))
      }
      isLetter = !isLetter && byte == UInt8(ascii: "%")
    }
    guard !isLetter, letters.contains(where: \.isLetter) else { return nil }
    var parts = letters.indices.map { (index) -> Part in
      let (byte, isLetter) = letters[index]
      guard isLetter else {
        let isBeforeHalf = letters.dropFirst(index + 1).first?.byte == UInt8(ascii: "p")
        return byte == UInt8(ascii: " ") ? .blank(least: isBeforeHalf ? 0 : 1) : .character(byte)
      }
      // Between numbers that touch, only the count of digits says where one ends.
      let touches = [index - 1, index + 1].contains {
        letters.indices.contains($0) && letters[$0].isLetter
          && letters[$0].byte != UInt8(ascii: "p")
      }
      let isFirst = index == letters.startIndex
      switch byte {
      case UInt8(ascii: "Y"): return .letter(byte, 4...4)
      case UInt8(ascii: "y"): return .letter(byte, 2...2)
      case UInt8(ascii: "j"): return .letter(byte, touches ? 3...3 : 1...3)
      case UInt8(ascii: "s"): return .letter(byte, 1...12)
      case UInt8(ascii: "M"), UInt8(ascii: "S"):
        // Numbers between blanks need no leading 0.
        let isAlone = index > 0 && letters[index - 1].byte == UInt8(ascii: " ")
        return .letter(byte, isFirst && !touches ? 1...9 : isAlone ? 1...2 : 2...2)
      default: return .letter(byte, touches ? 2...2 : 1...2)
      }
    }
    for index in parts.indices.dropLast() where padsClock {
      if case .letter(UInt8(ascii: "H"), 2...2) = parts[index],
        case .letter(UInt8(ascii: "M"), 2...2) = parts[index + 1],
        Self.isGap(index == 0 ? nil : parts[index - 1]),
        Self.isGap(index + 2 < parts.count ? parts[index + 2] : nil)
      {
        parts[index] = .hourMinute
        parts[index + 1] = .blank(least: 0)
      }
    }
    self.parts = parts
    isCompact = letters.allSatisfy(\.isLetter)
    isDated = letters.contains { $0.isLetter && "Yymsj".utf8.contains($0.byte) }
    isDay = isDated && !letters.contains { $0.isLetter && "HIMSps".utf8.contains($0.byte) }
  }

  private static func isGap(_ part: Part?) -> Bool {
    if case .blank? = part { true } else { part == nil }
  }

  /// Takes the parts of a moment from the beginning of `bytes`; false if they are written in another way.
  func read(_ bytes: inout ArraySlice<UInt8>, into date: inout GaugeDate) -> Bool {
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
  func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    var (rest, date) = (text, GaugeDate())
    guard read(&rest, into: &date), Self.readZone(&rest, &date), rest.isEmpty else { return nil }
    return date.seconds
  }

  // MARK: Letters

  private static func read(
    _ letter: UInt8, _ digits: ClosedRange<Int>, _ bytes: inout ArraySlice<UInt8>,
    _ date: inout GaugeDate
  ) -> Bool {
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      let name = word(&bytes).lowercased()
      guard name.count >= 3, let month = GaugeDate.months.firstIndex(of: String(name.prefix(3)))
      else { return false }
      date.month = month + 1
      return true
    case UInt8(ascii: "a"), UInt8(ascii: "A"):
      // The date says which day it is.
      return word(&bytes).count >= 2
    case UInt8(ascii: "p"):
      guard let half = bytes.first.map({ $0 | 0x20 }), "ap".utf8.contains(half) else {
        return false
      }
      date.isAfternoon = half == UInt8(ascii: "p")
      bytes = bytes.dropFirst()
      // PM, p.m. and p. m.
      var rest = bytes
      if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
      GaugeText.dropBlanks(&rest)
      if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "m") {
        bytes = rest.dropFirst()
        if bytes.first == UInt8(ascii: ".") { bytes = bytes.dropFirst() }
      }
      return true
    case UInt8(ascii: "z"), UInt8(ascii: "Z"):
      return readZone(&bytes, &date)
    default:
      guard let number = number(&bytes, digits) else { return false }
      // Minutes that lead a pattern go beyond an hour.
      if letter == UInt8(ascii: "M"), digits.upperBound == 2, number >= 60 { return false }
      return set(letter, to: number, &bytes, &date)
    }
  }

  private static func set(
    _ letter: UInt8, to number: Int, _ bytes: inout ArraySlice<UInt8>, _ date: inout GaugeDate
  ) -> Bool {
    switch letter {
    case UInt8(ascii: "Y"): date.year = number
    // As POSIX has it.
    case UInt8(ascii: "y"): date.year = number < 69 ? 2000 + number : 1900 + number
    case UInt8(ascii: "m"): date.month = number
    case UInt8(ascii: "H"), UInt8(ascii: "I"):
      date.hour = number
      if letter == UInt8(ascii: "I"), date.isAfternoon == nil { date.isAfternoon = false }
    case UInt8(ascii: "M"): date.minute = number
    case UInt8(ascii: "s"): date.secondsFrom1970 = Double(number) + decimals(&bytes)
    case UInt8(ascii: "S"): date.second = Double(number) + decimals(&bytes)
    case UInt8(ascii: "j"):
      date.dayOfYear = number
    default: date.day = number
    }
    return true
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one; false if it is unknown.
  static func readZone(_ bytes: inout ArraySlice<UInt8>, _ date: inout GaugeDate) -> Bool {
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

  private static func number(_ bytes: inout ArraySlice<UInt8>, _ digits: ClosedRange<Int>) -> Int? {
    let text = bytes.prefix(digits.upperBound).prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard text.count >= digits.lowerBound else { return nil }
    bytes = bytes[text.endIndex...]
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Takes the decimals of a second, if there are any.
  private static func decimals(_ bytes: inout ArraySlice<UInt8>) -> Double {
    guard let point = bytes.first, ".,".utf8.contains(point) else { return 0 }
    var rest = bytes.dropFirst()
    let count = rest.count
    guard let number = number(&rest, 1...9) else { return 0 }
    let scale = (0..<(count - rest.count)).reduce(1.0) { scale, _ in scale * 10 }
    bytes = rest
    return Double(number) / scale
  }

  private static func word(_ bytes: inout ArraySlice<UInt8>) -> String {
    let letters = bytes.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    bytes = bytes[letters.endIndex...]
    if bytes.first == UInt8(ascii: "."), !letters.isEmpty { bytes = bytes.dropFirst() }
    return String(decoding: letters, as: UTF8.self)
  }
}
