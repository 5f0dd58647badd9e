internal import Platform
internal import RainPresets
internal import Text

/// How a moment is written: in the letters of strptime, `%d.%m.%Y %H:%M`, or as a number that
/// counts. Decimals and a time zone may stand behind it.
struct TimeFormat: Sendable {
  /// A letter that stands for a number of so many digits, or for a word; or, without digits, a
  /// sign.
  private struct Part {
    let letter: Unicode.Scalar
    let digits: ClosedRange<Int>?
  }

  /// How dates and the times of a day behind them are written. The first that reads all rows
  /// counts.
  static let dates = Meaning.dateFormat.texts
  private static let clocks = Meaning.clockFormat.texts
  static let all = dates.flatMap(withClocks)
  /// A time of the day without a date.
  static let alone = clocks.filter { $0.contains(/^ .*[:h]/) }
    .compactMap { Self(String($0.dropFirst())) }
  private static let months = Dictionary(uniqueKeysWithValues: zip(Meaning.month.words, 1...))
  /// Seconds that are counted.
  static let plain = [Self("seconds")].compactMap(\.self)
  /// Numbers that count, in s.
  static let counts = [("seconds", 1.0), ("minutes", 60), ("hours", 3600), ("days", 86_400)]

  let text: String
  /// How long one of a number is, in s; nil for letters.
  let count: Double?
  let isDated: Bool
  private let (isPacked, hasClock): (Bool, Bool)
  private let parts: [Part]

  init?(_ text: String) {
    (self.text, count) = (text, Self.counts.first { $0.0 == (text == "%s" ? "seconds" : text) }?.1)
    var (parts, letters, signs) = ([Part](), "", Array(text.utf8)[...])
    while let sign = signs.popFirst(), count == nil {
      let isBlank = sign == 0x20 && signs.starts(with: "%p".utf8)
      guard sign == UInt8(ascii: "%") else {
        if !isBlank { parts.append(Part(letter: Unicode.Scalar(sign), digits: nil)) }
        continue
      }
      guard var letter = signs.popFirst().map({ Unicode.Scalar($0) }),
        "YymdjbBaAHIMSpzZ".unicodeScalars.contains(letter)
      else { return nil }
      // Numbers that touch each other have two digits; but an hour and minutes alone may be short.
      let isTouching = parts.last?.digits != nil || signs.first == UInt8(ascii: "%")
      if letter == "H", signs.starts(with: "%M".utf8), signs.count == 2 || signs.count > 4 {
        letter = "K"
        signs.removeFirst(2)
      }
      if letter == "M", ![0x3A, 0x25].contains(signs.first) { letter = "N" }
      let long: [Unicode.Scalar: ClosedRange<Int>] = [
        "Y": 4...4, "j": text.contains("-%j") ? 3...3 : 1...3,
        "K": parts.last?.digits == nil ? 1...4 : 4...4,
      ]
      letters.unicodeScalars.append(letter)
      parts.append(Part(letter: letter, digits: long[letter] ?? (isTouching ? 2...2 : 1...2)))
    }
    if count == nil, letters.isEmpty { return nil }
    self.parts = parts
    isDated = letters.contains { "Yyj".contains($0) }
    hasClock = letters.contains { "HIK".contains($0) }
    isPacked = text.hasPrefix("%Y%m")
  }

  /// The same with any time of the day behind it; a format that has one already is one of several.
  static func withClocks(_ text: String) -> [Self] {
    let date = text.replacing(/[ T:_]?%[HI]:%M(:%S)?( ?%p)?( ?%[zZ])?$/, with: "")
    if date.isEmpty { return alone }
    let whole = [Self(text)].compactMap(\.self)
    if whole.allSatisfy({ $0.count != nil }) || date.contains(/%[HIMSp]/) { return whole }
    let clocks = clocks.filter { $0.hasPrefix(" ") || date.hasSuffix("%m%d") }
    return ([""] + clocks).compactMap { Self(date + $0) }
  }

  /// The moment that the whole text is, in s from 1970 on or from midnight; nil if it is none.
  func seconds(_ text: Field) -> Double? {
    if let count {
      guard let (number, rest) = text.number, rest.isEmpty, number >= 0 else { return nil }
      var moment = number * count
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while count == 1, 1e11..<1e20 ~= moment { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
    // A leap year, where nobody says which.
    var (year, month, day, yearDay) = (1972, 1, 1, Int?.none)
    var (hour, minute, second, half, ahead) = (0, 0, 0.0, Int?.none, 0.0)
    var rest = TimeCursor(text)
    for part in parts {
      guard let digits = part.digits else {
        let isBlank = part.letter == " "
        if rest.take(UInt8(truncatingIfNeeded: part.letter.value)) {
          if isBlank { rest.takeBlanks() }
        } else if !isBlank || !rest.takeGap() {
          return nil
        }
        continue
      }
      switch part.letter {
      case "b", "B":
        guard let number = Self.months[rest.takeWord().lowercased().prefix(3)] else { return nil }
        month = number
      case "a", "A": _ = rest.takeWord()
      case "p":
        half = rest.takeHalf()
        if half == nil { return nil }
      case "z", "Z": ahead = rest.takeZone() ?? .nan
      case let letter:
        guard let number = rest.takeNumber(digits) else { return nil }
        switch letter {
        case "Y": year = number
        // As POSIX has it.
        case "y": year = number + (number < 69 ? 2000 : 1900)
        case "m": month = number
        case "d": day = number
        case "j": yearDay = number
        case "M": minute = number
        // Perhaps with seconds.
        case "N":
          minute = number
          second = Double(rest.take(0x3A) ? rest.takeNumber(1...2) ?? 0 : 0) + rest.takeDecimals()
        case "S": second = Double(number) + rest.takeDecimals()
        // Perhaps without zeros: 5 is 0:05.
        case "K": (hour, minute) = number.quotientAndRemainder(dividingBy: 100)
        default: hour = number
        }
      }
    }
    if let half { hour = 1...12 ~= hour ? hour % 12 + half : 99 }
    guard let zone = hasClock ? rest.takeZone() : 0, rest.next == nil,
      (isPacked ? 1900 : 1600)..<2200 ~= year, 1...12 ~= month,
      case let first = Self.days(year, month, 1),
      1...Self.days(year, month + 1, 1) - first ~= day, 1...366 ~= yearDay ?? 1,
      hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60 || !isDated, second < 61
    else { return nil }
    let date = isDated ? yearDay.map { Self.days(year, 1, $0) } ?? first + day - 1 : 0
    // A leap second has no number of its own.
    let clock = Double(hour * 3600 + minute * 60) + (second < 60 ? second : 59.5)
    let moment = Double(date * 86_400) + clock - ahead - zone
    return moment.isNaN ? nil : moment
  }

  /// The days from 1970 on to one of the Gregorian calendar, whose years begin in March here.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let leapDays = year / 4 - year / 100 + year / 400
    return 365 * year + leapDays + (153 * month + 2) / 5 + day - 719_469
  }

  /// A moment in s from 1970 on, to the minute or, where it has seconds, to the second.
  static func text(_ seconds: Double) -> String {
    var (time, parts) = unsafe (time_t(seconds.rounded(.down)), tm())
    _ = unsafe gmtime_r(&time, &parts)
    let format = unsafe parts.tm_sec == 0 ? "%Y-%m-%d %H:%M" : "%Y-%m-%d %H:%M:%S"
    return unsafe String(unsafeUninitializedCapacity: 40) { room in
      unsafe room.withMemoryRebound(to: CChar.self) {
        unsafe strftime($0.baseAddress, 40, format, &parts)
      }
    }
  }
}

extension Field {
  /// Whether a date could begin it: with a letter, eight digits, or a sign that is there twice.
  var mayBeDate: Bool {
    let digits = prefix(while: \.isDigit).count
    guard let sign = dropFirst(digits).first else { return digits > 7 }
    return digits == 0
      ? sign.isLetter : digits > 7 || count { $0 == sign } > 1 || digits == 4 && sign == 0x2D
  }
}

/// The rest of a written time. Its parts are short, and many: none is a slice.
private struct TimeCursor {
  private let text: Field
  private var index: Int

  init(_ text: Field) { (self.text, index) = (text, text.startIndex) }

  var next: UInt8? { index < text.endIndex ? text[index] : nil }

  /// Takes a sign, and returns whether it is next.
  @discardableResult mutating func take(_ sign: UInt8) -> Bool {
    guard next == sign else { return false }
    index += 1
    return true
  }

  /// Takes a number of so many digits; nil if there is none.
  mutating func takeNumber(_ digits: ClosedRange<Int>) -> Int? {
    let (first, end) = (index, min(text.endIndex, index + digits.upperBound))
    var number = 0
    while index < end, text[index].isDigit {
      number = 10 * number + Int(text[index] & 0x0F)
      index += 1
    }
    if index - first >= digits.lowerBound { return number }
    index = first
    return nil
  }

  mutating func takeDecimals() -> Double {
    guard take(0x2E) || take(0x2C) else { return 0 }
    let digits = text[index...].prefix(9).prefix(while: \.isDigit)
    index = digits.endIndex
    return digits.reversed().reduce(0) { ($0 + Double($1 & 0x0F)) / 10 }
  }

  /// Takes PM, p, p.m. or p. m.: hours after midnight; nil without it.
  mutating func takeHalf() -> Int? {
    takeBlanks()
    guard let half = next.map({ $0 | 0x20 }), "ap".utf8.contains(half) else { return nil }
    index += 1
    for sign in ". mM.".utf8 { take(sign) }
    // A time zone has more letters.
    return next?.isLetter == true ? nil : half == UInt8(ascii: "p") ? 12 : 0
  }

  /// Takes a time zone, such as `Z`, `+01:00`, `UTC-5` or `EST`, if there is one: how far it is
  /// ahead of UTC, in s; nil if it is unknown.
  mutating func takeZone() -> Double? {
    takeBlanks()
    guard let next else { return 0 }
    guard let hours = next.isLetter ? Meaning.zones[takeWord()] : 0 else { return nil }
    let isBehind = take(UInt8(ascii: "-"))
    guard isBehind || take(UInt8(ascii: "+")) else { return hours * 3600 }
    guard let number = takeNumber(1...2) else { return nil }
    take(0x3A)
    let seconds = Double(number * 3600 + (takeNumber(2...2) ?? 0) * 60)
    return seconds <= 86_400 ? isBehind ? -seconds : seconds : nil
  }

  /// Takes letters, and a point behind them.
  mutating func takeWord() -> String {
    let letters = text[index...].prefix(while: \.isLetter)
    index = letters.endIndex
    if !letters.isEmpty { take(0x2E) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Takes what stands between a date and a clock.
  mutating func takeGap() -> Bool {
    let first = index
    if text[index...].starts(with: ", ".utf8) {
      index += 1
    } else {
      _ = take(UInt8(ascii: "T")) || take(UInt8(ascii: "_")) || take(0x3A)
    }
    takeBlanks()
    return index > first
  }

  /// Takes blanks, also those that do not break: a browser writes one before AM and PM.
  mutating func takeBlanks() {
    while let next, next == 0x20 || next > 0x7F,
      let blank = [" ", "\u{A0}", "\u{202F}"].first(where: { text[index...].starts(with: $0.utf8) })
    {
      index += blank.utf8.count
    }
  }
}
