/// When drops fall: a Poisson process, independent drops with exponential gaps.
///
/// The process is cut from one rain of drops over time and *threshold*, a rate a minute: a drop
/// falls when its threshold lies below the mean rate. So a higher rate keeps every drop and adds
/// others. The thresholds are stacked in layers, four to the octave, so that a low rate does not
/// pay for a high one. Each layer draws each second of time from a key of its own; seconds are
/// seconds at every sample rate. A rate that swells moves drops together and apart within their
/// second, and lets the second hold more of them or fewer: it is the clock of the drops that swells.
///
/// Arrivals come for one run of frames after another, within a run layer after layer and
/// within a layer in the order of time. The runs of a renderer are tiles; so that order, in which
/// drops are added up, does not depend on where a rendering began.
public struct DropSchedule: ~Copyable {
  /// A drop that falls.
  public struct Arrival: Sendable, Hashable {
    /// The frame in which it strikes.
    public let frame: Int
    /// The key of all random numbers of this drop.
    public let key: RandomKey
  }

  private let perMinute: Double
  private let lap: Lap
  private var clock: RainClock
  /// Enough for 2³¹ drops a minute.
  private var layers: InlineArray<125, Layer>
  /// The layers of which drops fall.
  private let layerCount: Int
  /// The layer that is asked next.
  private var current = 0

  /// - Parameters:
  ///   - perMinute: the mean rate, in drops a minute, up to 2³¹.
  ///   - gust: the standard deviation of the logarithm of the rate over seconds; 0: the rate is
  ///     constant.
  ///   - sampleRate: in Hz; moves a drop by less than a frame.
  ///   - seed: of the rendering.
  ///   - start: the first frame of which arrivals are asked, at least 0.
  ///   - loop: the frames of a loop, a second or more, which the rain begins anew after; nil: rain
  ///     without an end.
  public init(
    perMinute: Double, gust: Double = 0, sampleRate: Int, seed: UInt64, startingAt start: Int = 0,
    loop: Int? = nil
  ) {
    precondition(start >= 0, "rain begins at frame 0")
    precondition(loop.map { $0 >= sampleRate } ?? true, "a loop lasts a second or more")
    let lap = Lap(sampleRate: sampleRate, frames: loop)
    self.init(
      perMinute: perMinute, lap: lap, key: Source.drops.key(seed: seed),
      swell: Swell(spread: gust, key: Source.gusts.key(seed: seed), lap: lap),
      bunches: Swell(spread: 0, key: Source.clusters.key(seed: seed), lap: lap))
    seek(to: start)
  }

  /// The rate is `perMinute` times the factors of `swell` and `bunches`.
  init(
    perMinute: Double, lap: Lap, key: RandomKey, swell: consuming Swell,
    bunches: consuming Swell
  ) {
    precondition(perMinute >= 0 && perMinute <= 0x1p31, "a rate is 0 to 2³¹ a minute")
    self.perMinute = perMinute
    self.lap = lap
    clock = RainClock(swell: swell, bunches: bunches, lap: lap)
    layers = InlineArray { Layer(number: $0, key: key.child($0)) }
    var count = 0
    while count < layers.count {
      if layers[count].lowest >= perMinute { break }
      count += 1
    }
    layerCount = count
    seek(to: 0)
  }

  /// Goes to `start`: the next run of frames begins there.
  public mutating func seek(to start: Int) {
    current = 0
    let second = lap.moment(of: start).second
    for number in 0..<layerCount {
      enter(second: second, layer: number)
      while let frame = nextFrame(layer: number), frame < start { layers[number].place += 1 }
    }
  }

  /// The next arrival before the frame `end`, or nil when there are no more; then the next run
  /// begins at `end`. Runs of up to a second are fastest: the swell of longer ones is computed
  /// again for each layer.
  public mutating func next(before end: Int) -> Arrival? {
    while current < layerCount {
      if let frame = nextFrame(layer: current) {
        if frame < end {
          let place = layers[current].place
          layers[current].place = place + 1
          return Arrival(frame: frame, key: layers[current].keys[place])
        }
        current += 1
      } else if layers[current].end < end {
        enter(second: layers[current].second + 1, layer: current)
      } else {
        current += 1
      }
    }
    current = 0
    return nil
  }

  /// Drops of some range of thresholds, of which the next few are drawn.
  private struct Layer {
    /// The thresholds `lowest` ..< `lowest + width`, drops a minute.
    let lowest: Double
    let width: Double
    let key: RandomKey
    /// The second at hand, its first frame, the one after its last, and its key.
    var second = 0
    var start = 0
    var end = 0
    var secondKey: RandomKey
    /// How many drops of it are drawn, and what the clock shows at the last of them.
    var drawn = 0
    var reading = 0.0
    /// Whether the second holds no more than those.
    var isOver = true
    /// Those of the last eight that fall, from `place` on yet to come.
    var frames = InlineArray<8, Int>(repeating: 0)
    var keys: InlineArray<8, RandomKey>
    var place = 0
    var count = 0

    init(number: Int, key: RandomKey) {
      let octave = number == 0 ? 0 : Elementary.exp2(Double((number - 1) / 4))
      width = number == 0 ? 1 : octave / 4
      lowest = number == 0 ? 0 : octave + Double((number - 1) % 4) * width
      self.key = key
      secondKey = key
      keys = InlineArray(repeating: key)
    }

    /// Draws the next eight drops in the second; of those, the ones below a rate a minute fall.
    /// Eight logarithms cost little more than one.
    mutating func drawEight(
      below perMinute: Double, in second: RainClock.Second, by clock: borrowing RainClock,
      sampleRate: Double
    ) {
      var drawnKeys = InlineArray<8, RandomKey>(repeating: secondKey)
      // In the middle of its step a number is above 0, where the logarithm is finite.
      var numbers = SIMD8<Double>.zero
      for number in 0..<8 {
        let key = secondKey.child(drawn &+ number)
        drawnKeys[number] = key
        // The upper half of the key is the gap, the lower the threshold.
        numbers[number] = (Double(UInt32(truncatingIfNeeded: key.bits >> 32)) + 0.5) * 0x1p-32
      }
      drawn += 8
      let logarithms = Elementary.log(numbers) * (-60 / width)
      // In memory: the lanes of a vector are hard to reach one by one.
      var gaps = InlineArray<8, Double>(repeating: 0)
      for number in 0..<8 { gaps[number] = logarithms[number] }
      // Of the uppermost layer, those fall whose threshold lies below the rate.
      let share = (perMinute - lowest) / width
      let fallen = share >= 1 ? UInt64(1) << 32 : UInt64(share * 0x1p32)
      var reading = reading
      var count = 0
      for number in 0..<8 {
        reading += gaps[number]
        if reading >= second.lastReading {
          isOver = true
          break
        }
        let offset = clock.offset(second, reading: reading)
        // Whether it falls is not a branch, which would be a guess. A count never exceeds a number.
        unsafe frames[unchecked: count] = min(
          start &+ Elementary.floor(offset * sampleRate), end &- 1)
        unsafe keys[unchecked: count] = drawnKeys[number]
        let falls = UInt64(UInt32(truncatingIfNeeded: drawnKeys[number].bits)) < fallen
        count &+= falls ? 1 : 0
      }
      self.reading = reading
      place = 0
      self.count = count
    }
  }

  /// Goes to the beginning of `second` in a layer.
  private mutating func enter(second: Int, layer number: Int) {
    layers[number].second = second
    layers[number].start = lap.start(of: second)
    layers[number].end = lap.start(of: second + 1)
    layers[number].secondKey = layers[number].key.child(lap.identity(of: second))
    layers[number].drawn = 0
    layers[number].reading = 0
    layers[number].isOver = false
    layers[number].place = 0
    layers[number].count = 0
  }

  /// The frame of the next drop of a layer in its second; nil if there is none.
  @inline(__always)
  private mutating func nextFrame(layer number: Int) -> Int? {
    while layers[number].place == layers[number].count {
      if layers[number].isOver { return nil }
      drawEight(layer: number)
    }
    return layers[number].frames[layers[number].place]
  }

  private mutating func drawEight(layer number: Int) {
    let second = clock.read(layers[number].second)
    layers[number].drawEight(
      below: perMinute, in: second, by: clock, sampleRate: Double(lap.sampleRate))
  }
}
