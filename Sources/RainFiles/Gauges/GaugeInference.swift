/// The kind and the unit of the numbers of a table. The name of their column and the numbers themselves are two witnesses: where they
/// agree, or where one has nothing to say, the table is read; where they do not, a person has to choose.
struct GaugeInference {
  private let rows: [GaugeRow]
  private let reader: GaugeReader
  private let format: GaugeFormat
  private var name: GaugeName { reader.column.name }
  private var unit: GaugeUnit { laws.unit }
  private var step: Double { laws.step }
  /// How the rows are turned into amounts.
  private(set) var laws: GaugeLaws
  /// How far the closest rows lie apart, in s.
  let shortestStep: Double
  /// Numbers that follow each other; how many above 0 stay, and how many rise and fall.
  private let pairs: [(Double, Double)]
  private let rests, rises, falls: Int

  /// Decides from the first rows of a table; throws if all have one time, or if a person has to choose.
  init(_ rows: [GaugeRow], _ reader: GaugeReader, _ format: GaugeFormat) throws(Flaw) {
    (self.rows, self.reader, self.format) = (rows, reader, format)
    let (steps, hasZero) = (rows.map(\.end).steps, rows.contains { $0.amount == 0 })
    let apart = steps.filter { $0 > 0 }
    let step = apart.middle
    shortestStep = apart.first ?? 0
    let count = steps.count { abs($0 - step) <= 0.01 * step }
    let known = rows.map(\.amount).filter { !$0.isNaN }
    pairs = Array(zip(known, known.dropFirst()))
    rests = pairs.count { $0.0 > 0 && $0.0 == $0.1 }
    (rises, falls) = (pairs.count(where: <), pairs.count(where: >))
    var scale = 1.0
    for amount in known {
      while scale < 1e6, abs(amount * scale - (amount * scale).rounded()) > 1e-6 * scale {
        scale *= 10
      }
    }
    let (name, unit) = (reader.column.name, reader.column.unit)
    laws = GaugeLaws(
      kind: .amount, unit: unit, resolution: 1 / scale, step: step,
      isEven: 2 * count >= apart.count, isRecord: hasZero && 2 * count >= steps.count,
      isDaily: reader.pattern.isDated && name.says(.daySum))
    if apart.isEmpty, rows.count <= 2 || !hasZero {
      throw reader.file.flaw(
        "has the only time; --time-column and --time-format say which time is read",
        line: rows[0].line)
    }
    let kind = apart.isEmpty ? .amount : try found()
    let ties = steps.count - apart.count
    if apart.isEmpty || kind != .counter && 2 * ties > rows.count && (hasZero || step >= 86_400) {
      let time = reader.pattern.text
      throw reader.file.flaw(
        "\(ties) rows have the time of the row before; if the time goes on in the next column, "
          + "--time-format '\(time) %H' or '\(time) %H%M' reads it")
    }
    laws = laws.of(kind)
    if reader.column.unitSource == nil, kind != .tip { try checkMeters() }
  }

  /// The sentence that the choice needs.
  func note(_ notes: GaugeNotes) {
    let kind = laws.kind
    if reader.column.index != nil, reader.column.unitSource == nil, reader.table.hasNames {
      notes.add(.unit, 25.4 * (total(kind) ?? .nan))
    }
    if kind == .amount, format.rows == nil, seemsCounted, let total = total(.counter) {
      notes.add(.counts, total)
    }
    if kind == .rate(.before), !laws.isEven, let total = total(kind),
      let after = self.total(.rate(.after)), abs(after - total) > 0.01 * total
    {
      notes.add(.lengths, after)
    }
  }

  private func found() throws(Flaw) -> GaugeKind {
    let (column, isDay) = (reader.column, step >= 0.9 * 86_400)
    if format.rows == .sum(nil) {
      if let window = name.window { return .sum(window) }
      throw flaw("does not say how long its sums last; --rows sum:60m says it")
    }
    if format.rows == .tip, format.unit == nil {
      throw reader.file.flaw("has tips of an unknown size; --unit 0.2mm says it")
    }
    if let rows = format.rows { return rows }
    if unit.isTotal { return .counter }
    if unit.seconds != nil { return .rate(.before) }
    if column.index == nil { return .tip }
    if name.says(.rate) || column.isRatePreamble { throw rateFlaw }
    if name.says(.tips), !column.isUnitNamed, format.unit == nil {
      throw flaw(
        "counts tips, as its name says; --unit 0.2mm says their size, --rows amount reads mm")
    }
    let names = named
    if let first = names.first {
      let fitting = names.filter(fits)
      let totals = fitting.compactMap { total($0) }
      let isClear = name.says(.last, .daySum) || !name.says(.hourSum)
      if let kind = fitting.first, isClear || (totals.max() ?? 0) <= 1.1 * (totals.min() ?? 0) {
        return kind
      }
      if fitting.isEmpty, isDay { return .amount }
      let but =
        fitting.isEmpty
        ? ", as its name says, but its numbers do not" : " or a counter, as its name says"
      throw choice("has \(first.text)\(but)", names + [.amount])
    }
    if name.says(.sum), neverFalls || countsOn || isNoAmount, !isDay { return .counter }
    if countsOn || isNoAmount {
      throw choice("counts on, as its numbers say", [.counter, .amount])
    }
    if let kind = movingSum {
      throw choice("has \(kind.text), as its numbers say", [kind, .amount])
    }
    return .amount
  }

  /// The kinds that the name gives the rows, the likeliest first; nothing if they are amounts.
  private var named: [GaugeKind] {
    let window = name.window
    // Rows as far apart as their window are amounts.
    if let window, step >= 0.9 * window { return [] }
    if name.says(.daySum), step < 0.9 * 86_400 { return [.counter, .sum(window ?? 86_400)] }
    return window != nil ? [.sum(window), .counter] : name.says(.total) ? [.counter] : []
  }

  private func fits(_ kind: GaugeKind) -> Bool {
    if case .sum(let window?) = kind { return !sum(window).isBroken }
    guard kind == .counter else { return true }
    let count = laws.count(rows)
    return count.broken == nil && 4 * count.resets <= rows.count + 3
      && 2 * count.lost.count < rows.count
  }

  /// The rows as a moving sum, up to the first that none can have.
  private func sum(_ window: Double) -> GaugeLaws.Sum {
    var sum = GaugeLaws.Sum(of: window, laws, rows)
    for row in rows where !sum.isBroken { _ = sum.read(row) }
    return sum
  }

  // MARK: Laws that no name explains

  /// Whether the first number is so many times more than is ever added to one.
  private func beginsHigh(_ times: Double) -> Bool {
    pairs.first?.0 ?? 0 > times * (pairs.lazy.map { $1 - $0 }.max() ?? 0)
  }

  /// Whether the numbers rise and never fall, and stay where they are or begin high.
  private var neverFalls: Bool {
    falls == 0 && pairs.contains { $0.0 > 0 } && (rests > 0 || beginsHigh(5))
  }

  /// Whether the numbers never fall, and both rise and stay where they are, or rise too often in a row for amounts.
  private var seemsCounted: Bool {
    falls == 0 && rises > 0 && (rests > 0 && pairs.count >= 3 || rises >= 10)
  }

  /// Whether a number is more than any rain in its row, and all are those of a counter with false readings.
  private var isNoAmount: Bool {
    let record = GaugeLaws.records.first { step <= $0.seconds }?.millimeters ?? .infinity
    return rows.contains { $0.amount * unit.millimeters > record } && fits(.counter)
      && rises > 2 * falls + 2
  }

  /// Whether numbers that no name explains are those of a counter: they never fall, and stay where they are. Or they do so
  /// for long, but for a few times when they begin anew.
  private var countsOn: Bool {
    // Tips of one time.
    if zip(rows, rows.dropFirst()).contains(where: { $0.end == $1.end }) { return false }
    // Short tables of amounts rise, too, but begin near 0.
    if falls == 0 { return seemsCounted && (pairs.count >= 9 || beginsHigh(2)) }
    return pairs.count >= 19 && 20 * falls <= pairs.count + 1 && 4 * rests > pairs.count
      && pairs.count { 0 < $0.0 && $0.0 < $0.1 } > falls && fits(.counter)
  }

  /// The moving sum of the longest window that no name explains, as the parts of a window fit, too: all that enters it leaves
  /// it in time, and some of it while other rain is still in it.
  private var movingSum: GaugeKind? {
    guard laws.isEven, pairs.contains(where: { $0.0 > $0.1 && $0.1 > 0 }) else { return nil }
    let span = rows[rows.count - 1].end - rows[0].end
    let minutes = [10.0, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 2880]
    return minutes.lazy.map { $0 * 60 }.last { window in
      guard window > 2.5 * step, span >= window, case let sum = sum(window) else { return false }
      return !sum.isBroken && sum.falls >= 2
    }
    .map { .sum($0) }
  }

  /// The rain that the rows would have as a kind, in mm; nil if they cannot be that, or if there are more.
  private func total(_ kind: GaugeKind, _ unit: GaugeUnit? = nil) -> Double? {
    amounts(kind, unit)?.reduce(0, +)
  }

  private func amounts(_ kind: GaugeKind, _ unit: GaugeUnit?) -> [Double]? {
    guard rows.count < GaugeReader.mostRows else { return nil }
    var laws = laws.of(kind, unit)
    let rows = try? laws.amounts(rows, isLast: true, GaugeNotes(reader.file))
    return rows?.map(\.amount).filter { !$0.isNaN }
  }

  private func flaw(_ sentence: String) -> Flaw {
    reader.file.flaw("\(name.text.quoted) \(sentence)", line: rows[0].line)
  }

  /// The error that one of several kinds has to be chosen, with their totals.
  private func choice(_ sentence: String, _ kinds: [GaugeKind]) -> Flaw {
    let choices = kinds.compactMap { kind -> String? in
      guard let total = total(kind) else {
        return rows.count < GaugeReader.mostRows ? nil : "\(kind.flag) reads \(kind.text)"
      }
      return "\(kind.flag) reads \(FixedPoint.brief(total)) mm (\(kind.text))"
    }
    return flaw("\(sentence); \(choices.joined(separator: ", "))")
  }

  /// The error for a rainfall without a unit.
  private var rateFlaw: Flaw {
    func text(_ kind: GaugeKind, _ unit: GaugeUnit? = nil) -> String? {
      total(kind, unit).map { "\(FixedPoint.brief($0)) mm" }
    }
    let source = reader.column.isRatePreamble ? "a line before it" : "its name"
    let lengths: [(String, Double)] =
      reader.column.unitSource == nil
      ? [("mm", 1), ("in", 25.4)] : [(unit.millimeters == 25.4 ? "in" : "mm", unit.millimeters)]
    let rates = lengths.map { name, length in
      let total = text(.rate(.before), GaugeUnit(millimeters: length, seconds: 3600))
      return "--unit \(name)/h reads \(total ?? "it")"
    }
    return flaw(
      "tells how hard it rains, as \(source) says; \(rates.joined(separator: ", ")), "
        + "--rows amount \(text(.amount) ?? "them") (amounts of each row)")
  }

  /// Throws if numbers without a unit are as small as those of models in metres.
  private func checkMeters() throws(Flaw) {
    guard laws.resolution < 0.005, let known = amounts(laws.kind, .millimeters) else { return }
    let (total, most) = (known.reduce(0, +), known.max() ?? 0)
    // In a month of days and more, one may have more than 100 mm.
    let isLong = step >= 86_400 && known.count { $0 > 0 } >= 30
    guard 0 < most, most < (isLong ? 0.5 : 0.1), step >= 600 || total < 0.5 else { return }
    throw flaw(
      "may have metres, as small as its numbers are; --unit m reads \(FixedPoint.brief(1000 * total)) mm, "
        + "--unit mm \(FixedPoint.brief(total)) mm")
  }
}
