internal import Text

/// The times of the rows of a rain gauge. How they are written is found from all rows together: each way that
/// reads the first is tried on the others, and one that cannot read a row is dropped.
struct GaugeTimes {
  /// A way to read times.
  struct Way {
    /// What a person may write after --time-format to have this way.
    let text: String
    let isDated: Bool
    /// Numbers of a unit, or times such as `10m`, from a beginning that the file does not say.
    var count: GaugeTimePattern.Count?
    /// How digits alone beside a date are read: 5 is 5:00 or 0:05.
    var digits: GaugeTimePattern?
    let seconds: (ArraySlice<UInt8>) -> Double?

    /// The time of a day; after midnight the next day begins.
    static var clock: Self { Self(text: "%H:%M", isDated: false, seconds: GaugeTimes.clock) }

    /// A date of this pattern, perhaps with a time of the day of any pattern.
    static func date(_ date: GaugeTimePattern, digits: GaugeTimePattern) -> Self {
      Self(text: date.text, isDated: true, digits: digits) {
        GaugeTimes.seconds($0, date, digits)
      }
    }

    static func count(_ count: GaugeTimePattern.Count) -> Self {
      Self(text: count.name, isDated: count.firstDay != nil, count: count, seconds: count.seconds)
    }
  }

  /// What one way has read so far.
  struct Reading {
    var way: Way
    fileprivate(set) var seconds: [Double] = []
    /// How many rows lie after the one before, and before it.
    private(set) var (rises, falls) = (0, 0)
    /// Midnights that have passed, of a clock.
    private var days = 0.0
    /// The first row after the end of summer time.
    private(set) var winter: Int?

    init(way: Way) { self.way = way }

    fileprivate mutating func append(_ moment: Double) {
      var moment = moment + days * 86_400
      if let last = seconds.last {
        // A clock that goes back by more than half a day has passed midnight.
        if !way.isDated, way.count == nil, last - moment > 43_200 {
          days += 1
          moment += 86_400
        }
        if moment < last {
          falls += 1
        } else if moment > last {
          rises += 1
        }
      }
      seconds.append(moment)
    }

    /// Whether most rows lie before the one before: the newest comes first.
    var isFalling: Bool { way.isDated && falls > rises }

    /// Whether no row lies before the one before.
    fileprivate var isOrdered: Bool { falls == 0 }

    fileprivate func inOrder() -> Self {
      guard isFalling else { return self }
      var reading = self
      reading.seconds.reverse()
      (reading.rises, reading.falls) = (falls, rises)
      reading.isReversed = true
      return reading
    }

    /// Whether the last row is the first here.
    private(set) var isReversed = false

    /// The first row that lies before the one before, among those that lie as this reading has them.
    var back: Int? { seconds.indices.dropFirst().first { seconds[$0] < seconds[$0 - 1] } }

    /// Whether every row lies as far from the one before as the second from the first, within a day.
    fileprivate var isEven: Bool {
      let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
      guard let first = steps.first, abs(first) < 86_400 else { return false }
      return steps.allSatisfy { abs($0 - first) < 1e-3 }
    }

    fileprivate func hasSteps(of other: Self) -> Bool {
      zip(seconds, other.seconds).allSatisfy {
        abs(($0 - seconds[0]) - ($1 - other.seconds[0])) < 1e-3
      }
    }

    /// The times of clocks that were put back an hour at the end of summer time: rows lie an hour earlier than they
    /// should, once in half a year. Nil if that does not explain all rows that go back.
    fileprivate func inWinterTime() -> Self? {
      guard way.isDated, rises > 0 else { return nil }
      let step = Self.step(seconds)
      var (times, offset, changed) = (self, 0.0, -Double.infinity)
      for index in seconds.indices.dropFirst() {
        let (last, moment) = (times.seconds[index - 1], seconds[index] + offset)
        let lack = last - moment
        if lack > 0 || lack == 0 && step == 3600 && Self.isSundayNight(seconds[index]) {
          // Rows without a step have lain within the hour.
          let isHour =
            abs(lack + step - 3600) <= 1 || lack >= 300 && Self.isSundayNight(seconds[index])
          guard lack < 3600, isHour, moment - changed > 150 * 86_400 else { return nil }
          offset += 3600
          changed = moment
          if times.winter == nil { times.winter = index }
        }
        times.seconds[index] = seconds[index] + offset
      }
      return times
    }

    /// The usual distance of rows.
    static func step(_ seconds: [Double]) -> Double {
      var steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }.filter { $0 > 0 }
      steps.sort()
      return steps.isEmpty ? 0 : steps[steps.count / 2]
    }

    /// Clocks are put back on Sundays before four.
    private static func isSundayNight(_ seconds: Double) -> Bool {
      let days = (seconds / 86_400).rounded(.down)
      return (days + 4).truncatingRemainder(dividingBy: 7) == 0 && seconds - days * 86_400 < 14_400
    }
  }

  private var readings: [Reading] = []
  /// The line of each row.
  private var lines: [Int] = []
  private let hasUnit: Bool
  private let isNamedDate: Bool
  private let format: GaugeTimePattern?

  /// - Parameters:
  ///   - format: of all times; nil to find it.
  ///   - name: of the column, which may say that it counts seconds, minutes, hours or days.
  init(format: GaugeTimePattern?, name: String) {
    self.format = format
    let words = GaugeText.words(name)
    let unit = GaugeTimePattern.Count.all.first { !$0.words.isDisjoint(with: words) }
    hasUnit = format == nil && unit != nil
    isNamedDate = !GaugeNames.dates.isDisjoint(with: words)
    let count = [Way.count(unit ?? .seconds)]
    let digits =
      !Set(["hour", "hr", "hh", "stunde", "heure", "hora", "uur"]).isDisjoint(with: words)
      ? [GaugeTimePattern.hour] : [.hour, .hourMinute]
    let others = GaugeTimePattern.dates.flatMap { date in digits.map { Way.date(date, digits: $0) }
    }
    let ways: [Way]
    if let format {
      ways =
        format.count.map { [.count($0)] }
        ?? (format.isDay
          ? digits.map { .date(format, digits: $0) }
          : [Way(text: format.text, isDated: format.isDated, seconds: format.seconds)])
    } else {
      // The first of those that can read all rows counts.
      ways = hasUnit ? count + others + [.clock] : others + [.clock] + count
    }
    readings = ways.map { Reading(way: $0) }
  }

  /// Takes the time of the next row.
  mutating func append(
    _ text: ArraySlice<UInt8>, line: Int, of file: GaugeText
  ) throws(Flaw) {
    if readings.count == 1, let moment = readings[0].way.seconds(text) {
      readings[0].append(moment)
      lines.append(line)
      return
    }
    let moments = readings.map { $0.way.seconds(text) }
    guard moments.contains(where: { $0 != nil }) else { throw unread(text, line: line, of: file) }
    if moments.contains(where: { $0 == nil }) {
      readings = zip(readings, moments).filter { $1 != nil }.map(\.0)
    }
    // A number of minutes or hours with a colon is a clock, unless it goes on beyond midnight.
    if !hasUnit, readings.allSatisfy({ $0.way.count != nil }),
      text.count(where: { $0 == UInt8(ascii: ":") }) == 1
    {
      throw file.flaw(
        line,
        "\(GaugeText.string(text).quoted) is no time of a day; "
          + "if it counts minutes, --time-format '%M:%S' reads it, if hours, '%H:%M'")
    }
    let found = moments.compactMap(\.self)
    for (index, moment) in found.enumerated() { readings[index].append(moment) }
    if lines.isEmpty {
      lines.reserveCapacity(file.lineCount)
      for index in readings.indices { readings[index].seconds.reserveCapacity(file.lineCount) }
    }
    lines.append(line)
  }

  /// Whether some way reads it that has read all rows before.
  func reads(_ text: ArraySlice<UInt8>) -> Bool {
    readings.contains { $0.way.seconds(text) != nil }
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

  /// The first reading, of which the times may go back.
  var first: Reading? { readings.first?.inOrder() }

  /// The times in s, in their order: from 1970 on, from midnight, or from any beginning. Nil if they go back.
  ///
  /// - Throws: if they can be read in several ways.
  func reading(of file: GaugeText) throws(Flaw) -> Reading? {
    let readings = readings.map { $0.inOrder() }
    var ordered = readings.filter(\.isOrdered)
    if ordered.isEmpty { ordered = readings.compactMap { $0.inWinterTime() } }
    guard var first = ordered.first else { return nil }
    if let count = first.way.count, !hasUnit, format == nil {
      let days = try Self.days(first, isNamedDate, lines[0], file)
      if let days {
        let start = (days.firstDay ?? 0) * 86_400
        first.seconds = first.seconds.map { $0 / count.seconds * days.seconds + start }
        first.way = .count(days)
        return first
      }
    }
    let others = ordered.filter { $0.way.isDated == first.way.isDated && !$0.hasSteps(of: first) }
    if !others.isEmpty, first.way.isDated {
      let even = ([first] + others).filter(\.isEven)
      guard let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) else {
        // Of one date, the hours differ.
        let isOneDate = others.contains { $0.way.text == first.way.text }
        var patterns: [String] = []
        for way in ([first] + others).map(\.way) {
          var text = way.text
          if isOneDate, let digits = way.digits { text += " \(digits.text)" }
          if !patterns.contains("'\(text)'") { patterns.append("'\(text)'") }
        }
        throw file.flaw(
          lines[0],
          "the dates can be read in several ways; choose --time-format "
            + patterns.joined(separator: " or "))
      }
      first = only
    }
    // Of an hour that comes twice in a file of hours, no row goes back.
    let hasEqual = first.isOrdered && first.rises + 1 < first.seconds.count
    return hasEqual ? first.inWinterTime() ?? first : first
  }

  /// The days that numbers without a unit count: those of a spreadsheet begin in 1900, Julian days long ago.
  private static func days(
    _ reading: Reading, _ isNamedDate: Bool, _ line: Int, _ file: GaugeText
  ) throws(Flaw) -> GaugeTimePattern.Count? {
    guard
      let days = GaugeTimePattern.Count.all.first(where: { count in
        count.range.map { range in reading.seconds.allSatisfy { range.contains($0) } } ?? false
      })
    else {
      if isNamedDate, let seconds = reading.seconds.first, seconds < 1e8 {
        throw file.flaw(line, "the numbers are no dates; --time-format says how they are written")
      }
      return nil
    }
    let step = Reading.step(reading.seconds)
    if isNamedDate || step < 1 { return days }
    if step > 1 { return nil }
    throw file.flaw(
      line, "the numbers may count days or seconds; choose --time-format \(days.name) or seconds")
  }

  // MARK: Ways

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
    if let count = format.count { return count.seconds(text) }
    return format.isDay ? seconds(text, format) : format.seconds(text)
  }

  /// The moment of a date with or without the time of its day, whose digits alone are of a pattern.
  static func seconds(
    _ text: ArraySlice<UInt8>, _ pattern: GaugeTimePattern, _ digits: GaugeTimePattern? = nil
  ) -> Double? {
    var (rest, date) = (text, GaugeDate())
    guard pattern.read(&rest, into: &date) else { return nil }
    if rest.isEmpty {
      if digits?.text == "%H%M" { return nil }
      // Eight digits in a row are a date if they begin with a year of our time, and ten are a date and an hour.
      return pattern.isCompact && !isOfOurTime(date) ? nil : date.seconds
    }
    var isBeside = true
    if rest.first == UInt8(ascii: ",") {
      rest = rest.dropFirst()
      guard rest.first == UInt8(ascii: " ") else { return nil }
    }
    if let separator = rest.first, " T:".utf8.contains(separator) || separator >= 0x80 {
      if separator < 0x80 { rest = rest.drop { " T:".utf8.contains($0) } }
      GaugeText.dropBlanks(&rest)
    } else {
      guard pattern.isCompact, rest.count.isMultiple(of: 2), rest.count >= 4 || isOfOurTime(date)
      else { return nil }
      isBeside = false
    }
    if isBeside, let digits, rest.count < 4 || digits.text == "%H%M",
      rest.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      return digits.read(&rest, into: &date) && rest.isEmpty ? date.seconds : nil
    }
    if digits?.text == "%H%M" { return nil }
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
}
