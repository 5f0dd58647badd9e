internal import Platform
internal import RainPresets
internal import Text

/// How a moment is written: in the letters of strptime, `%d.%m.%Y %H:%M`; or as a number that
/// counts.
struct TimeFormat: Sendable {
  /// The time of the day behind a date: in any form with its minutes; as `12`; as `1205`, perhaps
  /// without zeros; or among the letters.
  private enum Clock { case any, hour, hundreds, none }

  /// How dates are written.
  static let dates = Meaning.dateFormat.texts.compactMap(Self.init)
  /// A time of the day without a date, in any form.
  static let clock = Self(text: "%H:%M")
  static let moments = dates.flatMap { $0.variants() }
  static let counts = Count.all.map(\.name)

  let text: String
  /// The number that it is; nil for letters.
  private(set) var count: Count?
  /// Whether it has a date, or a time that counts from 1970 on.
  private(set) var isDated = false
  /// The letters of the date; none for ``clock``.
  private var letters = ""
  private var clock = Clock.any
  /// Whether the clock touches the date.
  private var isTouching = false
  /// How many digits it has, where nothing stands between them: a number may look the same.
  private var digits: Int?

  private static let months = Meaning.month.words

  private init(text: String) { self.text = text }

  init(_ count: Count) { (text, self.count, isDated) = (count.name, count, count.firstDay != nil) }

  init?(_ text: String) {
    if let count = Count.all.first(where: { $0.name == (text == "%s" ? "seconds" : text) }) {
      self.init(count)
      return
    }
    guard text.contains("%"), text.wholeMatch(of: /([^%]|%[YymdjbBaAHIMSpzZ])+/) != nil else {
      return nil
    }
    self.init(text: text)
    isDated = text.contains(/%[Yyj]/)
    letters = text
    if let end = text.firstMatch(of: /([ T:_]?)(%[HI](?::?%M(?::?%S)?)?)(?: ?%p)?(?: ?%[zZ])?$/) {
      letters = String(text[..<end.range.lowerBound])
      isTouching = end.1.isEmpty
      clock =
        ["%H": .hour, "%H%M": letters.isEmpty || !isTouching ? .hundreds : .any][end.2] ?? .any
    } else {
      clock = isDated && !text.contains(/%[HIMSp]/) ? .any : .none
    }
    let widths = letters.split(separator: "%").map {
      ["Y": 4, "j": 3][$0] ?? ($0.count == 1 ? 2 : 99)
    }
    let width = widths.reduce(0, +)
    digits = widths.count > 1 && width < 99 ? width : nil
  }

  /// Itself, and if it is a date, with few digits beside it: 5 is 5:00 or 0:05. In a column of
  /// hours it is 5:00.
  func variants(isHour: Bool = false) -> [Self] {
    let hours = letters == text && clock == .any ? isHour ? [" %H"] : [" %H", " %H%M"] : []
    return [self] + hours.compactMap { Self(text + $0) }
  }

  /// A date at the beginning of a text, in s from 1970 on.
  typealias Date = (text: Field, seconds: Double)

  /// The moment that the whole text is, in s; nil if it is none.
  func seconds(_ text: Field) -> Double? {
    var known: Date?
    return seconds(text, &known)
  }

  /// The same of the next text, which most often has the date of the one before.
  func seconds(_ text: Field, _ known: inout Date?) -> Double? {
    if let count { return count.seconds(text) }
    var (rest, seconds) = (text, 0.0)
    if let date = known, text.starts(with: date.text),
      case let after = text.dropFirst(date.text.count),
      digits != nil || after.first?.isDigit != true
    {
      (rest, seconds) = (after, date.seconds)
    } else if !letters.isEmpty {
      guard let date = date(in: text) else { return nil }
      (rest, seconds) = date
      // Eight digits in a row are a date if they begin with a year of our time.
      if digits != nil, rest.count < 4, letters.hasPrefix("%Y"), !text.starts(with: "19".utf8),
        !text.starts(with: "20".utf8)
      {
        return nil
      }
      known = clock == .none ? nil : (text[..<rest.startIndex], seconds)
    }
    if clock == .none {
      seconds += rest.takeDecimals()
    } else if !rest.isEmpty || letters.isEmpty || clock != .any {
      guard let time = takeClock(from: &rest) else { return nil }
      seconds += time
    }
    guard let offset = rest.takeZone(), rest.isEmpty else { return nil }
    return letters.isEmpty && !(0...86_400 ~= seconds) ? nil : seconds - offset
  }

  /// The date at the beginning of a text, and what stands behind it.
  private func date(in text: Field) -> (rest: Field, seconds: Double)? {
    var (rest, signs) = (text, Array(letters.utf8)[...])
    // A leap year, where nobody says which.
    var (parts, offset) = (["Y": 1972, "m": 1, "d": 1] as [Character: Int], 0.0)
    while let sign = signs.popFirst() {
      if sign == UInt8(ascii: " ") {
        let count = rest.count
        rest.takeBlanks()
        guard rest.count < count || signs.starts(with: "%p".utf8) else { return nil }
      } else if sign != UInt8(ascii: "%") {
        guard rest.popFirst() == sign else { return nil }
      } else if let letter = signs.popFirst().map({ Character(Unicode.Scalar($0)) }) {
        switch letter {
        case "b", "B":
          let name = rest.takeWord().lowercased().prefix(3)
          parts["m"] = Self.months.firstIndex { $0 == name }.map { $0 + 1 }
        // The date says which day it is.
        case "a", "A": _ = rest.takeWord()
        case "p": parts["p"] = rest.takeHalf()
        case "z", "Z": offset = rest.takeZone() ?? .nan
        default:
          let count = letter == "Y" ? 4...4 : letter == "j" ? 1...3 : digits == nil ? 1...2 : 2...2
          guard let number = rest.takeNumber(count) else { return nil }
          parts[letter] = number
        }
      }
    }
    // As POSIX has it.
    if let year = parts["y"] { parts["Y"] = year < 69 ? 2000 + year : 1900 + year }
    if parts["p"] != nil, let hour = parts["I"] { parts["H"] = hour % 12 + (parts["p"] ?? 0) }
    guard let year = parts["Y"], let month = parts["m"], let day = parts["j"] ?? parts["d"],
      !offset.isNaN
    else { return nil }
    var date = unsafe tm()
    unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (
      Int32(year - 1900), Int32(month - 1), Int32(day)
    )
    let seconds = unsafe Double(timegm(&date))
    // 30 February is 1 March.
    guard unsafe date.tm_year == year - 1900, unsafe parts["j"] != nil || date.tm_mon == month - 1
    else { return nil }
    let time = Double(parts["H", default: 0] * 3600 + parts["M", default: 0] * 60)
    return (rest, (isDated ? seconds : 0) + time - offset + Double(parts["S", default: 0]))
  }

  /// Takes the time of the day in s, behind a blank, T, a colon, or a comma and a blank: `12:00`,
  /// `12:00:30.5`, `1200`, `12h00`, `1:00 PM`; nil if there is none.
  private func takeClock(from rest: inout Field) -> Double? {
    let isAlone = letters.isEmpty
    if rest.starts(with: ", ".utf8) { rest = rest.dropFirst() }
    var text = rest.drop(while: " :T_".utf8.contains)
    text.takeBlanks()
    let isBeside = text.count < rest.count
    let count = text.prefix(while: \.isDigit).count
    let isNumber = count == text.count
    if clock == .hour || clock == .hundreds {
      guard isNumber, isBeside || isAlone || isTouching, count <= (clock == .hour ? 2 : 4),
        let number = text.takeNumber(1...4)
      else { return nil }
      rest = text
      let (hour, minute) =
        clock == .hour ? (number, 0) : number.quotientAndRemainder(dividingBy: 100)
      return hour < 24 && minute < 60 || hour == 24 && minute == 0
        ? Double(hour * 3600 + minute * 60) : nil
    }
    // Four digits and more are a clock, where it has a date. Two may touch eight that are a date.
    guard
      isNumber
        ? !isAlone && (isBeside && count > 3 || digits != nil && count % 2 == 0)
        : isBeside != isAlone,
      var hour = text.takeNumber(1...2)
    else { return nil }
    // Between all parts the same, or nothing.
    let mark = text.first.flatMap { ": h".utf8.contains($0) ? $0 : nil }
    func takePart() -> Int? {
      var part = text
      if let mark, part.popFirst() != mark { return nil }
      guard let number = part.takeNumber(1...2) else { return nil }
      text = part
      return number
    }
    var (minute, second) = (0, 0.0)
    if let number = takePart() {
      minute = number
      if let number = takePart() { second = Double(number) + text.takeDecimals() }
    }
    let half = text.takeHalf()
    if let half {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + half
    }
    guard minute < 60, second < 61, hour < 24 || hour == 24 && minute == 0 && second == 0,
      !isAlone || half != nil || mark == 0x3A || mark == 0x68
    else { return nil }
    rest = text
    return Double(hour * 3600 + minute * 60) + (second < 60 ? second : 59.5)
  }

  /// A moment in s from 1970 on, to the minute or, where it has seconds, to the second.
  static func text(_ seconds: Double) -> String {
    var (time, parts) = unsafe (time_t(seconds.rounded(.down)), tm())
    _ = unsafe gmtime_r(&time, &parts)
    return unsafe String(unsafeUninitializedCapacity: 40) { room in
      unsafe room.withMemoryRebound(to: CChar.self) { room in
        unsafe strftime(
          room.baseAddress, 40, parts.tm_sec == 0 ? "%Y-%m-%d %H:%M" : "%Y-%m-%d %H:%M:%S", &parts)
      }
    }
  }

  /// A number that is a moment.
  struct Count: Sendable {
    let name: String
    let seconds: Double
    /// The day of 0, counted from 1970 on; nil if that is not known.
    var firstDay: Double?
    /// The numbers of our time.
    var range: ClosedRange<Double>?

    static let seconds = Self(name: "seconds", seconds: 1)
    static let all = [
      seconds, Self(name: "milliseconds", seconds: 0.001), Self(name: "minutes", seconds: 60),
      Self(name: "hours", seconds: 3600), Self(name: "days", seconds: 86_400),
      Self(name: "spreadsheet", seconds: 86_400, firstDay: -25_569, range: 20_000...80_000),
      Self(name: "julian", seconds: 86_400, firstDay: -2_440_587.5, range: 2_400_000...2_500_000),
      Self(name: "%M:%S", seconds: 60),
    ]

    /// The moment in s of a number, or of a time such as `10m` or `1:30:00`; with one colon it
    /// could be minutes or hours.
    func seconds(_ text: Field) -> Double? {
      guard let (number, rest) = text.number, rest.isEmpty, number >= 0 else {
        let isClear = name == "%M:%S" || text.count { $0 == UInt8(ascii: ":") } != 1
        return isClear ? Duration(written: text.string)?.inSeconds : nil
      }
      var moment = number * seconds + (firstDay ?? 0) * 86_400
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while seconds == 1, 1e11..<1e20 ~= moment { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
  }
}

extension Field {
  /// Takes a number of so many digits; nil if there is none.
  mutating func takeNumber(_ count: ClosedRange<Int>) -> Int? {
    let digits = prefix(count.upperBound).prefix(while: \.isDigit)
    guard digits.count >= count.lowerBound else { return nil }
    self = self[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  mutating func takeDecimals() -> Double {
    guard take(oneOf: ".,") != nil else { return 0 }
    let digits = prefix(9).prefix(while: \.isDigit)
    self = self[digits.endIndex...]
    return digits.reversed().reduce(0) { ($0 + Double($1 & 0x0F)) / 10 }
  }

  /// Takes PM, p, p.m. or p. m.: hours after midnight; nil without it.
  fileprivate mutating func takeHalf() -> Int? {
    var text = self
    text.takeBlanks()
    guard let half = text.take(oneOf: "apAP") else { return nil }
    for letters in [".", " ", "mM", "."] { text.take(oneOf: letters) }
    // A time zone has more letters.
    if text.first?.isLetter == true { return nil }
    self = text
    return half | 0x20 == UInt8(ascii: "p") ? 12 : 0
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one: how far it is
  /// ahead of UTC, in s; nil if it is unknown.
  fileprivate mutating func takeZone() -> Double? {
    takeBlanks()
    guard let first else { return 0 }
    var offset = 0.0
    if !"+-".utf8.contains(first) {
      guard let hours = Meaning.zones[takeWord()] else { return nil }
      offset = hours * 3600
    }
    guard let sign = take(oneOf: "+-") else { return offset }
    guard let hours = takeNumber(1...2) else { return nil }
    take(oneOf: ":")
    let minutes = takeNumber(2...2) ?? 0
    let seconds = Double(hours * 3600 + minutes * 60)
    return hours < 24 && minutes < 60 ? sign == UInt8(ascii: "-") ? -seconds : seconds : nil
  }

  /// Takes letters, and a point behind them.
  mutating func takeWord() -> String {
    let letters = prefix(while: \.isLetter)
    self = self[letters.endIndex...]
    if !letters.isEmpty { take(oneOf: ".") }
    return String(decoding: letters, as: UTF8.self)
  }

  @discardableResult mutating func take(oneOf signs: String) -> UInt8? {
    first.flatMap { signs.utf8.contains($0) ? popFirst() : nil }
  }

  /// Takes blanks, also those that do not break: a browser writes one before AM and PM.
  mutating func takeBlanks() {
    while let first, first == 0x20 || first > 0x7F,
      let blank = [" ", "\u{A0}", "\u{202F}"].first(where: { starts(with: $0.utf8) })
    {
      self = dropFirst(blank.utf8.count)
    }
  }
}
