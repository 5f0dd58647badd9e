/// One channel of the bed: the colours added, then a shelf where channels are correlated, a high-pass
/// of the second order, a low-pass of the first, and the colour of the surface.
struct BedChannel: ~Copyable {
  /// The settings from which on nothing is filtered, in Hz.
  private static let lowestHighPass = 20.0
  private static let highestLowPass = 20_000.0
  /// Below this frequency, in Hz, nobody hears a correlation.
  static let lowestCorrelation = 20.0

  private let white: WhiteNoise?
  private let pinkSource: WhiteNoise?
  private let brownSource: WhiteNoise?
  private var pink: PinkFilter
  private var brown: BrownFilter
  private let isShelved: Bool
  private let isHighPassed: Bool
  private let isLowPassed: Bool
  private var shelf: FirstOrderFilter
  private var highPass: HighPass
  private var lowPass: FirstOrderFilter
  private var surface: SurfaceFilter
  private var colour = LaneTile()
  private var below = LaneTile()
  /// The tile that was rendered last.
  var sum = LaneTile()

  /// Channel number 0 or 1, whose noise is independent of that of the other, at `level` times the
  /// levels that the rain sets; `low` is the factor of what lies below `bedCorrelation`, nil: there is
  /// no shelf.
  init(
    _ rain: Rain, timeline: Timeline, number: Int, level: Double, low: Double?, seed: UInt64
  ) {
    let sampleRate = timeline.sampleRate
    func noise(_ rms: Double, _ source: Source) -> WhiteNoise? {
      rms > 0
        ? WhiteNoise(key: source.key(seed: seed).child(number), level: rms * level) : nil
    }
    white = noise(rain.white, .white)
    pinkSource = noise(rain.pink, .pink)
    brownSource = noise(rain.brown, .brown)
    pink = PinkFilter(sampleRate: sampleRate)
    brown = BrownFilter(sampleRate: sampleRate)
    isShelved = low != nil
    isHighPassed = rain.bedHighpass > Self.lowestHighPass
    isLowPassed = rain.bedLowpass < Self.highestLowPass
    shelf = FirstOrderFilter(
      shelf: max(rain.bedCorrelation, Self.lowestCorrelation), low: low ?? 1, sampleRate: sampleRate
    )
    highPass = HighPass(frequency: rain.bedHighpass, sampleRate: sampleRate)
    lowPass = FirstOrderFilter(lowPass: rain.bedLowpass, sampleRate: sampleRate)
    surface = SurfaceFilter(rain.surface.colour, sampleRate: sampleRate)
  }

  /// How many tiles back the channel depends on its white noise.
  var memoryTiles: Int {
    max(pinkSource == nil ? 0 : pink.memoryTiles, brownSource == nil ? 0 : brown.memoryTiles)
      + (isShelved ? shelf.memoryTiles : 0) + (isHighPassed ? highPass.memoryTiles : 0)
      + (isLowPassed ? lowPass.memoryTiles : 0) + surface.memoryTiles
  }

  /// Makes tile number `index`.
  mutating func render(tile index: Int, through timeline: inout LoopedNoise) {
    var isEmpty = true
    if let pinkSource {
      timeline.render(pinkSource, tile: index, into: &sum)
      pink.filter(&sum)
      isEmpty = false
    }
    if let brownSource {
      timeline.render(brownSource, tile: index, into: &colour)
      brown.filter(&colour)
      add(toEmpty: isEmpty)
      isEmpty = false
    }
    if let white {
      timeline.render(white, tile: index, into: &colour)
      add(toEmpty: isEmpty)
    }
    if isShelved { shelf.filter(&sum) }
    if isHighPassed { highPass.filter(&sum) }
    if isLowPassed { lowPass.filter(&sum) }
    surface.filter(&sum, by: &colour, and: &below)
  }

  private mutating func add(toEmpty isEmpty: Bool) {
    if isEmpty {
      swap(&sum, &colour)
    } else {
      for row in 0..<Tile.rows { sum[row] += colour[row] }
    }
  }
}
