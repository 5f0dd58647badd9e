internal import Text

/// The times of the rows of a rain gauge. How they are written is found from all rows together: each way that
/// reads the first is tried on the others, and one that cannot read a row is dropped.
struct GaugeTimes {
  /// What one pattern has read so far.
  fileprivate struct Reading {
    let way: GaugeTimePattern
    var seconds: [Double] = []
    /// Midnights that have passed, of a clock.
    var days = 0.0

    mutating func append(_ moment: Double) {
      var moment = moment + days * 86_400
      // A clock that goes back by more than half a day has passed midnight.
      if !way.isDated, way.count == nil, let last = seconds.last, last - moment > 43_200 {
        days += 1
        moment += 86_400
      }
      seconds.append(moment)
    }
  }

  private var readings: [Reading]
  /// How many rows have been read, and the line of the first.
  private var rows = 0
  private var firstLine: Int?
  private let hasUnit: Bool
  private let isNamedDate: Bool
  private let format: GaugeTimePattern?

  /// - Parameters:
  ///   - format: of all times; nil to find it.
  ///   - name: of the column, which may say that it counts seconds, minutes, hours or days.
  init(format: GaugeTimePattern?, name: String) {
    self.format = format
    let words = GaugeWords.words(name)
    let unit = GaugeTimePattern.Count.all.first { !$0.words.isDisjoint(with: words) }
    hasUnit = format == nil && unit != nil
    isNamedDate = GaugeWords.meanings(name).contains(.date)
    let isHour = words.contains { GaugeWords.datePart($0) == "%H" }
    let digits = GaugeTimePattern.Digits.allCases.filter { !isHour || $0 != .hourMinute }
    let dates = GaugeTimePattern.dates.flatMap { $0.variants(digits) }
    let count = [GaugeTimePattern(unit ?? .seconds)]
    // The first pattern that can read all rows counts.
    let patterns =
      format?.variants(digits)
      ?? (hasUnit ? count + dates + [.clock] : dates + [.clock] + count)
    readings = patterns.map { Reading(way: $0) }
  }

  /// Takes the time of the next row.
  mutating func append(_ text: GaugeField, line: Int, of file: GaugeText) throws(Flaw) {
    var readAll = true
    for index in readings.indices {
      if let moment = readings[index].way.seconds(text) {
        readings[index].append(moment)
      } else {
        readAll = false
      }
    }
    if !readAll {
      let others = readings.filter { $0.seconds.count > rows }
      guard !others.isEmpty else { throw unread(text, line: line, of: file) }
      readings = others
      // A number of minutes or hours with a colon is a clock, unless it goes on beyond midnight.
      if !hasUnit, format == nil, readings.allSatisfy({ $0.way.count != nil }),
        text.count(where: { $0 == UInt8(ascii: ":") }) == 1
      {
        throw file.flaw(
          line,
          "\(GaugeText.string(text).quoted) is no time of a day; "
            + "if it counts minutes, --time-format '%M:%S' reads it, if hours, '%H:%M'")
      }
    }
    if rows == 0 {
      firstLine = line
      for index in readings.indices { readings[index].seconds.reserveCapacity(file.lineCount) }
    }
    rows += 1
  }

  /// What is wrong with a text that should be a time.
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, and "
    + "--time-format how it is written"

  /// The error for a time that no way reads which has read all rows before.
  private func unread(_ bytes: GaugeField, line: Int, of file: GaugeText) -> Flaw {
    let text = GaugeText.string(bytes).quoted
    if let format {
      return file.flaw(line, "\(text) is no time as --time-format \(format.text.quoted) has it")
    }
    let isDate = GaugeTimePattern.isDate(bytes)
    guard rows > 0, readings[0].way.isDated != isDate else {
      return file.flaw(line, "\(text) \(Self.noTime)")
    }
    return file.flaw(line, "\(text) is \(isDate ? "a" : "no") date, unlike the rows before")
  }

  // MARK: Order

  /// Times in the order of rows: from 1970 on, from midnight, or from any beginning.
  struct Order {
    var way: GaugeTimePattern
    var seconds: [Double]
    /// Whether the last row is the first here: the newest came first.
    private(set) var isReversed = false
    /// Whether each row lies after the one before, or none before it.
    private(set) var (rises, falls) = (0, 0)
    /// The first row after the end of summer time.
    private(set) var winter: Int?
    /// The first row that lies before the one before, which no summer time explains.
    private(set) var back: Int?

    fileprivate init(_ reading: consuming Reading) {
      (way, seconds) = (reading.way, reading.seconds)
      for index in seconds.indices.dropFirst() {
        if seconds[index] > seconds[index - 1] { rises += 1 }
        if seconds[index] < seconds[index - 1] { falls += 1 }
      }
      if way.isDated, falls > rises {
        isReversed = true
        seconds.reverse()
        (rises, falls) = (falls, rises)
      }
      if rises + 1 < seconds.count { endSummerTime() }
    }

    /// How most rows lie apart.
    var step: Double {
      var steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }.filter { $0 > 0 }
      steps.sort()
      return steps.isEmpty ? 0 : steps[steps.count / 2]
    }

    /// Whether every row lies as far from the one before as the second from the first, within a day.
    fileprivate var isEven: Bool {
      let step = seconds.count > 1 ? seconds[1] - seconds[0] : 86_400
      return step < 86_400
        && zip(seconds.dropFirst(), seconds).allSatisfy { abs($0 - $1 - step) < 1e-3 }
    }

    fileprivate func hasSteps(of other: Self) -> Bool {
      zip(seconds, other.seconds).allSatisfy {
        abs(($0 - seconds[0]) - ($1 - other.seconds[0])) < 1e-3
      }
    }

    /// Mends the times of clocks that were put back an hour at the end of summer time: rows lie an hour earlier than they
    /// should, once in half a year. Where that does not explain all rows that go back, the times stay.
    private mutating func endSummerTime() {
      back = seconds.indices.dropFirst().first { seconds[$0] < seconds[$0 - 1] }
      guard way.isDated, rises > 0 else { return }
      let step = step
      var (times, offset, changed, first) = (seconds, 0.0, -Double.infinity, Int?.none)
      for index in seconds.indices.dropFirst() {
        let moment = seconds[index] + offset
        let lack = times[index - 1] - moment
        if lack > 0 || lack == 0 && step == 3600 && Self.isSundayNight(seconds[index]) {
          // Rows without a step have lain within the hour.
          let isHour =
            abs(lack + step - 3600) <= 1 || lack >= 300 && Self.isSundayNight(seconds[index])
          guard lack < 3600, isHour, moment - changed > 150 * 86_400 else { return }
          offset += 3600
          changed = moment
          first = first ?? index
        }
        times[index] = seconds[index] + offset
      }
      (seconds, winter, back) = (times, first, nil)
    }

    /// Clocks are put back on Sundays before four.
    private static func isSundayNight(_ seconds: Double) -> Bool {
      let days = (seconds / 86_400).rounded(.down)
      return (days + 4).truncatingRemainder(dividingBy: 7) == 0 && seconds - days * 86_400 < 14_400
    }
  }

  /// The times as the first of the ways has them that does not go back; if there is none, as the first has them.
  ///
  /// - Throws: if they can be read in several ways.
  consuming func order(of file: GaugeText) throws(Flaw) -> Order? {
    let (hasUnit, isNamed, format, firstLine) = (hasUnit, isNamedDate, format, firstLine)
    let all = readings.map { Order($0) }
    let rising = all.filter { $0.falls == 0 }
    let ordered = rising.isEmpty ? all.filter { $0.back == nil } : rising
    guard var first = ordered.first else { return all.first }
    if let count = first.way.count, !hasUnit, format == nil {
      guard let days = try Self.days(first, isNamed, firstLine, file) else { return first }
      first.seconds = first.seconds.map { ($0 / count.seconds + (days.firstDay ?? 0)) * 86_400 }
      first.way = GaugeTimePattern(days)
      return first
    }
    let others = ordered.filter { $0.way.isDated == first.way.isDated && !$0.hasSteps(of: first) }
    guard !others.isEmpty, first.way.isDated else { return first }
    let even = ([first] + others).filter(\.isEven)
    if let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) { return only }
    throw file.flaw(
      firstLine,
      "the dates can be read in several ways; choose --time-format "
        + ([first] + others).map { "'\($0.way.text)'" }.joined(separator: " or "))
  }

  /// The days that numbers without a unit count: those of a spreadsheet begin in 1900, Julian days long ago.
  private static func days(
    _ order: Order, _ isNamedDate: Bool, _ line: Int?, _ file: GaugeText
  ) throws(Flaw) -> GaugeTimePattern.Count? {
    guard
      let days = GaugeTimePattern.Count.all.first(where: { count in
        count.range.map { order.seconds.allSatisfy($0.contains) } ?? false
      })
    else {
      if isNamedDate, let seconds = order.seconds.first, seconds < 1e8 {
        throw file.flaw(line, "the numbers are no dates; --time-format says how they are written")
      }
      return nil
    }
    if isNamedDate || order.step < 1 { return days }
    if order.step > 1 { return nil }
    throw file.flaw(
      line, "the numbers may count days or seconds; choose --time-format \(days.name) or seconds")
  }
}
