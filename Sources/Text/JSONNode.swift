/// A piece of JSON (RFC 8259) as it was read: objects keep the order of their members, and numbers keep
/// their digits.
package enum JSONNode: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([Member])

  package struct Member: Sendable {
    package let key: String
    package let node: JSONNode

    package init(key: String, node: JSONNode) {
      self.key = key
      self.node = node
    }
  }

  /// Reads a text in UTF-8; nil if it is not JSON, nests deeper than 64 levels, or has a string with
  /// more marks on a character than ``CombiningMarkLimit`` allows.
  package init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONNodeReader(bytes: bytes)
    guard let node = reader.readDocument() else { return nil }
    self = node
  }

  /// The last member of an object with that key; nil if there is none, or this is no object.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.node
  }

  /// The node on one line, without a space that it does not need.
  package var json: String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): "\(isTrue)"
    case .number(let digits): digits
    case .string(let text): JSONText.string(text)
    case .array(let nodes): "[\(nodes.map(\.json).joined(separator: ","))]"
    case .object(let members): JSONText.line(members.map { ($0.key, $0.node.json) })
    }
  }

  /// Whether both have the same meaning: the order of members and the spelling of numbers do not
  /// matter.
  package func matches(_ other: JSONNode) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.string(let a), .string(let b)): return a == b
    case (.number(let a), .number(let b)):
      // A Double does not hold all digits of a long integer, such as a seed.
      if let a = whole(a), let b = whole(b) { return a == b }
      return Double(a) == Double(b)
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.matches($1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.allSatisfy { member in other[member.key].map(member.node.matches) == true }
    default: return false
    }
  }

  /// The whole number that the text of a number stands for, as 12, 12.0 and 1.2e1; nil if it is none, or longer.
  private func whole(_ number: String) -> Int128? {
    Int128(number) ?? Double(number).flatMap { Int128(exactly: $0) }
  }
}

/// Reads JSON from the beginning to the end, in time proportional to its length.
private struct JSONNodeReader {
  private static let deepest = 64

  let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readDocument() -> JSONNode? {
    guard let node = readNode() else { return nil }
    skipBlanks()
    return index == bytes.count ? node : nil
  }

  private mutating func readNode() -> JSONNode? {
    skipBlanks()
    switch next {
    case "{"?: return readObject()
    case "["?: return readArray()
    case "\""?: return readString().map { .string($0) }
    case "t"?: return skip("true") ? .bool(true) : nil
    case "f"?: return skip("false") ? .bool(false) : nil
    case "n"?: return skip("null") ? .null : nil
    default: return readNumber()
    }
  }

  private mutating func readObject() -> JSONNode? {
    var members: [JSONNode.Member] = []
    let isRead = readList(until: "}") { reader in
      reader.skipBlanks()
      guard let key = reader.readString() else { return false }
      reader.skipBlanks()
      guard reader.skip(":"), let node = reader.readNode() else { return false }
      members.append(JSONNode.Member(key: key, node: node))
      return true
    }
    return isRead ? .object(members) : nil
  }

  private mutating func readArray() -> JSONNode? {
    var nodes: [JSONNode] = []
    let isRead = readList(until: "]") { reader in
      guard let node = reader.readNode() else { return false }
      nodes.append(node)
      return true
    }
    return isRead ? .array(nodes) : nil
  }

  /// Reads the elements between an opening bracket, which is next, and the closing one.
  private mutating func readList(
    until end: Unicode.Scalar, _ element: (inout JSONNodeReader) -> Bool
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
    index += 1
    skipBlanks()
    if next == end {
      index += 1
      return true
    }
    while element(&self) {
      skipBlanks()
      if next == end {
        index += 1
        return true
      }
      guard skip(",") else { return false }
    }
    return false
  }

  private mutating func readNumber() -> JSONNode? {
    let start = index
    _ = skip("-")
    if !skip("0"), !skipDigits() { return nil }
    if skip("."), !skipDigits() { return nil }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      if !skipDigits() { return nil }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Skips digits, at least one.
  private mutating func skipDigits() -> Bool {
    let start = index
    while let next, "0"..."9" ~= next { index += 1 }
    return index > start
  }

  private mutating func readString() -> String? {
    guard skip("\"") else { return nil }
    var text = ""
    var plainStart = index
    while let next {
      guard next == "\"" || next == "\\" else {
        guard next >= " " else { return nil }
        index += 1
        continue
      }
      text += String(decoding: bytes[plainStart..<index], as: UTF8.self)
      if skip("\"") { return CombiningMarkLimit.isExceeded(by: text) ? nil : text }
      guard let scalar = readEscape() else { return nil }
      text.unicodeScalars.append(scalar)
      plainStart = index
    }
    return nil
  }

  /// Reads an escape from its backslash on.
  private mutating func readEscape() -> Unicode.Scalar? {
    let simple: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
      "t": "\t",
    ]
    index += 1
    if let next, let scalar = simple[next] {
      index += 1
      return scalar
    }
    guard let first = readCodeUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), skip("\\"), let second = readCodeUnit(),
      UTF16.isTrailSurrogate(second)
    else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func readCodeUnit() -> UInt16? {
    guard skip("u"), index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func skipBlanks() {
    while let next, next == " " || next == "\n" || next == "\r" || next == "\t" { index += 1 }
  }

  /// The next byte, nil at the end. From U+0080 up it is only a part of a character.
  private var next: Unicode.Scalar? {
    index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count,
      unsafe bytes[index..<index + count].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { return false }
    index += count
    return true
  }
}
