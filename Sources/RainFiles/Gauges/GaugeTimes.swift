internal import Text

extension [Double] {
  /// How far each lies from the one before, in order of length.
  var steps: [Double] {
    var steps = zip(dropFirst(), self).map { $0 - $1 }
    steps.sort()
    return steps
  }
}

/// The times of the rows of a rain gauge. How they are written is found from all rows together: each pattern that
/// reads the first is tried on the others, and one that cannot read a row is dropped.
struct GaugeTimes {
  /// The times as one pattern reads them: from 1970 on, from midnight, or from any beginning.
  struct Reading {
    fileprivate(set) var pattern: GaugeTimePattern
    fileprivate(set) var seconds: [Double] = []
    /// Midnights that have passed, of a clock.
    private var days = 0.0
    /// Whether the last row is the first here: the newest came first.
    private(set) var isReversed = false
    /// How many rows lie after the one before, and how many before it.
    private(set) var (rises, falls) = (0, 0)
    /// The first row after the end of summer time.
    private(set) var winter: Int?
    /// The first row that lies before the one before, which no summer time explains.
    private(set) var back: Int?

    fileprivate init(_ pattern: GaugeTimePattern) { self.pattern = pattern }

    fileprivate mutating func append(_ moment: Double) {
      var moment = moment + days * 86_400
      // A clock that goes back by more than half a day has passed midnight.
      if !pattern.isDated, pattern.count == nil, let last = seconds.last, last - moment > 43_200 {
        days += 1
        moment += 86_400
      }
      seconds.append(moment)
    }

    /// Turns the newest rows to the end, and ends summer time.
    fileprivate mutating func order() {
      let pairs = zip(seconds, seconds.dropFirst())
      (rises, falls) = (pairs.count { $0 < $1 }, pairs.count { $0 > $1 })
      if pattern.isDated, falls > rises {
        isReversed = true
        seconds.reverse()
        swap(&rises, &falls)
      }
      if rises + 1 < seconds.count { endSummerTime() }
    }

    /// How most rows lie apart.
    var step: Double {
      let steps = seconds.steps.filter { $0 > 0 }
      return steps.isEmpty ? 0 : steps[steps.count / 2]
    }

    /// Whether every row lies as far from the one before as any other, within a day.
    fileprivate var isEven: Bool {
      let steps = seconds.steps
      return steps[0] < 86_400 && steps[steps.count - 1] - steps[0] < 1e-3
    }

    fileprivate func hasSteps(of other: Self) -> Bool {
      zip(seconds, other.seconds).allSatisfy {
        abs(($0 - seconds[0]) - ($1 - other.seconds[0])) < 1e-3
      }
    }

    /// Mends the times of clocks that were put back an hour at the end of summer time: rows lie an hour earlier than
    /// they should, once in half a year. Where that does not explain all rows that go back, the times stay.
    private mutating func endSummerTime() {
      back = seconds.indices.dropFirst().first { seconds[$0] < seconds[$0 - 1] }
      guard pattern.isDated, rises > 0 else { return }
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

  private var readings: [Reading]
  /// How many rows have been read.
  private var rows = 0
  private let format: GaugeTimePattern?
  /// Whether a person or the name of the column says what numbers count, or that they are dates.
  private let (isCount, isDate): (Bool, Bool)

  /// - Parameters:
  ///   - format: of all times; nil to find it.
  ///   - name: of the column, which may say that it counts seconds, minutes, hours or days.
  init(format: GaugeTimePattern?, name: String) {
    self.format = format
    let words = GaugeWords.words(name)
    let unit = GaugeTimePattern.Count.all.first { !$0.words.isDisjoint(with: words) }
    isCount = format != nil || unit != nil
    isDate = GaugeWords.meanings(name).contains(.date)
    let isHour = words.contains { GaugeWords.datePart($0) == "%H" }
    let dates = (format.map { [$0] } ?? GaugeTimePattern.dates)
      .flatMap { $0.variants(isHour: isHour) }
    let count = [GaugeTimePattern(unit ?? .seconds)]
    // The first pattern that can read all rows counts.
    let patterns =
      format != nil ? dates : unit != nil ? count + dates + [.clock] : dates + [.clock] + count
    readings = patterns.map(Reading.init)
  }

  /// Takes the time of the next row.
  mutating func append(_ text: GaugeField, line: Int, of file: GaugeText) throws(Flaw) {
    for index in readings.indices {
      if let moment = readings[index].pattern.seconds(text) { readings[index].append(moment) }
    }
    if readings.contains(where: { $0.seconds.count == rows }) {
      let others = readings.filter { $0.seconds.count > rows }
      guard !others.isEmpty else { throw unread(text, line: line, of: file) }
      readings = others
    }
    rows += 1
  }

  /// What a person can do about it.
  static let remedy =
    "--time-format says how it is written, such as '%d.%m.%Y %H:%M', or '%M:%S' for minutes"
  /// What is wrong with a text that should be a time.
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, \(remedy)"

  /// The error for a time that no pattern reads which has read all rows before.
  private func unread(_ text: GaugeField, line: Int, of file: GaugeText) -> Flaw {
    let source = format != nil ? "--time-format says" : rows > 0 ? "in the rows before" : nil
    let flaw = source.map {
      "is no time as \($0), \(readings[0].pattern.text.quoted); \(Self.remedy)"
    }
    return file.flaw(line, "\(GaugeText.string(text).quoted) \(flaw ?? Self.noTime)")
  }

  /// The times in order, as the first of the patterns has them with which they do not go back; if there is none, as the
  /// first has them. Nil without rows.
  ///
  /// - Throws: if they can be read in several ways.
  consuming func ordered(_ line: Int, of file: GaugeText) throws(Flaw) -> Reading? {
    for index in readings.indices { readings[index].order() }
    let (all, isCount, isDate) = (readings, isCount, isDate)
    let rising = all.filter { $0.falls == 0 }
    let ordered = rising.isEmpty ? all.filter { $0.back == nil } : rising
    guard var first = ordered.first else { return all.first }
    if let count = first.pattern.count, !isCount {
      if let days = try Self.days(first, isDate, line, file) {
        first.seconds = first.seconds.map { ($0 / count.seconds + (days.firstDay ?? 0)) * 86_400 }
        first.pattern = GaugeTimePattern(days)
      }
      return first
    }
    let ways = ordered.filter { $0.pattern.isDated && !$0.hasSteps(of: first) }
    guard !ways.isEmpty, first.pattern.isDated else { return first }
    let even = ([first] + ways).filter(\.isEven)
    if let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) { return only }
    throw file.flaw(
      line,
      "the dates can be read in several ways; choose --time-format "
        + ([first] + ways).map { "'\($0.pattern.text)'" }.joined(separator: " or "))
  }

  /// The days that numbers without a unit count: those of a spreadsheet begin in 1900, Julian days long ago.
  private static func days(
    _ reading: Reading, _ isDate: Bool, _ line: Int, _ file: GaugeText
  ) throws(Flaw) -> GaugeTimePattern.Count? {
    let count = GaugeTimePattern.Count.all.first { count in
      count.range.map { reading.seconds.allSatisfy($0.contains) } ?? false
    }
    if count == nil, isDate, let seconds = reading.seconds.first, seconds < 1e8 {
      throw file.flaw(line, "the numbers are no dates; --time-format says how they are written")
    }
    if let count, !isDate, reading.step == 1 {
      throw file.flaw(
        line, "the numbers may count days or seconds; choose --time-format \(count.name) or seconds"
      )
    }
    return isDate || reading.step < 1 ? count : nil
  }
}
