internal import RainDSP
internal import Text

/// What a rain gauge has measured, as rainfall over time.
///
/// A row says how much has fallen since the row before. A gauge counts in tips of its bucket, or in the
/// step in which it writes amounts: the first tip after a dry time has gathered since the last one, so it is
/// spread over that time; the rest of the row fell within the row's own interval.
///
///     rows, mm     0.2                 0.2  0.8  0.4
///                   │                   │    │    │
///     rainfall     ─┤   ┌───────────────┤┌───┤    │
///                   │   │    0.2 mm      │0.8├────┤
///                   └───┘                         └──
///                   dry: rainfall would be below 0.1 mm/h
package struct GaugeRecord: Sendable {
  /// A time of even rainfall.
  struct Piece: Equatable {
    /// In s from the beginning of the record.
    var start: Double
    var end: Double
    /// mm/h
    var rainfall: Double

    var millimeters: Double { (end - start) / 3600 * rainfall }
  }

  /// The times with rain, in order.
  private(set) var pieces: [Piece] = []
  /// How long the record is, in s.
  package private(set) var seconds = 0.0
  /// What has been measured, in mm.
  package private(set) var millimeters = 0.0
  /// What was read as what: `amounts in mm, a row in 60 s`.
  package private(set) var reading = ""
  /// What was understood: lines of a name and a sentence.
  package private(set) var findings: [(name: String, text: String)] = []
  /// What had to be left out or assumed, in sentences.
  package private(set) var notes: [String] = []
  /// What the notes are about, and where it lies, in s.
  package private(set) var places: [(word: String, start: Double, end: Double)] = []
  /// When the record begins, in s from 1970 on; nil if its times have no date.
  package private(set) var beginning: Double?
  /// The time between two rows that follow each other most closely, in s.
  private(set) var shortestStep = 0.0
  private var most = GaugeRecords()

  /// The record in the file at `path`; `-` is standard input.
  ///
  /// - Throws: What the system says, or the first wrong line.
  package init(contentsOf path: String, _ format: GaugeFormat = GaugeFormat()) throws {
    try self.init(GaugeText(contentsOf: path), format)
  }

  /// The record in the bytes of a file.
  package init(_ bytes: [UInt8], path: String, _ format: GaugeFormat = GaugeFormat()) throws {
    try self.init(GaugeText(bytes, path: path), format)
  }

  private init(_ file: GaugeText, _ format: GaugeFormat) throws {
    var reader = try GaugeReader(file, format)
    guard var rows = try reader.next(), rows.count >= 2 else { throw file.tooShort }
    var inference = try GaugeInference(rows, reader, format)
    let kind = try inference.kind()
    var conversion = inference.conversion(kind, inference.unit)
    let (step, isRecord) = (inference.step, inference.isRecord(kind))
    shortestStep = inference.shortestStep
    var notes = GaugeNotes(file)
    if reader.column.column != nil, reader.column.unitSource == nil, reader.table.hasNames {
      notes.add(.unit, line: 0, 25.4 * (inference.total(kind) ?? .nan))
    }
    if kind == .amount, format.rows == nil, inference.seemsCounted,
      let total = inference.total(.counter)
    {
      notes.add(.counts, line: 0, total)
    }
    if kind == .rate(.before), !inference.isEven, let total = inference.total(kind),
      let after = inference.total(.rate(.after)), abs(after - total) > 0.01 * total
    {
      notes.add(.lengths, line: 0, after)
    }
    let distance = rows.starts.map { Self.distance($0, rows.ends) } ?? 0
    let (begin, first) = (rows.starts.map { $0[0] - distance } ?? rows.ends[0] - step, rows.ends[0])
    notes.begin = begin
    var state: Accumulation?
    // The last row may have the time of the next one.
    var held = GaugeRows()
    var next: GaugeRows?
    repeat {
      next = try rows.count < GaugeReader.mostRows ? nil : reader.next()
      var amounts = try conversion.amounts(rows, isLast: next == nil, &notes)
      var tip = format.tip ?? 0
      if format.tip == nil, state == nil, !inference.isRate(kind) {
        let common = Self.commonStep(of: amounts.amounts)
        // No bucket is larger than 1 mm; rows an hour and more apart are sums.
        tip = common > 1 || inference.isEven && step >= 3600 ? 0 : common
      }
      held.append(amounts)
      swap(&amounts, &held)
      let ties = try amounts.merge(kind, isRecord: isRecord, &notes)
      // The hour of a day lies in another column, which nothing names.
      if state == nil, 2 * ties > rows.count, rows.amounts.contains(0) || step >= 86_400 {
        throw reader.hourFlaw(ties)
      }
      held = GaugeRows()
      if next != nil, amounts.count > 1 {
        held = amounts[amounts.count - 1..<amounts.count]
        amounts = amounts[0..<amounts.count - 1]
      }
      var accumulation =
        state
        ?? Accumulation(
          kind: kind, begin: begin, distance: distance, step: step, isEven: inference.isEven,
          isRate: inference.isRate(kind), tip: tip)
      try add(amounts, &accumulation, &notes)
      state = accumulation
      if let next { rows = next }
    } while next != nil
    guard let state else { throw file.tooShort }
    seconds = state.before
    // Rain as hard as no rain is: the numbers count something else than seconds.
    if reader.isUnknownCount, millimeters > Rain.rainfallRange.upperBound / 3600 * wet,
      millimeters > 0
    {
      throw file.flaw(
        rows.lines[0],
        "has times without a unit, and as seconds more than 200 mm/h; --time-format minutes or --time-format seconds says it"
      )
    }
    notes.add(reader.notes)
    self.notes = notes.sentences(name: reader.column.name, tip: state.tip)
    places = notes.places
    if reader.isDated || first > 3e8 { beginning = begin }
    reading = "\(kind.text) \(inference.unit.text), a row in \(Self.span(step))"
    findings = findings(reader, inference.unit, first: first, count: state.count, step: step)
  }

  /// Where the rows of a file are added to the record.
  private struct Accumulation {
    let kind: GaugeKind
    /// When the record begins, and how long before the beginning of a row it does so.
    let begin, distance: Double
    let step: Double
    let isEven, isRate: Bool
    let tip: Double
    /// Until when the amounts are known and spread; the end of the row before.
    var done = 0.0
    var before = 0.0
    var count = 0
  }

  private mutating func add(
    _ rows: GaugeRows, _ state: inout Accumulation, _ notes: inout GaugeNotes
  ) throws(Flaw) {
    let (step, tip) = (state.step, state.tip)
    // What a counter or a moving sum has beyond the row before fell since then.
    var isKnown = state.kind == .counter
    if case .sum = state.kind { isKnown = true }
    state.count += rows.count
    for (index, measured) in rows.amounts.enumerated() {
      let (line, end) = (rows.lines[index], rows.ends[index] - state.begin)
      let before = state.before
      var start = max(
        before, rows.starts.map { $0[index] - state.distance - state.begin } ?? end - step)
      if state.isRate, !state.isEven, rows.starts == nil { start = before }
      guard start < end else { throw notes.file.flaw(line, "ends before it begins") }
      let hasGap = state.isEven || rows.starts != nil
      if isKnown, state.isEven, rows.starts == nil {
        if measured.isNaN { continue }
        // A single reading that is missing is no gap.
        if start - before > 1.5 * step, measured > 0 {
          notes.add(.filled, line: line, measured, from: before, to: end)
        }
        start = before
      } else if hasGap, start - before > step / 2 {
        notes.add(.gaps, line: line, start - before, from: before, to: start)
        state.done = start
      }
      state.before = end
      if measured.isNaN {
        notes.add(.gaps, line: line, end - start, from: start, to: end)
        state.done = end
        continue
      }
      guard measured > 0 else { continue }
      millimeters += measured
      // A tip has gathered since `done`.
      let first = min(tip, measured)
      let gathered = min(start, max(state.done, Self.latest(first, before: end)))
      let early = first * ((start - gathered) / (end - gathered))
      if early > 0 {
        try add(early, from: gathered, to: start, line: line, &notes)
        if hasGap { notes.add(.spread, line: line, early) }
      }
      let rest = measured - early
      try add(rest, from: max(start, Self.latest(rest, before: end)), to: end, line: line, &notes)
      state.done = end
    }
  }

  /// The step in which amounts are written: the greatest number that all are multiples of.
  private static func commonStep(of amounts: [Double]) -> Double {
    let smallest = amounts.lazy.filter { $0 > 0 }.min() ?? 0
    // Decimal fractions are whole numbers of some decimal place.
    var scale = 1.0
    while smallest > 0, smallest * scale < 1000, scale < 1e12 { scale *= 10 }
    var step = 0
    for amount in amounts where amount > 0 && step != 1 {
      var other = Int((amount * scale).rounded())
      while other > 0 { (step, other) = (other, step % other) }
    }
    return Double(step) / scale
  }

  /// How long before its first minute a row begins, in a file that writes the beginnings of rows: the first minute of a
  /// row comes after the last one of the row before.
  private static func distance(_ first: [Double], _ ends: [Double]) -> Double {
    let distances = zip(first.dropFirst(), ends).map { $0 - $1 }
    let distance = distances.sorted()[distances.count / 2]
    let isSame = distances.count(where: { abs($0 - distance) < 1e-3 }) * 2 > distances.count
    return isSame && distance > 0 ? distance : 0
  }

  /// When so many mm may begin that end at `end`: below the least rainfall, it rains shorter.
  private static func latest(_ millimeters: Double, before end: Double) -> Double {
    end - millimeters / Rain.rainfallRange.lowerBound * 3600
  }

  /// Adds even rain.
  private mutating func add(
    _ millimeters: Double, from start: Double, to end: Double, line: Int, _ notes: inout GaugeNotes
  ) throws(Flaw) {
    if let sentence = most.add(millimeters, from: start, to: end) {
      throw notes.file.flaw(
        line, "\(sentence) has never been measured; --unit and --rows say what the numbers are")
    }
    let range = Rain.rainfallRange
    let exact = millimeters / (end - start) * 3600
    if exact > range.upperBound * 1.000_001 {
      notes.add(.clipped, line: line, end - start, from: start, to: end)
    }
    // What is left over is the error of a rounding.
    let rainfall = min(max(exact, range.lowerBound), range.upperBound)
    if let last = pieces.last, last.end == start, abs(last.rainfall - rainfall) <= 1e-9 * rainfall {
      pieces[pieces.count - 1].end = end
    } else {
      pieces.append(Piece(start: start, end: end, rainfall: rainfall))
    }
  }
}

extension GaugeRecord {
  /// What was understood, and what had to be left out or assumed, in lines.
  package var report: String {
    (findings + notes.map { ("note", $0) })
      .map { "\($0)\(String(repeating: " ", count: 10 - $0.utf8.count))\($1)\n" }.joined()
  }

  /// The total and the length: `1.8 mm in 20:00`.
  package var sentence: String {
    "\(FixedPoint.trimmed(millimeters, decimals: 2)) mm in \(GaugeNotes.clock(seconds))"
  }

  /// How long it rains, in s.
  private var wet: Double { pieces.reduce(0) { $0 + $1.end - $1.start } }

  /// A time in s, min, h or d.
  private static func span(_ seconds: Double) -> String {
    let units = [(86_400.0, "d"), (3600, "h"), (60, "min")]
    let unit = units.first { seconds.truncatingRemainder(dividingBy: $0.0) == 0 } ?? (1, "s")
    return "\(FixedPoint.brief(seconds / unit.0)) \(unit.1)"
  }

  /// A moment on the clock of the record, or the time since its beginning.
  package func moment(_ place: Double) -> String {
    beginning.map { GaugeMoment.text($0 + place) } ?? GaugeNotes.clock(max(0, place))
  }

  /// The day of a moment in s from 1970 on: `2024-06-01`.
  package static func day(_ seconds: Double) -> String {
    String(GaugeMoment.text(seconds).prefix(10))
  }

  /// What was understood, in lines of a name and a sentence.
  private func findings(
    _ reader: GaugeReader, _ unit: GaugeUnit, first: Double, count: Int, step: Double
  ) -> [(String, String)] {
    let (table, column) = (reader.table, reader.column)
    let source = column.unitSource ?? "since nothing says another unit (--unit)"
    let place = column.column.map { table.label([$0]) } ?? "each row is a tip"
    let dry = FixedPoint.trimmed(100 * (1 - wet / seconds), decimals: 1)
    let start = first - (beginning ?? first - step)
    let begin = beginning == nil ? GaugeNotes.clock(max(0, first)) : moment(start)
    let end = beginning == nil ? GaugeNotes.clock(max(0, first - step + seconds)) : moment(seconds)
    let minute = most.minute
    return [
      ("time", "\(table.label(table.time)), as \(reader.time), \(begin) to \(end)"),
      ("rain", "\(place), \(unit.text), \(source)"),
      (
        "rows", "\(count), most \(FixedPoint.brief(step)) s apart; \(dry) % of the time is dry"
      ),
      (
        "rainfall",
        minute.most > 0
          ? "hardest minute \(FixedPoint.brief(minute.most)) mm at \(moment(minute.start))"
          : "no rain"
      ),
    ]
  }

  /// The most in five minutes, in mm, and when these began.
  package var hardest: (millimeters: Double, start: Double) {
    (most.fiveMinutes.most, most.fiveMinutes.start)
  }

  /// The mean rainfall in so many equal parts of the time, in mm/h.
  package func rainfall(parts: Int) -> [Double] {
    var means = [Double](repeating: 0, count: parts)
    let length = seconds / Double(parts)
    for piece in pieces {
      let first = min(Int(piece.start / length), parts - 1)
      for part in first...max(first, min(Int(piece.end / length), parts - 1)) {
        let start = max(piece.start, Double(part) * length)
        let end = min(piece.end, Double(part + 1) * length)
        means[part] += piece.rainfall * max(0, end - start) / length
      }
    }
    return means
  }

  /// Lets a rain fall as it was measured, as loud as it is.
  package consuming func set(_ automation: inout WrittenAutomation, speed: Double) throws {
    for curve in curves(speed: speed, gain: automation.rain[.gain]) { try automation.set(curve) }
  }
}
