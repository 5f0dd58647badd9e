internal import Text

/// One way to read the numbers of a table: as rows of a kind in a unit.
struct Reading: Equatable {
  var kind: RowKind
  var unit: RainUnit
  /// Whether a counter begins anew at midnight.
  var isDaily = false

  /// The rows with one for each time. Of readings the last counts, and tips add up. In a file that
  /// has a row also where it was dry, a row that is there twice was written twice.
  func merged(
    _ rows: [Row], _ facts: Facts, _ notes: inout Notes, _ file: TableText
  ) throws(Flaw) -> [Row] {
    if facts.ties == 0 { return rows }
    var merged: [Row] = []
    for (index, row) in rows.enumerated() {
      guard let last = merged.indices.last, merged[last].end == row.end else {
        merged.append(row)
        continue
      }
      let (above, before, next) = (merged[last].reading, rows[index - 1].reading, row.reading)
      if next.isNaN { continue }
      if kind.isReading {
        merged[last].reading = next
        continue
      }
      let isTwice =
        next == (before.isNaN ? above : before) && (facts.isRecord || kind.isRate || next == 0)
      if kind.isRate, !isTwice {
        throw file.flaw("has other rain at the time of the row before", line: Int(row.line))
      }
      notes.add(isTwice ? .repeated : .added, line: Int(row.line))
      if !isTwice { merged[last].reading = above.isNaN ? next : above + next }
    }
    return merged
  }

  /// The rain of each row, in mm; not a number where nothing says it. With a counter or a moving
  /// sum, what fell there is in the next row.
  func amounts(_ rows: [Row], _ facts: Facts, _ counter: Counter?) -> [Double] {
    var amounts = rows.map(\.reading)
    switch kind {
    case .amount, .tip: break
    case .counter: amounts = counter?.amounts ?? []
    case .hourCounter: amounts = rows.amountsSinceHour().amounts
    case .sum(let window): amounts = rows.amounts(ofSumsOf: window, facts).amounts
    case .rate(let hold):
      for (index, row) in rows.enumerated() {
        let above = index > 0 ? rows[index - 1] : nil
        let before = above?.reading ?? .nan
        var length = row.end - (above?.end ?? row.end - facts.step)
        // A gap is dry.
        if facts.isEven, length > 1.5 * facts.step { length = facts.step }
        if !row.start.isNaN { length = min(length, row.end - row.start) }
        if hold == .after { amounts[index] = before }
        if hold == .between, !before.isNaN { amounts[index] = (before + row.reading) / 2 }
        amounts[index] *= length / (unit.seconds ?? 3600)
      }
    }
    if unit.millimeters != 1 { for index in amounts.indices { amounts[index] *= unit.millimeters } }
    return amounts
  }

  /// Whether the numbers keep the laws of the kind. A counter that a word names may have lost
  /// readings.
  func holds(_ rows: [Row], _ facts: Facts, isNamed: Bool) -> Bool {
    switch kind {
    case .counter:
      let lost =
        isNamed
        ? 1 + facts.count / 50 : facts.rests > 3 * facts.rises && facts.count > 50 ? 1 : 0
      // No counter has two numbers at one time.
      let isDivided = zip(rows, rows.dropFirst()).contains {
        $0.end == $1.end && abs($0.reading - $1.reading) > 0
      }
      return (isNamed || facts.rises > 0) && !isDivided
        && Counter(rows, isDaily: isDaily, unit: unit).holds(rows, lost: lost)
    case .hourCounter: return !rows.amountsSinceHour().isBroken
    case .sum(let window):
      return facts.isRegular && !rows.amounts(ofSumsOf: window, facts, isNamed: isNamed).isBroken
    case .amount:
      if !isNamed || facts.hasZeros { return true }
      let counter = Counter(rows, isDaily: isDaily, unit: unit)
      let begins = Set(counter.begins.map(\.row))
      let kept = rows.indices.filter { !counter.amounts[$0].isNaN }
      let least = kept.lazy.map { rows[$0].reading }.min() ?? 0
      let rise = kept.lazy.filter { !begins.contains($0) }.map { counter.amounts[$0] }.max() ?? 0
      return least < 20 * rise
    case .rate, .tip: return true
    }
  }
}
