internal import Text

/// A parser of presets: one JSON object (RFC 8259), flat but for its members `curves` and `vary`. Comments (`//` and
/// `/* */`) and a comma after the last entry are allowed.
///
/// It takes linear time for any text, and does not recurse.
package struct PresetReader {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1

  /// Reads a text in UTF-8, with or without a byte order mark.
  ///
  /// Throws the first place that is not UTF-8, or else the first that is not a preset.
  package static func read(_ bytes: [UInt8]) throws(PresetSyntaxError) -> PresetDocument {
    var reader = PresetReader(bytes: bytes)
    return try reader.readDocument()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Grammar

  private mutating func readDocument() throws(PresetSyntaxError) -> PresetDocument {
    // The byte order mark does not count as a column.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try checkEncoding()

    try skipBlanks()
    guard next != nil else { throw error("the preset is empty; the least is {}") }
    guard skip("{") else { throw error("a preset starts with {, not with \(nextDescription)") }

    var entries: [PresetDocument.Entry] = []
    var curves: [PresetDocument.Curve] = []
    var variations: [PresetDocument.Entry] = []
    try readMembers { (reader, key, position) throws(PresetSyntaxError) in
      if key == WrittenCourse.curvesKey {
        curves = try reader.readCurves()
        return
      }
      if key == Preset.variationsKey {
        variations = try reader.readVariations()
        return
      }
      let scalarPosition = reader.position
      entries.append(
        PresetDocument.Entry(
          key: key, keyPosition: position, scalar: try reader.readScalar(of: key),
          scalarPosition: scalarPosition))
    }
    try skipBlanks()
    if next != nil { throw error("the preset ends with its }, but \(nextDescription) follows") }
    return PresetDocument(entries: entries, curves: curves, variations: variations)
  }

  /// Reads the members of an object from behind its { to its }. `readValue` reads the value of a key, which
  /// has a position.
  private mutating func readMembers(
    _ readValue: (inout PresetReader, String, PresetDocument.Position) throws(PresetSyntaxError) ->
      Void
  ) throws(PresetSyntaxError) {
    // Bytes, not strings: hashing a string normalises it, which can take more than linear time.
    var lines: [[UInt8]: Int] = [:]
    try skipBlanks()
    while !skip("}") {
      let keyPosition = position
      let key = try readKey()
      try readValue(&self, key, keyPosition)
      if let line = lines.updateValue(keyPosition.line, forKey: Array(key.utf8)) {
        throw PresetSyntaxError(
          position: keyPosition, message: "\(quoted(key)) is already set in line \(line)")
      }
      try skipComma(before: "}")
    }
  }

  /// Skips a comma; there may be none before the bracket that closes.
  private mutating func skipComma(before end: Unicode.Scalar) throws(PresetSyntaxError) {
    try skipBlanks()
    if skip(",") {
      try skipBlanks()
    } else if next != end {
      throw error("a comma or \(end) is missing before \(nextDescription)")
    }
  }

  /// Reads a key and its colon.
  private mutating func readKey() throws(PresetSyntaxError) -> String {
    guard next == "\"" else {
      throw error("a key in double quotes or } is missing before \(nextDescription)")
    }
    let key = try readString()
    try skipBlanks()
    guard skip(":") else {
      throw error("a colon is missing after the key \(quoted(key)), before \(nextDescription)")
    }
    try skipBlanks()
    return key
  }

  // MARK: Curves

  private mutating func readCurves() throws(PresetSyntaxError) -> [PresetDocument.Curve] {
    guard skip("{") else {
      throw error(
        "\(quoted(WrittenCourse.curvesKey)) must be an object of curves, such as "
          + #"{"gain": [[0, -20], ["10m", 0]]}"#)
    }
    var curves: [PresetDocument.Curve] = []
    try readMembers { (reader, name, position) throws(PresetSyntaxError) in
      curves.append(
        PresetDocument.Curve(
          name: name, namePosition: position, keys: try reader.readCurve(of: name)))
    }
    return curves
  }

  private mutating func readVariations() throws(PresetSyntaxError) -> [PresetDocument.Entry] {
    guard skip("{") else {
      throw error(
        "\(quoted(Preset.variationsKey)) must be an object, such as "
          + #"{"rainfall": "log:0.5..80", "surface": "open,metal"}"#)
    }
    var variations: [PresetDocument.Entry] = []
    try readMembers { (reader, name, position) throws(PresetSyntaxError) in
      let scalarPosition = reader.position
      variations.append(
        PresetDocument.Entry(
          key: name, keyPosition: position, scalar: try reader.readScalar(of: name),
          scalarPosition: scalarPosition))
    }
    return variations
  }

  private mutating func readCurve(
    of name: String
  ) throws(PresetSyntaxError) -> [PresetDocument.Curve.Key] {
    guard skip("[") else {
      throw error(
        "the curve of \(quoted(name)) must be an array of keys, such as [[0, 1], [60, 2]]")
    }
    var keys: [PresetDocument.Curve.Key] = []
    try skipBlanks()
    while !skip("]") {
      let start = position
      guard skip("[") else {
        throw error("a key of a curve is an array, such as [60, 2], not \(nextDescription)")
      }
      var elements: [PresetDocument.Curve.Element] = []
      try skipBlanks()
      while !skip("]") {
        let position = position
        elements.append(.init(scalar: try readScalar(of: name), position: position))
        try skipComma(before: "]")
      }
      keys.append(.init(position: start, elements: elements))
      try skipComma(before: "]")
    }
    return keys
  }

  private mutating func readScalar(
    of key: String
  ) throws(PresetSyntaxError) -> PresetDocument.Scalar {
    switch next {
    case "\""?:
      return .string(try readString())
    case ("0"..."9")?, "-"?, "+"?, "."?:
      return try readNumber()
    case "{"?:
      throw error("\(quoted(key)) must be a number or a string, not an object")
    case "["?:
      throw error("\(quoted(key)) must be a number or a string, not an array")
    case ("a"..."z")?, ("A"..."Z")?:
      return try readWord()
    default:
      throw error(
        "a number or a string is missing after the key \(quoted(key)), before \(nextDescription)")
    }
  }

  private mutating func readWord() throws(PresetSyntaxError) -> PresetDocument.Scalar {
    let start = position
    let startIndex = index
    while nextIsLetterOrDigit { advance() }
    let word = String(decoding: bytes[startIndex..<index], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      throw PresetSyntaxError(
        position: start,
        message: "\(PlainText.line(word)) is neither a number nor true, false or null; "
          + "a string stands in double quotes")
    }
  }

  // MARK: Numbers

  private mutating func readNumber() throws(PresetSyntaxError) -> PresetDocument.Scalar {
    let start = position
    let startIndex = index
    if next == "+" { throw error("a number is written without +") }
    _ = skip("-")
    if next == "0" {
      advance()
      if nextIsDigit {
        throw PresetSyntaxError(
          position: start, message: "a number is written without leading zeros")
      }
    } else {
      try skipDigits()
    }
    if skip(".") { try skipDigits() }
    if next == "e" || next == "E" {
      advance()
      if next == "+" || next == "-" { advance() }
      try skipDigits()
    }

    let text = String(decoding: bytes[startIndex..<index], as: UTF8.self)
    if nextIsLetterOrDigit || next == "." {
      throw error("the number \(PlainText.line(text)) goes on with \(nextDescription)")
    }
    guard let number = Double(text), number.isFinite else {
      throw PresetSyntaxError(
        position: start, message: "the number \(PlainText.line(text)) is too large")
    }
    return .number(number, text: text)
  }

  /// Skips at least one digit.
  private mutating func skipDigits() throws(PresetSyntaxError) {
    guard nextIsDigit else { throw error("a digit is missing before \(nextDescription)") }
    while nextIsDigit { advance() }
  }

  // MARK: Strings

  /// Reads a string from its opening quote on. Refuses characters with endless combining marks, which
  /// take quadratic time to compare.
  private mutating func readString() throws(PresetSyntaxError) -> String {
    let start = position
    advance()
    var content = ""
    var plainStart = index
    while let next {
      switch next {
      case "\"", "\\":
        content += String(decoding: bytes[plainStart..<index], as: UTF8.self)
        if skip("\"") {
          guard !CombiningMarkLimit.isExceeded(by: content) else {
            throw PresetSyntaxError(
              position: start,
              message: "the string that starts here has too many marks on a character")
          }
          return content
        }
        content.unicodeScalars.append(try readEscape())
        plainStart = index
      case "\n", "\r":
        throw error("the string that starts in column \(start.column) is not closed in its line")
      case "\0"..<" ":
        let number = PlainText.hexadecimal(next.value, digits: 4)
        throw error("the control character U+\(number) is written \\u\(number) in a string")
      default:
        advance()
      }
    }
    throw PresetSyntaxError(position: start, message: "the string that starts here is not closed")
  }

  /// Reads an escape from its backslash on.
  private mutating func readEscape() throws(PresetSyntaxError) -> Unicode.Scalar {
    let start = position
    advance()
    switch next {
    case "\"": advance(); return "\""
    case "\\": advance(); return "\\"
    case "/": advance(); return "/"
    case "b": advance(); return "\u{8}"
    case "f": advance(); return "\u{C}"
    case "n": advance(); return "\n"
    case "r": advance(); return "\r"
    case "t": advance(); return "\t"
    case "u": break
    case nil:
      throw PresetSyntaxError(position: start, message: "the string ends within an escape")
    default:
      throw PresetSyntaxError(
        position: start,
        message: "a backslash stands before \" \\ / b f n r t or u, not before \(nextDescription)")
    }

    let first = try readCodeUnit(of: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A surrogate has to be the first of a pair.
    if UTF16.isLeadSurrogate(first), skip("\\"), next == "u" {
      let second = try readCodeUnit(of: start)
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
      }
    }
    let half = PlainText.hexadecimal(first, digits: 4)
    throw PresetSyntaxError(position: start, message: "\\u\(half) is half of a surrogate pair")
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func readCodeUnit(
    of start: PresetDocument.Position
  ) throws(PresetSyntaxError) -> UInt16 {
    advance()
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let next, let digit = Character(next).hexDigitValue else {
        throw PresetSyntaxError(position: start, message: "\\u takes four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      advance()
    }
    return unit
  }

  // MARK: Blanks and comments

  private mutating func skipBlanks() throws(PresetSyntaxError) {
    while let next {
      switch next {
      case " ", "\t", "\n", "\r": advance()
      case "/": try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(PresetSyntaxError) {
    let start = position
    advance()
    if skip("/") {
      while next != nil, next != "\n", next != "\r" { advance() }
    } else if skip("*") {
      while next != nil {
        if skip("*") {
          if skip("/") { return }
        } else {
          advance()
        }
      }
      throw PresetSyntaxError(
        position: start, message: "the comment that starts here is not closed")
    } else {
      throw PresetSyntaxError(position: start, message: "a comment starts with // or /*")
    }
  }

  // MARK: Bytes

  /// The next byte; nil at the end. A byte from 0x80 up is a part of a character.
  private var next: Unicode.Scalar? {
    index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
  }

  private var position: PresetDocument.Position {
    PresetDocument.Position(line: line, column: column)
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == 0x0A || byte == 0x0D && next != "\n" {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      // The first byte of a character counts for all of them.
      column += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    advance()
    return true
  }

  private var nextIsDigit: Bool {
    guard let next else { return false }
    return "0"..."9" ~= next
  }

  private var nextIsLetterOrDigit: Bool {
    guard let next else { return false }
    return "0"..."9" ~= next || "a"..."z" ~= next || "A"..."Z" ~= next
  }

  /// Throws the first byte that is not UTF-8.
  private mutating func checkEncoding() throws(PresetSyntaxError) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch let flaw {
      while index < flaw.byteOffsets.lowerBound { advance() }
      throw error("the byte 0x\(PlainText.hexadecimal(bytes[index], digits: 2)) is not UTF-8 text")
    }
  }

  // MARK: Messages

  private func error(_ message: String) -> PresetSyntaxError {
    PresetSyntaxError(position: position, message: message)
  }

  private func quoted(_ text: String) -> String {
    "\"\(PlainText.line(text))\""
  }

  /// The next character, for a sentence.
  private var nextDescription: String {
    let rest = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
    switch rest.unicodeScalars.first {
    case nil: return "the end of the file"
    case "\n", "\r": return "the end of the line"
    case " ": return "a space"
    case ("!"..."~")?: return String(rest.unicodeScalars.prefix(1))
    case let character?: return PlainText.number(of: character)
    }
  }
}
