/// When drops fall: a Poisson process, independent drops with exponential gaps.
///
/// The process is cut from one rain of drops over time and *threshold*, a rate a minute: a drop
/// falls when its threshold lies below the rate of its moment. So a higher rate keeps every drop
/// and adds others, and a rate that swells picks from the same drops. The thresholds are stacked
/// in layers, 0 ..< 1, 1 ..< 2, 2 ..< 4, 4 ..< 8 ... a minute, so that a low rate does not pay
/// for a high one. Each layer draws each second of time from a key of its own; seconds are seconds
/// at every sample rate.
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
  private static let layerCount = 32

  private let key: RandomKey
  private let perMinute: Double
  private let sampleRate: Int
  private var swell: Swell
  private var bunches: Swell
  private var layers: InlineArray<32, Layer>
  /// The layer that is asked next.
  private var current = 0

  /// - Parameters:
  ///   - perMinute: the mean rate, in drops a minute.
  ///   - gust: the standard deviation of the logarithm of the rate over seconds; 0: the rate is
  ///     constant.
  ///   - sampleRate: in Hz; moves a drop by less than a frame.
  ///   - seed: of the rendering.
  ///   - start: the first frame of which arrivals are asked, at least 0.
  public init(
    perMinute: Double, gust: Double = 0, sampleRate: Int, seed: UInt64, startingAt start: Int = 0
  ) {
    self.init(
      perMinute: perMinute, sampleRate: sampleRate, key: Source.drops.key(seed: seed),
      swell: Swell(spread: gust, key: Source.gusts.key(seed: seed), sampleRate: sampleRate),
      bunches: Swell(spread: 0, key: Source.clusters.key(seed: seed), sampleRate: sampleRate))
    seek(to: start)
  }

  /// The rate is `perMinute` times the factors of `swell` and `bunches`.
  init(
    perMinute: Double, sampleRate: Int, key: RandomKey, swell: consuming Swell,
    bunches: consuming Swell
  ) {
    precondition(perMinute >= 0 && perMinute.isFinite, "a rate is 0 or more")
    self.perMinute = perMinute
    self.sampleRate = sampleRate
    self.key = key
    self.swell = swell
    self.bunches = bunches
    layers = InlineArray { Layer(number: $0, key: key.child($0)) }
    seek(to: 0)
  }

  /// Goes to `start`: the next run of frames begins there.
  public mutating func seek(to start: Int) {
    precondition(start >= 0, "rain begins at frame 0")
    current = 0
    for number in 0..<Self.layerCount {
      enter(second: start / sampleRate, layer: number)
      while layers[number].offset < 1 && frame(of: layers[number]) < start {
        advance(layer: number)
      }
    }
  }

  /// The next arrival before the frame `end`, or nil when there are no more; then the next run
  /// begins at `end`.
  public mutating func next(before end: Int) -> Arrival? {
    while current < Self.layerCount {
      let layer = layers[current]
      if layer.offset >= 1 {
        let second = layer.second + 1
        if second * sampleRate < end {
          enter(second: second, layer: current)
          continue
        }
      } else {
        let frame = frame(of: layer)
        if frame < end {
          let key = layer.secondKey.child(layer.index)
          let threshold = layer.lowest + layer.width * key.child(Draw.threshold).uniform
          let factor =
            swell.factor(second: layer.second, offset: layer.offset)
            * bunches.factor(second: layer.second, offset: layer.offset)
          advance(layer: current)
          if threshold < perMinute * factor { return Arrival(frame: frame, key: key) }
          continue
        }
      }
      current += 1
    }
    current = 0
    return nil
  }

  /// The random numbers of an arrival; those of the drop itself come after them.
  private enum Draw {
    static let gap: UInt64 = 0
    static let threshold: UInt64 = 1
  }

  /// Drops of some range of thresholds, standing at the next one that may fall.
  private struct Layer {
    /// The thresholds `lowest` ..< `lowest + width`, drops a minute.
    let lowest: Double
    let width: Double
    let key: RandomKey
    /// Of the next drop: the second that holds it, the key of that second, its number in that
    /// second, and the seconds before it; 1 or more when that second holds no more drops.
    var second = 0
    var secondKey: RandomKey
    var index = 0
    var offset = 0.0

    init(number: Int, key: RandomKey) {
      width = number == 0 ? 1 : Elementary.exp2(Double(number - 1))
      lowest = number == 0 ? 0 : width
      self.key = key
      secondKey = key
    }
  }

  private func frame(of layer: Layer) -> Int {
    layer.second * sampleRate + Int(layer.offset * Double(sampleRate))
  }

  /// Goes to the first drop of a layer in `second`.
  private mutating func enter(second: Int, layer number: Int) {
    layers[number].second = second
    layers[number].secondKey = layers[number].key.child(second)
    layers[number].index = -1
    // Where no drop of this layer can fall, the second is over at once.
    let peak = swell.peak(second: second) * bunches.peak(second: second)
    let reachable = layers[number].lowest < perMinute * peak
    layers[number].offset = reachable ? 0 : 1
    if reachable { advance(layer: number) }
  }

  /// Goes to the next drop of a layer; beyond the end of its second there is none.
  private mutating func advance(layer number: Int) {
    layers[number].index += 1
    let key = layers[number].secondKey.child(layers[number].index)
    // 1 - u is above 0, where the logarithm is finite.
    let gap = -Elementary.log(1 - key.child(Draw.gap).uniform) * 60 / layers[number].width
    layers[number].offset += gap
  }
}
