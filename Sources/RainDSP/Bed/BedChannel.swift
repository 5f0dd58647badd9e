/// One channel of the bed:
///
///     white ─┐
///     pink  ─┼─ + ─ shelf ─ high-pass ─ low-pass ─ colour of the surface
///     brown ─┘
///
/// The shelf is used where the channels are correlated (``NoiseBed``). The high-pass is of the second
/// order, the low-pass of the first. A colour or filter that a rain does not use costs nothing.
struct BedChannel: ~Copyable {
  /// The ends of the ranges of `bedHighpass` and `bedLowpass`, in Hz, where no filter is needed.
  private static let lowestHighPass = 20.0
  private static let highestLowPass = 20_000.0
  /// A correlation below this frequency, in Hz, is inaudible.
  static let lowestCorrelation = 20.0

  /// Where the low end of the bed meets the high one, in Hz: their gusts differ, so the colour drifts.
  /// By ear, in the middle of the audible octaves.
  private static let middle = 1500.0

  /// The colours that sound, in the order in which they are added; the rest is nil. There is room
  /// for eight colours.
  private var colours: InlineArray<8, ColouredNoise?>
  private let colourCount: Int
  private let colourTiles: Int
  private let isShelved: Bool
  private let isHighPassed: Bool
  private let isLowPassed: Bool
  private var shelf: FirstOrderFilter
  private var highPass: HighPass
  private var lowPass: FirstOrderFilter
  private var surface: SurfaceFilter
  private let isTilted: Bool
  private var lowEnd: FirstOrderFilter
  private var colour = LaneTile()
  private var below = LaneTile()
  /// The tile that was rendered last.
  var sum = LaneTile()

  /// - Parameters:
  ///   - rain: its settings.
  ///   - timeline: the time of the rendering.
  ///   - number: 0 or 1; the noise of one channel is independent of that of the other.
  ///   - level: the factor of the levels that the rain sets.
  ///   - low: the gain of the shelf below `bedCorrelation`; nil for no shelf.
  ///   - root: the key of the rendering.
  init(
    _ rain: Rain, timeline: Timeline, number: Int, level: Double, low: Double?, root: RandomKey
  ) {
    let sampleRate = timeline.sampleRate
    // The last colour comes first: the golden samples are sums in this order.
    let sounding = NoiseColour.allCases.reversed().filter { rain[$0] > 0 }
    var colourTiles = 0
    colours = InlineArray { index in
      guard index < sounding.count else { return nil }
      let row = sounding[index].row(sampleRate: sampleRate)
      let noise = ColouredNoise(
        row.roots, key: root.child(row.source).child(number),
        level: rain[sounding[index]] * row.level * level)
      colourTiles = max(colourTiles, noise.memoryTiles)
      return noise
    }
    colourCount = sounding.count
    self.colourTiles = colourTiles
    isShelved = low != nil
    isHighPassed = rain.bedHighpass > Self.lowestHighPass
    isLowPassed = rain.bedLowpass < Self.highestLowPass
    shelf = FirstOrderFilter(
      shelf: max(rain.bedCorrelation, Self.lowestCorrelation), low: low ?? 1, sampleRate: sampleRate
    )
    highPass = HighPass(frequency: rain.bedHighpass, sampleRate: sampleRate)
    lowPass = FirstOrderFilter(lowPass: rain.bedLowpass, sampleRate: sampleRate)
    surface = SurfaceFilter(rain.surface.colour, sampleRate: sampleRate)
    isTilted = rain.gust * rain.bedModulation > 0
    lowEnd = FirstOrderFilter(lowPass: Self.middle, sampleRate: sampleRate)
  }

  /// How many tiles back the channel depends on its white noise.
  var memoryTiles: Int {
    colourTiles
      + (isShelved ? shelf.memoryTiles : 0) + (isHighPassed ? highPass.memoryTiles : 0)
      + (isLowPassed ? lowPass.memoryTiles : 0) + surface.memoryTiles
      + (isTilted ? lowEnd.memoryTiles : 0)
  }

  /// Makes tile number `index`.
  mutating func render(tile index: Int, in loop: inout LoopedNoise) {
    colours[0]?.render(tile: index, in: &loop, into: &sum)
    for number in 1..<max(1, colourCount) {
      colours[number]?.render(tile: index, in: &loop, into: &colour)
      for row in 0..<Tile.rows { sum[row] += colour[row] }
    }
    if isShelved { shelf.filter(&sum) }
    if isHighPassed { highPass.filter(&sum) }
    if isLowPassed { lowPass.filter(&sum) }
    surface.filter(&sum, by: &colour, and: &below)
    if isTilted {
      for row in 0..<Tile.rows { below[row] = sum[row] }
      lowEnd.filter(&below)
    }
  }

  /// Adds to the tile that was rendered last its low end times the factors of a tile.
  mutating func tilt(by factors: borrowing LaneTile) {
    for row in 0..<Tile.rows { sum[row] += below[row] * factors[row] }
  }
}
