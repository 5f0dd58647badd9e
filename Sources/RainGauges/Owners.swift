/// The texts of a column that may say whose the rows are: of which station, or of which quantity.
struct Owners {
  private static let most = 1000

  let column: Int
  private let name: ColumnName
  private(set) var texts: [Field] = []
  private var numbers: [Field: Int] = [:]
  /// The number of the text of each row since the last check.
  private(set) var owners: [Int] = []
  private var hasBlanks = false

  init(_ column: Int, _ name: ColumnName) { (self.column, self.name) = (column, name) }

  /// Takes the text of the next row; false if the column cannot say it: it has too many, or
  /// measured numbers.
  mutating func append(_ fields: [Field]) -> Bool {
    let text = column < fields.count ? fields[column] : []
    if text.isEmpty { hasBlanks = true }
    let same = owners.last.flatMap { texts[$0] == text ? $0 : nil }
    let number = same ?? numbers[text] ?? texts.count
    if number == texts.count {
      if text.isNumber, text.contains(where: ".,".utf8.contains) { return false }
      texts.append(text)
      numbers[text] = number
    }
    owners.append(number)
    return texts.count <= Self.most && (texts.count <= 64 || 2 * texts.count <= owners.count)
  }

  mutating func forget() { owners.removeAll(keepingCapacity: true) }

  /// The text that all rows have, if it names what they measure; the first row alone may have it.
  var entity: String? {
    let known = texts.filter { !$0.isEmpty }
    let isEntity = name.isOwner || ["_field", "_measurement"].contains(name.text)
    return isEntity && known.count == 1 ? known[0].string : nil
  }

  /// Whether its name says that it has owners, and there are several.
  var isNamed: Bool { name.isOwner && !name.has(.units) && texts.count > 1 && !hasBlanks }

  /// Whether the rows are those of several: the name of the column says so; or its words are few,
  /// rows of each lie in the order of time, and those of all at equal times, one below the other,
  /// or in turns.
  func areSeveral(_ ends: [Double]) -> Bool {
    let count = ends.count
    guard texts.count >= 2, texts.count < count, !hasBlanks, owners.count == count else {
      return false
    }
    if isNamed { return true }
    guard 2 * texts.count <= count, !texts.allSatisfy(\.isNumber), !name.says(.no), !name.isRain,
      name.unit == nil
    else { return false }
    var last = texts.map { _ in Double.nan }
    var signs = Set<Bool>()
    for (end, owner) in zip(ends, owners) {
      if end == last[owner] { return false }
      if !last[owner].isNaN { signs.insert(end > last[owner]) }
      last[owner] = end
    }
    if signs.count > 1 { return false }
    let pairs = zip(ends, ends.dropFirst())
    let isBack = pairs.contains { signs.contains(true) ? $0 > $1 : $0 < $1 }
    let ties = pairs.count(where: ==)
    let isCyclic = zip(owners, owners.dropFirst(texts.count)).allSatisfy(==)
    return isBack || 4 * ties >= count
      || !name.says(.other) && isCyclic && count >= 6
  }
}
