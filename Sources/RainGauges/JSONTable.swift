internal import Text

/// Records in JSON as the lines of a table, with tabs between their fields: a record a line, one
/// behind the other, in arrays, a column an array, or arrays of values below the names of columns.
///
///     [{"time": "2024-06-01T12:00", "rain": 0.2}, ...]
///     {"hourly": {"time": ["2024-06-01T12:00", ...], "rain": [0.2, ...]}, "hourly_units": {"rain": "mm"}}
///     {"columns": ["time", "rain_mm"], "values": [["2024-06-01T12:00", 0.2], ...]}
struct JSONTable {
  private typealias Record = [(name: String, text: String)]

  /// The surroundings of a node: keys and names, names of columns, the unit of all in it, units by
  /// key, and whose it is.
  private struct Surroundings {
    var (path, columns) = ([String](), [String]())
    var (unit, units, owner) = ("", [String: String](), "")
  }

  /// Records with the same names, and whose they are.
  private var series: [(names: [String], rows: [[String]], owner: String)] = []
  /// Whether an object has times as its keys.
  private var hasMap = false
  /// How many lines or pieces are no records.
  private(set) var damaged = 0
  /// The lines; nil if there are no records.
  private(set) var lines: [UInt8]?

  init(_ bytes: [UInt8]) throws(Flaw) {
    let bytes = Self.withoutNaN(bytes)
    if let whole = JSONNode(bytes) {
      read(whole, Surroundings())
    } else {
      let pieces = Self.pieces(of: bytes).map { JSONNode($0) }
      damaged = pieces.count { $0 == nil }
      readArray(pieces.compactMap(\.self), Surroundings())
    }
    let rains = series.first { $0.names.contains { ColumnName($0).isRain } }
    guard let first = rains ?? series.first else {
      if !hasMap { return }
      throw Flaw("is JSON with times as keys; write records, each with a time and an amount")
    }
    let same = series.filter { $0.names == first.names }
    damaged += series.count { $0.owner == first.owner && $0.names != first.names }
    let isShared = Set(same.map(\.owner)).count > 1
    var text: [UInt8] = []
    for (names, rows, owner) in [(first.names, [], "")] + same {
      for row in rows.isEmpty ? [names] : rows {
        let fields = isShared ? row + [rows.isEmpty ? "place" : owner] : row
        for (index, field) in fields.enumerated() {
          if index > 0 { text.append(0x09) }
          text += field.utf8.map { 0x09...0x0D ~= $0 ? 0x20 : $0 }
        }
        text.append(0x0A)
      }
    }
    lines = text
  }

  /// The text with null for NaN and Infinity, which are no JSON, where a value begins.
  private static func withoutNaN(_ bytes: [UInt8]) -> [UInt8] {
    let words = ["NaN", "-Infinity", "Infinity"].map { Array($0.utf8) }
    var (text, start, before) = ([UInt8](), 0, UInt8(ascii: " "))
    for index in bytes.indices where bytes[index] > 0x20 {
      if ":,[".utf8.contains(before), "NI-".utf8.contains(bytes[index]),
        let word = words.first(where: { bytes[index...].starts(with: $0) })
      {
        text += bytes[start..<index] + Array("null".utf8)
        start = index + word.count
      }
      before = bytes[index]
    }
    return start == 0 ? bytes : text + bytes[start...]
  }

  /// The objects in a text that is not JSON as a whole, one behind the other with anything between;
  /// without any, its lines. One that goes on where a line begins another is cut.
  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    if !bytes.contains(UInt8(ascii: "{")) {
      return bytes.split { $0 == 0x0A || $0 == 0x0D }.map { Array($0) }
    }
    var (pieces, start, depth, isString, before) = ([[UInt8]](), 0, 0, false, UInt8(0))
    for (index, byte) in bytes.enumerated() {
      defer { before = before == UInt8(ascii: "\\") && byte == before ? 0 : byte }
      if byte == UInt8(ascii: "{"), before == 0x0A, depth > 0 {
        pieces.append(Array(bytes[start..<index]))
        (start, depth, isString) = (index, 1, false)
      } else if byte == UInt8(ascii: "\""), depth > 0, before != UInt8(ascii: "\\") {
        isString.toggle()
      } else if byte == UInt8(ascii: "{"), !isString {
        if depth == 0 { start = index }
        depth += 1
      } else if byte == UInt8(ascii: "}"), !isString, depth > 0 {
        depth -= 1
        if depth == 0 { pieces.append(Array(bytes[start...index])) }
      }
    }
    return depth > 0 ? pieces + [Array(bytes[start...])] : pieces
  }

  private mutating func read(_ node: JSONNode, _ around: Surroundings) {
    switch node {
    case .array(let nodes): readArray(nodes, around)
    case .object(let members): readObject(members, around)
    default: break
    }
  }

  private mutating func readObject(_ members: [JSONNode.Member], _ above: Surroundings) {
    var around = above
    let place = members.filter { ["latitude", "longitude", "lat", "lon"].contains($0.key) }
      .compactMap(\.node.cell)
    if !place.isEmpty { around.owner = (["at"] + place).joined(separator: " ") }
    for (key, node) in members {
      switch node {
      case .object(let units) where ColumnName(key).has(.units):
        for (key, unit) in units { around.units[key] = unit.string }
      case .object(let texts) where ["metric", "tags", "labels"].contains(key):
        around.owner = texts.compactMap(\.node.cell).joined(separator: " ")
        around.path += texts.filter { ["__name__", "name"].contains($0.key) }.compactMap(
          \.node.string)
      case .array(let nodes) where ["columns", "fields", "header", "names"].contains(key):
        around.columns = nodes.compactMap { $0.string ?? ($0["name"] ?? $0["id"])?.string }
      default: break
      }
      hasMap = hasMap || key.utf8.count > 8 && key.utf8.allSatisfy(\.isDigit)
    }
    hear(members, &around)
    let columns = members.compactMap { key, node in
      node.elements?.cells.map { (key: key, cells: $0) }
    }
    if columns.count > 1, Set(columns.map(\.cells.count)).count == 1 {
      let rows = columns[0].cells.indices.map { row in columns.map { $0.cells[row] } }
      add(columns.map(\.key), rows, around)
    } else if !hasMap {
      for (key, node) in members {
        var inside = around
        inside.path.append(key)
        read(node, inside)
      }
    }
  }

  /// Hears the name and the unit that stand beside a list, or in objects beside it.
  private func hear(_ members: [JSONNode.Member], _ around: inout Surroundings) {
    for (key, node) in members {
      if case .object(let inner) = node, node.isFlat, key != "station" {
        hear(inner, &around)
      } else if let text = node.string, ColumnName(key).has(.units) {
        around.unit = text
      } else if let text = node.string, ["name", "title", "label", "variableName"].contains(key) {
        around.path.append("\(text):")
      }
    }
  }

  private mutating func readArray(_ nodes: [JSONNode], _ around: Surroundings) {
    let records = nodes.map { node -> Record in
      guard let cells = node.elements?.cells else { return node.isFlat ? node.members("") : [] }
      let isNamed = cells.count == around.columns.count
      // Of two, one is a date or counts seconds from 1970 on.
      let isPair = cells.count == 2 && JSONNode.isTime(cells[0]) != JSONNode.isTime(cells[1])
      let names = cells.indices.map { index in
        isPair ? JSONNode.isTime(cells[index]) ? "time" : "value" : "column \(index + 1)"
      }
      return Array(zip(isNamed ? around.columns : names, cells))
    }
    guard records.count > 1 || series.isEmpty, records.contains(where: { $0.count > 1 }) else {
      for node in nodes { read(node, around) }
      return
    }
    var (indices, names): ([String: Int], [String]) = ([:], [])
    for (name, _) in records.joined() where indices[name] == nil && names.count < 1000 {
      indices[name] = names.count
      names.append(name)
    }
    damaged += records.count { $0.isEmpty }
    let rows = records.filter { !$0.isEmpty }.map { record in
      var row = [String](repeating: "", count: names.count)
      for (name, text) in record { if let index = indices[name] { row[index] = text } }
      return row
    }
    add(names, rows, around)
  }

  /// Adds a series; its names have their units behind them, and generic ones what stands around.
  private mutating func add(_ names: [String], _ rows: [[String]], _ around: Surroundings) {
    let isNamed = names.contains { ColumnName($0).says(.rain) }
    let labels = names.map { text -> String in
      let name = ColumnName(text)
      if name.isTime || name.has(.units) || ["x", "t"].contains(text) { return text }
      let isValue =
        names.count == 2
        || ["value", "values", "val", "v", "amount", "column 2", "state"].contains(text)
      let unit = around.units[text] ?? (isValue || name.says(.rain) ? around.unit : "")
      return ((isNamed || !isValue ? [] : around.path) + [text]).joined(separator: " ")
        + (unit.isEmpty ? "" : " (\(unit.withoutScheme))")
    }
    series.append((labels, rows, around.owner))
  }
}

extension String {
  /// A unit without the scheme that the WMO gives it: `wmoUnit:mm`.
  var withoutScheme: String { split(separator: ":").last.map { String($0) } ?? self }
}

extension [JSONNode] {
  /// The values of more than one field; nil if some are arrays or objects.
  fileprivate var cells: [String]? {
    let cells = compactMap(\.cell)
    return cells.count == count && count > 1 ? cells : nil
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode]? { if case .array(let nodes) = self { nodes } else { nil } }

  /// A value in the field of a table; nil for an array or an object.
  fileprivate var cell: String? {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .number: json
    default: nil
    }
  }

  /// Whether none of its lists may be rows or columns: coordinates and layers of clouds are not.
  fileprivate var isFlat: Bool {
    switch self {
    case .object(let members):
      let lists = members.compactMap { $0.node.elements?.cells?.count }
      return Set(lists).count == lists.count && members.allSatisfy { $0.node.isFlat }
    case .array(let nodes):
      // Each node is asked once, or a deep one takes twice the time for each level.
      return nodes.allSatisfy(\.isFlat)
        && (nodes.count < 2 || nodes.allSatisfy { $0.elements == nil && !$0.hasTime })
    default: return true
    }
  }

  private var hasTime: Bool {
    if case .object(let members) = self {
      return members.contains {
        ColumnName($0.key).isTime || ["t", "x"].contains($0.key) || $0.node.hasTime
      }
    }
    return elements?.contains(where: \.hasTime) ?? cell.map(Self.isTime) ?? false
  }

  /// Whether a text is a date, or counts seconds from 1970 on.
  fileprivate static func isTime(_ text: String) -> Bool {
    Double(text).map { $0 > 1e8 } ?? (text.utf8.count(where: \.isDigit) >= 8)
  }

  /// The members of a record, and of the records in it.
  fileprivate func members(_ name: String) -> [(name: String, text: String)] {
    switch self {
    case .object(let members):
      members.flatMap { $0.node.members(name.isEmpty ? $0.key : "\(name) \($0.key)") }
    case .array(let nodes): nodes.count > 1 ? [] : nodes.flatMap { $0.members(name) }
    default: cell.map { [(name, $0)] } ?? []
    }
  }
}
