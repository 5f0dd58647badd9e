/// When drops fall: a Poisson process, independent drops with exponential gaps.
///
/// The process is cut from one rain of drops over time and *threshold*, a rate a minute: a drop
/// falls when its threshold lies below the rate of its moment. So a higher rate keeps every drop
/// and adds others, and a rate that swells picks from the same drops. The thresholds are stacked
/// in layers, four to the octave, so that a low rate does not pay for a high one. Each layer draws
/// each second of time from a key of its own; seconds are seconds at every sample rate.
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

  /// Up to 2³¹ drops a minute, at the peak of a gust.
  private static let layerCount = 125

  private let key: RandomKey
  private let perMinute: Double
  private let lap: Lap
  private var swell: Swell
  private var bunches: Swell
  private var layers: InlineArray<125, Layer>
  /// The layer that is asked next.
  private var current = 0

  /// - Parameters:
  ///   - perMinute: the mean rate, in drops a minute.
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
    precondition(perMinute >= 0 && perMinute.isFinite, "a rate is 0 or more")
    self.perMinute = perMinute
    self.lap = lap
    self.key = key
    self.swell = swell
    self.bunches = bunches
    layers = InlineArray { Layer(number: $0, key: key.child($0)) }
    seek(to: 0)
  }

  /// Goes to `start`: the next run of frames begins there.
  public mutating func seek(to start: Int) {
    current = 0
    let second = lap.moment(of: start).second
    for number in 0..<Self.layerCount {
      enter(second: second, layer: number)
      while !layers[number].isOver && layers[number].frame < start {
        advance(layer: number)
      }
    }
  }

  /// The next arrival before the frame `end`, or nil when there are no more; then the next run
  /// begins at `end`. Runs of up to a second are fastest: the swell of longer ones is computed
  /// again for each layer.
  public mutating func next(before end: Int) -> Arrival? {
    while current < Self.layerCount {
      let frame = layers[current].frame
      if frame >= end {
        current += 1
      } else if layers[current].isOver {
        enter(second: layers[current].second + 1, layer: current)
      } else {
        let key = layers[current].next
        let offset = layers[current].offset
        let threshold =
          layers[current].lowest
          + layers[current].width * Double(UInt32(truncatingIfNeeded: key.bits)) * 0x1p-32
        let isCertain = threshold < layers[current].leastRate
        let second = layers[current].second
        advance(layer: current)
        if isCertain || threshold < rate(second: second, offset: offset) {
          return Arrival(frame: frame, key: key)
        }
      }
    }
    current = 0
    return nil
  }

  /// Drops of some range of thresholds, standing at the next one that may fall.
  private struct Layer {
    /// The thresholds `lowest` ..< `lowest + width`, drops a minute.
    let lowest: Double
    let width: Double
    /// The mean gap between drops, in seconds.
    let meanGap: Double
    let key: RandomKey
    /// The second that is at hand, its first frame, its length in seconds, its key, and a rate that
    /// is not undercut within it.
    var second = 0
    var start = 0
    var length = 1.0
    var secondKey: RandomKey
    var leastRate = 0.0
    /// The next drop: its number in that second, its key, the seconds before it, and its frame.
    /// When the second holds no more drops, the frame is the first of the next second.
    var index = 0
    var next: RandomKey
    /// The keys of the eight drops around the next one, and the gaps before them.
    var keys: InlineArray<8, RandomKey>
    var gaps = InlineArray<8, Double>(repeating: 0)
    var offset = 0.0
    var frame = 0
    var isOver = false

    init(number: Int, key: RandomKey) {
      let octave = number == 0 ? 0 : Elementary.exp2(Double((number - 1) / 4))
      width = number == 0 ? 1 : octave / 4
      meanGap = 60 / width
      lowest = number == 0 ? 0 : octave + Double((number - 1) % 4) * width
      self.key = key
      secondKey = key
      next = key
      keys = InlineArray(repeating: key)
    }
  }

  /// The rate at a moment, drops a minute.
  private mutating func rate(second: Int, offset: Double) -> Double {
    perMinute * swell.factor(second: second, offset: offset)
      * bunches.factor(second: second, offset: offset)
  }

  /// Goes to the first drop of a layer in `second`.
  private mutating func enter(second: Int, layer number: Int) {
    layers[number].second = second
    layers[number].start = lap.start(of: second)
    layers[number].length = lap.length(of: second)
    layers[number].secondKey = layers[number].key.child(lap.identity(of: second))
    layers[number].index = -1
    let swelling = swell.range(second: second)
    let bunching = bunches.range(second: second)
    layers[number].leastRate = perMinute * swelling.lowerBound * bunching.lowerBound
    layers[number].offset = 0
    // Where no drop of this layer can fall, the second is over at once.
    let peak = swelling.upperBound * bunching.upperBound
    if layers[number].lowest < perMinute * peak {
      layers[number].isOver = false
      advance(layer: number)
    } else {
      end(layer: number)
    }
  }

  /// Goes to the next drop of a layer; beyond the end of its second there is none.
  private mutating func advance(layer number: Int) {
    layers[number].index += 1
    let place = layers[number].index & 7
    if place == 0 { drawEight(layer: number) }
    layers[number].next = layers[number].keys[place]
    let offset = layers[number].offset + layers[number].gaps[place]
    if offset < layers[number].length {
      layers[number].offset = offset
      layers[number].frame = layers[number].start + Int(offset * Double(lap.sampleRate))
    } else {
      end(layer: number)
    }
  }

  /// Draws eight drops from the next one on: eight logarithms cost little more than one.
  private mutating func drawEight(layer number: Int) {
    // In the middle of its step a number is above 0, where the logarithm is finite.
    var numbers = SIMD8<Double>.zero
    for place in 0..<8 {
      let key = layers[number].secondKey.child(layers[number].index + place)
      layers[number].keys[place] = key
      // The upper half of the key is the gap, the lower the threshold.
      numbers[place] = (Double(UInt32(truncatingIfNeeded: key.bits >> 32)) + 0.5) * 0x1p-32
    }
    let gaps = Elementary.log(numbers) * -layers[number].meanGap
    for place in 0..<8 { layers[number].gaps[place] = gaps[place] }
  }

  /// Lets a layer wait for its next second.
  private mutating func end(layer number: Int) {
    layers[number].isOver = true
    layers[number].frame = lap.start(of: layers[number].second + 1)
  }
}
