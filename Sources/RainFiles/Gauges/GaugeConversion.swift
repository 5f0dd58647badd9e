internal import Text

/// Turns what the rows of a gauge have into what fell in each, in mm.
struct GaugeConversion {
  let kind: GaugeKind
  let unit: GaugeUnit
  /// Whether a counter begins anew at midnight.
  let isDaily: Bool
  /// The least step of the numbers, and how far most rows lie apart, in s.
  let resolution: Double
  let step: Double
  /// Whether most rows lie so far apart.
  let isEven: Bool
  /// Readings of a counter that the rows after them decide; all but the first, which has been counted.
  private var undecided = GaugeRows()
  private var sum: GaugeLaws.Sum?
  private var last: (end: Double, rate: Double)?

  init(
    _ kind: GaugeKind, _ unit: GaugeUnit, isDaily: Bool, resolution: Double, step: Double,
    isEven: Bool
  ) {
    (self.kind, self.unit, self.isDaily) = (kind, unit, isDaily)
    (self.resolution, self.step, self.isEven) = (resolution, step, isEven)
  }

  /// What fell in rows, and in those before that are decided now; not a number where nothing says it. With a counter or a
  /// moving sum, what fell there is in the next row.
  mutating func amounts(
    _ rows: GaugeRows, isLast: Bool, _ notes: inout GaugeNotes
  ) throws(Flaw) -> GaugeRows {
    var rows = rows
    let scale = unit.millimeters
    switch kind {
    case .amount, .tip: for index in rows.amounts.indices { rows.amounts[index] *= scale }
    case .counter: rows = try counted(rows, isLast: isLast, &notes)
    case .sum(let window):
      var sum = sum ?? GaugeLaws.Sum(window: window ?? step, resolution: resolution, rows)
      sum.read(&rows)
      self.sum = sum
      for index in rows.amounts.indices { rows.amounts[index] *= scale }
    case .rate(let hold):
      let perSecond = scale / (unit.seconds ?? 3600)
      for index in rows.amounts.indices {
        let (end, rate) = (rows.ends[index], rows.amounts[index])
        var length = last.map { end - $0.end } ?? step
        // A gap is dry.
        if isEven, length > 1.5 * step { length = step }
        if let starts = rows.starts { length = min(length, end - starts[index]) }
        let before = last?.rate ?? (hold == .after ? .nan : rate)
        let held = hold == .before ? rate : hold == .after ? before : (before + rate) / 2
        rows.amounts[index] = held * perSecond * length
        last = (end, rate)
      }
    }
    return rows
  }

  private mutating func counted(
    _ rows: GaugeRows, isLast: Bool, _ notes: inout GaugeNotes
  ) throws(Flaw) -> GaugeRows {
    let isFirst = undecided.count == 0
    var all = undecided
    all.append(rows)
    let count = GaugeLaws.count(all.amounts, isNewDay: newDays(all))
    // The last reading that surely counts begins the next rows.
    var end = isLast ? all.count : max(0, all.count - GaugeLaws.reach)
    while !isLast, end > 1, count.amounts[end - 1].isNaN { end -= 1 }
    for index in count.lost where index < end {
      let end = all.ends[index] - notes.begin
      notes.add(.lost, line: all.lines[index], from: max(0, end - step), to: end)
    }
    if let broken = count.broken, broken.index < end {
      throw notes.file.flaw(
        all.lines[broken.index],
        "the counter goes back from \(NumberText.shortest(broken.from)) to \(NumberText.shortest(broken.to)), "
          + "and not to 0; --rows amount reads amounts of each row")
    }
    undecided = isLast ? GaugeRows() : all[max(0, end - 1)..<all.count]
    all.amounts = count.amounts.map { $0 * unit.millimeters }
    return all[min(isFirst ? 0 : 1, end)..<end]
  }

  /// Whether a row is the first of a day, where a counter begins anew at midnight.
  func newDays(_ rows: GaugeRows) -> (Int) -> Bool {
    { index in
      isDaily && index > 0 && Int(rows.ends[index] / 86_400) > Int(rows.ends[index - 1] / 86_400)
    }
  }
}
