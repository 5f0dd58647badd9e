internal import Text

/// The bytes of a line, or of a field in it.
typealias Field = ArraySlice<UInt8>
/// A line of a file, with its number from 1 on.
typealias Line = (number: Int, text: Field)

extension Field {
  /// The bytes as text; those that are not UTF-8 are Latin-1.
  var string: String {
    String(validating: self, as: UTF8.self)
      ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
  }

  /// The bytes without blanks at their ends.
  var trimmed: Field {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let text = drop(while: isBlank)
    return text[..<(text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex)]
  }

  /// The fields between separators, without blanks and quotation marks around them. Between
  /// quotation marks a separator is a part of the field.
  func fields(_ separator: UInt8) -> [Field] {
    let mark = UInt8(ascii: "\"")
    var fields: [Field] = []
    fields.reserveCapacity(8)
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

  /// The number at the beginning, with a point or a comma before its decimals, and the rest; nil
  /// without one.
  var number: (value: Double, rest: Field)? {
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

  /// The field with the digits, points and signs of ASCII in place of those of other scripts, and
  /// without what spreadsheets and services write around a number: `="0.2"`, `*0.2`, `0.2 (a)`.
  var plainNumber: Field {
    let marks: [Character: String] = [
      "\u{2212}": "-", "\u{FF0D}": "-", "\u{FF0E}": ".", "\u{66B}": ".",
    ]
    var text = string.map { letter in
      letter.isASCII
        ? String(letter)
        : letter.wholeNumberValue.map { "\($0)" } ?? marks[letter] ?? String(letter)
    }
    .joined()
    if text.hasPrefix("=") { text = text.filter { $0 != "=" && $0 != "\"" } }
    if text.hasPrefix("*") { text.removeFirst() }
    if text.hasSuffix(")"), let bracket = text.lastIndex(of: "("), bracket > text.startIndex {
      text = String(text[..<bracket])
    }
    return Array(text.utf8)[...].trimmed
  }
}
