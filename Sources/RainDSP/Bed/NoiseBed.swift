/// All the drops too far away to be told apart: white, pink and brown noise, shaped, rising and
/// falling with the gust curve of the drops.
///
/// Below the correlation frequency c, in Hz, both channels of a stereo rain hear much the same, as
/// sum and difference of a middle and a side that are independent:
///
///     left = (middle + side)/√2,   right = (middle - side)/√2
///     |middle(f)|² = 1 + r(f),   |side(f)|² = 1 - r(f),   r(f) = .72/(1 + (f/c)²)
///
/// r is the correlation: .72 well below c and 0 well above, as recorded in rain. Each channel has
/// exactly the power 1 at every frequency.
struct NoiseBed: ~Copyable {
  /// The correlation of low frequencies.
  private static let correlation = 0.72

  /// The middle and the side, or left and right where nothing is shared, or left alone.
  private var first: BedChannel
  private var second: BedChannel
  private var noise: LoopedNoise
  private var gusts: GustCurve
  private var gain = GainRamp()
  private let channels: Int
  private let isShared: Bool
  /// Whether there is no bed.
  let isSilent: Bool
  /// The tile that the filters are ready for.
  private var ready = Int.min

  init(_ rain: Rain, timeline: Timeline, channels: Int, seed: UInt64) {
    let isShared = channels == 2 && rain.bedCorrelation >= BedChannel.lowestCorrelation
    func channel(_ number: Int, correlation: Double) -> BedChannel {
      BedChannel(
        rain, timeline: timeline, number: number, level: isShared ? 0.5.squareRoot() : 1,
        low: isShared ? (1 + correlation).squareRoot() : nil, seed: seed)
    }
    first = channel(0, correlation: Self.correlation)
    second = channel(1, correlation: -Self.correlation)
    noise = LoopedNoise(timeline: timeline)
    // The factor to the power of bedModulation, and again of mean 1.
    gusts = GustCurve(
      spread: rain.gust * rain.bedModulation, key: Source.gusts.key(seed: seed), timeline: timeline)
    self.channels = channels
    self.isShared = isShared
    isSilent = !rain.hasBed
  }

  /// Writes tile number `index`.
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
      // The filters need the tiles that they remember; before frame 0 there is noise, too.
      for past in index - first.memoryTiles..<index { filter(tile: past) }
    }
    filter(tile: index)
    ready = index + 1
    if isShared { first.sum.mix(with: &second.sum) }
    if gusts.isFlat {
      first.sum.scatter(into: &leftFrames)
      if channels == 2 { second.sum.scatter(into: &rightFrames) }
    } else {
      gain.follow(&gusts, tile: index)
      first.sum.scatter(into: &leftFrames, times: gain)
      if channels == 2 { second.sum.scatter(into: &rightFrames, times: gain) }
    }
  }

  private mutating func filter(tile index: Int) {
    first.render(tile: index, through: &noise)
    if channels == 2 { second.render(tile: index, through: &noise) }
  }
}
