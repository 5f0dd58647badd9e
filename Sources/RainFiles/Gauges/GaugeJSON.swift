/// Records in JSON as the lines of a table: a record a line, one of an array or of a text with one a line, or a column an
/// array.
///
///     [{"time": "2024-06-01T12:00", "rain": 0.2}, ...]
///     {"hourly": {"time": ["2024-06-01T12:00", ...], "rain": [0.2, ...]}}
enum GaugeJSON {
  /// The lines, with tabs between their fields; nil if there are no records.
  static func table(_ bytes: [UInt8]) -> [UInt8]? {
    func lines() -> JSONNode? {
      let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
      let nodes = lines.compactMap { JSONNode(Array($0)) }
      return nodes.count == lines.count ? .array(nodes) : nil
    }
    return (JSONNode(bytes) ?? lines()).flatMap(rows).map { rows in
      Array(rows.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }
  }

  /// The names and the rows of the first records in a node, or in the nodes in it.
  private static func rows(in node: JSONNode) -> [[String]]? {
    switch node {
    case .array(let nodes):
      let records = nodes.map { cells($0) }
      guard records.count > 1, records.allSatisfy({ $0.count > 1 }) else {
        return nodes.lazy.compactMap(rows).first
      }
      var names: [String] = []
      for (name, _) in records.joined() where !names.contains(name) && names.count < 100 {
        names.append(name)
      }
      return [names]
        + records.map { record in
          names.map { name in record.first { $0.name == name }?.text ?? "" }
        }
    case .object(let members):
      let columns = members.compactMap { key, node -> [String]? in
        guard case .array(let nodes) = node, nodes.count > 1 else { return nil }
        let cells = nodes.compactMap(\.cell)
        return cells.count == nodes.count ? [key] + cells : nil
      }
      guard columns.count > 1, Set(columns.map(\.count)).count == 1 else {
        return members.lazy.compactMap { rows(in: $0.node) }.first
      }
      return columns[0].indices.map { row in columns.map { $0[row] } }
    default: return nil
    }
  }

  /// The members of a record, and of the records in it; the elements of an array.
  private static func cells(
    _ node: JSONNode, _ name: String = ""
  ) -> [(name: String, text: String)] {
    switch node {
    case .object(let members):
      members.flatMap { cells($0.node, name.isEmpty ? $0.key : "\(name) \($0.key)") }
    case .array(let nodes) where name.isEmpty && nodes.count > 1:
      nodes.enumerated().flatMap { cells($1, "column \($0 + 1)") }
    default: node.cell.map { [(name, $0)] } ?? []
    }
  }
}

extension JSONNode {
  /// A value in the field of a table; nil for an array or an object.
  fileprivate var cell: String? {
    switch self {
    case .null: ""
    case .string(let text): text.replacing("\t", with: " ").replacing("\n", with: " ")
    case .bool, .number: json
    default: nil
    }
  }
}
