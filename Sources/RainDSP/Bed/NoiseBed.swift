/// The bed: all the drops too far away to be heard one by one, as coloured noise whose level follows
/// the gust curve.
///
///     white ── BedChannel "middle" ─┐           ┌─ × gust ─ left
///                                   ├─ + and - ─┤
///     white ── BedChannel "side" ───┘           └─ × gust ─ right
///
/// Below the correlation frequency c, in Hz, the two channels of a stereo rain are similar. They are
/// the sum and the difference of two independent noises, a middle and a side:
///
///     left = (middle + side)/√2,   right = (middle - side)/√2
///     |middle(f)|² = 1 + r(f),   |side(f)|² = 1 - r(f),   r(f) = 0.72/(1 + (f/c)²)
///
/// r is the correlation: 0.72 well below c, as measured in recordings of rain, and 0 well above. Each
/// channel has exactly the power 1 at every frequency. Without correlation, left and right are two
/// independent noises; in mono there is one.
struct NoiseBed: ~Copyable {
  /// The correlation of low frequencies, measured in recordings.
  private static let correlation = 0.72

  /// Middle and side; or left and right, where they are independent; or the one channel of mono.
  private var first: BedChannel
  private var second: BedChannel
  private var noise: LoopedNoise
  /// The gusts of the bed above ``BedChannel/middle``, and those below it.
  private var gusts: GustCurve
  private var lowGusts: GustCurve
  private var gain = GainRamp()
  private var lowGain = GainRamp()
  /// The gain of the low end relative to the rest, less 1.
  private var tilt = LaneTile()
  private let channels: Int
  private let isCorrelated: Bool
  /// Whether there is no bed.
  let isSilent: Bool
  /// The tile that the filters are ready for.
  private var ready = Int.min

  init(_ rain: Rain, timeline: Timeline, channels: Int, root: RandomKey) {
    let isCorrelated = channels == 2 && rain.bedCorrelation >= BedChannel.lowestCorrelation
    func channel(_ number: Int, correlation: Double) -> BedChannel {
      BedChannel(
        rain, timeline: timeline, number: number, level: isCorrelated ? 0.5.squareRoot() : 1,
        low: isCorrelated ? (1 + correlation).squareRoot() : nil, root: root)
    }
    first = channel(0, correlation: Self.correlation)
    second = channel(1, correlation: -Self.correlation)
    noise = LoopedNoise(timeline: timeline)
    let spread = rain.gust * rain.bedModulation
    gusts = GustCurve(.bed, spread: spread, in: rain, timeline: timeline, root: root)
    lowGusts = GustCurve(.lowBed, spread: spread, in: rain, timeline: timeline, root: root)
    self.channels = channels
    self.isCorrelated = isCorrelated
    isSilent = !rain.hasBed
  }

  /// Writes tile number `index` to `leftFrames`, and in stereo to `rightFrames`, which mono leaves
  /// empty.
  mutating func render(
    tile index: Int, left leftFrames: inout FixedArray<Float>,
    right rightFrames: inout FixedArray<Float>
  ) {
    if isSilent {
      leftFrames.clear(0..<leftFrames.count)
      rightFrames.clear(0..<rightFrames.count)
      return
    }
    if index != ready {
      // The filters need the tiles that they remember. Noise has no beginning, so those before
      // frame 0 are noise, too.
      for past in index - first.memoryTiles..<index { filter(tile: past) }
    }
    filter(tile: index)
    ready = index + 1
    if !gusts.isFlat {
      gain.follow(&gusts, tile: index)
      lowGain.follow(&lowGusts, tile: index)
      lowGain.divide(by: gain, into: &tilt)
      first.tilt(by: tilt)
      if channels == 2 { second.tilt(by: tilt) }
    }
    if isCorrelated { first.sum.mix(with: &second.sum) }
    if gusts.isFlat {
      first.sum.scatter(into: &leftFrames)
      if channels == 2 { second.sum.scatter(into: &rightFrames) }
    } else {
      first.sum.scatter(into: &leftFrames, times: gain.gains)
      if channels == 2 { second.sum.scatter(into: &rightFrames, times: gain.gains) }
    }
  }

  private mutating func filter(tile index: Int) {
    first.render(tile: index, in: &noise)
    if channels == 2 { second.render(tile: index, in: &noise) }
  }
}
