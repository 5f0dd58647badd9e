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

  private static let replacedPart =
    1 - (1 - SharedColour.part * SharedColour.part).squareRoot()

  /// RMS of the colour before the bed's shape; 0: it is not computed.
  let level: Double
  private let noise: WhiteNoise
  private let filter: Filter
  private let isShared: Bool
  private var own: FirstOrderFilter
  private var pink: PinkFilter
  private var brown: BrownFilter

  /// The colour at a level, its channels correlated below a frequency in Hz; 0: independent.
  init(
    _ filter: Filter, level: Double, correlation: Double, sampleRate: Int, key: RandomKey
  ) {
    self.level = level
    noise = WhiteNoise(key: key, level: level)
    self.filter = filter
    isShared = SharedColour.isHeard(correlation: correlation)
    own = FirstOrderFilter(
      bilinearLowPass: isShared ? correlation : 1, times: -Self.replacedPart, plus: 1,
      sampleRate: sampleRate)
    pink = PinkFilter(sampleRate: sampleRate)
    brown = BrownFilter(sampleRate: sampleRate)
  }

  /// How many tiles back the colour depends on its white noise.
  var memoryTiles: Int {
    let colour =
      switch filter {
      case .none: 0
      case .pink: pink.memoryTiles
      case .brown: brown.memoryTiles
      }
    return isShared ? colour + own.memoryTiles : colour
  }

  /// Makes tile number `index`.
  mutating func render(
    tile index: Int, sharing shared: borrowing SharedColour, into tile: inout StretchedTile,
    through lap: inout LapNoise
  ) {
    lap.render(noise, tile: index, into: &tile)
    if isShared {
      own.filter(&tile)
      for row in 0..<Tile.stretch { tile[row] += shared.tile[row] }
    }
    switch filter {
    case .none: break
    case .pink: pink.filter(&tile)
    case .brown: brown.filter(&tile)
    }
  }
}
