/// Noise of one color, tile by tile: white noise through the filter of the color.
struct ColoredNoise: ~Copyable {
  private var white: WhiteNoise
  private var filter: NoiseFilter

  /// The noise of a color's filter; each color and channel has a key of its own.
  init(_ roots: NoiseColor.Roots, key: RandomKey) {
    white = WhiteNoise(key: key)
    filter = NoiseFilter(roots)
  }

  mutating func restart(_ key: RandomKey) { white.key = key }

  /// How many tiles back a frame depends on the white noise.
  var memoryTiles: Int { filter.memoryTiles }

  /// Makes tile number `index` of a rendering that may be a loop. The RMS goes in a line from `start` to
  /// `end`. Tiles come in the order of time. After a jump, the first ``memoryTiles`` tiles lack a part of
  /// their past.
  mutating func render(
    tile index: Int, in loop: inout LoopedNoise, from start: Double, to end: Double,
    into tile: inout LaneTile
  ) {
    let (first, last) = (WhiteNoise.width(level: start), WhiteNoise.width(level: end))
    // A level that moves takes another pass over the tile.
    loop.render(white, tile: index, width: first == last ? first : 1, into: &tile)
    if first != last { tile.scale(from: first, to: last) }
    filter.filter(&tile)
  }
}

/// Turns white noise into noise of another color. The RMS of 1 stays as it is.
struct NoiseFilter: ~Copyable {
  /// The filter of a single pole.
  private var section: FirstOrderFilter?
  private var coefficients: FirstOrderFilter.Coefficients?
  /// The filter of two to four poles.
  private var bank: ParallelPoles?
  /// How many tiles back an output depends on the input.
  let memoryTiles: Int

  init(_ roots: NoiseColor.Roots) {
    switch roots.poles.count {
    case 0: memoryTiles = 0
    case 1:
      let (pole, zero) = (roots.poles[0], roots.zeros[0])
      // The sum of the squared impulse response 1, p - z, (p - z) p, (p - z) p², ...
      let power = 1 + (pole - zero) * (pole - zero) / (1 - pole * pole)
      coefficients = .init(pole: pole, zero: zero, gain: 1 / power.squareRoot())
      let section = FirstOrderFilter(slowest: coefficients)
      memoryTiles = section.memoryTiles
      self.section = consume section
    default:
      let bank = ParallelPoles(poles: roots.poles, zeros: roots.zeros)
      memoryTiles = bank.memoryTiles
      self.bank = consume bank
    }
  }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    section?.filter(&tile, by: coefficients)
    bank?.filter(&tile)
  }
}
