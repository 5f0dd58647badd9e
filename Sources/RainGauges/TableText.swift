internal import Platform
internal import Text

/// The lines of the file of a rain gauge that are not blank, with the line ends of any system: in
/// UTF-8, UTF-16, an encoding of East Asia, or else Latin-1. JSON is a table of its records. A file
/// is read once, piece by piece.
final class TableText {
  /// A longer line is no row of a gauge, and a longer text in another encoding is not read.
  private static let (longestLine, longestText) = (1 << 20, 1 << 28)
  /// So many lines, or bytes, decide how times are written, and whose rows are.
  private static let mostHead = (lines: 1 << 16, bytes: 1 << 22)

  /// How files begin that are no tables, and what they are.
  private static let others: [(first: [String], sentence: String)] = [
    (["PK\u{3}\u{4}"], "is a workbook or an archive; save it as CSV, or unpack it"),
    (["\u{1F}"], "is packed; gunzip unpacks it"),
    (["[", "{"], "is JSON without records of a time and an amount"),
    (["<"], "is a page, as it seems; save its table as CSV"),
  ]

  let path: String
  /// The first lines, without the matrices of telegrams.
  private(set) var head: [Line] = []
  /// The instrument whose telegrams the lines are.
  private(set) var disdrometer: Disdrometer?
  private var again: ArraySlice<Line> = []
  /// The error for a file that is no table, if its beginning says so.
  private(set) var noTable: Flaw?
  /// How many pieces of JSON are no records.
  private(set) var damaged = 0
  private let input: InputReader?
  private var bytes: [UInt8]
  private var (offset, number) = (0, 1)
  private var lineEnd = UInt8(ascii: "\n")

  /// The text that begins with these bytes, and goes on in the input.
  init(_ first: [UInt8], path: String, _ input: InputReader? = nil) throws {
    (self.path, self.input, bytes) = (path, input, first)
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let decoded = Self.decoder(of: bytes) {
      try readAll()
      bytes = decoded(bytes) ?? bytes
    }
    let start = bytes.drop { $0 <= 0x20 }
    noTable = Self.others.first { $0.first.contains { start.starts(with: $0.utf8) } }
      .map { flaw($0.sentence) }
    if Self.isJSON(start) {
      try readAll()
      do {
        let table = try JSONTable(bytes)
        if let lines = table.lines { (bytes, noTable) = (lines, nil) }
        damaged = table.damaged
      } catch let error { throw flaw(error.sentence) }
    }
    // A page may have a table that can be read; what is packed has none.
    if let noTable, bytes.contains(0) { throw noTable }
    if !bytes.contains(lineEnd) { lineEnd = UInt8(ascii: "\r") }
    var length = 0
    while head.count < Self.mostHead.lines, length < Self.mostHead.bytes, let line = try read() {
      head.append(line)
      length += line.text.count
    }
    again = head[...]
  }

  /// Finds the instrument whose telegrams the lines are, if they are any.
  func findTelegrams() throws(Flaw) {
    guard let known = try Disdrometer.find(in: head, { flaw($0, line: $1) }) else { return }
    let telegrams = head.map { known.telegram(in: $0.text) }
    // A whole file without a drop may have its rain in a column.
    let hasDrops = telegrams.contains { $0?.drops ?? 0 > 0 }
    if !hasDrops, head.count < Self.mostHead.lines { return }
    disdrometer = known
    // Below the first, a line without a whole telegram is damaged.
    let names = head.prefix(telegrams.firstIndex { $0 != nil } ?? 0)
    head =
      names
      + zip(head, telegrams).compactMap { line, telegram in
        telegram.map { (line.number, $0.rest) }
      }
  }

  /// Begins with a line of the head.
  func skip(to line: Int) { again = again.drop { $0.number < line } }

  func next() throws -> Line? { try again.popFirst() ?? read() }

  private func read() throws -> Line? {
    while true {
      let end = bytes[offset...].firstIndex(of: lineEnd) ?? bytes.count
      if end == bytes.count {
        if end - offset > Self.longestLine {
          throw noTable ?? flaw("is too long for a row of a gauge", line: number)
        }
        if let more = try input?.next(), !more.isEmpty {
          bytes = Array(bytes[offset...]) + more
          offset = 0
          continue
        }
        if offset == end { return nil }
      }
      let line = (number: number, text: bytes[offset..<end])
      number += 1
      offset = min(end + 1, bytes.count)
      if let first = line.text.first, first > 0x20 || !line.text.trimmed.isEmpty { return line }
    }
  }

  /// The error that the file is wrong, or a line of it.
  func flaw(_ sentence: String, line: Int? = nil) -> Flaw {
    Flaw("\(PlainText.path(path)):\(line.map { "\($0):" } ?? "") \(sentence)")
  }

  var tooShort: Flaw { flaw("has no two rows with a time and an amount") }

  private func readAll() throws {
    while let more = try input?.next(), !more.isEmpty {
      bytes += more
      if bytes.count > Self.longestText {
        throw flaw("is longer than \(Self.longestText) bytes; save it as CSV in UTF-8")
      }
    }
  }

  /// Whether a text begins with JSON, or has lines of it behind some words.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    if let letter = text.first, "[{".utf8.contains(letter) { return true }
    return text.prefix(1 << 16).split(separator: 0x0A).prefix(20).contains { line in
      line.first == UInt8(ascii: "{") && line.contains(UInt8(ascii: ":"))
        && JSONNode(Array(line)) != nil
    }
  }

  /// The decoder of a text that begins so into UTF-8; nil if it is that, or Latin-1.
  private static func decoder(of first: [UInt8]) -> (([UInt8]) -> [UInt8]?)? {
    // Spreadsheets write UTF-16, sometimes without a mark; then every other byte of digits is 0.
    let mark = Array(first.prefix(2))
    if mark.contains(0) || mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] { return utf8 }
    let lines = first.prefix((first.prefix(1 << 16).lastIndex(of: 0x0A) ?? first.count - 1) + 1)
    if String(validating: lines, as: UTF8.self) != nil { return nil }
    return Meaning.encodings.first { $0.decoded(Array(lines)) != nil }?.decoded
  }

  /// UTF-16 as UTF-8 without a byte order mark.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let high = bytes.starts(with: [0xFE, 0xFF]) || bytes.first == 0 ? 0 : 1
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
    }
    return Array(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF16.self).utf8)
  }
}
