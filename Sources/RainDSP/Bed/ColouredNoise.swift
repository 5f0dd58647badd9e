/// Noise of one colour, tile by tile: white noise through the filter of the colour.
struct ColouredNoise: ~Copyable {
  private let white: WhiteNoise
  private var filter: NoiseFilter

  /// - Parameters:
  ///   - roots: of the colour's filter.
  ///   - key: its own for each colour and channel.
  ///   - level: the RMS.
  init(_ roots: NoiseColour.Roots, key: RandomKey, level: Double) {
    white = WhiteNoise(key: key, level: level)
    filter = NoiseFilter(roots)
  }

  /// How many tiles back a frame depends on the white noise.
  var memoryTiles: Int { filter.memoryTiles }

  /// Makes tile number `index`. Tiles come in the order of time. After a jump, the first
  /// ``memoryTiles`` tiles lack a part of their past.
  mutating func render(tile index: Int, into tile: inout LaneTile) {
    white.render(tile: index, into: &tile)
    filter.filter(&tile)
  }

  /// Makes tile number `index` of a rendering that may be a loop.
  mutating func render(tile index: Int, in loop: inout LoopedNoise, into tile: inout LaneTile) {
    loop.render(white, tile: index, into: &tile)
    filter.filter(&tile)
  }
}
