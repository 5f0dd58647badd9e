/// One channel of the bed: the colours added, then a high-pass of the second order, a low-pass
/// of the first, and the colour of the surface.
struct BedChannel: ~Copyable {
  private var white: BedColour
  private var pink: BedColour
  private var brown: BedColour
  private var noise: LapNoise
  private var highPass: HighPass
  private var lowPass: FirstOrderFilter
  private var surface: SurfaceFilter
  private var colour = StretchedTile()
  private var mixed = StretchedTile()
  private var sum = StretchedTile()
  /// The tile that was rendered last, in the order of time.
  private(set) var frames = FrameBuffer(count: Tile.frames)

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
    highPass = HighPass(frequency: rain.bedHighpass, sampleRate: sampleRate)
    lowPass = FirstOrderFilter(lowPass: rain.bedLowpass, sampleRate: sampleRate)
    surface = SurfaceFilter(rain.surface.colour, sampleRate: sampleRate)
  }

  /// How many tiles back the channel depends on its white noise.
  var memoryTiles: Int {
    max(white.memoryTiles, pink.memoryTiles, brown.memoryTiles) + highPass.memoryTiles
      + lowPass.memoryTiles + surface.memoryTiles
  }

  /// Makes tile number `index`.
  mutating func render(tile index: Int, sharing shared: borrowing SharedNoise) {
    sum.clear()
    white.render(
      tile: index, sharing: shared.white, adding: &sum, by: &colour, and: &mixed, through: &noise)
    pink.render(
      tile: index, sharing: shared.pink, adding: &sum, by: &colour, and: &mixed, through: &noise)
    brown.render(
      tile: index, sharing: shared.brown, adding: &sum, by: &colour, and: &mixed, through: &noise)
    highPass.filter(&sum)
    lowPass.filter(&sum)
    surface.filter(&sum, by: &colour, and: &mixed)
    sum.scatter(into: &frames, from: 0)
  }

  /// Multiplies eight frames with a factor each.
  @inline(__always)
  mutating func scale(at frame: Int, by factor: SIMD8<Float>) {
    frames[eightFrom: frame] *= factor
  }
}
