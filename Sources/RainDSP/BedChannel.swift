/// One channel of the bed: the colours added, then a high-pass of the second order, a low-pass of
/// the first, and the colour of the surface.
struct BedChannel: ~Copyable {
  /// The settings from which on nothing is filtered, in Hz.
  private static let lowestHighPass = 20.0
  private static let highestLowPass = 20_000.0

  private var white: BedColour
  private var pink: BedColour
  private var brown: BedColour
  private var noise: LapNoise
  private let isHighPassed: Bool
  private let isLowPassed: Bool
  private var highPass: HighPass
  private var lowPass: FirstOrderFilter
  private var surface: SurfaceFilter
  private var colour = StretchedTile()
  private var below = StretchedTile()
  /// The tile that was rendered last.
  private(set) var sum = StretchedTile()

  init(_ rain: Rain, lap: Lap, channel: Int, channels: Int, seed: UInt64) {
    let sampleRate = lap.sampleRate
    noise = LapNoise(lap: lap)
    func colour(_ filter: BedColour.Filter, _ level: Double, _ source: Source) -> BedColour {
      BedColour(
        filter, level: level, correlation: channels == 2 ? rain.bedCorrelation : 0,
        sampleRate: sampleRate, key: source.key(seed: seed).child(channel))
    }
    white = colour(.none, rain.white, .white)
    pink = colour(.pink, rain.pink, .pink)
    brown = colour(.brown, rain.brown, .brown)
    isHighPassed = rain.bedHighpass > Self.lowestHighPass
    isLowPassed = rain.bedLowpass < Self.highestLowPass
    highPass = HighPass(frequency: rain.bedHighpass, sampleRate: sampleRate)
    lowPass = FirstOrderFilter(lowPass: rain.bedLowpass, sampleRate: sampleRate)
    surface = SurfaceFilter(rain.surface.colour, sampleRate: sampleRate)
  }

  /// How many tiles back the channel depends on its white noise.
  var memoryTiles: Int {
    max(white.memoryTiles, max(pink.memoryTiles, brown.memoryTiles))
      + (isHighPassed ? highPass.memoryTiles : 0) + (isLowPassed ? lowPass.memoryTiles : 0)
      + surface.memoryTiles
  }

  /// Makes tile number `index`.
  mutating func render(tile index: Int, sharing shared: borrowing SharedNoise) {
    if pink.level > 0 {
      pink.render(tile: index, sharing: shared.pink, into: &sum, through: &noise)
    } else {
      sum.clear()
    }
    if white.level > 0 {
      white.render(tile: index, sharing: shared.white, into: &colour, through: &noise)
      for row in 0..<Tile.stretch { sum[row] += colour[row] }
    }
    if brown.level > 0 {
      brown.render(tile: index, sharing: shared.brown, into: &colour, through: &noise)
      for row in 0..<Tile.stretch { sum[row] += colour[row] }
    }
    if isHighPassed { highPass.filter(&sum) }
    if isLowPassed { lowPass.filter(&sum) }
    surface.filter(&sum, by: &colour, and: &below)
  }
}
