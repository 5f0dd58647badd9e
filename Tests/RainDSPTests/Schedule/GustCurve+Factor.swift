@testable import RainDSP

extension GustCurve {
  /// A curve of constant rain.
  ///
  /// - Parameters:
  ///   - follower: who follows it.
  ///   - spread: the standard deviation of the factor's logarithm.
  ///   - slowest: the time of the slowest gust, in s.
  ///   - drift: the standard deviation of the logarithm of the rainfall over minutes.
  ///   - sizes: whether the number of drops walks as their sizes do.
  ///   - timeline: its seconds.
  ///   - seed: of its random numbers.
  init(
    _ follower: Follower = .drops, spread: Double, slowest: Double = 60, drift: Double = 0,
    sizes: Bool = false, timeline: Timeline, seed: UInt64
  ) {
    var rain = Rain()
    (rain[.gust], rain[.patterGust], rain[.patterCluster]) = (spread, spread, spread)
    rain[.gustTime] = slowest
    (rain[.drift], rain[.sizeSpread]) = (drift, sizes ? 1 : 0)
    self.init(follower, in: RainBounds(rain), timeline, RandomKey(seed: seed))
  }

  /// The factor `offset` seconds after the beginning of a second, 0 ... 1.
  mutating func factor(second: Int, offset: Double) -> Double {
    var numbers = [1.0, 1.0]
    var span = numbers.mutableSpan
    scale(&span, second: second, step: offset)
    return numbers[1]
  }

  /// The factor at a frame.
  mutating func factor(at frame: Int) -> Double {
    let second = timeline.second(of: frame)
    let offset = Double(frame - timeline.start(of: second)) / Double(timeline.sampleRate)
    return factor(second: second, offset: offset)
  }
}
