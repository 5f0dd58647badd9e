internal import Platform
internal import Text

/// The bytes of a line, or of a field in it.
typealias GaugeField = ArraySlice<UInt8>

extension UInt8 {
  /// Whether the byte is a digit.
  var isDigit: Bool { 0x30...0x39 ~= self }
}

extension GaugeField {
  /// The powers of ten that a Double has exactly.
  private static let powers: [Double] = (0...15).map { count in
    (0..<count).reduce(1) { power, _ in power * 10 }
  }

  /// The number at the beginning, with a point or a comma before its decimals, and what stands behind it; nil without
  /// one.
  var number: (value: Double, rest: GaugeField)? {
    // Up to fifteen digits and their point are one division of numbers that a Double has exactly.
    var (place, whole, digits, point) = (startIndex, 0, 0, Int?.none)
    let isNegative = first == UInt8(ascii: "-")
    if isNegative { place += 1 }
    while place < endIndex {
      let byte = self[place]
      if byte.isDigit {
        whole = whole &* 10 &+ Int(byte & 0x0F)
        digits += 1
      } else if (byte == 0x2E || byte == 0x2C) && point == nil {
        point = digits
      } else {
        break
      }
      place += 1
      if digits > 15 { break }
    }
    let isWhole = place == endIndex || !"+-.,eE".utf8.contains(self[place])
    if 1...15 ~= digits, isWhole {
      let value = Double(whole) / Self.powers[digits - (point ?? digits)]
      return (isNegative ? -value : value, self[place...])
    }
    return longNumber
  }

  private var longNumber: (value: Double, rest: GaugeField)? {
    // An E belongs to it if digits follow, and is a flag behind it if not.
    for letters in ["0123456789.,+-eE", "0123456789.,+-"] {
      let text = prefix { letters.utf8.contains($0) }
      var digits = Array(text)
      // 1.234,5
      if let comma = digits.lastIndex(of: UInt8(ascii: ",")) {
        let groups = digits[..<comma].split(
          separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
        digits[comma] = UInt8(ascii: ".")
        if isGrouped { digits = Array(groups.joined()) + digits[comma...] }
      }
      if let value = Double(String(decoding: digits, as: UTF8.self)) {
        return (value, self[text.endIndex...])
      }
    }
    return nil
  }
}

/// A line of the file of a rain gauge.
struct GaugeLine {
  /// From 1 on.
  let number: Int
  let text: GaugeField
}

/// The lines of the file of a rain gauge that are not blank, with the line ends of any system: in UTF-8, UTF-16, an
/// encoding of East Asia, or else Latin-1. JSON is a table of its records. A file is read once, piece by piece.
final class GaugeText {
  /// A longer line is no row of a gauge.
  private static let longestLine = 1 << 20
  /// The longest text that has to be changed before it can be read.
  private static let longestText = 1 << 28
  /// The rows have to begin within so many lines, or bytes.
  private static let head = (lines: 1000, bytes: 1 << 22)

  /// How files begin that are no tables, and what they are.
  private static let others: [(first: [String], sentence: String)] = [
    (["PK\u{3}\u{4}"], "is a workbook or an archive; save it as CSV, or unpack it"),
    (["\u{1F}"], "is packed; gunzip unpacks it"),
    (
      ["[", "{"],
      "is JSON without records of a time and an amount; a table has them in each line, or in columns"
    ), (["<"], "is a page, as it seems; save its table as CSV"),
  ]

  /// The name of the file, for messages.
  let path: String
  /// The first lines.
  private(set) var head: [GaugeLine] = []
  /// The error for a file that is no table, if its beginning says so.
  private(set) var noTable: Flaw?
  private let input: InputReader?
  private var bytes: [UInt8]
  /// Where the next line begins, and its number.
  private var (place, number) = (0, 1)
  private var lineEnd: UInt8 = 0x0A
  /// How many lines of the head have been read again.
  private var reread = 0

  /// The text of a file; `-` is standard input.
  convenience init(contentsOf path: String) throws {
    let input = try InputReader(path)
    try self.init(input, input.next(), path: input.path)
  }

  /// The text with these bytes.
  convenience init(_ bytes: [UInt8], path: String) throws { try self.init(nil, bytes, path: path) }

  private init(_ input: InputReader?, _ first: [UInt8], path: String) throws {
    (self.path, self.input, bytes) = (path, input, first)
    let noTable = Self.others.first { $0.first.contains { first.starts(with: $0.utf8) } }
      .map { flaw(nil, $0.sentence) }
    if isChanged {
      while let more = try input?.next(), !more.isEmpty {
        bytes += more
        if bytes.count > Self.longestText {
          throw flaw(nil, "is longer than \(Self.longestText) bytes; save it as CSV in UTF-8")
        }
      }
      let isJSON = noTable != nil && "[{".utf8.contains(first[0])
      if let table = isJSON ? GaugeJSON.table(bytes) : nil {
        bytes = table
      } else {
        bytes = Self.utf8(bytes)
        self.noTable = noTable
      }
    } else {
      self.noTable = noTable
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    // A page may have a table that can be read; what is packed has none.
    if let noTable = self.noTable, bytes.contains(0) { throw noTable }
    if !bytes.contains(lineEnd) { lineEnd = 0x0D }
    var length = 0
    while head.count < Self.head.lines, length < Self.head.bytes, let line = try read() {
      head.append(line)
      length += line.text.count
    }
  }

  /// Goes back to a line of the head.
  func rewind(to line: Int) { reread = line }

  /// The next line; nil at the end.
  func next() throws -> GaugeLine? {
    guard reread < head.count else { return try read() }
    reread += 1
    return head[reread - 1]
  }

  private func read() throws -> GaugeLine? {
    while true {
      var end = place
      while end < bytes.count, bytes[end] != lineEnd { end += 1 }
      if end == bytes.count {
        if end - place > Self.longestLine {
          throw noTable ?? flaw(number, "is too long for a row of a gauge")
        }
        if let more = try input?.next(), !more.isEmpty {
          bytes = Array(bytes[place...]) + more
          place = 0
          continue
        }
        if place == end { return nil }
      }
      let line = GaugeLine(number: number, text: bytes[place..<end])
      number += 1
      place = min(end + 1, bytes.count)
      if let first = line.text.first, first > 0x20 || !Self.trimmed(line.text).isEmpty {
        return line
      }
    }
  }

  /// The error that a line is wrong; nil: the file.
  func flaw(_ line: Int?, _ sentence: String) -> Flaw {
    Flaw("\(PlainText.path(path)):\(line.map { "\($0):" } ?? "") \(sentence)")
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
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }

  /// Splits a line into fields without blanks and quotation marks around them. Between quotation marks a separator
  /// is a part of the field.
  static func fields(_ line: GaugeField, _ separator: UInt8) -> [GaugeField] {
    var fields: [GaugeField] = []
    split(line, separator, into: &fields)
    return fields
  }

  /// The same into an array that has room: there are millions of rows.
  static func split(_ line: GaugeField, _ separator: UInt8, into fields: inout [GaugeField]) {
    let mark = UInt8(ascii: "\"")
    fields.removeAll(keepingCapacity: true)
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
      let byte = line[index]
      // In a field that does not begin with a mark, a mark is a letter like others.
      if byte == mark, trimmed(line[start...index]).first == mark {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        end(before: index)
      }
    }
    end(before: line.endIndex)
  }

  /// Whether the bytes are not those of lines in UTF-8 or Latin-1.
  private var isChanged: Bool {
    let line = bytes.prefix(1 << 16).lastIndex(of: 0x0A).map { bytes[...$0] } ?? bytes[...]
    return bytes.first.map("[{\0".utf8.contains) ?? false || bytes.dropFirst().first == 0
      || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || String(validating: line, as: UTF8.self) == nil
        && GaugeEncoding.allCases.contains { $0.decoded(Array(line)) != nil }
  }

  /// The text as UTF-8 without a byte order mark, or as it is. Spreadsheets write UTF-16, sometimes without the mark;
  /// then every other byte of digits is 0.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
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
