/// When drops fall: a Poisson process, independent drops with exponential gaps.
///
/// The process is cut from one rain of drops over time and *threshold*, a rate a minute: a drop
/// falls when its threshold lies below the mean rate. So a higher rate keeps every drop and adds
/// others. The thresholds are stacked in layers, above 2⁸ a minute four to the octave, so that a low
/// rate does not pay for a high one. Each layer draws each second of time from a key of its own;
/// seconds are seconds at every sample rate. A rate that gusts moves drops together and apart within their
/// second, and lets the second hold more of them or fewer: it is the clock of the drops that gusts.
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
  private let timeline: Timeline
  private var clock: TimeWarp
  /// Enough for 2³¹ drops a minute.
  private var layers: InlineArray<93, Layer>
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
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    self.init(
      perMinute: perMinute, timeline: timeline, key: Source.drops.key(seed: seed),
      gusts: GustCurve(spread: gust, key: Source.gusts.key(seed: seed), timeline: timeline),
      clusters: GustCurve(spread: 0, key: Source.clusters.key(seed: seed), timeline: timeline))
    seek(to: start)
  }

  /// The rate is `perMinute` times the factors of `gust curve` and `bunches`.
  init(
    perMinute: Double, timeline: Timeline, key: RandomKey, gusts: consuming GustCurve,
    clusters: consuming GustCurve
  ) {
    precondition(perMinute >= 0 && perMinute <= 0x1p31, "a rate is 0 to 2³¹ a minute")
    self.perMinute = perMinute
    self.timeline = timeline
    clock = TimeWarp(gusts: gusts, clusters: clusters, timeline: timeline)
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
    let second = timeline.moment(of: start).second
    for number in 0..<layerCount {
      current = number
      enter(second: second)
      repeat {
        while layers[number].take(before: start) != nil {}
      } while drawMore()
    }
    current = 0
  }

  /// The next arrival before the frame `end`, or nil when there are no more; then the next run
  /// begins at `end`. Runs of up to a second are fastest: the gust curve of longer ones is computed
  /// again for each layer.
  @inline(__always)
  public mutating func next(before end: Int) -> Arrival? {
    while current < layerCount {
      if let arrival = layers[current].take(before: end) { return arrival }
      advance(before: end)
    }
    current = 0
    return nil
  }

  /// Makes more drops ready, or goes to the next layer if this one has no more before the frame `end`.
  @inline(never)
  private mutating func advance(before end: Int) {
    if drawMore() { return }
    if layers[current].isEmpty && layers[current].end < end {
      enter(second: layers[current].second + 1)
    } else {
      current += 1
    }
  }

  /// Draws drops in the second of the layer at hand; false if some are ready or it holds no more.
  private mutating func drawMore() -> Bool {
    if !layers[current].isEmpty || layers[current].isOver { return false }
    let second = clock.read(layers[current].second)
    layers[current].drawEight(
      below: perMinute, in: second, by: clock.times, sampleRate: Double(timeline.sampleRate))
    return true
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

    /// Layer 0 goes up to the first octave, 2⁸ drops a minute, which takes one draw a second.
    init(number: Int, key: RandomKey) {
      let octave = Elementary.exp2(Double(8 + (number - 1) / 4))
      width = number == 0 ? octave : octave / 4
      lowest = number == 0 ? 0 : octave + Double((number - 1) % 4) * width
      self.key = key
      secondKey = key
      keys = InlineArray(repeating: key)
    }

    /// Whether none is ready.
    var isEmpty: Bool { place == count }

    /// The next of the drops that are ready, if it falls before the frame `end`.
    @inline(__always)
    mutating func take(before end: Int) -> Arrival? {
      let place = place
      if place == count || frames[place] >= end { return nil }
      self.place = place &+ 1
      return Arrival(frame: frames[place], key: keys[place])
    }

    /// Draws the next eight drops in the second; of those, the ones below a rate a minute fall.
    /// Eight logarithms cost little more than one.
    mutating func drawEight(
      below perMinute: Double, in second: TimeWarp.Second, by times: borrowing FixedArray<Float>,
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
        let offset = second.offset(reading: reading, among: times)
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

  /// Goes to the beginning of `second` in the layer at hand.
  private mutating func enter(second: Int) {
    layers[current].second = second
    layers[current].start = timeline.start(of: second)
    layers[current].end = timeline.start(of: second + 1)
    layers[current].secondKey = layers[current].key.child(timeline.identity(of: second))
    layers[current].drawn = 0
    layers[current].reading = 0
    layers[current].isOver = false
    layers[current].place = 0
    layers[current].count = 0
  }
}
