internal import RainPresets
internal import Text

extension [Double] {
  /// How far each lies from the one before, in order of length.
  var steps: [Double] { zip(dropFirst(), self).map(-).sorted() }
  /// The middle one of numbers in order; 0 without any.
  var middle: Double { isEmpty ? 0 : self[count / 2] }
}

/// The times of the rows of a rain gauge. How they are written is found from the first rows
/// together: each format that reads the first is tried on the others, and one that cannot read a
/// row is dropped.
struct Times {
  /// The times as one format reads them: from 1970 on, from midnight, or from any beginning.
  private struct Reading {
    var format: TimeFormat
    var seconds: [Double] = []
    /// Midnights that have passed, of a clock, and the last time.
    var (days, last) = (0.0, -Double.infinity)
    var date: TimeFormat.Date?

    init(_ format: TimeFormat) { self.format = format }

    /// Takes the time of the next row; false if it is written in another way.
    mutating func append(_ text: Field) -> Bool {
      guard var moment = format.seconds(text, &date) else { return false }
      moment += days * 86_400
      // A clock that goes back by more than half a day has passed midnight.
      if !format.isDated, format.count == nil, last - moment > 43_200 {
        days += 1
        moment += 86_400
      }
      last = moment
      seconds.append(moment)
      return true
    }

    /// How many rows lie before the one before, or behind it where the newest come first.
    var falls: Int {
      let pairs = zip(seconds, seconds.dropFirst())
      let (rises, falls) = (pairs.count(where: <), pairs.count(where: >))
      return format.isDated || seconds.first ?? 0 > 3e8 ? min(rises, falls) : falls
    }

    /// Whether every row lies as far from the one before as any other, within a day.
    var isEven: Bool {
      let steps = zip(seconds.dropFirst(), seconds).map { abs($0 - $1) }.sorted()
      return steps[0] < 86_400 && steps[steps.count - 1] - steps[0] < 1e-3
    }

    func hasSteps(of other: Self) -> Bool {
      let distance = other.seconds[0] - seconds[0]
      return zip(seconds, other.seconds).allSatisfy { abs($1 - $0 - distance) < 1e-3 }
    }
  }

  static let remedy =
    "--time-format says how it is written, such as '%d.%m.%Y %H:%M', or '%M:%S' for minutes"
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, \(remedy)"

  private var readings: [Reading]
  /// Whether it is known how times are written, whether rows have been read, and whether a person
  /// says it.
  private var (isChosen, hasRows, isSaid) = (false, false, false)
  /// Whether a person or the name of the column says what numbers count, or that they are dates.
  let isCount: Bool
  private let isDate: Bool

  /// The times as they are written in `format`; nil to find it. The name of the column may say that
  /// it counts seconds, minutes, hours or days.
  init(format: TimeFormat?, name: ColumnName) {
    let lengths = name.words.compactMap { word in
      ["days": 86_400, "elapsed": 1][word] ?? Duration(written: "1\(word)")?.inSeconds
    }
    let unit = TimeFormat.Count.all.first { lengths.contains($0.seconds) }
    (isSaid, isCount, isDate) = (format != nil, format != nil || unit != nil, name.has(.date))
    let isHour = name.words.contains { ColumnName($0).datePart == "%H" }
    let dates = (format.map { [$0] } ?? TimeFormat.dates).flatMap { $0.variants(isHour: isHour) }
    // The first format that can read all rows counts.
    let formats =
      format != nil
      ? dates
      : (unit.map { [TimeFormat($0)] } ?? []) + dates
        + [.clock] + (unit == nil ? [TimeFormat(.seconds)] : [])
    readings = formats.map { Reading($0) }
  }

  var format: TimeFormat { readings[0].format }
  var isCalendar: Bool { format.isDated || readings[0].last > 3e8 }

  mutating func append(_ text: Field, line: Int, of file: TableText) throws(Flaw) {
    let text = isSaid ? text : text.plainTime
    if readings.count == 1, readings[0].append(text) { return }
    let right = readings.indices.filter { readings[$0].append(text) }
    if right.isEmpty {
      let source = isSaid ? "--time-format says" : hasRows ? "in the rows before" : nil
      let flaw = source.map {
        "is no time as \($0), \(readings[0].format.text.quoted); \(Self.remedy)"
      }
      throw file.flaw("\(text.string.quoted) \(flaw ?? Self.noTime)", line: line)
    }
    hasRows = true
    readings = right.map { readings[$0] }
  }

  /// The times of the rows since the last call, by the first format with which fewest lie before
  /// the one above them. Throws if they can be read in several ways.
  mutating func take(_ line: Int, of file: TableText) throws(Flaw) -> [Double] {
    if !isChosen { readings = [try chosen(line, of: file)] }
    isChosen = true
    defer { readings[0].seconds.removeAll(keepingCapacity: true) }
    return readings[0].seconds
  }

  private func chosen(_ line: Int, of file: TableText) throws(Flaw) -> Reading {
    let falls = readings.map(\.falls)
    let ordered = zip(readings, falls).filter { $0.1 == falls.min() }.map(\.0)
    var first = ordered[0]
    if first.seconds.count < 2 || first.format.count != nil && isCount { return first }
    if let count = first.format.count {
      if let days = try days(first, line, file) {
        first.seconds = first.seconds.map { ($0 / count.seconds + (days.firstDay ?? 0)) * 86_400 }
        first.format = TimeFormat(days)
      }
      return first
    }
    let ways = ordered.filter { $0.format.isDated && !$0.hasSteps(of: first) }
    guard !ways.isEmpty, first.format.isDated else { return first }
    let even = ([first] + ways).filter(\.isEven)
    if let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) { return only }
    let formats = ([first] + ways).map { "'\($0.format.text)'" }.joined(separator: " or ")
    throw file.flaw(
      "the dates can be read in several ways; choose --time-format \(formats)", line: line)
  }

  /// The days that numbers without a unit count: those of a spreadsheet begin in 1900, Julian days
  /// long ago.
  private func days(
    _ reading: Reading, _ line: Int, _ file: TableText
  ) throws(Flaw) -> TimeFormat.Count? {
    let count = TimeFormat.Count.all.first { count in
      count.range.map { reading.seconds.allSatisfy($0.contains) } ?? false
    }
    let step = reading.seconds.steps.filter { $0 > 0 }.middle
    if let count, !isDate, step == 1 {
      throw file.flaw(
        "the numbers may count days or seconds; choose --time-format \(count.name) or seconds",
        line: line)
    }
    if count == nil, isDate, let seconds = reading.seconds.first, seconds < 1e8 {
      throw file.flaw(
        "the numbers are no dates; --time-format says how they are written", line: line)
    }
    return isDate || step < 1 ? count : nil
  }
}
