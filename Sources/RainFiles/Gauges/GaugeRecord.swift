internal import RainDSP
package import Text

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

  /// More than has ever been measured: 31.2 mm in a minute (Unionville, Maryland, 4 July 1956).
  private static let mostMillimetersPerHour = 2000.0

  /// The times with rain, in order.
  private(set) var pieces: [Piece] = []
  /// How long the record is, in s.
  package let seconds: Double
  /// What has been measured, in mm.
  package private(set) var millimeters = 0.0
  /// What was understood: lines of a name and a sentence.
  package private(set) var findings: [(name: String, text: String)] = []
  /// What had to be left out or assumed, in sentences.
  package private(set) var notes: [String] = []
  /// The time between two rows that follow each other most closely, in s.
  let shortestStep: Double

  /// The record in the file at `path`; `-` is standard input.
  ///
  /// - Throws: What the system says, or the first wrong line.
  package init(contentsOf path: String, _ format: GaugeFormat = GaugeFormat()) throws {
    try self.init(GaugeText(contentsOf: path), format)
  }

  /// The record in the bytes of a file.
  package init(_ bytes: [UInt8], path: String, _ format: GaugeFormat = GaugeFormat()) throws(Flaw) {
    try self.init(GaugeText(bytes, path: path), format)
  }

  private init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let rows = try GaugeRows(file, format)
    let (ends, unit) = (rows.ends, rows.column.unit)
    let steps = ends.steps
    // That of most rows. Rows come at even times, or whenever the bucket tips.
    let step = steps[steps.count / 2]
    let isEven = steps.count { abs($0 - step) <= 0.01 * step } * 2 >= steps.count
    shortestStep = steps[0]
    try rows.column.checkName(
      step: step, isUnitGiven: format.unit != nil, firstLine: rows.lines[0], file)
    let starts = rows.starts.map { Self.starts($0, ends) }
    let beginning = starts?[0] ?? ends[0] - step
    seconds = ends[ends.count - 1] - beginning
    // A rainfall is measured in its row, and does not gather.
    let tip =
      format.tip ?? (unit.seconds == nil ? Self.commonStep(of: rows.amounts) * unit.millimeters : 0)
    var tallies = rows.notes
    if rows.column.column != nil, rows.column.unitSource == nil, rows.table.hasNames {
      tallies.add(.unit, line: rows.lines[0])
    }
    pieces.reserveCapacity(ends.count)
    // Until when the amounts are known and spread.
    var (done, before) = (0.0, 0.0)
    for (index, amount) in rows.amounts.enumerated() {
      let (line, end) = (rows.lines[index], ends[index] - beginning)
      let start = max(before, starts.map { $0[index] - beginning } ?? end - step)
      guard start < end else { throw file.flaw(line, "ends before it begins") }
      if isEven || starts != nil, start - before > step / 2 {
        tallies.add(.gaps, line: line, start - before)
        done = start
      }
      before = end
      if amount.isNaN {
        tallies.add(.gaps, line: line, end - start)
        done = end
        continue
      }
      let measured = amount * unit.millimeters * (unit.seconds.map { (end - start) / $0 } ?? 1)
      guard measured > 0 else { continue }
      if measured / (end - start) * 3600 > Self.mostMillimetersPerHour, isEven {
        throw file.flaw(
          line,
          "\(FixedPoint.brief(measured)) mm in \(FixedPoint.brief(end - start)) s has never been measured; "
            + "--unit says what the numbers are")
      }
      millimeters += measured
      // A tip has gathered since `done`.
      let first = min(tip, measured)
      let gathered = min(start, max(done, Self.latest(first, before: end)))
      let early = first * ((start - gathered) / (end - gathered))
      if early > 0 {
        add(early, from: gathered, to: start, line: line, &tallies)
        if isEven || starts != nil { tallies.add(.spread, line: line, early) }
      }
      let rest = measured - early
      add(rest, from: max(start, Self.latest(rest, before: end)), to: end, line: line, &tallies)
      done = end
    }
    findings = findings(rows, step: step)
    notes = tallies.sentences(file, name: rows.column.name, tip: tip)
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

  /// When rows begin, in a file that writes the beginnings of rows. Where the first minute of a row comes after the
  /// last one of the row before, the row begins with its first minute.
  private static func starts(_ first: [Double], _ ends: [Double]) -> [Double] {
    let distances = zip(first.dropFirst(), ends).map { $0 - $1 }
    let distance = distances.sorted()[distances.count / 2]
    let isSame = distances.count(where: { abs($0 - distance) < 1e-3 }) * 2 > distances.count
    return isSame && distance > 0 ? first.map { $0 - distance } : first
  }

  /// When so many mm may begin that end at `end`: below the least rainfall, it rains shorter.
  private static func latest(_ millimeters: Double, before end: Double) -> Double {
    end - millimeters / Rain.rainfallRange.lowerBound * 3600
  }

  /// Adds even rain.
  private mutating func add(
    _ millimeters: Double, from start: Double, to end: Double, line: Int, _ notes: inout GaugeNotes
  ) {
    let range = Rain.rainfallRange
    let exact = millimeters / (end - start) * 3600
    if exact > range.upperBound * 1.000_001 { notes.add(.clipped, line: line, end - start) }
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

  /// What was understood, in lines of a name and a sentence.
  private func findings(_ rows: GaugeRows, step: Double) -> [(String, String)] {
    func moment(_ seconds: Double) -> String {
      rows.isDated || seconds > 3e8 ? GaugeMoment.text(seconds) : GaugeNotes.clock(max(0, seconds))
    }
    let (table, column, last) = (rows.table, rows.column, rows.ends[rows.ends.count - 1])
    let source = column.unitSource ?? "since nothing says another unit (--unit)"
    let place = column.column.map { table.label([$0]) } ?? "each row is a tip"
    let wet = pieces.reduce(0) { $0 + $1.end - $1.start }
    let dry = FixedPoint.trimmed(100 * (1 - wet / seconds), decimals: 1)
    let (most, start) = hardestMinute
    let hardest = "\(FixedPoint.brief(most)) mm at \(moment(last - seconds + start))"
    return [
      (
        "time",
        "\(table.label(table.time)), as \(rows.time), \(moment(rows.ends[0])) to \(moment(last))"
      ),
      ("rain", "\(place), \(column.unit.text), \(source)"),
      (
        "rows",
        "\(rows.ends.count), most \(FixedPoint.brief(step)) s apart; \(dry) % of the time is dry"
      ), ("rainfall", most > 0 ? "hardest minute \(hardest)" : "no rain"),
    ]
  }

  /// The most in a minute, in mm, and when it began.
  private var hardestMinute: (millimeters: Double, start: Double) {
    var (best, place) = (0.0, 0.0)
    var (sum, first) = (0.0, 0)
    for piece in pieces {
      // The minute ends with this piece, or begins with it.
      sum += piece.millimeters
      while pieces[first].end <= piece.end - 60 {
        sum -= pieces[first].millimeters
        first += 1
      }
      let start = max(piece.end - 60, 0)
      let outside = pieces[first].rainfall * max(0, start - pieces[first].start) / 3600
      let most = max(sum - outside, piece.rainfall * min(60, piece.end - piece.start) / 3600)
      if most > best * 1.000_001 { (best, place) = (most, max(start, pieces[first].start)) }
    }
    return (best, place)
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
    for curve in curves(speed: speed, gain: automation.rain.gain) { try automation.set(curve) }
  }
}
