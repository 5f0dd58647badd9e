/// The texts of a column that may say whose they are: of which station, or of which quantity.
struct GaugeSeries {
  private static let most = 1000

  let column: Int
  private var texts: [GaugeField] = []
  private var numbers: [GaugeField: Int] = [:]
  /// The number of the text of each row.
  private var owners: [Int] = []

  init(_ column: Int) { self.column = column }

  /// Takes the text of the next row; false if there are too many for the column to say it.
  mutating func append(_ fields: [GaugeField]) -> Bool {
    let text = column < fields.count ? fields[column] : []
    let same = owners.last.flatMap { texts[$0] == text ? $0 : nil }
    let number = same ?? numbers[text] ?? texts.count
    if number == texts.count {
      texts.append(text)
      numbers[text] = number
    }
    owners.append(number)
    return texts.count <= Self.most && (texts.count <= 64 || 2 * texts.count <= owners.count)
  }

  /// Throws if the rows are those of several series.
  ///
  /// Several series have a text of few, each of which has rows in the order of time. Either their times are equal, or those of
  /// one lie after those of another; or they take turns, each at even times of its own, or as a counter of its own.
  func check(
    _ rows: [GaugeRow], of table: GaugeTable, _ file: GaugeText, _ isReversed: Bool
  ) throws(Flaw) {
    let (count, name) = (rows.count, table.hasNames ? table.name(column) : GaugeName(""))
    let isQuality = name.says(.quality)
    let isStation = name.says(.station) && !isQuality
    guard texts.count >= 2, 2 * texts.count <= count, owners.count == count,
      isStation || !texts.allSatisfy(\.isNumber), !texts.contains([])
    else { return }
    let owners = isReversed ? self.owners.reversed() : self.owners
    // The rows of each, and the steps and the falls of its numbers.
    var own = texts.map { _ in (last: -Double.infinity, steps: [Double](), high: -1.0) }
    var (turns, ownDrops) = (0, 0)
    for (index, (row, owner)) in zip(rows, owners).enumerated() {
      let last = own[owner].last
      if row.end <= last { return }
      if last > -.infinity { own[owner].steps.append(row.end - last) }
      own[owner].last = row.end
      if row.amount < own[owner].high { ownDrops += 1 }
      if !row.amount.isNaN { own[owner].high = row.amount }
      if index > 0, owner != owners[index - 1] { turns += 1 }
    }
    let pairs = zip(rows, rows.dropFirst())
    func isEven(_ steps: [Double]) -> Bool {
      let step = steps.sorted().middle
      return !steps.isEmpty && 5 * steps.count { abs($0 - step) <= 0.02 * step } >= 4 * steps.count
    }
    let isCyclic = zip(owners, owners.dropFirst(texts.count)).allSatisfy(==)
    let isApart =
      own.allSatisfy { isEven($0.steps) } && !isEven(rows.map(\.end).steps)
      || ownDrops == 0 && 4 * pairs.count { $0.amount > $1.amount } >= count
    // A column of the weather or of the battery takes turns by chance.
    let isOther = isQuality || !isStation && table.name(column).says(.other)
    guard
      pairs.contains(where: { $0.end > $1.end })
        || 4 * pairs.count(where: { $0.end == $1.end }) >= count
        || isStation && 3 * turns >= count && turns >= texts.count && count >= 4
        || !isOther
          && (2 * turns >= count && isApart || isCyclic && count >= (texts.count > 2 ? 6 : 8))
    else { return }
    let names = texts.map(\.string).sorted()
    let rains = names.filter { GaugeName($0).score() ?? -1 >= 0 }
    let isMixed = !rains.isEmpty && rains.count < names.count
    let list = rains + names.filter { !rains.contains($0) }
    throw file.flaw(
      "has several \(isMixed ? "quantities" : "stations"), in \(table.label([column])): "
        + "\(GaugeTable.list(list)); choose one, such as --station \(list[0].quoted)")
  }
}
