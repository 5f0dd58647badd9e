/// The noise of one colour in one channel of the bed.
///
/// Below the correlation frequency the channels share a part of their white noise,
///
///     x = w + LP(a shared - (1 - √(1 - a²)) w),   a = .85
///
/// LP a low-pass of the first order whose real part is its squared magnitude: a correlation of .72
/// well below its frequency and 0 well above, as recorded in rain, at exactly the same power
/// everywhere. Then comes the colour's filter.
struct BedColour: ~Copyable {
  enum Filter {
    case none, pink, brown
  }

  private static let sharedPart: Float = 0.85
  private static let replacedPart: Float = 1 - (1 - sharedPart * sharedPart).squareRoot()
  /// Below this frequency, in Hz, nobody hears a correlation.
  private static let lowestCorrelation = 20.0

  /// RMS of the colour before the bed's shape; 0: it is not computed.
  let level: Float
  private let noise: WhiteNoise
  private let filter: Filter
  private let isShared: Bool
  private var sharing: FirstOrderFilter
  private var pink: PinkFilter
  private var brown: BrownFilter

  /// The colour at a level, its channels correlated below a frequency in Hz; 0: independent.
  init(
    _ filter: Filter, level: Double, correlation: Double, sampleRate: Int, key: RandomKey
  ) {
    self.level = Float(level)
    noise = WhiteNoise(key: key)
    self.filter = filter
    isShared = correlation >= Self.lowestCorrelation
    sharing = FirstOrderFilter(
      bilinearLowPass: max(correlation, Self.lowestCorrelation), sampleRate: sampleRate)
    pink = PinkFilter(sampleRate: sampleRate)
    brown = BrownFilter(sampleRate: sampleRate)
  }

  /// How many tiles back the colour depends on its white noise.
  var memoryTiles: Int {
    let own =
      switch filter {
      case .none: 0
      case .pink: pink.memoryTiles
      case .brown: brown.memoryTiles
      }
    return isShared ? own + sharing.memoryTiles : own
  }

  /// Adds tile number `index` to `sum`, unless the level is 0. Overwrites `tile` and `mixed`.
  mutating func render(
    tile index: Int, sharing shared: borrowing StretchedTile, adding sum: inout StretchedTile,
    by tile: inout StretchedTile, and mixed: inout StretchedTile, through lap: inout LapNoise
  ) {
    if level == 0 { return }
    lap.render(noise, tile: index, into: &tile)
    if isShared {
      for row in 0..<Tile.stretch {
        mixed[row] = shared[row] * Self.sharedPart - tile[row] * Self.replacedPart
      }
      sharing.filter(&mixed)
      for row in 0..<Tile.stretch { tile[row] += mixed[row] }
    }
    switch filter {
    case .none: break
    case .pink: pink.filter(&tile)
    case .brown: brown.filter(&tile)
    }
    for row in 0..<Tile.stretch { sum[row] += tile[row] * level }
  }
}
