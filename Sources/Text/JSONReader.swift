/// Reads JSON (RFC 8259) in UTF-8, value after value. The caller looks at the ``next`` byte, and reads what it
/// expects there: so it says itself what is wrong with a value that it does not expect.
///
/// It takes time in proportion to the length of the text, and calls itself only as deep as the caller does.
package struct JSONReader {
  /// The most arrays and objects within each other: more would need a stack that grows with the text.
  private static let deepest = 64

  private let bytes: [UInt8]
  private let isHandwritten: Bool
  /// Behind the byte order mark, which does not count as a column.
  private let start: Int
  package private(set) var offset: Int
  private var depth = 0
  /// The last position that was asked for, so that lines are counted once.
  private var counted: (offset: Int, position: TextPosition)

  /// Begins to read a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isHandwritten: The text may begin with a byte order mark, have comments (`//` and `/* */`), and a comma
  ///     after the last element. A key may come only once in its object.
  /// - Throws: The first byte that is not UTF-8.
  package init(_ bytes: [UInt8], isHandwritten: Bool) throws(Flaw) {
    self.bytes = bytes
    self.isHandwritten = isHandwritten
    start = isHandwritten && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    offset = start
    counted = (start, .start)
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let byte = PlainText.hexadecimal(bytes[offset], digits: 2)
      throw self.error("the byte 0x\(byte) is not UTF-8 text", at: offset)
    }
  }

  // MARK: Objects and arrays

  /// Reads an object, whose { is next. `readValue` gets a key and its offset, and reads the value.
  package mutating func readObject(
    _ readValue: (inout JSONReader, _ key: String, _ offset: Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    // Bytes, not strings: hashing a string normalises it, which can take more than linear time.
    var lines: [[UInt8]: Int] = [:]
    try readElements(until: "}") { (reader) throws(Flaw) in
      let offset = reader.offset
      let line = reader.isHandwritten ? reader.position.line : 0
      let key = try reader.readKey()
      try readValue(&reader, key, offset)
      if reader.isHandwritten, let line = lines.updateValue(line, forKey: Array(key.utf8)) {
        throw reader.error("\(Self.quoted(key)) is already set in line \(line)", at: offset)
      }
    }
  }

  /// Reads an array, whose [ is next. `readElement` reads an element.
  package mutating func readArray(
    _ readElement: (inout JSONReader) throws(Flaw) -> Void
  ) throws(Flaw) {
    try readElements(until: "]", readElement)
  }

  /// Reads what stands between a bracket, which is next, and the one that closes it.
  private mutating func readElements(
    until end: Unicode.Scalar, _ readElement: (inout JSONReader) throws(Flaw) -> Void
  ) throws(Flaw) {
    guard depth < Self.deepest else {
      throw error("arrays and objects lie more than \(Self.deepest) deep within each other")
    }
    depth += 1
    defer { depth -= 1 }
    offset += 1
    try skipBlanks()
    if skip(end) { return }
    while true {
      try readElement(&self)
      try skipBlanks()
      if skip(end) { return }
      guard skip(",") else { throw error("a comma or \(end) is missing before \(nextDescription)") }
      try skipBlanks()
      if isHandwritten, skip(end) { return }
    }
  }

  private mutating func readKey() throws(Flaw) -> String {
    guard next == "\"" else {
      throw error("a key in double quotes or } is missing before \(nextDescription)")
    }
    let key = try readString()
    try skipBlanks()
    guard skip(":") else {
      throw error("a colon is missing after the key \(Self.quoted(key)), before \(nextDescription)")
    }
    try skipBlanks()
    return key
  }

  // MARK: Words and numbers

  /// Reads true or false, or null, which is nil. A letter is next.
  package mutating func readWord() throws(Flaw) -> Bool? {
    let start = offset
    while nextIsLetterOrDigit { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "true": return true
    case "false": return false
    case "null": return nil
    default:
      throw error(
        "\(PlainText.line(word)) is neither a number nor true, false or null; "
          + "a string stands in double quotes", at: start)
    }
  }

  /// Reads a number, and returns it as it is written.
  package mutating func readNumber() throws(Flaw) -> String {
    let start = offset
    if next == "+" { throw error("a number is written without +") }
    _ = skip("-")
    if skip("0") {
      if nextIsDigit { throw error("a number is written without leading zeros", at: start) }
    } else {
      try skipDigits()
    }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      if next == "+" || next == "-" { offset += 1 }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if nextIsLetterOrDigit || next == "." {
      throw error("the number \(PlainText.line(text)) goes on with \(nextDescription)")
    }
    return text
  }

  /// Skips at least one digit.
  private mutating func skipDigits() throws(Flaw) {
    guard nextIsDigit else { throw error("a digit is missing before \(nextDescription)") }
    while nextIsDigit { offset += 1 }
  }

  /// Reads `[60,0.25]` without blanks and signs; nil if something else is next, which is still to be read.
  /// A curve may have millions of these.
  package mutating func readPlainPair() -> (Double, Double)? {
    let start = offset
    if skip("["), let first = readPlainNumber(), skip(","), let second = readPlainNumber(),
      skip("]")
    {
      return (first, second)
    }
    offset = start
    return nil
  }

  /// The most digits of a whole number that a Double holds exactly; also the largest power of ten is one of these.
  private static let exactDigits = 15

  /// Reads digits, perhaps with a point: the quotient of two exact numbers is rounded once, as it should be.
  private mutating func readPlainNumber() -> Double? {
    let start = offset
    var (digits, scale) = (0, 0)
    while offset < bytes.count, offset - start <= Self.exactDigits {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "."), scale == 0, offset > start {
        scale = 1
      } else if byte.isDigit {
        digits = digits * 10 + Int(byte & 0x0F)
        scale *= 10
      } else {
        // Whether zeros lead is asked where anything may be written.
        guard offset > start, scale != 1,
          bytes[start] != UInt8(ascii: "0") || offset == start + 1
            || bytes[start + 1] == UInt8(ascii: ".")
        else { return nil }
        return scale == 0 ? Double(digits) : Double(digits) / Double(scale)
      }
      offset += 1
    }
    return nil
  }

  // MARK: Strings

  /// Reads a string, whose opening quote is next. Refuses characters with endless combining marks, which
  /// take quadratic time to compare.
  package mutating func readString() throws(Flaw) -> String {
    let start = offset
    offset += 1
    var content = ""
    var plainStart = offset
    while let next {
      switch next {
      case "\"", "\\":
        content += String(decoding: bytes[plainStart..<offset], as: UTF8.self)
        if skip("\"") {
          guard !CombiningMarkLimit.isExceeded(by: content) else {
            throw error("the string that starts here has too many marks on a character", at: start)
          }
          return content
        }
        content.unicodeScalars.append(try readEscape())
        plainStart = offset
      case "\n", "\r":
        let column = position(of: start).column
        throw error("the string that starts in column \(column) is not closed in its line")
      case "\0"..<" ":
        let number = PlainText.hexadecimal(next.value, digits: 4)
        throw error("the control character U+\(number) is written \\u\(number) in a string")
      default:
        offset += 1
      }
    }
    throw error("the string that starts here is not closed", at: start)
  }

  /// The letter behind the backslash of an escape, and its meaning.
  private static let escapes: [(letter: Unicode.Scalar, meaning: Unicode.Scalar)] = [
    ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
    ("r", "\r"),
    ("t", "\t"),
  ]

  private mutating func readEscape() throws(Flaw) -> Unicode.Scalar {
    let start = offset
    offset += 1
    if next != "u" {
      guard let next else { throw error("the string ends within an escape", at: start) }
      guard let index = Self.escapes.firstIndex(where: { $0.letter == next }) else {
        throw error(
          "a backslash stands before \" \\ / b f n r t or u, not before \(nextDescription)",
          at: start)
      }
      offset += 1
      return Self.escapes[index].meaning
    }
    let first = try readCodeUnit(ofEscapeAt: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A surrogate has to be the first of a pair.
    if UTF16.isLeadSurrogate(first), skip("\\"), next == "u" {
      let second = try readCodeUnit(ofEscapeAt: start)
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
      }
    }
    let half = PlainText.hexadecimal(first, digits: 4)
    throw error("\\u\(half) is half of a surrogate pair", at: start)
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func readCodeUnit(ofEscapeAt start: Int) throws(Flaw) -> UInt16 {
    offset += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let next, let digit = Character(next).hexDigitValue else {
        throw error("\\u takes four hexadecimal digits", at: start)
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }

  // MARK: Blanks and comments

  package mutating func skipBlanks() throws(Flaw) {
    while let next {
      switch next {
      case " ", "\t", "\n", "\r": offset += 1
      case "/" where isHandwritten: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Flaw) {
    let start = offset
    offset += 1
    if skip("/") {
      while next != nil, next != "\n", next != "\r" { offset += 1 }
    } else if skip("*") {
      while next != nil {
        if skip("*") {
          if skip("/") { return }
        } else {
          offset += 1
        }
      }
      throw error("the comment that starts here is not closed", at: start)
    } else {
      throw error("a comment starts with // or /*", at: start)
    }
  }

  // MARK: Bytes and positions

  /// The next byte; nil at the end. A byte from 0x80 up is a part of a character.
  package var next: Unicode.Scalar? { offset < bytes.count ? Unicode.Scalar(bytes[offset]) : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    offset += 1
    return true
  }

  private var nextIsDigit: Bool { offset < bytes.count && bytes[offset].isDigit }
  private var nextIsLetterOrDigit: Bool {
    nextIsDigit || offset < bytes.count && bytes[offset].isLetter
  }

  package var position: TextPosition {
    mutating get {
      counted = (offset, position(of: offset))
      return counted.position
    }
  }

  /// The position of a byte, counted from the last known one if that lies before it.
  package func position(of offset: Int) -> TextPosition {
    let known = offset < counted.offset ? (offset: start, position: .start) : counted
    var (line, column) = (known.position.line, known.position.column)
    for index in known.offset..<offset {
      let byte = bytes[index]
      let isCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isCRLF {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        // The first byte of a character counts for all of them.
        column += 1
      }
    }
    return TextPosition(line: line, column: column)
  }

  // MARK: Messages

  /// The mistake at an offset, or else at the next byte.
  package func error(_ message: String, at offset: Int? = nil) -> Flaw {
    Flaw(message, at: position(of: offset ?? self.offset))
  }

  /// A key in a sentence, between double quotes as in the text.
  package static func quoted(_ key: String) -> String { "\"\(PlainText.line(key))\"" }

  package var nextDescription: String {
    let next = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    switch next.unicodeScalars.first {
    case nil: return "the end of the file"
    case "\n", "\r": return "the end of the line"
    case " ": return "a space"
    case ("!"..."~")?: return String(next.unicodeScalars.prefix(1))
    case let character?: return PlainText.number(of: character)
    }
  }
}
