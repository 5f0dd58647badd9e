/// A piece of JSON (RFC 8259) as it was read: objects keep the order of their members, and numbers keep
/// their digits.
package enum JSONNode: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([Member])

  package typealias Member = (key: String, node: JSONNode)

  /// Reads a text in UTF-8; nil if it is not JSON, nests deeper than 64 levels, or has a string with
  /// more marks on a character than ``CombiningMarkLimit`` allows.
  package init?(_ bytes: [UInt8]) {
    do throws(Flaw) {
      var reader = try JSONReader(bytes, isHandwritten: false)
      try reader.skipBlanks()
      self = try Self.read(from: &reader)
      try reader.skipBlanks()
      if reader.next != nil { return nil }
    } catch {
      return nil
    }
  }

  private static func read(from reader: inout JSONReader) throws(Flaw) -> JSONNode {
    switch reader.next {
    case "{"?:
      var members: [Member] = []
      try reader.readObject { (reader, key, _) throws(Flaw) in
        members.append((key, try read(from: &reader)))
      }
      return .object(members)
    case "["?:
      var nodes: [JSONNode] = []
      try reader.readArray { (reader) throws(Flaw) in
        nodes.append(try read(from: &reader))
      }
      return .array(nodes)
    case "\""?: return .string(try reader.readString())
    case ("a"..."z")?: return try reader.readWord().map { .bool($0) } ?? .null
    default: return .number(try reader.readNumber())
    }
  }

  /// The last member of an object with that key; nil if there is none, or this is no object.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.node
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var digits: String? { if case .number(let digits) = self { digits } else { nil } }

  /// The node over several lines: those of objects in arrays are one.
  package func lines(indentation: Int = 2) -> String {
    guard case .object(let members) = self else { return json }
    let lines = members.map {
      (key: $0.key, json: $0.node.lines(indentation: indentation + 2))
    }
    return JSONText.object(lines, indentation: indentation)
  }

  /// The node on one line, without a space that it does not need.
  package var json: String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): "\(isTrue)"
    case .number(let digits): digits
    case .string(let text): JSONText.string(text)
    case .array(let nodes): "[\(nodes.map { $0.json }.joined(separator: ","))]"
    case .object(let members): JSONText.line(members.map { ($0.key, $0.node.json) })
    }
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number("\(number)") }
  package init(booleanLiteral isTrue: Bool) { self = .bool(isTrue) }
  package init(arrayLiteral nodes: JSONNode...) { self = .array(nodes) }
  package init(dictionaryLiteral members: (String, JSONNode)...) {
    self = .object(members.map { (key: $0, node: $1) })
  }
}

extension JSONNode: Hashable {
  /// Whether both have the same meaning: the order of members and the spelling of numbers do not
  /// matter, since other programs change both.
  package static func == (a: JSONNode, b: JSONNode) -> Bool { a.meaning == b.meaning }

  package func hash(into hasher: inout Hasher) {
    switch self {
    // Without the text of a long array, which takes much memory.
    case .array(let nodes): hasher.combine(nodes)
    case .object(let members):
      for member in members.sorted(by: { $0.key < $1.key }) {
        hasher.combine(member.key)
        hasher.combine(member.node)
      }
    case .null, .bool, .number, .string: hasher.combine(meaning)
    }
  }

  /// The node on one line, with members in the order of their keys, and each number in one spelling.
  private var meaning: String {
    switch self {
    case .number(let digits):
      // A Double does not hold all digits of a long integer, such as a seed; 12.0 and 1.2e1 are whole, too.
      let whole = Int128(digits) ?? Double(digits).flatMap { Int128(exactly: $0) }
      return whole.map { "\($0)" } ?? Double(digits).map { "\($0)" } ?? digits
    case .array(let nodes): return "[\(nodes.map { $0.meaning }.joined(separator: ","))]"
    case .object(let members):
      return JSONText.line(members.sorted { $0.key < $1.key }.map { ($0.key, $0.node.meaning) })
    case .null, .bool, .string: return json
    }
  }
}
