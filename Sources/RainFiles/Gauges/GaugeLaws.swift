/// The rain in the rows of a gauge, by the laws that their numbers keep.
struct GaugeLaws {
  var kind: GaugeKind
  var unit: GaugeUnit
  /// The last decimal digit of the numbers, and how far most rows lie apart, in s.
  let resolution, step: Double
  /// Whether most rows lie so far apart; whether there is a row also where it was dry, so that equal rows were written
  /// twice; and whether a counter begins anew at midnight.
  let isEven, isRecord, isDaily: Bool
  /// The last row, and those that the rows after them decide.
  var pending: [GaugeRow] = []
  var sum: Sum?

  /// So many rows decide whether a reading of a counter is lost.
  private static let reach = 1000

  /// The most that has fallen in so many s, in mm: Unionville, 4 July 1956; Holt, 22 June 1947; Foc-Foc, 7 January 1966
  /// (WMO).
  static let records: [(seconds: Double, millimeters: Double)] = [
    (60, 31.2), (3600, 305), (86_400, 1825),
  ]

  /// The same of another kind.
  func of(_ kind: GaugeKind, _ unit: GaugeUnit? = nil) -> Self {
    var laws = self
    (laws.kind, laws.unit) = (kind, unit ?? self.unit)
    laws.unit.seconds = kind.isRate ? laws.unit.seconds ?? 3600 : nil
    return laws
  }

  /// The rain in the next rows that are decided, in mm; not a number where nothing says it. With a counter or a
  /// moving sum, what fell there is in the next row.
  mutating func amounts(
    _ next: [GaugeRow], isLast: Bool, _ notes: GaugeNotes
  ) throws(Flaw) -> ArraySlice<GaugeRow> {
    let first = pending.isEmpty ? 0 : 1
    var rows = try merged(pending + next, notes)
    // The next row may have the time of the last one.
    var end = isLast ? rows.count : rows.count - 1
    let scale = unit.millimeters
    var amounts = rows.map { $0.amount * scale }
    switch kind {
    case .amount, .tip: break
    case .counter:
      let count = count(rows)
      // The last reading that surely counts begins the next rows.
      if !isLast { end = max(1, rows.count - Self.reach) }
      while !isLast, end > 1, count.amounts[end - 1].isNaN { end -= 1 }
      for row in count.lost.sorted() where (first..<end).contains(row) {
        let (time, line) = (rows[row].end, rows[row].line)
        notes.add(.lost, line: line, from: max(rows[0].end, time - step), to: time)
      }
      if let (row, before) = count.broken, row < end {
        throw notes.file.flaw(
          "the counter goes back from \(NumberText.shortest(before)) to \(NumberText.shortest(rows[row].amount)), "
            + "and not to 0; --rows amount reads amounts of each row", line: rows[row].line)
      }
      amounts = count.amounts.map { $0 * scale }
    case .sum(let window):
      var sum = sum ?? Sum(of: window ?? step, self, rows)
      for row in first..<end { amounts[row] = scale * sum.read(rows[row]) }
      self.sum = sum
    case .rate(let hold):
      for index in rows.indices {
        let (row, before) = (rows[index], index > 0 ? rows[index - 1] : nil)
        var length = before.map { row.end - $0.end } ?? step
        // A gap is dry.
        if isEven, length > 1.5 * step { length = step }
        if let start = row.start { length = min(length, row.end - start) }
        let held =
          switch hold {
          case .before: row.amount
          case .after: before?.amount ?? .nan
          case .between: ((before ?? row).amount + row.amount) / 2
          }
        amounts[index] = held * scale / (unit.seconds ?? 3600) * length
      }
    }
    pending = isLast ? [] : Array(rows[(end - 1)...])
    for row in rows.indices { rows[row].amount = amounts[row] }
    return rows[min(first, end)..<end]
  }

  /// Makes one row of those with one time. Tips add up. In a file that has a row also where it was dry, a row that is there
  /// twice was written twice. Of readings the last counts.
  private func merged(_ rows: [GaugeRow], _ notes: GaugeNotes) throws(Flaw) -> [GaugeRow] {
    if !zip(rows, rows.dropFirst()).contains(where: { $0.end == $1.end }) { return rows }
    var merged: [GaugeRow] = []
    var before = Double.nan
    for row in rows {
      let isSame = row.amount == before || row.amount.isNaN && before.isNaN
      before = row.amount
      let last = merged.count - 1
      if last < 0 || row.end != merged[last].end {
        merged.append(row)
      } else if kind == .counter || kind.isSum {
        if !row.amount.isNaN { merged[last].amount = row.amount }
      } else if isSame, isRecord || kind.isRate || !(row.amount > 0) {
        notes.add(.repeated, line: row.line)
      } else if kind.isRate {
        throw notes.file.flaw("has other rain at the time of the row before", line: row.line)
      } else {
        notes.add(.added, line: row.line)
        let both = [merged[last].amount, row.amount].filter { !$0.isNaN }
        merged[last].amount = both.isEmpty ? .nan : both.reduce(0, +)
      }
    }
    return merged
  }

  struct Count {
    /// The rain added in each row, not a number where the reading is missing or lost.
    var amounts: [Double]
    /// Readings after which the counter goes on where it was, and those a little below the one before.
    var lost: Set<Int> = []
    var resets = 0
    /// The first reading that goes back, and neither begins anew nor is lost, and the one before.
    var broken: (row: Int, before: Double)?
  }

  /// Reads a counter. It never falls, but to begin anew near 0; a reading or a run of them after which it goes on where it
  /// was, up or down, is lost.
  ///
  ///     30  30.2  12  12.2  30.2  30.4      12 and 12.2 are lost
  ///      5   5    35   5     5.2            35 is lost
  ///     12  12.6   0   0.2   0.6            it begins anew
  func count(_ rows: [GaugeRow]) -> Count {
    var count = Count(amounts: rows.map { _ in .nan })
    // The readings that count, in order, and which of these begin anew.
    var (kept, begins): ([Int], [Int]) = ([], [])
    func reading(_ index: Int) -> Double { rows[kept[index]].amount }
    func isNewDay(_ row: Int) -> Bool {
      isDaily && row > 0 && Int(rows[row].end / 86_400) > Int(rows[row - 1].end / 86_400)
    }
    func lose(from index: Int) {
      count.lost.formUnion(kept[index...])
      kept.removeSubrange(index...)
    }
    let falls = rows.indices.dropFirst().filter { rows[$0].amount < rows[$0 - 1].amount }
    // A counter of the day that falls at midnights alone begins anew at each.
    let fallsAtMidnight = !falls.isEmpty && falls.allSatisfy(isNewDay)
    for row in rows.indices where !rows[row].amount.isNaN {
      let number = rows[row].amount
      // Does it stand again where it was before it fell?
      while let begin = begins.last, let low = kept.last {
        let (high, fall) = (reading(begin - 1), reading(begin - 1) - reading(begin))
        guard number >= high, row - kept[begin] <= Self.reach, !isNewDay(kept[begin]),
          number - rows[low].amount >= 0.8 * fall, kept.count == begin + 1 || number <= 1.1 * high
        else { break }
        lose(from: begin)
        begins.removeLast()
      }
      let before = kept.isEmpty ? -.infinity : reading(kept.count - 1)
      if !kept.isEmpty, fallsAtMidnight && isNewDay(row) {
        begins.append(kept.count)
      } else if number < before {
        // Does it stand again where it was before it rose?
        let first = max(begins.last ?? 0, kept.count - Self.reach)
        let base = kept[first...].lastIndex { rows[$0].amount <= number }
        if let base, !isNewDay(row),
          case let (level, rise) = (reading(base), reading(base + 1) - reading(base)),
          rise >= 0.8 * (before - level), number - level <= 0.2 * (before - level),
          level > 0 || !isPossible(rise, from: rows[kept[base]], to: rows[kept[base + 1]])
        {
          lose(from: base + 1)
        } else if number > 0.9 * before {
          count.lost.insert(row)
          continue
        } else {
          begins.append(kept.count)
        }
      }
      kept.append(row)
    }
    let starts = Set(begins)
    for (index, row) in kept.enumerated() {
      let (number, before) = (rows[row].amount, index > 0 ? reading(index - 1) : rows[row].amount)
      let beginsAnew = starts.contains(index)
      count.amounts[row] = beginsAnew ? number : number - before
      if beginsAnew, number > before / 2, number < before, count.broken == nil {
        count.broken = (row, before)
      }
    }
    count.resets = begins.count
    return count
  }

  /// Whether a rain can have so much between two rows.
  private func isPossible(_ amount: Double, from first: GaugeRow, to last: GaugeRow) -> Bool {
    let record = Self.records.first { last.end - first.end <= $0.seconds }
    return amount * unit.millimeters <= record?.millimeters ?? .infinity
  }

  /// A moving sum: what fell in a row is what the sum has beyond the rows before that are still in it.
  struct Sum {
    private let window, resolution: Double
    /// How often it fell as rain left it.
    private(set) var falls = 0
    /// Whether a number was less than the rows before it in the window say.
    private(set) var isBroken = false
    /// The rain that the first number has from before the first row and still leaves it, and until when it does.
    private var old: Double
    private let end: Double
    /// The rows in the window, and what they have.
    private var inside: ArraySlice<(end: Double, amount: Double)> = []
    private var known = 0.0
    /// The last time of no rain, and the last and the greatest number.
    private var (dry, last, most) = (0.0, Double.nan, 0.0)

    init(of window: Double, _ laws: GaugeLaws, _ rows: [GaugeRow]) {
      (self.window, resolution) = (window, laws.resolution)
      (dry, end) = (rows[0].end, rows[0].end + window - 1e-3)
      let first = rows.first { !$0.amount.isNaN }?.amount ?? 0
      // All that is older than the first row leaves the window before the row after it.
      let inside = rows.prefix { [end] in $0.end < end }.map(\.amount)
      let falls = zip(inside, inside.dropFirst()).map { max(0, $0 - $1) }.reduce(0, +)
      old = rows[rows.count - 1].end >= end - laws.step ? min(first, falls) : first
    }

    mutating func read(_ row: GaugeRow) -> Double {
      let (number, time) = (row.amount, row.end)
      if number.isNaN { return .nan }
      while let first = inside.first, first.end <= time - window + 1e-3 {
        known -= first.amount
        inside.removeFirst()
      }
      // The sum of many numbers loses digits.
      if inside.isEmpty { known = 0 }
      if time >= end { old = 0 }
      let rest = number - known
      if number == 0 { dry = time }
      // Errors of rounding add up until it is dry; they tell nothing where numbers have few digits.
      most = max(most, number)
      let periods = most > 200 * resolution ? (max(0, time - dry) / window).squareRoot() : 0
      if rest < -1.5 * resolution * (1 + periods) - 1e-9 * number { isBroken = true }
      old = min(old, max(0, rest))
      if number < last { falls += 1 }
      last = number
      // Less than the last digit is the error of rounding.
      let amount = rest - old > 0.5 * resolution ? rest - old : 0
      if amount > 0 { inside.append((time, amount)) }
      known += amount
      return amount
    }
  }
}
