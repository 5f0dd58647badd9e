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
    var hours = HourCounter(rows)
    var sum = MovingSum(of: kind.window ?? 0, rows, facts)
    var before = (end: rows[0].end - facts.step, reading: Double.nan)
    return rows.indices.map { index in
      let (row, reading) = (rows[index], rows[index].reading)
      defer { before = (row.end, reading) }
      var amount = reading
      switch kind {
      case .amount, .tip: break
      case .counter: amount = counter?.amounts[index] ?? .nan
      case .hourCounter: amount = hours.read(reading, at: row.end)
      case .sum: amount = sum.read(reading, at: row.end)
      case .rate(let hold):
        var length = row.end - before.end
        // A gap is dry.
        if facts.isEven, length > 1.5 * facts.step { length = facts.step }
        if !row.start.isNaN { length = min(length, row.end - row.start) }
        if hold == .after { amount = before.reading }
        if hold == .between, !before.reading.isNaN { amount = (before.reading + reading) / 2 }
        amount *= length / (unit.seconds ?? 3600)
      }
      return amount * unit.millimeters
    }
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
    case .hourCounter:
      var hours = HourCounter(rows)
      for row in rows { _ = hours.read(row.reading, at: row.end) }
      return !hours.isBroken
    case .sum(let window):
      if !facts.isRegular { return false }
      var sum = MovingSum(of: window, rows, facts, isNamed: isNamed)
      for row in rows where !sum.isBroken { _ = sum.read(row.reading, at: row.end) }
      return !sum.isBroken
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
