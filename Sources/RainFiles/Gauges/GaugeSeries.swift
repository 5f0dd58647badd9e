internal import Text

/// What the rows have in a column that may say whose they are: of which station, or of which quantity.
struct GaugeSeries {
  private static let most = 1000

  let column: Int
  /// Whether the column still may say it: it has few texts.
  private(set) var isOpen = true
  private var texts: [GaugeField] = []
  private var numbers: [GaugeField: Int] = [:]
  /// The number of the text of each row.
  private var rows: [Int] = []

  init(_ column: Int) { self.column = column }

  /// The same for rows in the other order.
  var reversed: Self {
    var series = self
    series.rows.reverse()
    return series
  }

  mutating func append(_ fields: [GaugeField]) {
    let text = column < fields.count ? fields[column] : []
    if let last = rows.last, texts[last] == text {
      rows.append(last)
    } else if let number = numbers[text] {
      rows.append(number)
    } else {
      numbers[text] = texts.count
      rows.append(texts.count)
      texts.append(text)
    }
    let count = texts.count
    if count > Self.most || count > 64 && 2 * count > rows.count {
      self = Self(column)
      isOpen = false
    }
  }

  /// The sentence for rows of several series; nil if these are one.
  ///
  /// Several series have a text of few, each of which has rows in the order of time. Either their times are equal, or those of
  /// one lie after those of another; or they take turns, each at even times of its own, or as a counter of its own.
  func flaw(_ table: GaugeTable, _ times: [Double], _ amounts: [Double]) -> String? {
    guard isOpen, texts.count >= 2, 2 * texts.count <= rows.count, rows.count == times.count else {
      return nil
    }
    let name = table.hasNames && column < table.names.count ? table.names[column] : ""
    let isQuality = GaugeWords.isQuality(name)
    let isStation = table.says(column, .station) && !isQuality
    let areNumbers = texts.allSatisfy { $0.isEmpty || GaugeTable.isNumber($0) }
    if areNumbers && !isStation || texts.contains(where: \.isEmpty) { return nil }
    let isOther = !isStation && table.says(column, .other)
    // What is known of each.
    var last = [Double?](repeating: nil, count: texts.count)
    var own: [[Double]] = texts.map { _ in [] }
    var high = [Double](repeating: -1, count: texts.count)
    var (ties, falls, turns, ownDrops, drops) = (0, 0, 0, 0, 0)
    for (row, number) in rows.enumerated() {
      if let last = last[number] {
        if times[row] <= last { return nil }
        own[number].append(times[row] - last)
      }
      last[number] = times[row]
      if row > 0 {
        if times[row] == times[row - 1] { ties += 1 }
        if times[row] < times[row - 1] { falls += 1 }
        if number != rows[row - 1] { turns += 1 }
        if amounts[row] < amounts[row - 1] { drops += 1 }
      }
      if amounts[row] < high[number] { ownDrops += 1 }
      if !amounts[row].isNaN { high[number] = amounts[row] }
    }
    let count = rows.count
    let isCyclic =
      rows.indices.dropFirst(texts.count).allSatisfy { rows[$0] == rows[$0 - texts.count] }
    func isEven(_ steps: [Double]) -> Bool {
      let sorted = steps.sorted()
      guard !sorted.isEmpty else { return false }
      let step = sorted[sorted.count / 2]
      return 5 * sorted.count { abs($0 - step) <= 0.02 * step } >= 4 * sorted.count
    }
    let takesTurns = 2 * turns >= count
    let isSeveral =
      falls > 0 || 4 * ties >= count
      || !isOther && !isQuality && takesTurns
        && (own.allSatisfy(isEven) && !isEven(times.steps) || 4 * drops >= count && ownDrops == 0)
      || isStation && 3 * turns >= count && turns >= texts.count && count >= 4
      || !isOther && !isQuality && isCyclic && count >= (texts.count > 2 ? 6 : 8)
    guard isSeveral else { return nil }
    let names = texts.map(GaugeText.string).sorted()
    let rains = names.filter { GaugeWords.score($0, beside: [], []) ?? -1 >= 0 }
    let isMixed = !rains.isEmpty && rains.count < names.count
    let list = rains + names.filter { !rains.contains($0) }
    return "has several \(isMixed ? "quantities" : "stations"), in \(table.label([column])): "
      + "\(GaugeTable.list(list)); choose one, such as --station \(list[0].quoted)"
  }
}
