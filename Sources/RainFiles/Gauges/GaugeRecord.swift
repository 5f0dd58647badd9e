internal import RainDSP
package import Text

/// What a rain gauge has measured, as rainfall over time.
///
/// A row says how much has fallen since the row before. A gauge counts in tips of its bucket, or in the
/// least amount that it writes: the first tip after a dry time has gathered since the last one, so it is
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

  /// Rows without a value, or times without a row.
  package struct Gaps: Sendable, Equatable {
    /// In s.
    package fileprivate(set) var seconds = 0.0
    /// The line of the first.
    package fileprivate(set) var firstLine: Int?

    fileprivate mutating func add(_ seconds: Double, line: Int) {
      self.seconds += seconds
      if firstLine == nil { firstLine = line }
    }
  }

  /// More than has ever been measured: 31.2 mm in a minute (Unionville, Maryland, 4 July 1956).
  private static let mostMillimetersPerHour = 2000.0

  /// The times with rain, in order.
  private(set) var pieces: [Piece] = []
  /// How long the record is, in s.
  package let seconds: Double
  /// What has been measured, in mm.
  package private(set) var millimeters = 0.0
  package private(set) var gaps = Gaps()
  /// The rows with more rainfall than a rain can have, which have the most that it can.
  package private(set) var clipped = Gaps()

  /// The name of the column with the amounts; empty if each row is a tip.
  package let column: String
  /// Whether neither a person nor the file says which unit the amounts have, so that they are mm.
  package let isUnitAssumed: Bool
  /// Whether the numbers of the gauge never fall, as those of a counter do, and are read as amounts.
  package let seemsTotal: Bool
  /// The time between two rows that follow each other most closely, in s.
  let shortestStep: Double

  /// The record in the file at `path`; `-` is standard input.
  ///
  /// - Throws: What the system says, or the first wrong line.
  package init(
    contentsOf path: String, _ format: GaugeFormat = GaugeFormat()
  ) throws {
    try self.init(GaugeText(contentsOf: path), format)
  }

  /// The record in the bytes of a file.
  package init(
    _ bytes: [UInt8], path: String, _ format: GaugeFormat = GaugeFormat()
  ) throws(Flaw) {
    try self.init(GaugeText(bytes, path: path), format)
  }

  private init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let rows = try GaugeRows(file, format)
    let (ends, unit) = (rows.ends, rows.column.unit)
    var intervals = zip(ends.dropFirst(), ends).map { $0 - $1 }
    intervals.sort()
    // The interval of most rows.
    let step = intervals[intervals.count / 2]
    shortestStep = intervals[0]
    // Rows come at even times, or whenever the bucket tips.
    let isEven = intervals.count(where: { abs($0 - step) <= 0.01 * step }) * 2 >= intervals.count
    try rows.column.checkName(step: step, firstLine: rows.lines[0], file)
    column = rows.column.name
    isUnitAssumed = rows.column.isUnitAssumed
    seemsTotal = rows.neverFall && !unit.isTotal && unit.seconds == nil
    let starts = rows.starts.map { Self.starts($0, ends) }
    let beginning = starts?[0] ?? ends[0] - step
    seconds = ends[ends.count - 1] - beginning
    let tip = (rows.amounts.lazy.filter { $0 > 0 }.min() ?? 0) * unit.millimeters
    pieces.reserveCapacity(ends.count)
    // Until when the amounts are known and spread.
    var done = 0.0
    var before = 0.0
    for (index, amount) in rows.amounts.enumerated() {
      let line = rows.lines[index]
      let end = ends[index] - beginning
      let start = max(before, starts.map { $0[index] - beginning } ?? end - step)
      guard start < end else { throw file.flaw(line, "ends before it begins") }
      if isEven || starts != nil, start - before > step / 2 {
        gaps.add(start - before, line: line)
        done = start
      }
      before = end
      if amount.isNaN {
        gaps.add(end - start, line: line)
        done = end
        continue
      }
      let measured = amount * unit.millimeters * (unit.seconds.map { (end - start) / $0 } ?? 1)
      guard measured > 0 else { continue }
      if measured / (end - start) * 3600 > Self.mostMillimetersPerHour, isEven {
        throw file.flaw(
          line,
          "\(FixedPoint.brief(measured)) mm in \(FixedPoint.brief(end - start)) s has never been "
            + "measured; is the unit right, or is it a total? (--unit)")
      }
      millimeters += measured
      add(measured, from: start, to: end, tip: min(tip, measured), since: done, line: line)
      done = end
    }
  }

  /// When rows begin of which a file writes the beginning. Where the first minute of a row comes after the
  /// last one of the row before, the row begins with its first minute.
  private static func starts(_ first: [Double], _ ends: [Double]) -> [Double] {
    let distances = zip(first.dropFirst(), ends).map { $0 - $1 }
    let distance = distances.sorted()[distances.count / 2]
    let isSame = distances.count(where: { abs($0 - distance) < 1e-3 }) * 2 > distances.count
    return isSame && distance > 0 ? first.map { $0 - distance } : first
  }

  /// Adds what has fallen until `end`: a tip since `done`, the rest since `start`, in s.
  private mutating func add(
    _ millimeters: Double, from start: Double, to end: Double, tip: Double, since done: Double,
    line: Int
  ) {
    // Below the least rainfall, it rains shorter.
    func latest(_ millimeters: Double) -> Double {
      end - millimeters / Rain.rainfallRange.lowerBound * 3600
    }
    guard done < start else {
      append(
        Piece(start: max(start, latest(millimeters)), end: end, rainfall: 0), millimeters, line)
      return
    }
    let gathered = min(start, max(done, latest(tip)))
    let share = (start - gathered) / (end - gathered)
    if share > 0 {
      append(Piece(start: gathered, end: start, rainfall: 0), tip * share, line)
    }
    let rest = millimeters - tip * share
    append(Piece(start: max(start, latest(rest)), end: end, rainfall: 0), rest, line)
  }

  private mutating func append(_ piece: Piece, _ millimeters: Double, _ line: Int) {
    var piece = piece
    piece.rainfall = millimeters / (piece.end - piece.start) * 3600
    if piece.rainfall > Rain.rainfallRange.upperBound * 1.000_001 {
      clipped.add(piece.end - piece.start, line: line)
    }
    // What is left over is the error of a rounding.
    piece.rainfall = min(
      max(piece.rainfall, Rain.rainfallRange.lowerBound), Rain.rainfallRange.upperBound)
    if let last = pieces.last, last.end == piece.start,
      abs(last.rainfall - piece.rainfall) <= 1e-9 * piece.rainfall
    {
      pieces[pieces.count - 1].end = piece.end
    } else {
      pieces.append(piece)
    }
  }
}

extension GaugeRecord {
  /// The total and the length: `1.8 mm in 20:00`.
  package var sentence: String {
    "\(FixedPoint.trimmed(millimeters, decimals: 2)) mm in \(Self.clock(seconds))"
  }

  private static func clock(_ seconds: Double) -> String {
    Duration.seconds(Int(seconds.rounded())).clockText
  }

  /// What had to be left out or assumed, in sentences.
  package var notes: [String] {
    var notes: [String] = []
    if let line = gaps.firstLine {
      notes.append("\(Self.clock(gaps.seconds)) without a value, first in line \(line), are dry")
    }
    if let line = clipped.firstLine {
      notes.append(
        "\(Self.clock(clipped.seconds)), first in line \(line), have more than "
          + "\(NumberText.shortest(Rain.rainfallRange.upperBound)) mm/h, the most that a rain can have"
      )
    }
    if isUnitAssumed, !column.isEmpty {
      notes.append("\(column.quoted) has no unit and is read as mm (--unit)")
    }
    if seemsTotal {
      notes.append("the amounts never fall, as if they counted on; --unit total reads a counter")
    }
    return notes
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
