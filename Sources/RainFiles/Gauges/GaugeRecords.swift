internal import Text

/// The most rain in a minute, in five, in an hour and in a day.
struct GaugeRecords {
  /// The most in a time of this length so far.
  struct Window {
    /// In s.
    let length: Double
    /// No gauge has ever held more, in mm: Unionville, 4 July 1956; Holt, 22 June 1947; Foc-Foc, 7 January 1966 (WMO).
    let limit: Double
    private(set) var most = 0.0
    private(set) var start = 0.0
    private var sum = 0.0
    fileprivate var first = 0

    fileprivate init(_ length: Double, limit: Double) {
      (self.length, self.limit) = (length, limit)
    }

    /// Takes the last of the rains.
    fileprivate mutating func take(_ rains: [Rain]) {
      let last = rains[rains.count - 1]
      // The window ends with the last rain, or begins with it.
      sum += last.millimeters
      while rains[first].end <= last.end - length {
        sum -= rains[first].millimeters
        first += 1
      }
      if first == rains.count - 1 { sum = last.millimeters }
      let begin = max(last.end - length, 0)
      let head = rains[first]
      let outside = head.millimeters * max(0, begin - head.start) / (head.end - head.start)
      let share = min(1, length / (last.end - last.start))
      let amount = max(sum - outside, last.millimeters * share)
      if amount > most * 1.000_001 { (most, start) = (amount, max(begin, head.start)) }
    }
  }

  fileprivate typealias Rain = (start: Double, end: Double, millimeters: Double)

  private(set) var minute = Window(60, limit: 31.2)
  private(set) var fiveMinutes = Window(300, limit: .infinity)
  private var hour = Window(3600, limit: 305)
  private var day = Window(86_400, limit: 1825)
  /// Those of the last day.
  private var rains: [Rain] = []

  /// Adds even rain after the others; returns how much fell in how long if that is more than a record.
  mutating func add(_ millimeters: Double, from start: Double, to end: Double) -> String? {
    rains.append((start, end, millimeters))
    minute.take(rains)
    fiveMinutes.take(rains)
    hour.take(rains)
    day.take(rains)
    let old = day.first
    if old > 4096, 2 * old > rains.count {
      rains.removeFirst(old)
      minute.first -= old
      fiveMinutes.first -= old
      hour.first -= old
      day.first -= old
    }
    // Of a row shorter than a minute, as if it went on.
    let perMinute = millimeters / (end - start) * 60
    if end - start < 60, perMinute > 1.07 * minute.limit, millimeters > 1 {
      return "\(FixedPoint.brief(millimeters)) mm in \(FixedPoint.brief(end - start)) s"
    }
    for window in [minute, hour, day] where window.most > window.limit {
      let isRow = millimeters >= window.most * 0.999_999 && end - start <= window.length
      let (amount, length) = isRow ? (millimeters, end - start) : (window.most, window.length)
      return "\(FixedPoint.brief(amount)) mm in \(FixedPoint.brief(length)) s"
    }
    return nil
  }
}
