internal import Text

/// The times of the rows of a rain gauge. How they are written is found from all rows together: each way that
/// reads the first is tried on the others, and those that cannot read a row, or go back in time, are dropped.
struct GaugeTimes {
  /// A way to read times.
  private enum Way {
    /// A date of this pattern, perhaps with a time of the day of any pattern.
    case date(GaugeTimePattern)
    /// The time of a day; after midnight the next day begins.
    case clock
    /// As --time-format says.
    case format(GaugeTimePattern)
    /// A number of units, or a time such as `10m`, from a beginning that the file does not say.
    case elapsed(secondsPerUnit: Double)

    /// What a person may write after --time-format to have this way.
    var pattern: String? { if case .date(let pattern) = self { pattern.text } else { nil } }

    var isDated: Bool {
      switch self {
      case .date: true
      case .format(let pattern): pattern.isDated
      case .clock, .elapsed: false
      }
    }

    var isElapsed: Bool { if case .elapsed = self { true } else { false } }

    func seconds(_ text: ArraySlice<UInt8>) -> Double? {
      switch self {
      case .date(let pattern): GaugeTimes.seconds(text, pattern)
      case .clock: GaugeTimes.clock(text)
      case .format(let pattern): pattern.seconds(text)
      case .elapsed(let secondsPerUnit): GaugeTimes.elapsed(text, secondsPerUnit)
      }
    }
  }

  /// What one way has read so far.
  private struct Reading {
    let way: Way
    var seconds: [Double] = []
    /// The row that does not lie after the one before, and its text.
    var back: (row: Int, text: String)?
    /// Whether each row so far lies before the one before it, as in files with the newest row first.
    var descends = true
    /// Midnights that have passed, of a clock.
    var days = 0.0

    mutating func append(_ moment: Double, _ text: ArraySlice<UInt8>) {
      var moment = moment + days * 86_400
      if let last = seconds.last {
        // A clock that goes back by more than half a day has passed midnight.
        if !way.isDated, !way.isElapsed, last - moment > 43_200 {
          days += 1
          moment += 86_400
        }
        if moment <= last, back == nil { back = (seconds.count, GaugeText.string(text)) }
        if moment >= last { descends = false }
      }
      seconds.append(moment)
    }

    /// Whether the rows lie in the order of time, or all of them in the opposite one.
    var isOrdered: Bool { back == nil || way.isDated && descends }

    /// Whether every row lies as far from the one before as the second from the first, within a day.
    var isEven: Bool {
      let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
      guard let first = steps.first, abs(first) < 86_400 else { return false }
      return steps.allSatisfy { abs($0 - first) < 1e-3 }
    }

    func hasSteps(of other: Self) -> Bool {
      zip(seconds, other.seconds).allSatisfy {
        abs(($0 - seconds[0]) - ($1 - other.seconds[0])) < 1e-3
      }
    }
  }

  private var readings: [Reading] = []
  /// The line of each row.
  private var lines: [Int] = []
  private let isElapsed: Bool
  /// Whether the name of the column says that it has dates.
  private let isNamedDate: Bool
  private let format: GaugeTimePattern?

  /// - Parameters:
  ///   - format: of all times; nil to find it.
  ///   - name: of the column, which may say that it counts seconds, minutes, hours or days.
  init(format: GaugeTimePattern?, name: String) {
    self.format = format
    let words = GaugeText.words(name)
    let unit = Self.units.first { !$0.names.isDisjoint(with: words) }
    isElapsed = format == nil && unit != nil
    isNamedDate = !Set(words).isDisjoint(with: ["date", "datetime", "datum", "fecha", "dato"])
    let elapsed = [Way.elapsed(secondsPerUnit: unit?.seconds ?? 1)]
    let others = GaugeTimePattern.dates.map(Way.date) + [.clock]
    // The first of those that can read all rows counts.
    let ways =
      format.map { [$0.isDay ? .date($0) : .format($0)] }
      ?? (isElapsed ? elapsed + others : others + elapsed)
    readings = ways.map { Reading(way: $0) }
  }

  /// Takes the time of the next row.
  mutating func append(
    _ text: ArraySlice<UInt8>, line: Int, of file: GaugeText
  ) throws(Flaw) {
    let moments = readings.map { $0.way.seconds(text) }
    guard moments.contains(where: { $0 != nil }) else { throw unread(text, line: line, of: file) }
    if moments.contains(where: { $0 == nil }) {
      readings = zip(readings, moments).filter { $1 != nil }.map(\.0)
    }
    // A number of minutes or hours with a colon is a clock, unless it goes on beyond midnight.
    if !isElapsed, readings.allSatisfy(\.way.isElapsed),
      text.count(where: { $0 == UInt8(ascii: ":") }) == 1
    {
      throw file.flaw(
        line,
        "\(GaugeText.string(text).quoted) is no time of a day; "
          + "if it counts minutes, --time-format '%M:%S' reads it, if hours, '%H:%M'")
    }
    if lines.isEmpty {
      lines.reserveCapacity(file.lineCount)
      for index in readings.indices { readings[index].seconds.reserveCapacity(file.lineCount) }
    }
    for (index, moment) in moments.compactMap(\.self).enumerated() {
      readings[index].append(moment, text)
    }
    lines.append(line)
  }

  /// The error for a time that no way reads which has read all rows before.
  private func unread(_ bytes: ArraySlice<UInt8>, line: Int, of file: GaugeText) -> Flaw {
    let text = GaugeText.string(bytes).quoted
    if let pattern = format {
      return file.flaw(line, "\(text) is no time as --time-format \(pattern.text.quoted) has it")
    }
    let isDate = Self.isDate(bytes)
    if lines.isEmpty || readings[0].way.isDated == isDate {
      return file.flaw(line, "\(text) \(Self.noTime)")
    }
    return file.flaw(line, "\(text) is \(isDate ? "a" : "no") date, unlike the rows before")
  }

  /// The times in s, in the order of the rows: from 1970 on, from midnight, or from any beginning. They
  /// rise or, if the newest row comes first, fall.
  ///
  /// - Throws: if they go back in time, or can be read in several ways.
  func seconds(of file: GaugeText) throws(Flaw) -> [Double] {
    let ordered = readings.filter(\.isOrdered)
    guard let first = ordered.first else {
      guard let back = readings.first?.back else { return [] }
      throw file.flaw(
        lines[back.row],
        "\(back.text.quoted) does not lie after the row before; "
          + "--time-column and --time-format say which time is read, and how")
    }
    // Spreadsheets count the days from 1900 on; before 1973, no gauge counts the seconds from 1970 on.
    if isNamedDate, first.way.isElapsed, let seconds = first.seconds.first, seconds < 1e8 {
      throw file.flaw(lines[0], "the numbers are no dates; --time-format says how they are written")
    }
    let others = ordered.filter { $0.way.isDated == first.way.isDated && !$0.hasSteps(of: first) }
    if others.isEmpty || !first.way.isDated { return first.seconds }
    let even = ([first] + others).filter(\.isEven)
    if let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) { return only.seconds }
    let patterns = ([first] + others).compactMap(\.way.pattern).map { "'\($0)'" }
    throw file.flaw(
      lines[0],
      "the dates can be read in several ways; choose --time-format "
        + patterns.joined(separator: " or "))
  }

  // MARK: Ways

  /// The names of units in the name of a column.
  private static let units: [(names: Set<String>, seconds: Double)] = [
    (["s", "sec", "secs", "second", "seconds", "elapsed"], 1), (["ms", "milliseconds"], 0.001),
    (["min", "mins", "minute", "minutes"], 60), (["h", "hr", "hrs", "hour", "hours"], 3600),
    (["days"], 86_400),
  ]

  /// What is wrong with a text that should be a time.
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, and "
    + "--time-format how it is written"

  /// Whether the text is a date, with or without the time of its day.
  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    GaugeTimePattern.dates.contains { seconds(text, $0) != nil }
  }

  /// Whether the text is a date without the time of its day.
  static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    GaugeTimePattern.dates.contains { pattern in
      var (rest, date) = (text, GaugeDate())
      return pattern.read(&rest, into: &date) && rest.isEmpty
    }
  }

  /// The moment that a pattern of a person reads.
  static func seconds(_ text: ArraySlice<UInt8>, as format: GaugeTimePattern) -> Double? {
    format.isDay ? seconds(text, format) : format.seconds(text)
  }

  /// The moment of a date with or without the time of its day.
  static func seconds(_ text: ArraySlice<UInt8>, _ pattern: GaugeTimePattern) -> Double? {
    var (rest, date) = (text, GaugeDate())
    guard pattern.read(&rest, into: &date) else { return nil }
    if rest.isEmpty {
      // Eight digits in a row are a date if they begin with a year of our time, and ten are a date and an hour.
      return pattern.isCompact && !isOfOurTime(date) ? nil : date.seconds
    }
    if let separator = rest.first, " T:".utf8.contains(separator) {
      rest = rest.drop { " T:".utf8.contains($0) }
    } else {
      guard pattern.isCompact, rest.count.isMultiple(of: 2), rest.count >= 4 || isOfOurTime(date)
      else { return nil }
    }
    for clock in GaugeTimePattern.clocks {
      var (rest, date) = (rest, date)
      if clock.read(&rest, into: &date), GaugeTimePattern.readZone(&rest, &date), rest.isEmpty {
        return date.seconds
      }
    }
    return nil
  }

  private static func isOfOurTime(_ date: GaugeDate) -> Bool {
    1900..<2100 ~= (date.year ?? 0)
  }

  /// The time of a day, from midnight on.
  static func clock(_ text: ArraySlice<UInt8>) -> Double? {
    for clock in GaugeTimePattern.clocksAlone {
      if let seconds = clock.seconds(text), 0...86_400 ~= seconds { return seconds }
    }
    return nil
  }

  /// A time from any beginning: a number of units, or a time such as `10m` or `1:30:00`.
  static func elapsed(_ text: ArraySlice<UInt8>, _ secondsPerUnit: Double) -> Double? {
    let written = String(decoding: text, as: UTF8.self)
    let isNumber = text.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    if !isNumber { return Duration(written: written)?.inSeconds }
    guard let number = Double(written), number.isFinite else { return nil }
    var seconds = number * secondsPerUnit
    // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
    while secondsPerUnit == 1, seconds > 1e11 { seconds /= 1000 }
    return seconds > Duration.longestWritten.inSeconds ? nil : seconds
  }
}
