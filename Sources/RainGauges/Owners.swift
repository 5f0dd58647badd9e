internal import Text

/// A column of texts that say whose the rows are: of which station, or of which quantity.
struct Owners {
  private static let most = 1000

  let column: Int
  private let name: ColumnName
  private(set) var texts: [Field] = []
  private var indices: [Field: Int] = [:]
  private var last = 0
  /// The indices of the owners of some rows.
  private(set) var rows: [Int] = []
  private var hasBlanks = false

  private init(_ column: Int, _ name: ColumnName) { (self.column, self.name) = (column, name) }

  /// The index of the owner of a row; that of the row before where the field is empty. Nil if there
  /// are too many.
  mutating func index(_ fields: [Field]) -> Int? {
    let text = column < fields.count ? fields[column] : []
    if last < texts.count, texts[last] == text { return last }
    if text.isEmpty { hasBlanks = true }
    if text.isEmpty, !texts.isEmpty { return last }
    last = indices[text] ?? texts.count
    if last == texts.count {
      texts.append(text)
      indices[text] = last
    }
    return texts.count <= Self.most ? last : nil
  }

  /// The columns that may have owners, with those of some rows.
  static func all(in columns: [Int], of table: Table) -> [Self] {
    var all = columns.map { Self($0, table.name($0)) }
    for (_, text) in table.sample {
      let fields = text.fields(table.separator)
      for index in all.indices.reversed() {
        if let row = all[index].index(fields) {
          all[index].rows.append(row)
        } else {
          all.remove(at: index)
        }
      }
    }
    return all
  }

  /// Whether it is a latitude or a longitude.
  private var isCoordinate: Bool { name.isOwner && name.says(.other) }

  /// The columns of latitude and longitude that take both to tell the places of a grid.
  static func grid(_ all: [Self]) -> String? {
    let columns = all.filter { $0.isCoordinate && $0.texts.count > 1 }
    guard columns.count == 2 else { return nil }
    let places = Set(zip(columns[0].rows, columns[1].rows).map { [$0, $1] }).count
    let isGrid = columns.allSatisfy { $0.texts.count < places }
    return isGrid && 2 * places <= columns[0].rows.count
      ? columns.map(\.name.text.quoted).joined(separator: " and ") : nil
  }

  /// The text that all rows have, if it names what they measure; the first row alone may have it.
  var entity: String? {
    let known = texts.filter { !$0.isEmpty }
    let isEntity = name.isOwner || ["_field", "_measurement"].contains(name.text)
    return isEntity && known.count == 1 ? known[0].string : nil
  }

  /// Whether the rows are those of several: the name of the column says so; or its words are few,
  /// rows of each lie in the order of time, and those of all at equal times, one below the other,
  /// or in turns. Measured numbers are no owners.
  func areSeveral(_ ends: [Double]) -> (byName: Bool, byTurns: Bool) {
    let count = ends.count
    let isMeasured =
      !isCoordinate && texts.contains { $0.isNumber && $0.contains { ".,".utf8.contains($0) } }
    if hasBlanks || isMeasured || texts.count > max(64, count / 2) { return (false, false) }
    let isNamed = name.isOwner && !name.has(.units) && texts.count < max(2, count)
    guard texts.count > 1, 2 * texts.count <= count, !texts.allSatisfy(\.isNumber),
      !name.says(.no), !name.isRain, name.unit == nil
    else { return (isNamed, false) }
    var last = texts.map { _ in Double.nan }
    var signs = Set<Bool>()
    for (end, owner) in zip(ends, rows) {
      if end == last[owner] { return (isNamed, false) }
      if !last[owner].isNaN { signs.insert(end > last[owner]) }
      last[owner] = end
    }
    if signs.count > 1 { return (isNamed, false) }
    let pairs = zip(ends, ends.dropFirst())
    let isBack = pairs.contains { signs.contains(true) ? $0 > $1 : $0 < $1 }
    let ties = pairs.count(where: ==)
    let isCyclic = zip(rows, rows.dropFirst(texts.count)).allSatisfy(==)
    return (isNamed, isBack || 4 * ties >= count || !name.says(.other) && isCyclic && count >= 6)
  }
}
