internal import Platform
internal import RainDSP
internal import Text

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
  /// The unit of the amounts.
  package enum Unit: String, Sendable, CaseIterable {
    /// A row.
    case millimeters = "mm"
    case millimetersPerHour = "mm/h"
    /// A row.
    case inches = "in"
  }

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
  /// The longest file: some years of minutes.
  private static let longestBytes = 1 << 28

  /// The times with rain, in order.
  private(set) var pieces: [Piece] = []
  /// How long the record is, in s.
  package let seconds: Double
  /// What has been measured, in mm.
  package private(set) var millimeters = 0.0
  package private(set) var gaps = Gaps()
  /// The rows with more rainfall than a rain can have, which have the most that it can.
  package private(set) var clipped = Gaps()

  /// The record in a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - column: the name of the column with the amounts; nil to find it.
  ///   - unit: of the amounts; nil: inches in a file of ASOS, or else mm.
  /// - Throws: What the system says, or the first wrong line.
  package init(
    contentsOf path: String, column: String? = nil, unit: Unit? = nil
  ) throws(GaugeError) {
    var table = GaugeTable(path: path, column: column)
    var failure: GaugeError?
    do throws(InputError) {
      try readFile(path, limit: Self.longestBytes) { chunk in
        do throws(GaugeError) {
          try table.append(chunk)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw .unreadable(error)
    }
    if let failure { throw failure }
    try self.init(&table, path: path, unit: unit)
  }

  /// The record in the bytes of a file.
  package init(
    _ bytes: [UInt8], path: String, column: String? = nil, unit: Unit? = nil
  ) throws(GaugeError) {
    var table = GaugeTable(path: path, column: column)
    try table.append(bytes[...])
    try self.init(&table, path: path, unit: unit)
  }

  private init(_ table: inout GaugeTable, path: String, unit: Unit?) throws(GaugeError) {
    try table.finish()
    let rows = table.rows
    guard rows.count >= 2 else { throw .tooShort(path: path) }
    let intervals = zip(rows.dropFirst(), rows).map { $0.time - $1.time }
    // The interval of most rows.
    let step = intervals.sorted()[intervals.count / 2]
    // Rows come at even times, or whenever the bucket tips.
    let isEven = intervals.count(where: { abs($0 - step) <= 0.01 * step }) * 2 >= intervals.count
    let beginning = rows[0].time - step
    seconds = rows[rows.count - 1].time - beginning
    let unit = unit ?? (table.isASOS ? .inches : .millimeters)
    let scale =
      switch unit {
      case .millimeters: 1.0
      case .millimetersPerHour: step / 3600
      case .inches: 25.4
      }
    let tip = (rows.compactMap(\.amount).filter { $0 > 0 }.min() ?? 0) * scale
    // Until when the amounts are known and spread.
    var done = 0.0
    var before = 0.0
    for row in rows {
      let end = row.time - beginning
      let start = max(before, end - step)
      if isEven, start - before > step / 2 {
        gaps.add(start - before, line: row.line)
        done = start
      }
      before = end
      guard let amount = row.amount else {
        gaps.add(end - start, line: row.line)
        done = end
        continue
      }
      let measured =
        unit == .millimetersPerHour ? amount * (end - start) / 3600 : amount * scale
      guard measured > 0 else { continue }
      if measured / (end - start) * 3600 > Self.mostMillimetersPerHour, isEven {
        throw .row(
          path: path, line: row.line,
          "\(FixedPoint.brief(measured)) mm in \(FixedPoint.brief(end - start)) s has never been "
            + "measured; is the unit right? (--unit)")
      }
      millimeters += measured
      add(measured, from: start, to: end, tip: min(tip, measured), since: done, line: row.line)
      done = end
    }
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
