/// Noise of one colour, tile by tile: white noise through the filter of the colour.
struct ColouredNoise: ~Copyable {
  private let white: WhiteNoise
  private var filter: NoiseFilter

  /// - Parameters:
  ///   - roots: of the colour's filter.
  ///   - key: its own for each colour and channel.
  ///   - level: the RMS; nil: that of numbers spread over a width of 1.
  init(_ roots: NoiseColour.Roots, key: RandomKey, level: Double?) {
    white = level.map { WhiteNoise(key: key, level: $0) } ?? WhiteNoise(key: key, width: 1)
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

  /// Makes tile number `index` of a rendering that may be a loop, of white noise whose RMS goes in a line
  /// from `start` to `end`; made without a level of its own.
  mutating func render(
    tile index: Int, in loop: inout LoopedNoise, into tile: inout LaneTile,
    from start: Double, to end: Double
  ) {
    loop.render(white, tile: index, into: &tile)
    tile.scale(from: WhiteNoise.width(level: start), to: WhiteNoise.width(level: end))
    filter.filter(&tile)
  }
}
