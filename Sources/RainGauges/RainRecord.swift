internal import RainDSP
internal import Text

/// The rain of a reading, as rainfall over time.
///
/// A row says how much has fallen since the row before. A gauge counts in tips of its bucket, or in
/// the step in which it writes amounts: the first tip after a dry time has gathered since the last
/// one, so it is spread over that time; the rest of the row fell within the row's own interval.
///
///     rows, mm     0.2                 0.2  0.8  0.4
///                   │                   │    │    │
///     rainfall     ─┤   ┌───────────────┤┌───┤    │
///                   │   │    0.2 mm      │0.8├────┤
///                   └───┘                         └──
///                   dry: rainfall would be below 0.1 mm/h
struct RainRecord {
  /// A time of even rainfall.
  struct Piece: Equatable {
    /// In s from the beginning of the record.
    var start, end: Double
    var millimeters: Double

    /// mm/h
    var rainfall: Double { millimeters / (end - start) * 3600 }
  }

  private(set) var pieces: [Piece] = []
  /// How long the record is, in s, and the rain that has been measured, in mm.
  private(set) var (seconds, millimeters) = (0.0, 0.0)
  /// The sizes of drops beside those that are usual at the rainfall, in the middle of rows, in s.
  private(set) var sizes: [(seconds: Double, factor: Double)] = []
  var notes: Notes
  /// When it begins, on the clock of the rows, in s.
  let begin: Double

  /// Reads rows; `tip` is the step of the gauge in mm, nil to find it. Throws where a counter goes
  /// back, and if there is more rain than any gauge has ever held.
  init(
    _ all: Rows, _ facts: Facts, _ reading: Reading, tip: Double?, _ notes: Notes, _ file: TableText
  ) throws(Flaw) {
    var notes = notes
    let rows = try reading.merged(all, facts, &notes, file)
    self.notes = notes
    let (kind, step, isEven, starts) = (reading.kind, facts.step, facts.isEven, rows.starts)
    // How long before its first minute a row begins.
    let distance = Self.distance(rows)
    begin = starts.first.map { $0 - distance } ?? rows.runs[0].end - step
    let counter =
      kind == .counter ? Counter(rows, isDaily: reading.isDaily, unit: reading.unit) : nil
    if let counter { try note(counter, rows, step, file) }
    // Rows an hour and more apart are sums.
    let isSum = kind.isRate || isEven && step >= 3600
    let tip =
      if let tip { tip } else if isSum { 0.0 } else {
        try Self.commonStep(reading, rows, facts, counter)
      }
    // Room that grew would be there twice for a while.
    pieces.reserveCapacity(rows.runs.count)
    var done = 0.0
    try reading.forEach(rows, facts, counter) { (last, amount, line, run) throws(Flaw) in
      let (end, ownStart) = (last - begin, starts.isEmpty ? nil : starts[run] - distance - begin)
      var start = max(seconds, ownStart ?? end - step)
      if ownStart == nil, kind.isRate, !isEven { start = seconds }
      guard start < end else { throw file.flaw("ends before it begins", line: line) }
      let hasGap = isEven || ownStart != nil
      if ownStart == nil, isEven, kind.isRunning {
        // What it has beyond the row before fell since then.
        if amount.isNaN { return }
        // A single reading that is missing is no gap.
        if start - seconds > 1.5 * step, amount > 0 {
          note(.filled, amount, line, seconds, end)
        }
        start = seconds
      } else if hasGap, start - seconds > step / 2 {
        note(.gaps, start - seconds, line, seconds, start)
        done = start
      }
      seconds = end
      if amount.isNaN {
        note(.gaps, end - start, line, start, end)
        done = end
      }
      guard amount > 0 else { return }
      millimeters += amount
      if !rows.sizes.isEmpty, !rows.sizes[run].isNaN {
        add(size: rows.sizes[run], rainfall: amount / (end - start) * 3600, at: (start + end) / 2)
      }
      // A tip has gathered since `done`.
      let part = min(tip, amount)
      let gathered = min(start, max(done, Self.latest(part, before: end)))
      let early = part * ((start - gathered) / (end - gathered))
      if early > 0 {
        add(early, from: gathered, to: start, line)
        if hasGap { self.notes.add(.spread, line: line, early, word: FixedPoint.brief(tip)) }
      }
      add(amount - early, from: max(start, Self.latest(amount - early, before: end)), to: end, line)
      done = end
    }
    // A counter without a reading.
    guard seconds > 0 else { throw file.tooShort }
    if let (line, end) = rows.winter { self.notes.add(.winter, line: line, to: end) }
    try checkRecords(rows, file)
  }

  private mutating func note(
    _ kind: Notes.Kind, _ sum: Double, _ line: Int, _ start: Double, _ end: Double
  ) {
    notes.add(kind, line: line, sum, from: start + begin, to: end + begin)
  }

  private mutating func note(
    _ counter: Counter, _ rows: Rows, _ step: Double, _ file: TableText
  ) throws(Flaw) {
    for run in counter.lost.sorted() {
      let (row, time) = (rows.runs[run], rows.runs[run].end)
      notes.add(
        .lost, line: Int(row.line), count: Int(row.count), from: max(rows.runs[0].end, time - step),
        to: row.last)
    }
    if let (run, before) = counter.broken(rows) {
      let texts = [before, rows.runs[run].reading].map(NumberText.shortest)
      throw file.flaw(
        "the counter goes back from \(texts[0]) to \(texts[1]), and not to 0; --rows amount reads "
          + "amounts of each row", line: Int(rows.runs[run].line))
    }
  }

  private mutating func add(_ amount: Double, from start: Double, to end: Double, _ line: Int) {
    let piece = Piece(start: start, end: end, millimeters: amount)
    // Too little, or too short a time, for a Double: it is in the total.
    guard end > start, piece.rainfall > 0, amount > 0 else { return }
    if piece.rainfall > Rain.rainfallRange.upperBound * 1.000_001 {
      let most = NumberText.shortest(Rain.rainfallRange.upperBound)
      notes.add(.clipped, line: line, end - start, word: most, from: start + begin, to: end + begin)
    }
    if let last = pieces.last, last.end == start,
      abs(last.rainfall - piece.rainfall) <= 1e-9 * piece.rainfall
    {
      pieces[pieces.count - 1].end = end
      pieces[pieces.count - 1].millimeters += amount
    } else {
      pieces.append(piece)
    }
  }

  private mutating func add(size: Double, rainfall: Double, at seconds: Double) {
    let range = Setting.dropSize.row.range
    let factor = size / Rain.meanSize(at: max(Rain.rainfallRange.lowerBound, rainfall))
    sizes.append((seconds, max(range.lowerBound, min(range.upperBound, factor))))
  }

  /// The step in which amounts are written: the greatest number that all are multiples of. No
  /// bucket is larger than 1 mm.
  private static func commonStep(
    _ reading: Reading, _ rows: Rows, _ facts: Facts, _ counter: Counter?
  ) throws(Flaw) -> Double {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    // Decimal fractions are whole numbers of some decimal digit.
    var (common, last) = (0, 0.0)
    try reading.forEach(rows, facts, counter) { (_, amount, _, _) throws(Flaw) in
      if amount > 0, amount != last, amount < 1e12 {
        common = divisor(common, Int((amount * 1e6).rounded()))
      }
      last = amount
    }
    return common > 1_000_000 ? 0 : Double(common) / 1e6
  }

  /// How long before its first minute a row begins, in a file that writes the beginnings of rows:
  /// the first minute of a row comes after the last one of the row before.
  private static func distance(_ rows: Rows) -> Double {
    max(0, zip(rows.starts.dropFirst(), rows.runs).map { $0 - $1.end }.min() ?? 0)
  }

  /// When so many mm may begin that end at `end`: below the least rainfall, it rains shorter.
  private static func latest(_ millimeters: Double, before end: Double) -> Double {
    end - millimeters / Rain.rainfallRange.lowerBound * 3600
  }

  /// Throws if there is more rain than any gauge has ever held.
  private func checkRecords(_ rows: Rows, _ file: TableText) throws(Flaw) {
    for (length, limit) in Facts.records {
      guard case (let most, _, let piece?) = most(in: length), most > limit else { continue }
      let span = piece.end - piece.start
      let isRow = piece.millimeters > 0.999_999 * most && span <= length
      var line = 0
      try rows.forEach { (end, _, number, _) throws(Flaw) in
        if line == 0, end > piece.end + begin - 1e-6 { line = number }
      }
      let (amount, seconds) = isRow ? (piece.millimeters, span) : (most, length)
      throw file.flaw(
        "\(FixedPoint.brief(amount)) mm in \(FixedPoint.brief(seconds)) s has never been measured; "
          + "--unit and --rows say what the numbers are", line: line)
    }
  }

  /// How long it rains, in s.
  var wet: Double { pieces.reduce(0) { $0 + $1.end - $1.start } }

  /// The most in any time of so many s, in mm, when it begins, and the time of even rainfall with
  /// which it ends. A row that is shorter than a minute and has more than 1 mm counts as if it went
  /// on.
  func most(in length: Double) -> (millimeters: Double, start: Double, piece: Piece?) {
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
}
