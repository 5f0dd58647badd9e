/// What both channels of the bed hear, of each colour.
struct SharedNoise: ~Copyable {
  private(set) var white: SharedColour
  private(set) var pink: SharedColour
  private(set) var brown: SharedColour
  private var noise: LapNoise

  init(_ rain: Rain, lap: Lap, seed: UInt64) {
    noise = LapNoise(lap: lap)
    func colour(_ level: Double, _ source: Source) -> SharedColour {
      // Children 0 and 1 are left and right.
      SharedColour(
        level: level, correlation: rain.bedCorrelation, sampleRate: lap.sampleRate,
        key: source.key(seed: seed).child(2))
    }
    white = colour(rain.white, .white)
    pink = colour(rain.pink, .pink)
    brown = colour(rain.brown, .brown)
  }

  /// Makes tile number `index` of what is heard.
  mutating func render(tile index: Int) {
    white.render(tile: index, through: &noise)
    pink.render(tile: index, through: &noise)
    brown.render(tile: index, through: &noise)
  }
}
