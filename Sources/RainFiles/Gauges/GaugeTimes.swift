extension [Double] {
  /// How far each lies from the one before, in order of length.
  var steps: [Double] { zip(dropFirst(), self).map(-).sorted() }
  /// The middle one of numbers in order; 0 without any.
  var middle: Double { isEmpty ? 0 : self[count / 2] }
}

/// The times of the rows of a rain gauge. How they are written is found from the first rows together: each pattern that
/// reads the first is tried on the others, and one that cannot read a row is dropped.
struct GaugeTimes {
  /// The times as one pattern reads them: from 1970 on, from midnight, or from any beginning.
  struct Reading {
    fileprivate(set) var pattern: GaugeTimePattern
    fileprivate(set) var seconds: [Double] = []
    /// Midnights that have passed, of a clock.
    private var days = 0.0
    private var date: GaugeTimePattern.Date?
    /// Whether the last row is the first here: the newest came first.
    private(set) var isReversed = false
    /// How many rows lie after the one before, and how many before it.
    private(set) var (rises, falls) = (0, 0)
    /// How far the rows lie behind, as clocks were put back; when summer time ended last; the last time.
    private var (offset, changed, last) = (0.0, -Double.infinity, -Double.infinity)
    /// The rows after which the clock was put back, and how far; an hour is the end of summer time.
    private(set) var setBack: [(row: Int, seconds: Double, isHour: Bool)] = []
    /// The first row that lies before the one before, which no clock explains.
    private(set) var back: Int?

    fileprivate init(_ pattern: GaugeTimePattern) { self.pattern = pattern }

    /// Takes the time of the next row, and of as many hours after it; false if it is written in another way.
    fileprivate mutating func append(_ text: GaugeField, hours: Int) -> Bool {
      guard var moment = pattern.seconds(text, &date) else { return false }
      moment += days * 86_400
      // A clock that goes back by more than half a day has passed midnight.
      if !pattern.isDated, pattern.count == nil, let last = seconds.last, last - moment > 43_200 {
        days += 1
        moment += 86_400
      }
      if hours == 0 { seconds.append(moment) }
      for hour in 0..<hours { seconds.append(moment + Double(hour + 1) * 3600) }
      return true
    }

    private var isCalendar: Bool { pattern.isDated || seconds.first ?? 0 > 3e8 }

    /// Turns the newest rows to the end, and mends the times after clocks were put back.
    fileprivate mutating func order() {
      let pairs = zip(seconds, seconds.dropFirst())
      (rises, falls) = (pairs.count(where: <), pairs.count(where: >))
      if isCalendar, falls > rises {
        isReversed = true
        seconds.reverse()
        swap(&rises, &falls)
      }
      mend(step: falls > 0 || isCalendar ? step : 0)
    }

    /// How far most rows lie apart.
    var step: Double { seconds.steps.filter { $0 > 0 }.middle }

    /// Mends the times of clocks that were put back an hour at the end of summer time, once in half a year, or set right:
    /// rows go on where they were. `back` is the first row that goes back and cannot be explained so.
    fileprivate mutating func mend(step: Double) {
      let times = seconds
      setBack = []
      for (row, time) in times.enumerated() {
        let lack = last - time - offset
        // Clocks are put back on Sundays before four.
        let days = (time / 86_400).rounded(.down)
        let isSundayNight =
          (days + 4).truncatingRemainder(dividingBy: 7) == 0 && time - days * 86_400 < 14_400
        if lack > 0 || lack == 0 && step == 3600 && isSundayNight {
          // Rows without a step have lain within the hour.
          let isHour =
            lack < 3600 && pattern.isDated && rises > 0 && last - changed > 150 * 86_400
            && (abs(lack + step - 3600) <= 1 || lack >= 300 && isSundayNight)
          if isHour || lack > 0 && isSetBack(row, times, lack, step) {
            setBack.append((row, lack, isHour))
            offset += isHour ? 3600 : lack + step
            if isHour { changed = time + offset }
          } else if lack > 0 {
            back = row
            return
          }
        }
        last = time + offset
        seconds[row] = last
      }
    }

    /// Whether rows at even times go on at even times that lie between those before: joined files have equal times.
    private func isSetBack(_ row: Int, _ times: [Double], _ lack: Double, _ step: Double) -> Bool {
      func isEven(_ row: Int) -> Bool {
        1..<times.count ~= row && abs(times[row] - times[row - 1] - step) <= 0.01 * step
      }
      let phase = (lack / step).truncatingRemainder(dividingBy: 1)
      return isCalendar && step > 0 && lack <= 3600 && setBack.count <= times.count / 100
        && isEven(row + 1) && isEven(row - 1) && times[row] > times[0] && 0.05...0.95 ~= phase
    }

    /// Whether every row lies as far from the one before as any other, within a day.
    fileprivate var isEven: Bool {
      let steps = seconds.steps
      return steps[0] < 86_400 && steps[steps.count - 1] - steps[0] < 1e-3
    }

    fileprivate func hasSteps(of other: Self) -> Bool {
      let distance = other.seconds[0] - seconds[0]
      return zip(seconds, other.seconds).allSatisfy { abs($1 - $0 - distance) < 1e-3 }
    }
  }

  static let remedy =
    "--time-format says how it is written, such as '%d.%m.%Y %H:%M', or '%M:%S' for minutes"
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, \(remedy)"

  private var readings: [Reading]
  /// The step of the first rows, once the pattern is chosen.
  private var step: Double?
  /// Whether rows have been read, and whether a person says how they are written.
  private var (hasRows, isSaid) = (false, false)
  /// Whether a person or the name of the column says what numbers count, or that they are dates.
  let isCount: Bool
  private let isDate: Bool

  /// The times as they are written in `format`; nil to find it. The name of the column may say that it counts seconds,
  /// minutes, hours or days.
  init(format: GaugeTimePattern?, name: GaugeName) {
    let lengths = name.words.compactMap { word in
      ["days": 86_400, "elapsed": 1][word] ?? Duration(written: "1\(word)")?.inSeconds
    }
    let unit = GaugeTimePattern.Count.all.first { lengths.contains($0.seconds) }
    (isSaid, isCount) = (format != nil, format != nil || unit != nil)
    isDate = name.says(.date)
    let isHour = name.words.contains { GaugeName($0).datePart == "%H" }
    let dates = (format.map { [$0] } ?? GaugeTimePattern.dates)
      .flatMap { $0.variants(isHour: isHour) }
    // The first pattern that can read all rows counts.
    let patterns =
      format != nil
      ? dates
      : unit.map { [GaugeTimePattern($0)] + dates + [.clock] }
        ?? dates + [.clock, GaugeTimePattern(.seconds)]
    readings = patterns.map(Reading.init)
  }

  mutating func append(
    _ text: GaugeField, hours: Int = 0, line: Int, of file: GaugeText
  ) throws {
    let wrong = readings.indices.filter { !readings[$0].append(text, hours: hours) }
    if wrong.count == readings.count {
      let source = isSaid ? "--time-format says" : hasRows ? "in the rows before" : nil
      let flaw = source.map {
        "is no time as \($0), \(readings[0].pattern.text.quoted); \(Self.remedy)"
      }
      throw file.flaw("\(text.string.quoted) \(flaw ?? Self.noTime)", line: line)
    }
    hasRows = true
    for index in wrong.reversed() { readings.remove(at: index) }
  }

  /// Whether the newest rows come first, as far as can be seen.
  var isFalling: Bool { readings[0].seconds.first ?? 0 > readings[0].seconds.last ?? 0 }

  /// The times of the rows since the last call, by the first pattern with which none lies before the one above it, or
  /// else by the first of all patterns. Throws if they can be read in several ways.
  mutating func ordered(_ line: Int, of file: GaugeText) throws -> Reading {
    if let step {
      readings[0].mend(step: step)
    } else {
      for index in readings.indices { readings[index].order() }
      readings = [try chosen(line, of: file)]
      step = readings[0].step
    }
    defer { readings[0].seconds.removeAll(keepingCapacity: true) }
    return readings[0]
  }

  private func chosen(_ line: Int, of file: GaugeText) throws -> Reading {
    let rising = readings.filter { $0.falls == 0 }
    let ordered = rising.isEmpty ? readings.filter { $0.back == nil } : rising
    guard var first = ordered.first else { return readings[0] }
    if let count = first.pattern.count, !isCount {
      if let days = try days(first, line, file) {
        first.seconds = first.seconds.map { ($0 / count.seconds + (days.firstDay ?? 0)) * 86_400 }
        first.pattern = GaugeTimePattern(days)
      }
      return first
    }
    let ways = ordered.filter { $0.pattern.isDated && !$0.hasSteps(of: first) }
    guard !ways.isEmpty, first.pattern.isDated else { return first }
    let even = ([first] + ways).filter(\.isEven)
    if let only = even.first, even.allSatisfy({ $0.hasSteps(of: only) }) { return only }
    let patterns = ([first] + ways).map { "'\($0.pattern.text)'" }.joined(separator: " or ")
    throw file.flaw(
      "the dates can be read in several ways; choose --time-format \(patterns)", line: line)
  }

  /// The days that numbers without a unit count: those of a spreadsheet begin in 1900, Julian days long ago.
  private func days(
    _ reading: Reading, _ line: Int, _ file: GaugeText
  ) throws -> GaugeTimePattern.Count? {
    let count = GaugeTimePattern.Count.all.first { count in
      count.range.map { reading.seconds.allSatisfy($0.contains) } ?? false
    }
    if count == nil, isDate, let seconds = reading.seconds.first, seconds < 1e8 {
      throw file.flaw(
        "the numbers are no dates; --time-format says how they are written", line: line)
    }
    if let count, !isDate, reading.step == 1 {
      throw file.flaw(
        "the numbers may count days or seconds; choose --time-format \(count.name) or seconds",
        line: line)
    }
    return isDate || reading.step < 1 ? count : nil
  }
}
