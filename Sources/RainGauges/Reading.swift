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
    _ rows: Rows, _ facts: Facts, _ notes: inout Notes, _ file: TableText
  ) throws(Flaw) -> Rows {
    var last = Double.nan
    return try rows.merged { (above, next, line) throws(Flaw) in
      let isSame = next == (last.isNaN ? above : last) || next.isNaN && above.isNaN
      last = next
      if next.isNaN || kind.isReading { return next.isNaN ? above : next }
      let isTwice = isSame && (facts.isRecord || kind.isRate || next == 0)
      if kind.isRate, !isTwice {
        throw file.flaw("has other rain at the time of the row before", line: line)
      }
      notes.add(isTwice ? .repeated : .added, line: line)
      return isTwice ? above : above.isNaN ? next : above + next
    }
  }

  /// Hands the rain of each row, in mm, to `body`: its end, the rain, its line, and its run. It is
  /// not a number where nothing says it. With a counter or a moving sum, what fell there is in the
  /// next row.
  func forEach(
    _ rows: Rows, _ facts: Facts, _ counter: Counter?,
    _ body: (Double, Double, Int, Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    var hours = HourCounter(kind == .hourCounter ? rows : Rows())
    var sum = MovingSum(of: kind.window ?? 0, rows, facts)
    var (lastRun, before) = (-1, (end: rows.runs[0].end - facts.step, reading: Double.nan))
    try rows.forEach { (end, reading, line, run) throws(Flaw) in
      var amount = reading
      switch kind {
      case .amount, .tip: break
      case .counter:
        amount = counter?.amounts[run] ?? 0
        // In a run, the counter stands still.
        if run == lastRun, !amount.isNaN { amount = 0 }
        lastRun = run
      case .hourCounter: amount = hours.read(reading, at: end)
      case .sum: amount = sum.read(reading, at: end)
      case .rate(let hold):
        var length = end - before.end
        // A gap is dry.
        if facts.isEven, length > 1.5 * facts.step { length = facts.step }
        if !rows.starts.isEmpty { length = min(length, end - rows.starts[run]) }
        if hold == .after { amount = before.reading }
        if hold == .between, !before.reading.isNaN { amount = (before.reading + reading) / 2 }
        before = (end, reading)
        amount *= length / (unit.seconds ?? 3600)
      }
      try body(end, amount * unit.millimeters, line, run)
    }
  }

  /// Whether the numbers keep the laws of the kind. A counter that a word names may have lost
  /// readings.
  func holds(_ rows: Rows, _ facts: Facts, isNamed: Bool) -> Bool {
    switch kind {
    case .counter:
      let lost =
        isNamed
        ? 1 + facts.count / 50 : facts.rests > 3 * facts.rises && facts.count > 50 ? 1 : 0
      // No counter has two numbers at one time.
      let isDivided = zip(rows.runs, rows.runs.dropFirst()).contains {
        $0.last == $1.end && abs($0.reading - $1.reading) > 0
      }
      return (isNamed || facts.rises > 0) && !isDivided
        && Counter(rows, isDaily: isDaily, unit: unit).holds(rows, lost: lost)
    case .hourCounter:
      var hours = HourCounter(rows)
      for run in rows.runs { _ = hours.read(run.reading, at: run.end) }
      return !hours.isBroken
    case .sum(let window):
      if !facts.isRegular { return false }
      var sum = MovingSum(of: window, rows, facts, isNamed: isNamed)
      try? rows.forEach { (end, reading, _, _) throws(Flaw) in
        if sum.isBroken { throw Flaw("") }
        _ = sum.read(reading, at: end)
      }
      return !sum.isBroken
    case .amount:
      if !isNamed || facts.hasZeros { return true }
      let counter = Counter(rows, isDaily: isDaily, unit: unit)
      let begins = Set(counter.begins.map(\.run))
      let kept = rows.runs.indices.filter { !counter.amounts[$0].isNaN }
      let least = kept.lazy.map { rows.runs[$0].reading }.min() ?? 0
      let rise = kept.lazy.filter { !begins.contains($0) }.map { counter.amounts[$0] }.max() ?? 0
      return least < 20 * rise
    case .rate, .tip: return true
    }
  }
}
