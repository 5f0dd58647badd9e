package import Text

extension PresetDocument {
  /// Reads a preset: a text in UTF-8, with or without a byte order mark. Comments (`//` and `/* */`) and a comma after
  /// the last entry are allowed.
  ///
  /// - Throws: The first place that is not UTF-8, or else the first that is not a preset.
  package init(_ bytes: [UInt8]) throws(Flaw) {
    var reader = try JSONReader(bytes, isHandwritten: true)
    try reader.skipBlanks()
    guard reader.next != nil else { throw reader.error("the preset is empty; the least is {}") }
    try reader.expect(
      "{", orSay: "a preset starts with {, not with \(reader.nextDescription)")
    self.init()
    try reader.readObject { (reader, key, place) throws(Flaw) in
      switch key {
      case WrittenAutomation.curvesKey: curves = try reader.readCurves()
      case "vary":
        throw reader.error(
          "\"vary\" in a preset is gone: 'rainsynth vary --vary NAME=VALUES' draws settings")
      default: entries.append(try reader.readEntry(key, at: place))
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

  /// Reads the value of a key, which stands at a place.
  fileprivate mutating func readEntry(
    _ key: String, at place: Int
  ) throws(Flaw) -> PresetDocument.Entry {
    let keyPosition = position(of: place)
    let scalarPosition = position
    return PresetDocument.Entry(
      key: key, keyPosition: keyPosition, scalar: try readScalar(of: key),
      scalarPosition: scalarPosition)
  }

  fileprivate mutating func readCurves() throws(Flaw) -> [PresetDocument.Curve] {
    try expect(
      "{",
      orSay: "\(Self.quoted(WrittenAutomation.curvesKey)) must be an object of curves, such as "
        + #"{"gain": [[0, -20], ["10m", 0]]}"#)
    var curves: [PresetDocument.Curve] = []
    try readObject { (reader, name, place) throws(Flaw) in
      let namePosition = reader.position(of: place)
      curves.append(
        try PresetDocument.Curve(name: name, namePosition: namePosition, from: &reader))
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
        elements.append(.init(scalar: try reader.readScalar(of: name), position: position))
      }
      try body(.init(position: start, elements: elements))
    }
  }

  private mutating func readScalar(of key: String) throws(Flaw) -> JSONNode {
    switch next {
    case "\""?: return .string(try readString())
    case ("0"..."9")?, "-"?, "+"?, "."?:
      let place = offset
      let text = try readNumber()
      if Double(text)?.isFinite != true {
        throw error("the number \(PlainText.line(text)) is too large", at: place)
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
