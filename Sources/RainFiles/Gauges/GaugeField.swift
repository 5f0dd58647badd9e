/// The bytes of a line, or of a field in it.
typealias GaugeField = ArraySlice<UInt8>

extension GaugeField {
  /// The bytes as text; those that are not UTF-8 are Latin-1.
  var string: String {
    String(validating: self, as: UTF8.self)
      ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
  }

  /// The bytes without blanks at their ends.
  var trimmed: GaugeField {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let text = drop(while: isBlank)
    return text[..<(text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex)]
  }

  /// The fields between separators, without blanks and quotation marks around them. Between quotation marks a separator is
  /// a part of the field.
  func fields(_ separator: UInt8) -> [GaugeField] {
    let mark = UInt8(ascii: "\"")
    var fields: [GaugeField] = []
    var (start, isQuoted) = (startIndex, false)
    for index in startIndex...endIndex {
      if index < endIndex {
        // In a field that does not begin with a mark, a mark is a letter like others.
        if self[index] == mark, self[start...index].trimmed.first == mark { isQuoted.toggle() }
        if self[index] != separator || isQuoted { continue }
      }
      var field = self[start..<index].trimmed
      start = index + 1
      if field.isEmpty, separator == UInt8(ascii: " ") { continue }
      if field.count >= 2, field.first == mark, field.last == mark {
        field = field.dropFirst().dropLast().trimmed
      }
      fields.append(field)
    }
    return fields
  }

  /// The number at the beginning, with a point or a comma before its decimals, and the rest; nil without one.
  var number: (value: Double, rest: GaugeField)? {
    // Up to fifteen digits and their point are one division of numbers that a Double has exactly.
    let isNegative = first == UInt8(ascii: "-")
    var (position, whole, digits, scale) = (startIndex + (isNegative ? 1 : 0), 0, 0, 0.0)
    while position < endIndex, digits < 16 {
      let byte = self[position]
      if byte.isDigit {
        whole = whole &* 10 &+ Int(byte & 0x0F)
        digits += 1
        scale *= 10
      } else if (byte == 0x2E || byte == 0x2C) && scale == 0 {
        scale = 1
      } else {
        break
      }
      position += 1
    }
    if 1...15 ~= digits, position == endIndex || !"+-.,eE".utf8.contains(self[position]) {
      let value = Double(whole) / (scale == 0 ? 1 : scale)
      return (isNegative ? -value : value, self[position...])
    }
    // An E belongs to it if digits follow, and is a flag behind it if not.
    for letters in ["0123456789.,+-eE", "0123456789.,+-"] {
      let text = prefix { letters.utf8.contains($0) }
      let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      // 1.234,5
      let groups = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let isGrouped = parts.count == 2 && groups.dropFirst().allSatisfy { $0.count == 3 }
      let digits = isGrouped ? groups.joined() + [UInt8(ascii: ".")] + parts[1] : Array(text)
      if let value = Double(String(decoding: digits, as: UTF8.self)) {
        return (value, self[text.endIndex...])
      }
    }
    return nil
  }

  var isNumber: Bool { number?.rest.isEmpty == true }

  /// Whether the field begins with a number, and has no more than a unit or a flag behind it.
  var isAmount: Bool {
    number.map { $0.rest.count <= 4 && !$0.rest.contains { 0x30...0x3A ~= $0 } } ?? false
  }

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
