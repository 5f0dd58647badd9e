/// A clock by which drops fall evenly: it runs faster where the rain swells.
///
///     reading(t) = ∫ swell(t) bunches(t) dt
///
/// Drops that are Poisson, of constant rate, by this clock fall with the rate of the swells by any
/// other (time rescaling: Papangelou 1972, "Integrability of expected increments of point
/// processes"); none is drawn in vain. The clock starts anew with every second.
struct RainClock: ~Copyable {
  /// Steps of a second in which the clock runs evenly.
  private static let steps = 256

  private var swell: Swell
  private var bunches: Swell
  private let lap: Lap
  private let isEven: Bool
  /// The seconds since the beginning of a second at which the clock shows 0, 1/256, 2/256 ... of its
  /// last reading, for an even and an odd second.
  private var times = FrameBuffer(count: 2 * (steps + 1))
  private var seconds = (even: Int.min, odd: Int.min)
  private var readings = (even: 1.0, odd: 1.0)

  init(swell: consuming Swell, bunches: consuming Swell, lap: Lap) {
    isEven = swell.isFlat && bunches.isFlat
    self.swell = swell
    self.bunches = bunches
    self.lap = lap
  }

  /// A second by the clock.
  struct Second {
    /// What the clock shows at its end.
    let lastReading: Double
    /// Steps of a reading; where its times begin.
    fileprivate let stepsPerReading: Double
    fileprivate let first: Int
  }

  /// Goes through a second.
  mutating func read(_ second: Int) -> Second {
    if isEven { return Second(lastReading: lap.length(of: second), stepsPerReading: 0, first: 0) }
    let first = load(second)
    let last = second & 1 == 0 ? readings.even : readings.odd
    return Second(
      lastReading: last, stepsPerReading: Double(Self.steps) / last, first: first)
  }

  /// The seconds after the beginning of a second, the last or last but one that was read, at which
  /// the clock shows `reading`, below its last.
  @inline(__always)
  func offset(_ second: Second, reading: Double) -> Double {
    if isEven { return reading }
    let position = reading * second.stepsPerReading
    let step = min(Elementary.floor(position), Self.steps - 1)
    let here = times.unchecked(second.first &+ step)
    let next = times.unchecked(second.first &+ step &+ 1)
    return Double(here) + Double(next - here) * (position - Double(step))
  }

  /// Reads the clock through a second, unless that is done; gives the index of its first time.
  private mutating func load(_ second: Int) -> Int {
    let isEven = second & 1 == 0
    let first = isEven ? 0 : Self.steps + 1
    if second == (isEven ? seconds.even : seconds.odd) { return first }
    // The trapezoidal rule: within a step the clock runs with the mean of both ends.
    let step = lap.length(of: second) / Double(Self.steps)
    var gains = InlineArray<256, Double>(repeating: 0)
    var last = 0.0
    var here = rate(second: second, offset: 0)
    for index in 0..<Self.steps {
      let next = rate(second: second, offset: step * Double(index + 1))
      gains[index] = (here + next) / 2 * step
      last += gains[index]
      here = next
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
      times[first + place] = Float(lap.length(of: second))
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

  private mutating func rate(second: Int, offset: Double) -> Double {
    swell.factor(second: second, offset: offset) * bunches.factor(second: second, offset: offset)
  }
}
