/// When drops fall: a Poisson process, that is independent drops with exponential gaps.
///
/// Drops are points, scattered evenly over a plane of time and rate. A drop falls when its height, the
/// *threshold*, lies below the mean rate. So a higher rate keeps every drop and adds others.
///
///     drops a minute
///      320 |      .     |          . |   .        |
///          |  .         |    .       |            |  these fall at a higher rate
///      300 |============|============|============|  the mean rate
///          |      .     |        .   |  .         |  these fall             layer 1
///      256 |- - - - - - |- - - - - - |- - - - - - |  - - - - - - - - - - - - - - - -
///          |  .      .  |   .        |    .    .  |
///          |    .  .    |      .  .  |  .    .  . |  these fall             layer 0
///          | .     .    |  .    .    |     .      |
///        0 +------------+------------+------------+--> time
///          0 s          1 s          2 s          3 s
///
/// The plane is cut into layers, so that a low rate does not draw the points of a high one:
///
///     layer      0         1          2          3          4          5       ...   92
///     from       0        256        320        384        448        512      ...   1.75 · 2³⁰
///     width     256        64         64         64         64        128      ...   2²⁸
///
/// Above 2⁸ drops a minute four layers make an octave, so at most a fifth of the points drawn do not
/// fall. 1 layer below 2⁸ and 4 in each of the 23 octaves above it, 93, reach 2³¹ drops a minute, beyond the
/// range of every setting.
///
/// Each second of a layer has a key of its own, whose children are the keys of its points 0, 1, 2 ...
/// The 64 bits of a point's key give, with u and v its upper and lower 32 bits as numbers of 0 ... 1,
///
///     gap         -60/width · ln u      in s, since the point before
///     threshold   lowest + width · v    in drops a minute
///
/// One second of layer 1 as an example: width 64, so gaps of 0.94 s on the average. The gaps 0.31, 0.42
/// and 1.07 s put points at 0.31 and 0.73 s; the third lies beyond the second and ends it. With
/// v = 0.52 and 0.91 their thresholds are 289 and 314. At 300 drops a minute, the first falls.
///
/// Seconds last a second at every sample rate, so a drop falls at the same time at all of them.
///
/// Gusts do not move the thresholds. They warp time within each second (``TimeWarp``), so that drops
/// bunch up and a second holds more or fewer of them.
///
/// Arrivals come for one run of frames after another. Within a run they come layer after layer, and
/// within a layer in the order of time. The runs of a renderer are tiles, so the order in which it adds
/// drops does not depend on where it began. ``Drops`` sorts them by time.
struct DropSchedule: ~Copyable {
  private static var layerLimit: Int { 93 }

  /// The greatest mean rate of all to come. Points below it are drawn.
  private let mostPerMinute: Double
  /// The mean rate and the regularity of the tile.
  private var perMinute = 0.0
  private var regularity = 0.0
  private var key: RandomKey
  private let timeline: Timeline
  private var warp: TimeWarp
  /// On the heap: in line they would take 22 KB of stack in every function that makes a renderer.
  private var layers: FixedArray<Layer>
  /// How many layers lie below the greatest rate, in whole or in part; 0 where drops always fall evenly.
  private let mostLayers: Int
  /// How many lie below the rate of the tile. The points of those above are not drawn.
  private var layerCount = 0
  /// The layer of the next arrival.
  private var current = 0
  /// Instead of all layers, drops that fall evenly; nil: they fall by chance.
  private var regular: RegularArrivals?
  /// Besides the rain.
  private var eaves: Eaves?

  /// No drop falls until a tile has been applied.
  ///
  /// - Parameters:
  ///   - mostPerMinute: the greatest mean rate of all to come, in drops a minute, 0 ... 2³¹.
  ///   - timeline: the sample rate, which moves a drop by less than a frame, and the loop.
  ///   - key: of all the drops.
  ///   - gusts: the factor of the rate over seconds.
  ///   - clusters: a second factor, over tenths of a second; nil: none.
  ///   - leastRegularity: the lowest regularity of all to come.
  ///   - eaves: from which drips fall, too; nil: none.
  init(
    mostPerMinute: Double, timeline: Timeline, key: RandomKey, gusts: consuming GustCurve,
    clusters: consuming GustCurve? = nil, leastRegularity: Double = 0,
    eaves: consuming Eaves? = nil
  ) {
    precondition(mostPerMinute >= 0 && mostPerMinute <= 0x1p31, "a rate is 0 to 2³¹ a minute")
    self.mostPerMinute = mostPerMinute
    self.key = key
    self.timeline = timeline
    self.eaves = eaves
    warp = TimeWarp(gusts: gusts, clusters: clusters, timeline: timeline)
    layers = FixedArray((0..<Self.layerLimit).map { Layer(number: $0, key: key.child($0)) })
    var count = 0
    while count < layers.count && layers[inPlace: count].lowest < mostPerMinute { count += 1 }
    mostLayers = leastRegularity > 0 ? 0 : count
  }

  /// When the near drops of a rain fall, in a rendering with the key `root`.
  init(nearDropsOf bounds: RainBounds, timeline: Timeline, root: RandomKey) {
    self.init(
      mostPerMinute: bounds.high[.drops], timeline: timeline,
      key: Source.drops.key(below: root), gusts: GustCurve(.drops, in: bounds, timeline, root),
      leastRegularity: bounds.low[.regularity],
      eaves: Eaves(most: bounds.high[.eaves], timeline: timeline, root: root))
  }

  /// Begins anew, with the keys of a source in another rendering: no drop falls until a tile has
  /// been applied.
  mutating func restart(_ source: Source, _ root: RandomKey) {
    key = source.key(below: root)
    for number in 0..<layers.count { layers[inPlace: number].key = key.child(number) }
    warp.restart(root)
    (perMinute, regularity, layerCount) = (0, 0, 0)
    regular = nil
    eaves?.restart(root)
  }

  /// Takes the settings of a tile that the automation has read and that begins at the frame `start`.
  ///
  /// - Parameters:
  ///   - perMinute: the mean rate, in drops a minute. Drops whose threshold lies above it do not fall.
  ///   - regularity: 0: by chance; up to 1: evenly, without gusts and clusters.
  ///   - eaves: the points that drip.
  ///   - automation: has the gusts.
  ///   - start: the first frame of the next run.
  mutating func apply(
    perMinute: Double, regularity: Double = 0, eaves: Double = 0,
    _ automation: borrowing AutomationReader, startingAt start: Int
  ) {
    warp.apply(automation)
    self.eaves?.apply(eaves, startingAt: start)
    if perMinute == self.perMinute && regularity == self.regularity { return }
    (self.perMinute, self.regularity) = (perMinute, regularity)
    let isRegular = regularity > 0 && perMinute > 0
    regular =
      isRegular
      ? RegularArrivals(
        perMinute: perMinute, regularity: regularity, timeline: timeline, key: key) : nil
    regular?.seek(to: start)
    let before = layerCount
    layerCount = 0
    while !isRegular && layerCount < mostLayers && layers[inPlace: layerCount].lowest < perMinute {
      layers[inPlace: layerCount].fallen = layers[inPlace: layerCount].share(below: perMinute)
      layerCount += 1
    }
    seek(layersFrom: before, to: start)
  }

  /// The next run of frames begins at `start`.
  mutating func seek(to start: Int) {
    regular?.seek(to: start)
    eaves?.seek(to: start)
    seek(layersFrom: 0, to: start)
  }

  /// Warps the second that has begun before a frame, unless that is done. Returns whether it does.
  mutating func load(before end: Int) -> Bool { layerCount > 0 && warp.load(before: end) }

  private mutating func seek(layersFrom first: Int, to start: Int) {
    let second = timeline.second(of: start)
    for number in first..<max(first, layerCount) {
      current = number
      layers[inPlace: current].enter(second, of: timeline)
      repeat {
        while layers[inPlace: number].take(before: start) != nil {}
      } while drawMore()
    }
    current = 0
  }

  /// The next arrival of the run that ends before the frame `end`, or nil after the last; the next run
  /// then begins at `end`. Runs of up to a second are fastest: for longer ones, time is warped again
  /// for each layer.
  @inline(__always)
  mutating func next(before end: Int) -> Arrival? {
    while current < layerCount {
      if let arrival = layers[inPlace: current].take(before: end) {
        if layers[inPlace: current].falls(arrival) { return arrival }
      } else {
        advance(before: end)
      }
    }
    current = 0
    return regular?.next(before: end) ?? eaves?.next(before: end)
  }

  /// Draws more drops of the current layer, or goes to the next one when this has no more before `end`.
  @inline(never)
  private mutating func advance(before end: Int) {
    if drawMore() { return }
    if layers[inPlace: current].isEmpty && layers[inPlace: current].end < end {
      layers[inPlace: current].enter(layers[inPlace: current].second + 1, of: timeline)
    } else {
      current += 1
    }
  }

  /// Draws up to eight drops of the current layer's second. Returns false if some are left from before
  /// or the second holds no more.
  private mutating func drawMore() -> Bool {
    if !layers[inPlace: current].isEmpty || layers[inPlace: current].isOver { return false }
    let second = warp.second(layers[inPlace: current].second)
    layers[inPlace: current].drawEight(
      below: mostPerMinute, in: second, by: warp.times, sampleRate: Double(timeline.sampleRate))
    return true
  }

  /// The drops of a range of thresholds, drawn eight at a time. Not private: unoptimised Swift 6.3 miscompiles
  /// `FixedArray` of a private type.
  struct Layer: BitwiseCopyable {
    /// The thresholds are `lowest` ..< `lowest + width`, in drops a minute.
    let lowest: Double
    let width: Double
    var key: RandomKey
    /// The current second, its first frame, the frame after its last, and its key. At the beginning, that
    /// before second 0.
    var second = -1
    var start = 0
    var end = 0
    var secondKey: RandomKey
    /// How many drops of the second are drawn, and the warped time of the last of them.
    var drawn = 0
    var warpedTime = 0.0
    /// Whether the second holds no more drops than those drawn.
    var isOver = true
    /// The frames and keys of the last eight drawn that fall; the first `taken` have been taken.
    var frames = InlineArray<8, Int>(repeating: 0)
    var keys: InlineArray<8, RandomKey>
    var taken = 0
    var count = 0
    /// The share of the layer that lies below the rate of the tile, times 2³². It is exact at both ends: with 2³²
    /// every drop falls, with 0 none.
    var fallen: UInt64 = 0

    /// Layer 0 reaches to 2⁸ drops a minute, about four a second, which one draw of eight covers.
    init(number: Int, key: RandomKey) {
      let octave = Elementary.exp2(Double(8 + (number - 1) / 4))
      width = number == 0 ? octave : octave / 4
      lowest = number == 0 ? 0 : octave + Double((number - 1) % 4) * width
      self.key = key
      secondKey = key
      keys = InlineArray(repeating: key)
    }

    /// Goes to the beginning of a second.
    mutating func enter(_ second: Int, of timeline: Timeline) {
      self.second = second
      start = timeline.start(of: second)
      end = timeline.start(of: second + 1)
      secondKey = key.child(timeline.secondInLoop(second))
      (drawn, warpedTime, isOver, taken, count) = (0, 0, false, 0, 0)
    }

    /// Whether all that were drawn have been taken.
    var isEmpty: Bool { taken == count }

    /// The next of the drops drawn, if it falls before the frame `end`.
    @inline(__always)
    mutating func take(before end: Int) -> Arrival? {
      let taken = taken
      if taken == count || frames[taken] >= end { return nil }
      self.taken = taken &+ 1
      return Arrival(frame: frames[taken], key: keys[taken])
    }

    /// The share of the layer's drops that lie below a rate a minute, times 2³². All of them fall but in the
    /// uppermost layer, where the rate cuts through.
    func share(below perMinute: Double) -> UInt64 {
      let share = (perMinute - lowest) / width
      return share >= 1 ? UInt64(1) << 32 : share <= 0 ? 0 : UInt64(share * 0x1p32)
    }

    /// Whether a drop that was drawn falls at the rate of the tile.
    func falls(_ arrival: Arrival) -> Bool {
      UInt64(UInt32(truncatingIfNeeded: arrival.key.bits)) < fallen
    }

    /// Draws the next eight drops of the second, and keeps those below a rate a minute. Eight at a time,
    /// since eight logarithms in the lanes of a vector cost little more than one.
    mutating func drawEight(
      below perMinute: Double, in second: TimeWarp.Second, by times: borrowing FixedArray<Float>,
      sampleRate: Double
    ) {
      var drawnKeys = InlineArray<8, RandomKey>(repeating: secondKey)
      // In the middle of its step of 2⁻³² a number is never 0, so its logarithm is finite.
      var numbers = SIMD8<Double>.zero
      for number in 0..<8 {
        let key = secondKey.child(drawn &+ number)
        drawnKeys[number] = key
        // The gap comes from the upper 32 bits, the threshold from the lower.
        numbers[number] = (Double(UInt32(truncatingIfNeeded: key.bits >> 32)) + 0.5) * 0x1p-32
      }
      drawn += 8
      let logarithms = Elementary.log(numbers) * (-60 / width)
      // Through memory: taking the lanes out of a vector one by one is slower.
      var gaps = InlineArray<8, Double>(repeating: 0)
      for number in 0..<8 { gaps[number] = logarithms[number] }
      let fallen = share(below: perMinute)
      var warpedTime = warpedTime
      var count = 0
      for number in 0..<8 {
        warpedTime += gaps[number]
        if warpedTime >= second.duration {
          isOver = true
          break
        }
        let offset = second.offset(warpedTime: warpedTime, among: times)
        // Branch-free, as chance cannot be predicted: the entry is always written, and kept only if the
        // drop falls. `count` <= `number`, so the index is in range.
        unsafe frames[unchecked: count] = min(
          start &+ Elementary.floor(offset * sampleRate), end &- 1)
        unsafe keys[unchecked: count] = drawnKeys[number]
        let falls = UInt64(UInt32(truncatingIfNeeded: drawnKeys[number].bits)) < fallen
        count &+= falls ? 1 : 0
      }
      self.warpedTime = warpedTime
      taken = 0
      self.count = count
    }
  }
}
