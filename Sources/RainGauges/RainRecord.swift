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
    _ all: [Row], _ facts: Facts, _ reading: Reading, tip: Double?, _ notes: Notes,
    _ file: TableText
  ) throws(Flaw) {
    self.notes = notes
    let rows = try reading.merged(all, facts, &self.notes, file)
    let (kind, step, isEven) = (reading.kind, facts.step, facts.isEven)
    // How long before its first minute a row begins, in a file that writes the beginnings of rows:
    // the first minute of a row comes after the last one of the row before.
    let distance = max(0, zip(rows.dropFirst(), rows).lazy.map { $0.start - $1.end }.min() ?? 0)
    begin = rows[0].start.isNaN ? rows[0].end - step : rows[0].start - distance
    let counter =
      kind == .counter ? Counter(rows, isDaily: reading.isDaily, unit: reading.unit) : nil
    if let counter { try note(counter, rows, step, file) }
    let amounts = reading.amounts(rows, facts, counter)
    // Rows an hour and more apart are sums.
    let isSum = kind.isRate || isEven && step >= 3600
    let tip = tip ?? (isSum ? 0 : Self.commonStep(amounts))
    // Room that grew would be there twice for a while.
    pieces.reserveCapacity(amounts.count { $0 > 0 })
    var done = 0.0
    for (row, amount) in zip(rows, amounts) {
      let (end, line, isOwn) = (row.end - begin, Int(row.line), !row.start.isNaN)
      var start = max(seconds, isOwn ? row.start - distance - begin : end - step)
      if !isOwn, kind.isRate, !isEven { start = seconds }
      guard start < end else { throw file.flaw("ends before it begins", line: line) }
      let hasGap = isEven || isOwn
      if !isOwn, isEven, kind.isRunning {
        // What it has beyond the row before fell since then.
        if amount.isNaN { continue }
        // A single reading that is missing is no gap.
        if start - seconds > 1.5 * step, amount > 0 {
          self.notes.add(.filled, line: line, amount, from: seconds, to: end)
        }
        start = seconds
      } else if hasGap, start - seconds > step / 2 {
        self.notes.add(.gaps, line: line, start - seconds, from: seconds, to: start)
        done = start
      }
      seconds = end
      if amount.isNaN {
        self.notes.add(.gaps, line: line, end - start, from: start, to: end)
        done = end
      }
      guard amount > 0 else { continue }
      millimeters += amount
      if !row.size.isNaN {
        add(size: Double(row.size), rainfall: amount / (end - start) * 3600, at: (start + end) / 2)
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
    try checkRecords(rows, file)
  }

  private mutating func note(
    _ counter: Counter, _ rows: [Row], _ step: Double, _ file: TableText
  ) throws(Flaw) {
    for (row, amount) in zip(rows, counter.amounts) where amount.isNaN && !row.reading.isNaN {
      notes.add(
        .lost, line: Int(row.line), from: max(rows[0].end, row.end - step) - begin,
        to: row.end - begin)
    }
    if let (row, before) = counter.broken(rows) {
      let texts = [before, rows[row].reading].map(NumberText.shortest)
      throw file.flaw(
        "the counter goes back from \(texts[0]) to \(texts[1]), and not to 0; --rows amount reads "
          + "amounts of each row", line: Int(rows[row].line))
    }
  }

  private mutating func add(_ amount: Double, from start: Double, to end: Double, _ line: Int) {
    let piece = Piece(start: start, end: end, millimeters: amount)
    // Too little, or too short a time, for a Double: it is in the total.
    guard end > start, piece.rainfall > 0, amount > 0 else { return }
    if piece.rainfall > Rain.rainfallRange.upperBound * 1.000_001 {
      let most = NumberText.shortest(Rain.rainfallRange.upperBound)
      notes.add(.clipped, line: line, end - start, word: most, from: start, to: end)
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
  private static func commonStep(_ amounts: [Double]) -> Double {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    // Decimal fractions are whole numbers of some decimal digit.
    var (common, last) = (0, 0.0)
    for amount in amounts where amount > 0 && amount != last && amount < 1e12 {
      common = divisor(common, Int((amount * 1e6).rounded()))
      last = amount
    }
    return common > 1_000_000 ? 0 : Double(common) / 1e6
  }

  /// When so many mm may begin that end at `end`: below the least rainfall, it rains shorter.
  private static func latest(_ millimeters: Double, before end: Double) -> Double {
    end - millimeters / Rain.rainfallRange.lowerBound * 3600
  }

  /// Throws if there is more rain than any gauge has ever held.
  private func checkRecords(_ rows: [Row], _ file: TableText) throws(Flaw) {
    for (length, limit) in Facts.records {
      guard case (let most, _, let piece?) = most(in: length), most > limit else { continue }
      let span = piece.end - piece.start
      let isRow = piece.millimeters > 0.999_999 * most && span <= length
      let row = rows.first { $0.end > piece.end + begin - 1e-6 }
      let (amount, seconds) = isRow ? (piece.millimeters, span) : (most, length)
      throw file.flaw(
        "\(FixedPoint.brief(amount)) mm in \(FixedPoint.brief(seconds)) s has never been measured; "
          + "--unit and --rows say what the numbers are", line: Int(row?.line ?? 0))
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
