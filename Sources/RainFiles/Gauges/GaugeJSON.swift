internal import Text

/// Records in JSON as the lines of a table: a record a line, one of an array or of a text with one a line, or a column an
/// array.
///
///     [{"time": "2024-06-01T12:00", "rain": 0.2}, ...]
///     {"hourly": {"time": ["2024-06-01T12:00", ...], "rain": [0.2, ...]}}
enum GaugeJSON {
  /// The lines, with tabs between their fields; nil if there are no records.
  static func table(_ bytes: [UInt8]) -> [UInt8]? {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let node =
      JSONNode(bytes)
      ?? {
        let nodes = lines.compactMap { JSONNode(Array($0)) }
        return nodes.count == lines.count ? .array(nodes) : nil
      }()
    return node.flatMap { rows(in: $0) }.map { rows in
      Array(rows.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }
  }

  /// The names and the rows of the first records in a node, or in what it holds.
  private static func rows(in node: JSONNode) -> [[String]]? {
    switch node {
    case .array(let nodes):
      let records = nodes.map { fields($0) }
      if records.count > 1, records.allSatisfy({ $0.count > 1 }), let first = records.first {
        var names = first.map(\.name)
        for name in records.joined().map(\.name) where !names.contains(name) && names.count < 100 {
          names.append(name)
        }
        return [names]
          + records.map { record in
            names.map { name in record.first { $0.name == name }?.text ?? "" }
          }
      }
      return nodes.lazy.compactMap { rows(in: $0) }.first
    case .object(let members):
      let columns = members.compactMap { key, node -> (String, [JSONNode])? in
        guard case .array(let nodes) = node, nodes.count > 1, nodes.allSatisfy({ $0.cell != nil })
        else { return nil }
        return (key, nodes)
      }
      if columns.count > 1, columns.allSatisfy({ $0.1.count == columns[0].1.count }) {
        return [columns.map(\.0)]
          + columns[0].1.indices.map { row in columns.map { $0.1[row].cell ?? "" } }
      }
      return members.lazy.compactMap { rows(in: $0.node) }.first
    default: return nil
    }
  }

  /// The members of a record, and of the records in it; the elements of an array.
  private static func fields(_ node: JSONNode, _ prefix: String = "") -> [(
    name: String, text: String
  )] {
    switch node {
    case .object(let members):
      members.flatMap { fields($0.node, prefix.isEmpty ? $0.key : "\(prefix) \($0.key)") }
    case .array(let nodes) where prefix.isEmpty && nodes.count > 1:
      nodes.enumerated().flatMap { fields($1, "column \($0 + 1)") }
    default: node.cell.map { [(prefix, $0)] } ?? []
    }
  }
}

extension JSONNode {
  /// A value in the field of a table; nil for an array or an object.
  fileprivate var cell: String? {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): text.replacing("\t", with: " ").replacing("\n", with: " ")
    default: nil
    }
  }
}
