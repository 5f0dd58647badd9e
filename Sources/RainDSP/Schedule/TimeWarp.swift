/// A clock by which drops fall evenly: it runs faster where the rain gusts.
///
///     reading(t) = ∫ gust curve(t) bunches(t) dt
///
/// Drops that are Poisson, of constant rate, by this clock fall with the rate of the gusts by any
/// other (time rescaling: Papangelou 1972, "Integrability of expected increments of point
/// processes"); none is drawn in vain. The clock starts anew with every second.
struct TimeWarp: ~Copyable {
  /// Steps of a second in which the clock runs evenly.
  fileprivate static let steps = 256

  private var gusts: GustCurve
  private var clusters: GustCurve
  private let timeline: Timeline
  private let isEven: Bool
  /// The seconds since the beginning of a second at which the clock shows 0, 1/256, 2/256 ... of its
  /// last reading, for an even and an odd second.
  private(set) var times = FixedArray<Float>(repeating: 0, count: 2 * (steps + 1))
  private var seconds = (even: Int.min, odd: Int.min)
  private var readings = (even: 1.0, odd: 1.0)

  init(gusts: consuming GustCurve, clusters: consuming GustCurve, timeline: Timeline) {
    isEven = gusts.isFlat && clusters.isFlat
    self.gusts = gusts
    self.clusters = clusters
    self.timeline = timeline
  }

  /// A second by the clock.
  struct Second {
    /// What the clock shows at its end.
    let lastReading: Double
    /// Steps of a reading; 0: the clock runs evenly.
    fileprivate let stepsPerReading: Double
    fileprivate let first: Int

    /// The seconds after its beginning at which the clock shows `reading`, below its last; `times` are
    /// those of the clock, which has read no other even, or odd, second since.
    @inline(__always)
    func offset(reading: Double, among times: borrowing FixedArray<Float>) -> Double {
      if stepsPerReading == 0 { return reading }
      let position = reading * stepsPerReading
      let step = min(Elementary.floor(position), TimeWarp.steps - 1)
      let here = times[unchecked: first &+ step]
      let next = times[unchecked: first &+ step &+ 1]
      return Double(here) + Double(next - here) * (position - Double(step))
    }
  }

  /// Goes through a second.
  mutating func read(_ second: Int) -> Second {
    if isEven {
      return Second(lastReading: timeline.length(of: second), stepsPerReading: 0, first: 0)
    }
    let first = load(second)
    let last = second & 1 == 0 ? readings.even : readings.odd
    return Second(
      lastReading: last, stepsPerReading: Double(Self.steps) / last, first: first)
  }

  /// Reads the clock through a second, unless that is done; gives the index of its first time.
  private mutating func load(_ second: Int) -> Int {
    let isEven = second & 1 == 0
    let first = isEven ? 0 : Self.steps + 1
    if second == (isEven ? seconds.even : seconds.odd) { return first }
    // The trapezoidal rule: within a step the clock runs with the mean of both ends.
    let step = timeline.length(of: second) / Double(Self.steps)
    var rates = InlineArray<257, Double>(repeating: 1)
    var span = rates.mutableSpan
    gusts.scale(&span, second: second, step: step)
    clusters.scale(&span, second: second, step: step)
    var gains = InlineArray<256, Double>(repeating: 0)
    var last = 0.0
    for index in 0..<Self.steps {
      gains[index] = (rates[index] + rates[index + 1]) / 2 * step
      last += gains[index]
    }
    // Now it is known at which readings the time is asked.
    var reading = 0.0
    var place = 0
    for index in 0..<Self.steps {
      while place < Self.steps, Double(place) / Double(Self.steps) * last < reading + gains[index] {
        let rest = (Double(place) / Double(Self.steps) * last - reading) / gains[index]
        times[first + place] = Float(step * (Double(index) + rest))
        place += 1
      }
      reading += gains[index]
    }
    while place <= Self.steps {
      times[first + place] = Float(timeline.length(of: second))
      place += 1
    }
    if isEven {
      seconds.even = second
      readings.even = last
    } else {
      seconds.odd = second
      readings.odd = last
    }
    return first
  }
}
