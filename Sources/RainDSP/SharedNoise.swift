/// The white noise that both channels of the bed hear, for each colour.
struct SharedNoise: ~Copyable {
  private(set) var white = StretchedTile()
  private(set) var pink = StretchedTile()
  private(set) var brown = StretchedTile()
  private var lap: LapNoise
  private let rain: Rain
  private let seed: UInt64

  init(_ rain: Rain, lap: Lap, seed: UInt64) {
    self.lap = LapNoise(lap: lap)
    self.rain = rain
    self.seed = seed
  }

  /// Makes tile number `index` of the colours that sound.
  mutating func render(tile index: Int) {
    if rain.white > 0 { lap.render(noise(.white), tile: index, into: &white) }
    if rain.pink > 0 { lap.render(noise(.pink), tile: index, into: &pink) }
    if rain.brown > 0 { lap.render(noise(.brown), tile: index, into: &brown) }
  }

  private func noise(_ source: Source) -> WhiteNoise {
    // Children 0 and 1 are left and right.
    WhiteNoise(key: source.key(seed: seed).child(2))
  }
}
