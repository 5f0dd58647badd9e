/// The keys and values of a JSON object, in the order of the text, with their positions. The object is flat
/// but for the curves.
///
/// The caller decides which keys and values are right.
package struct PresetDocument: Sendable {
  package private(set) var entries: [Entry] = []
  /// The members of the object `curves`.
  package private(set) var curves: [Curve] = []

  /// A key and its value, which is no array and no object.
  package struct Entry: Sendable, Equatable {
    package let key: String
    let keyPosition: TextPosition
    package let scalar: JSONNode
    let scalarPosition: TextPosition
  }

  /// The curve of a setting: an array of keys, each an array of scalars. A gauge has millions of keys, so they are
  /// read from the text when they are asked for, one at a time.
  package struct Curve: Sendable {
    package let name: String
    package let namePosition: TextPosition
    let count: Int
    /// Before the bracket of the keys.
    private let text: JSONReader

    typealias Element = (scalar: JSONNode, position: TextPosition)
    typealias Key = (position: TextPosition, elements: [Element])

    /// Reads past the keys, which are next.
    init(name: String, namePosition: TextPosition, from reader: inout JSONReader) throws(Flaw) {
      (self.name, self.namePosition, text) = (name, namePosition, reader)
      var count = 0
      try reader.readKeys(
        of: name,
        { _, _ in
          count += 1; return true
        }
      ) { _ throws(Flaw) in count += 1 }
      self.count = count
    }

    /// Hands the keys over in their order: pairs of plain numbers to `pair`, which may refuse one.
    func forEachKey(
      pair: (Double, Double) -> Bool = { _, _ in false }, _ body: (Key) throws(Flaw) -> Void
    ) throws(Flaw) {
      var reader = text
      try reader.readKeys(of: name, pair, body)
    }

    package var json: String {
      var (json, separator) = ("[", "")
      // The text has been read before.
      try? forEachKey { (key) throws(Flaw) in
        json += "\(separator)[\(key.elements.map { $0.scalar.json }.joined(separator: ","))]"
        separator = ","
      }
      return json + "]"
    }

    /// Where a key stands, counted from 0.
    func position(ofKey number: Int) -> TextPosition? {
      var (left, position) = (number, TextPosition?.none)
      try? forEachKey { (key) throws(Flaw) in
        if left == 0 { position = key.position }
        left -= 1
      }
      return position
    }
  }
}

extension PresetDocument {
  /// Reads a preset: a text in UTF-8, with or without a byte order mark. Comments (`//` and `/* */`) and a comma after
  /// the last entry are allowed.
  ///
  /// - Throws: The first byte that is not UTF-8, or else the first that is not a preset.
  package init(_ bytes: [UInt8]) throws(Flaw) {
    var reader = try JSONReader(bytes, isHandwritten: true)
    try reader.skipBlanks()
    guard reader.next != nil else { throw reader.error("the preset is empty; the least is {}") }
    try reader.expect("{", orSay: "a preset starts with {, not with \(reader.nextDescription)")
    self.init()
    try reader.readObject { (reader, key, offset) throws(Flaw) in
      switch key {
      case WrittenAutomation.curvesKey: curves = try reader.readCurves()
      default:
        let (keyPosition, scalarPosition) = (reader.position(of: offset), reader.position)
        entries.append(
          Entry(
            key: key, keyPosition: keyPosition, scalar: try reader.readScalar(of: key),
            scalarPosition: scalarPosition))
      }
    }
    try reader.skipBlanks()
    if reader.next != nil {
      throw reader.error("the preset ends with its }, but \(reader.nextDescription) follows")
    }
  }
}

extension JSONReader {
  /// Throws that sentence unless the bracket is next.
  fileprivate func expect(
    _ bracket: Unicode.Scalar, orSay sentence: @autoclosure () -> String
  ) throws(Flaw) {
    if next != bracket { throw error(sentence()) }
  }

  fileprivate mutating func readCurves() throws(Flaw) -> [PresetDocument.Curve] {
    try expect(
      "{",
      orSay: "\(Self.quoted(WrittenAutomation.curvesKey)) must be an object of curves, such as "
        + #"{"gain": [[0, -20], ["10m", 0]]}"#)
    var curves: [PresetDocument.Curve] = []
    try readObject { (reader, name, offset) throws(Flaw) in
      let namePosition = reader.position(of: offset)
      curves.append(try PresetDocument.Curve(name: name, namePosition: namePosition, from: &reader))
    }
    return curves
  }

  /// Reads the keys of a curve, and hands them over in their order.
  mutating func readKeys(
    of name: String, _ pair: (Double, Double) -> Bool,
    _ body: (PresetDocument.Curve.Key) throws(Flaw) -> Void
  ) throws(Flaw) {
    try expect(
      "[",
      orSay: "the curve of \(Self.quoted(name)) must be an array of keys, such as [[0, 1], [60, 2]]"
    )
    try readArray { (reader) throws(Flaw) in
      let before = reader
      if let (seconds, value) = reader.readPlainPair(), pair(seconds, value) { return }
      reader = before
      try reader.expect(
        "[", orSay: "a key of a curve is an array, such as [60, 2], not \(reader.nextDescription)")
      let start = reader.position
      var elements: [PresetDocument.Curve.Element] = []
      try reader.readArray { (reader) throws(Flaw) in
        let position = reader.position
        elements.append((try reader.readScalar(of: name), position))
      }
      try body((start, elements))
    }
  }

  fileprivate mutating func readScalar(of key: String) throws(Flaw) -> JSONNode {
    switch next {
    case "\""?: return .string(try readString())
    case ("0"..."9")?, "-"?, "+"?, "."?:
      let start = offset
      let text = try readNumber()
      if Double(text)?.isFinite != true {
        throw error("the number \(PlainText.line(text)) is too large", at: start)
      }
      return .number(text)
    case ("a"..."z")?, ("A"..."Z")?: return try readWord().map { .bool($0) } ?? .null
    case "{"?:
      throw error("\(Self.quoted(key)) must be a number or a string, not an object")
    case "["?:
      throw error("\(Self.quoted(key)) must be a number or a string, not an array")
    default:
      throw error(
        "a number or a string is missing after the key \(Self.quoted(key)), before \(nextDescription)"
      )
    }
  }
}

/// A preset that could not be loaded. Its description is a sentence for people.
public enum PresetError: Error, Sendable, CustomStringConvertible {
  /// No shipped preset has that name; `nearest` is the one that was probably meant.
  case unknownName(String, nearest: String?)
  /// No place has that name; `nearest` is the one that was probably meant.
  case unknownPlace(String, nearest: String?)
  /// The file could not be read; the reason names the file.
  case unreadable(path: String, reason: String)
  /// The file has more than `limit` bytes and cannot be a preset.
  case tooLong(path: String, limit: Int)
  /// The text is not a preset; lines and columns count from 1.
  case invalid(file: String, line: Int, column: Int, reason: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .unknownName(let name, let nearest):
      "no preset is called \(name.quoted)"
        + (name.asciiLowercased == "wind"
          ? "; --wind 8 lets it blow"
          : nearest.map { "; \(Suggestion.question($0))" } ?? "")
    case .unknownPlace(let name, let nearest):
      "no place is called \(name.quoted); "
        + (ShippedPresets.kind(of: name.asciiLowercased) == nil
          ? "" : "\(name.asciiLowercased) is a preset: -p \(name.asciiLowercased); ")
        + (nearest.map { Suggestion.question($0) }
          ?? "places are \(Place.names.joined(separator: ", "))")
    case .unreadable(_, let reason): reason
    case .tooLong(let path, let limit):
      "\(PlainText.path(path)): has more than \(limit) bytes, the most that are read"
    case .invalid(let file, let line, let column, let reason):
      "\(PlainText.path(file)):\(line):\(column): \(reason)"
    }
  }

  init(_ flaw: Flaw, in file: String) {
    let position = flaw.position ?? .start
    self = .invalid(file: file, line: position.line, column: position.column, reason: flaw.sentence)
  }
}

#if !hasFeature(Embedded)
// The page has no room for what it does not compare.
extension PresetError: Hashable {}
#endif
