/// Warped time, in which drops fall evenly: it runs faster where the rain gusts.
///
///     w(t) = ∫ gusts(t) clusters(t) dt,   from the beginning of each second
///
///     w |                           *****
///       o                    ********
///       o                  ***          A gust in the middle of the second:
///       o                 **            w rises fast there, so drops at even
///       o               ***             distances in w (o on its axis) lie
///       o              **               close together in t (o on its axis).
///       o            ***
///       o     ********
///       | *****
///       +--------o----o-oooo----o---------> t
///
/// A Poisson process of constant rate in warped time has the rate of the gusts in real time (time
/// rescaling: Papangelou 1972, "Integrability of expected increments of point processes"). So no drop
/// has to be discarded, and w at the end of a second is the amount of rain in it.
struct TimeWarp: ~Copyable {
  /// Steps of warped time in a second, over which real time is interpolated. Measured: the error is
  /// below 0.5 ms (TimeWarpTests).
  fileprivate static let steps = 256

  /// The factor of the rate over seconds.
  private var gusts: GustCurve
  /// A second factor, over tenths of a second; nil: none.
  private var clusters: GustCurve?
  private let timeline: Timeline
  /// The real times at 0, 1/256, 2/256 ... 1 of the warped duration, in seconds since the beginning of
  /// the second, for one even and one odd second: a tile may hold the end of one and the beginning of
  /// the next, which the layers of the schedule read in turn.
  private(set) var times = FixedArray<Float>(repeating: 0, count: 2 * (steps + 1))
  /// The even and the odd second that `times` holds, and their warped durations.
  private var loaded = InlineArray<2, (second: Int, duration: Double)>(repeating: (.min, 1))

  init(gusts: consuming GustCurve, clusters: consuming GustCurve?, timeline: Timeline) {
    self.gusts = gusts
    self.clusters = clusters
    self.timeline = timeline
  }

  mutating func restart(_ root: RandomKey) {
    gusts.restart(root)
    clusters?.restart(root)
    loaded = InlineArray(repeating: (.min, 1))
  }

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader) {
    gusts.apply(automation)
    clusters?.apply(automation)
  }

  /// A second in warped time.
  struct Second {
    /// Its warped duration: 1 for a second of mean rate.
    let duration: Double
    /// Steps in a unit of warped time; 0: warped time is real time.
    fileprivate let stepsPerUnit: Double
    /// Where its times begin among `times`.
    fileprivate let first: Int

    /// The real time of a warped time, in seconds since the beginning of the second; `warpedTime` is
    /// below ``duration``. Valid until another second of the same parity is loaded into `times`.
    @inline(__always)
    func offset(warpedTime: Double, among times: borrowing FixedArray<Float>) -> Double {
      if stepsPerUnit == 0 { return warpedTime }
      let position = warpedTime * stepsPerUnit
      let step = min(Elementary.floor(position), TimeWarp.steps - 1)
      let here = times[unchecked: first &+ step]
      let next = times[unchecked: first &+ step &+ 1]
      return Double(here) + Double(next - here) * (position - Double(step))
    }
  }

  /// Loads a second, unless it is loaded already.
  mutating func second(_ second: Int) -> Second {
    if gusts.isFlat(second: second), clusters?.isFlat(second: second) ?? true {
      return Second(duration: timeline.length(of: second), stepsPerUnit: 0, first: 0)
    }
    let first = load(second)
    let duration = loaded[second & 1].duration
    return Second(duration: duration, stepsPerUnit: Double(Self.steps) / duration, first: first)
  }

  /// Loads the second of the frame before another. Returns whether it was not loaded yet.
  mutating func load(before end: Int) -> Bool {
    let number = timeline.second(of: end - 1)
    if loaded[number & 1].second == number { return false }
    return second(number).stepsPerUnit > 0
  }

  /// Computes the times of a second, unless they are there. Returns the index of the first.
  private mutating func load(_ second: Int) -> Int {
    let first = (second & 1) * (Self.steps + 1)
    if loaded[second & 1].second == second { return first }
    // Integrate by the trapezoidal rule: each step has the mean rate of its ends.
    let step = timeline.length(of: second) / Double(Self.steps)
    var rates = InlineArray<257, Double>(repeating: 1)
    var span = rates.mutableSpan
    gusts.scale(&span, second: second, step: step)
    clusters?.scale(&span, second: second, step: step)
    var gains = InlineArray<256, Double>(repeating: 0)
    var duration = 0.0
    for index in 0..<Self.steps {
      gains[index] = (rates[index] + rates[index + 1]) / 2 * step
      duration += gains[index]
    }
    // Invert the integral: the real time at each 1/256 of the warped duration.
    var warpedTime = 0.0
    var point = 0
    for index in 0..<Self.steps {
      while point < Self.steps,
        Double(point) / Double(Self.steps) * duration < warpedTime + gains[index]
      {
        let rest = (Double(point) / Double(Self.steps) * duration - warpedTime) / gains[index]
        times[first + point] = Float(step * (Double(index) + rest))
        point += 1
      }
      warpedTime += gains[index]
    }
    while point <= Self.steps {
      times[first + point] = Float(timeline.length(of: second))
      point += 1
    }
    loaded[second & 1] = (second, duration)
    return first
  }
}
