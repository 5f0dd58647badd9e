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
    var text = string
    if contains(where: { $0 > 0x7F }) {
      text = String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
            {
              return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
            }
            return ["\u{2212}": "-", "\u{FF0D}": "-", "\u{FF0E}": ".", "\u{66B}": "."][scalar]
              ?? scalar
          }))
    }
    if text.hasPrefix("=") { text = text.filter { $0 != "=" && $0 != "\"" } }
    if text.hasPrefix("*") { text.removeFirst() }
    if text.hasSuffix(")"), let bracket = text.lastIndex(of: "("), bracket > text.startIndex {
      text = String(text[..<bracket])
    }
    return Array(text.utf8)[...].trimmed
  }

  /// The ends of an interval as ISO 8601 has it, START/END, or its start and its length in s,
  /// START/PT6H.
  var moments: (begin: Field?, end: Field, length: Double?) {
    guard let slash = firstIndex(of: UInt8(ascii: "/")), slash - startIndex >= 10 else {
      return (nil, self, nil)
    }
    let rest = self[(slash + 1)...]
    guard rest.first == UInt8(ascii: "P") else {
      return rest.count < 10 ? (nil, self, nil) : (self[..<slash], rest, nil)
    }
    let period = /P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?/
    guard let found = rest.string.wholeMatch(of: period)?.output else { return (nil, self, nil) }
    let parts = [found.1, found.2, found.3, found.4, found.5].map { $0.flatMap { Double($0) } ?? 0 }
    return (
      nil, self[..<slash],
      zip(parts, [604_800, 86_400, 3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    )
  }

  /// The time without the name of its day and the name of a place, brackets around it, and with
  /// colons on its clock.
  var plainTime: Field {
    func isClock(_ text: Field) -> Bool {
      text.count > 8 && "T _".utf8.contains(text[text.endIndex - 9])
        && [3, 6].allSatisfy { text[text.endIndex - $0] == UInt8(ascii: "-") }
    }
    guard let letter = first,
      !letter.isDigit || isClock(self)
        || contains(where: { $0 == 0x5F || $0 == 0x5B || $0 == 0x28 })
    else { return self }
    var text = self
    if let open = "[(".utf8.first(where: { $0 == letter }) {
      text = text.dropFirst().prefix { $0 != (open == 0x5B ? 0x5D : 0x29) }
    } else if let bracket = text.firstIndex(where: "[(".utf8.contains) {
      text = text[..<bracket].trimmed
    }
    var rest = text
    let word = rest.takeWord().lowercased()
    if word.count > 1, !Meaning.month.words.contains(word.prefix(3)) {
      rest.take(oneOf: ",")
      rest.takeBlanks()
      if rest.first?.isDigit == true || rest.first?.isLetter == true { text = rest }
    }
    var bytes = Array(text)
    if isClock(text) { for index in [3, 6] { bytes[bytes.count - index] = UInt8(ascii: ":") } }
    return bytes.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }[...]
  }
}
