internal import Platform

/// The rain that a gauge has measured, as rainfall over time.
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
    var start, end: Double
    var millimeters: Double
    /// The line of the row in which it fell.
    let line: Int

    /// mm/h
    var rainfall: Double { millimeters / (end - start) * 3600 }
  }

  private(set) var pieces: [Piece] = []
  /// How long the record is, in s, and the rain that has been measured, in mm.
  package private(set) var (seconds, millimeters) = (0.0, 0.0)
  /// The sizes of drops beside those that are usual at the rainfall, in the middle of rows, in s.
  private(set) var sizes: [(seconds: Double, factor: Double)] = []
  /// The reading in words: `amounts in mm, a row in 60 s`.
  package private(set) var reading = ""
  /// The answers that were found: lines of a name and a sentence.
  package private(set) var findings: [(name: String, text: String)] = []
  /// The notes on what had to be left out or assumed, in sentences; their words for a picture, and where these lie, in s.
  package private(set) var notes: [String] = []
  package private(set) var marks: [(word: String, start: Double, end: Double)] = []
  /// When the record begins, in s from 1970 on; nil if its times have no date.
  package private(set) var beginning: Double?
  /// The time between two rows that follow each other most closely, in s.
  private(set) var shortestStep = 0.0

  /// The record in the file at `path`; `-` is standard input. Throws what the system says, or the first wrong line.
  package init(contentsOf path: String, _ format: GaugeFormat = GaugeFormat()) throws {
    let input = try InputReader(path)
    try self.init(GaugeText(input.next(), path: input.path, input), format)
  }

  package init(_ bytes: [UInt8], path: String, _ format: GaugeFormat = GaugeFormat()) throws {
    try self.init(GaugeText(bytes, path: path), format)
  }

  private init(_ file: GaugeText, _ format: GaugeFormat) throws {
    var (reader, format) = (try GaugeReader(file, format), format)
    if file.disdrometer != nil { (format.rows, format.tip) = (.amount, format.tip ?? 0) }
    guard var rows = try reader.next(), rows.count >= 2 else { throw file.tooShort }
    let inference = try GaugeInference(rows, reader, format)
    var laws = inference.laws
    let (kind, unit, step, isEven) = (laws.kind, laws.unit, laws.step, laws.isEven)
    let (first, notes) = (rows[0], reader.notes)
    inference.note(notes)
    // How long before its first minute a row begins.
    let distance = first.start == nil ? 0 : Self.distance(rows)
    let begin = first.start.map { $0 - distance } ?? first.end - step
    var (tip, count, done) = (format.tip, 0, 0.0)
    while true {
      let next = try rows.count < GaugeReader.mostRows ? nil : reader.next()
      let amounts = try laws.amounts(rows, isLast: next == nil, notes)
      let common = tip ?? (kind.isRate ? 0 : Self.commonStep(of: amounts))
      // No bucket is larger than 1 mm; rows an hour and more apart are sums.
      tip = tip ?? (common > 1 || isEven && step >= 3600 ? 0 : common)
      count += amounts.count
      for row in amounts {
        func note(_ kind: GaugeNotes.Kind, _ sum: Double, from start: Double, to end: Double) {
          notes.add(kind, line: row.line, sum, from: start + begin, to: end + begin)
        }
        func add(_ millimeters: Double, from start: Double, to end: Double) {
          let piece = Piece(start: start, end: end, millimeters: millimeters, line: row.line)
          if piece.rainfall > Rain.rainfallRange.upperBound * 1.000_001 {
            note(.clipped, end - start, from: start, to: end)
          }
          if let last = pieces.last, last.end == start,
            abs(last.rainfall - piece.rainfall) <= 1e-9 * piece.rainfall
          {
            pieces[pieces.count - 1].end = end
            pieces[pieces.count - 1].millimeters += millimeters
          } else {
            pieces.append(piece)
          }
        }
        let end = row.end - begin
        var start = max(seconds, row.start.map { $0 - distance - begin } ?? end - step)
        if row.start == nil, kind.isRate, !isEven { start = seconds }
        guard start < end else { throw file.flaw("ends before it begins", line: row.line) }
        let hasGap = isEven || row.start != nil
        if row.start == nil, isEven, kind == .counter || kind.isSum {
          // What it has beyond the row before fell since then.
          if row.amount.isNaN { continue }
          // A single reading that is missing is no gap.
          if start - seconds > 1.5 * step, row.amount > 0 {
            notes.add(.filled, line: row.line, row.amount, from: seconds + begin, to: row.end)
          }
          start = seconds
        } else if hasGap, start - seconds > step / 2 {
          note(.gaps, start - seconds, from: seconds, to: start)
          done = start
        }
        seconds = end
        if row.amount.isNaN {
          notes.add(.gaps, line: row.line, end - start, from: start + begin, to: row.end)
          done = end
        }
        guard row.amount > 0 else { continue }
        millimeters += row.amount
        if !row.size.isNaN {
          let least = max(Rain.rainfallRange.lowerBound, row.amount / (end - start) * 3600)
          let range = Setting.dropSize.row.range
          let factor = row.size / Rain.meanSize(at: least)
          sizes.append(
            ((start + end) / 2, max(range.lowerBound, min(range.upperBound, factor))))
        }
        // A tip has gathered since `done`.
        let tip = min(tip ?? 0, row.amount)
        let gathered = min(start, max(done, Self.latest(tip, before: end)))
        let early = tip * ((start - gathered) / (end - gathered))
        if early > 0 {
          add(early, from: gathered, to: start)
          if hasGap { notes.add(.spread, line: row.line, early) }
        }
        add(
          row.amount - early, from: max(start, Self.latest(row.amount - early, before: end)),
          to: end)
        done = end
      }
      guard let next else { break }
      rows = next
    }
    // A counter without a reading.
    guard seconds > 0 else { throw file.tooShort }
    try checkRecords(file)
    // Rain as hard as no rain is: the numbers count something else than seconds.
    if reader.isUnknownCount, first.end < 3e8,
      millimeters > Rain.rainfallRange.upperBound / 3600 * wet
    {
      throw file.flaw(
        "has times without a unit, and as seconds more than 200 mm/h; --time-format minutes or --time-format seconds says it",
        line: rows[0].line)
    }
    shortestStep = inference.shortestStep
    if reader.pattern.isDated || first.end > 3e8 { beginning = begin }
    self.notes = notes.sentences(name: reader.column.name.text, tip: tip ?? 0)
    marks = notes.marks.map { ($0.word, $0.start - begin, $0.end - begin) }
    reading = "\(kind.text) \(unit.text), a row in \(Self.span(step))"
    let (column, table) = (reader.column, reader.table)
    let area = file.disdrometer.map { "drops on \(FixedPoint.brief($0.area / 100)) cm²" }
    let label = area ?? column.index.map { table.label([$0]) } ?? "each row is a tip"
    let source = column.unitSource ?? "since nothing says another unit (--unit)"
    let start = first.end - step
    let (from, to) =
      beginning.map { (moment(first.end - $0), moment(seconds)) }
      ?? (GaugeNotes.clock(max(0, first.end)), GaugeNotes.clock(max(0, start + seconds)))
    let (most, at, _) = most(in: 60)
    let dry = FixedPoint.trimmed(100 * (1 - wet / seconds), decimals: 1)
    let hardest = "hardest minute \(FixedPoint.brief(most)) mm at \(moment(at))"
    findings = [
      ("time", "\(table.label(table.time)), as \(reader.pattern.text), \(from) to \(to)"),
      ("rain", "\(label), \(unit.text), \(source)"),
      ("rows", "\(count), most \(FixedPoint.brief(step)) s apart; \(dry) % of the time is dry"),
      ("rainfall", most > 0 ? hardest : "no rain"),
    ]
    if file.disdrometer != nil { tell(reader.drops, step: step) }
  }

  /// Tells what telegrams have, and whether the instrument itself has other rain.
  private mutating func tell(
    _ drops: (all: Int, counted: Int, rainfall: Double, millimeters: Double), step: Double
  ) {
    let share = FixedPoint.trimmed(
      100 * Double(drops.all - drops.counted) / Double(max(1, drops.all)), decimals: 1)
    findings.append(
      (
        "drops",
        "\(drops.counted); \(share) % more fall too slowly or too fast for their size, or are too large, and are left out"
      ))
    let factors = sizes.map(\.factor).sorted().map { FixedPoint.trimmed($0, decimals: 2) }
    if let low = factors.first, let high = factors.last {
      findings.append(("sizes", "\(low) to \(high) times those that are usual at the rainfall"))
    }
    let (own, drop) = (drops.rainfall * step / 3600, drops.millimeters)
    guard max(own, drop) > 1.5 * min(own, drop), own > 0 || drop > 0.1 else { return }
    notes.append(
      "the drops have \(FixedPoint.brief(drop)) mm where the instrument itself tells "
        + "\(FixedPoint.brief(own)) mm")
  }

  /// The step in which amounts are written: the greatest number that all are multiples of.
  private static func commonStep(of rows: ArraySlice<GaugeRow>) -> Double {
    let amounts = rows.lazy.map(\.amount).filter { $0 > 0 }
    guard let smallest = amounts.min() else { return 0 }
    // Decimal fractions are whole numbers of some decimal digit.
    var scale = 1.0
    while smallest * scale < 1000, scale < 1e12 { scale *= 10 }
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    return Double(amounts.reduce(0) { divisor($0, Int(($1 * scale).rounded())) }) / scale
  }

  /// How long before its first minute a row begins, in a file that writes the beginnings of rows: the first minute of a
  /// row comes after the last one of the row before.
  private static func distance(_ rows: [GaugeRow]) -> Double {
    let distances = zip(rows.dropFirst(), rows).map { ($0.start ?? $1.end) - $1.end }.sorted()
    let distance = distances.middle
    let isSame = distances.count { abs($0 - distance) < 1e-3 } * 2 > distances.count
    return isSame && distance > 0 ? distance : 0
  }

  /// When so many mm may begin that end at `end`: below the least rainfall, it rains shorter.
  private static func latest(_ millimeters: Double, before end: Double) -> Double {
    end - millimeters / Rain.rainfallRange.lowerBound * 3600
  }

  /// Throws if there is more rain than any gauge has ever held.
  private func checkRecords(_ file: GaugeText) throws(Flaw) {
    for (length, limit) in GaugeLaws.records {
      guard case (let most, _, let piece?) = most(in: length), most > limit else { continue }
      let span = piece.end - piece.start
      let isRow = piece.millimeters > 0.999_999 * most && span <= length
      let (amount, seconds) = isRow ? (piece.millimeters, span) : (most, length)
      throw file.flaw(
        "\(FixedPoint.brief(amount)) mm in \(FixedPoint.brief(seconds)) s has never been measured; "
          + "--unit and --rows say what the numbers are", line: piece.line)
    }
  }
}

extension GaugeRecord {
  package var report: String {
    (findings + notes.map { ("note", $0) })
      .map { "\($0)\(String(repeating: " ", count: 10 - $0.utf8.count))\($1)\n" }.joined()
  }

  /// The total and the length: `1.8 mm in 20:00`.
  package var sentence: String {
    "\(FixedPoint.trimmed(millimeters, decimals: 2)) mm in \(GaugeNotes.clock(seconds))"
  }

  private var wet: Double { pieces.reduce(0) { $0 + $1.end - $1.start } }

  private static func span(_ seconds: Double) -> String {
    let units = [(86_400.0, "d"), (3600, "h"), (60, "min")]
    let unit = units.first { seconds.truncatingRemainder(dividingBy: $0.0) == 0 } ?? (1, "s")
    return "\(FixedPoint.brief(seconds / unit.0)) \(unit.1)"
  }

  package func moment(_ offset: Double) -> String {
    beginning.map { GaugeMoment.text($0 + offset) } ?? GaugeNotes.clock(max(0, offset))
  }

  /// The day of a moment in s from 1970 on: `2024-06-01`.
  package static func day(_ seconds: Double) -> String {
    String(GaugeMoment.text(seconds).prefix(10))
  }

  /// The most in five minutes, in mm, and when these began.
  package var hardest: (millimeters: Double, start: Double) {
    let most = most(in: 300)
    return (most.millimeters, most.start)
  }

  /// The most in any time of so many s, in mm, when it begins, and the time of even rainfall with which it ends. A row that is
  /// shorter than a minute and has more than 1 mm counts as if it went on.
  private func most(in length: Double) -> (millimeters: Double, start: Double, piece: Piece?) {
    var most = (millimeters: 0.0, start: 0.0, piece: Piece?.none)
    var (sum, first) = (0.0, 0)
    for (index, piece) in pieces.enumerated() {
      sum += piece.millimeters
      while pieces[first].end <= piece.end - length {
        sum -= pieces[first].millimeters
        first += 1
      }
      if first == index { sum = piece.millimeters }
      // It ends with the piece, or begins with it.
      let (head, begin) = (pieces[first], max(piece.end - length, 0))
      let outside = head.rainfall * max(0, begin - head.start) / 3600
      let amount = max(sum - outside, piece.rainfall * min(length, piece.end - piece.start) / 3600)
      if amount > most.millimeters * 1.000_001 { most = (amount, max(begin, head.start), piece) }
    }
    return most
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
}
