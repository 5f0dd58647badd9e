/// All the drops too far away to be told apart: white, pink and brown noise, shaped, rising and
/// falling with the swell of the drops.
struct NoiseBed: ~Copyable {
  private var left: BedChannel
  private var right: BedChannel
  private var shared: SharedNoise
  private var swell: Swell
  private var gain = GainLine()
  private let channels: Int
  /// Whether there is no bed.
  let isSilent: Bool
  /// The tile that the filters are ready for.
  private var ready = Int.min

  init(_ rain: Rain, lap: Lap, channels: Int, seed: UInt64) {
    self.channels = channels
    left = BedChannel(rain, lap: lap, channel: 0, channels: channels, seed: seed)
    right = BedChannel(rain, lap: lap, channel: 1, channels: channels, seed: seed)
    shared = SharedNoise(rain, lap: lap, seed: seed)
    // The factor to the power of bedModulation, and again of mean 1.
    swell = Swell(
      spread: rain.gust * rain.bedModulation, key: Source.gusts.key(seed: seed), lap: lap)
    isSilent = !rain.hasBed
  }

  /// Writes tile number `index`.
  mutating func render(
    tile index: Int, left leftFrames: inout FrameBuffer, right rightFrames: inout FrameBuffer
  ) {
    if isSilent {
      leftFrames.clear(0..<leftFrames.count)
      rightFrames.clear(0..<rightFrames.count)
      return
    }
    if index != ready {
      // The filters need the tiles that they remember; before frame 0 there is noise, too.
      for past in index - left.memoryTiles..<index { filter(tile: past) }
    }
    filter(tile: index)
    ready = index + 1
    if swell.isFlat {
      left.sum.scatter(into: &leftFrames)
      if channels == 2 { right.sum.scatter(into: &rightFrames) }
    } else {
      gain.follow(&swell, tile: index)
      left.sum.scatter(into: &leftFrames, times: gain)
      if channels == 2 { right.sum.scatter(into: &rightFrames, times: gain) }
    }
  }

  private mutating func filter(tile index: Int) {
    if channels == 2 {
      shared.render(tile: index)
      right.render(tile: index, sharing: shared)
    }
    left.render(tile: index, sharing: shared)
  }
}
