internal import Text

/// One way to read the numbers of a table: as rows of a kind in a unit.
struct Reading: Equatable {
  var kind: RowKind
  var unit: RainUnit
  /// Whether a counter begins anew at midnight.
  var isDaily = false

  /// The rows with one for each time. Tips add up. In a file that has a row also where it was dry,
  /// a row that is there twice was written twice. Of readings the last counts.
  func merged(_ rows: Rows, _ facts: Facts, _ notes: inout Notes, _ file: TableText) throws(Flaw)
    -> Rows
  {
    var last = Double.nan
    return try rows.merged { (above, run) throws(Flaw) in
      let (line, next) = (Int(run.line), run.reading)
      let before = last.isNaN ? above.reading : last
      last = next
      if kind.isReading { return next.isNaN ? above.reading : next }
      if next == before || next.isNaN && before.isNaN, facts.isRecord || kind.isRate || !(next > 0)
      {
        notes.add(.repeated, line: line)
        return above.reading
      }
      if kind.isRate {
        throw file.flaw("has other rain at the time of the row before", line: line)
      }
      notes.add(.added, line: line)
      return above.reading.isNaN ? next : next.isNaN ? above.reading : above.reading + next
    }
  }

  /// Hands the rain of each row, in mm, to `body`: its end, the rain, its line, and its run. It is
  /// not a number where nothing says it. With a counter or a moving sum, what fell there is in the
  /// next row.
  func forEach(
    _ rows: Rows, _ facts: Facts, _ counter: Counter?,
    _ body: (Double, Double, Int, Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    var hours = HourCounter(kind == .hourCounter ? rows : Rows(step: 0))
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
      let counter = Counter(rows, isDaily: isDaily, unit: unit)
      return (isNamed || facts.rises > 0) && !isDivided(rows)
        && counter.holds(
          rows,
          lost: isNamed
            ? 1 + facts.count / 50 : facts.rests > 3 * facts.rises && facts.count > 50 ? 1 : 0)
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
      if !isNamed || !(facts.least > 0) { return true }
      let counter = Counter(rows, isDaily: isDaily, unit: unit)
      let kept = rows.runs.indices.filter {
        !rows.runs[$0].reading.isNaN && !counter.lost.contains($0)
      }
      let least = kept.lazy.map { rows.runs[$0].reading }.min() ?? 0
      let begins = Set(counter.begins)
      let rise = kept.lazy.filter { !begins.contains($0) }.map { counter.amounts[$0] }.max() ?? 0
      return least < 20 * rise
    case .rate, .tip: return true
    }
  }

  /// Whether two different numbers have one time.
  private func isDivided(_ rows: Rows) -> Bool {
    rows.hasTies
      && zip(rows.runs, rows.runs.dropFirst()).contains {
        rows.last($0) == $1.end && $0.reading != $1.reading && !$1.reading.isNaN
          && !$0.reading.isNaN
      }
  }
}

/// A counter that begins anew after the report of each hour.
struct HourCounter {
  /// When it is, in s of the hour.
  let report: Double
  private var (hour, last) = (-Double.infinity, 0.0)
  /// Whether it fell between two reports.
  private(set) var isBroken = false

  /// The report is at the commonest time of a row within its hour.
  init(_ rows: Rows) {
    var times: [Double: Int] = [:]
    for run in rows.runs {
      // An hour of a long run has the times of all.
      for number in 0..<min(60, Int(run.count)) {
        let time = (run.end + Double(number) * rows.step).truncatingRemainder(dividingBy: 3600)
        if times.count < 3600 || times[time] != nil { times[time, default: 0] += 1 }
      }
    }
    report = times.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  mutating func read(_ number: Double, at time: Double) -> Double {
    if number.isNaN { return .nan }
    let hour = ((time - report) / 3600).rounded(.up)
    defer { (self.hour, last) = (hour, number) }
    if hour != self.hour { return number }
    if number < last { isBroken = true }
    return max(0, number - last)
  }
}
