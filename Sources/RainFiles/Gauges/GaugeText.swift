internal import Platform
internal import Text

/// The bytes of a line, or of a field in it.
typealias GaugeField = ArraySlice<UInt8>

extension UInt8 {
  /// Whether the byte is a digit.
  var isDigit: Bool { 0x30...0x39 ~= self }
}

extension GaugeField {
  /// The number at the beginning, with a point or a comma before its decimals, and what stands behind it; nil without
  /// one.
  var number: (value: Double, rest: GaugeField)? {
    // An E belongs to it if digits follow, and is a flag behind it if not.
    for letters in ["0123456789.,+-eE", "0123456789.,+-"] {
      let text = prefix { letters.utf8.contains($0) }
      var digits = text
      if let comma = text.firstIndex(of: UInt8(ascii: ",")) { digits[comma] = UInt8(ascii: ".") }
      if let value = Double(String(decoding: digits, as: UTF8.self)) {
        return (value, self[text.endIndex...])
      }
    }
    return nil
  }
}

/// The lines of the file of a rain gauge, with the line ends of any system: in UTF-8, UTF-16, an encoding of East Asia,
/// or else Latin-1.
struct GaugeText {
  /// The lines that are not blank.
  struct Lines: Sequence, IteratorProtocol {
    fileprivate let end: UInt8
    fileprivate var rest: GaugeField

    mutating func next() -> GaugeField? {
      while !rest.isEmpty {
        let line = rest.prefix { $0 != end }
        rest = rest[line.endIndex...].dropFirst()
        if !GaugeText.trimmed(line).isEmpty { return line }
      }
      return nil
    }
  }

  /// A longer line is no row of a gauge.
  private static let longestLine = 1 << 12
  /// The longest file: some years of minutes.
  private static let longestFile = 1 << 28

  /// How files begin that are no tables, and what they are.
  private static let others: [(first: [String], sentence: String)] = [
    (["PK\u{3}\u{4}"], "is a workbook or an archive; save it as CSV, or unpack it"),
    (["\u{1F}"], "is packed; gunzip unpacks it"),
    (["[", "{"], "is JSON, as it seems; a gauge has a time and an amount in each line"),
    (["<"], "is a page, as it seems; save its table as CSV"),
  ]

  /// The name of the file, for messages.
  let path: String
  private let bytes: [UInt8]
  private let lineEnd: UInt8

  /// The text of a file; `-` is standard input.
  init(contentsOf path: String) throws {
    let bytes = try readInput(path, limit: Self.longestFile)
    try self.init(bytes, path: path == "-" ? "standard input" : path)
  }

  /// The text with these bytes.
  init(_ bytes: [UInt8], path: String) throws(Flaw) {
    self.path = path
    self.bytes = Self.utf8(bytes)
    lineEnd = self.bytes.contains(0x0A) ? 0x0A : 0x0D
    // A page may have a table that can be read; what is packed has none.
    if self.bytes.contains(0), let noTable { throw noTable }
    if let line = lines().first(where: { $0.count > Self.longestLine }) {
      throw noTable ?? flaw(line.startIndex, "is too long for a row of a gauge")
    }
  }

  /// The error for a file that is no table, if its beginning says so.
  var noTable: Flaw? {
    Self.others.first { $0.first.contains { bytes.starts(with: $0.utf8) } }
      .map { flaw(nil, $0.sentence) }
  }

  /// The lines from a place on. A line is known by the place of its first byte.
  func lines(from place: Int = 0) -> Lines { Lines(end: lineEnd, rest: bytes[place...]) }

  /// The number of the line at a place, from 1 on.
  func number(ofLineAt place: Int) -> Int { bytes[..<place].count { $0 == lineEnd } + 1 }

  /// The error that the line at a place is wrong; nil: the file.
  func flaw(_ place: Int?, _ sentence: String) -> Flaw {
    Flaw("\(PlainText.path(path)):\(place.map { "\(number(ofLineAt: $0)):" } ?? "") \(sentence)")
  }

  /// The error that there are too few rows.
  var tooShort: Flaw { flaw(nil, "has no two rows with a time and an amount") }

  /// Bytes as text; those that are not UTF-8 are Latin-1.
  static func string(_ bytes: GaugeField) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Skips blanks, also those that do not break: a browser writes one before AM and PM.
  static func dropBlanks(_ bytes: inout GaugeField) {
    while let first = bytes.first, first == 0x20 || first > 0x7F,
      let blank = [" ", "\u{A0}", "\u{202F}"].first(where: { bytes.starts(with: $0.utf8) })
    {
      bytes = bytes.dropFirst(blank.utf8.count)
    }
  }

  /// The bytes without blanks at their ends.
  static func trimmed(_ bytes: GaugeField) -> GaugeField {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  /// Splits a line into fields without blanks and quotation marks around them. Between quotation marks a separator
  /// is a part of the field.
  static func fields(_ line: GaugeField, _ separator: UInt8) -> [GaugeField] {
    let mark = UInt8(ascii: "\"")
    var fields: [GaugeField] = []
    // Room that does not grow: there are millions of rows.
    fields.reserveCapacity(8)
    var start = line.startIndex
    var isQuoted = false
    func end(before index: Int) {
      var field = trimmed(line[start..<index])
      start = index + 1
      if field.isEmpty, separator == UInt8(ascii: " ") { return }
      if field.count >= 2, field.first == mark, field.last == mark {
        field = trimmed(field.dropFirst().dropLast())
      }
      fields.append(field)
    }
    for index in line.indices {
      // In a field that does not begin with a mark, a mark is a letter like others.
      if line[index] == mark, trimmed(line[start...index]).first == mark {
        isQuoted.toggle()
      } else if line[index] == separator, !isQuoted {
        end(before: index)
      }
    }
    end(before: line.endIndex)
    return fields
  }

  /// The text as UTF-8 without a byte order mark, or as it is. Spreadsheets write UTF-16, sometimes without the mark;
  /// then every other byte of digits is 0.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF]) || bytes.first == 0
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) || bytes.dropFirst().first == 0 else {
      if (try? UTF8Span(validating: bytes.span)) != nil { return bytes }
      return GaugeEncoding.allCases.lazy.compactMap { $0.decoded(bytes) }.first ?? bytes
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? a << 8 | b : b << 8 | a
    }
    let text = String(decoding: units, as: UTF16.self)
    return Array(text.utf8.drop { [0xEF, 0xBB, 0xBF].contains($0) })
  }
}
