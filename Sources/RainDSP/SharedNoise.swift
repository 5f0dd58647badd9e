/// The white noise that both channels of the bed hear, for each colour.
struct SharedNoise: ~Copyable {
  private(set) var white = StretchedTile()
  private(set) var pink = StretchedTile()
  private(set) var brown = StretchedTile()
  private let rain: Rain
  private let seed: UInt64

  init(_ rain: Rain, seed: UInt64) {
    self.rain = rain
    self.seed = seed
  }

  /// Makes tile number `index` of the colours that sound.
  mutating func render(tile index: Int) {
    if rain.white > 0 { noise(.white).render(tile: index, into: &white) }
    if rain.pink > 0 { noise(.pink).render(tile: index, into: &pink) }
    if rain.brown > 0 { noise(.brown).render(tile: index, into: &brown) }
  }

  private func noise(_ source: Source) -> WhiteNoise {
    // Children 0 and 1 are left and right.
    WhiteNoise(key: source.key(seed: seed).child(2))
  }
}
