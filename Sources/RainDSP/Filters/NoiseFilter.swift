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
