/// All the drops too far away to be told apart: white, pink and brown noise, shaped, rising and
/// falling with the swell of the drops.
struct NoiseBed: ~Copyable {
  private(set) var left: BedChannel
  private(set) var right: BedChannel
  private var shared: SharedNoise
  private var swell: Swell
  private let channels: Int
  /// Whether the bed is silent at all times.
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

  /// Makes tile number `index`.
  mutating func render(tile index: Int) {
    if index != ready {
      // The filters need the tiles that they remember; before frame 0 there is noise, too.
      for past in index - left.memoryTiles..<index { filter(tile: past) }
    }
    filter(tile: index)
    ready = index + 1
    if !swell.isFlat { follow(tile: index) }
  }

  private mutating func filter(tile index: Int) {
    if channels == 2 {
      shared.render(tile: index)
      right.render(tile: index, sharing: shared)
    }
    left.render(tile: index, sharing: shared)
  }

  /// Multiplies the tile with the swell, in straight lines of 64 frames.
  private mutating func follow(tile index: Int) {
    let first = index * Tile.frames
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    var here = Float(swell.factor(at: first))
    for start in stride(from: 0, to: Tile.frames, by: 64) {
      let next = Float(swell.factor(at: first + start + 64))
      let slope = (next - here) / 64
      for frame in stride(from: 0, to: 64, by: 8) {
        let factor = (steps + Float(frame)) * slope + here
        left.scale(at: start + frame, by: factor)
        if channels == 2 { right.scale(at: start + frame, by: factor) }
      }
      here = next
    }
  }
}
