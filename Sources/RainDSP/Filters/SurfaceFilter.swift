/// The ``SurfaceColour`` over whole tiles of the bed: x + gain · (low-pass at `high` - low-pass at `low`).
struct SurfaceFilter: ~Copyable {
  private var coefficients: Coefficients
  private let moves: Bool
  private var high: FirstOrderFilter
  private var low: FirstOrderFilter

  /// What a filter is made of, but for its state.
  struct Coefficients: BitwiseCopyable {
    fileprivate let isNeutral: Bool
    fileprivate let gain: Float
    fileprivate let level: Float
    fileprivate let high: FirstOrderFilter.Coefficients
    fileprivate let low: FirstOrderFilter.Coefficients

    init(_ colour: SurfaceColour, sampleRate: Int) {
      isNeutral = colour.isNeutral
      gain = Float(colour.hump.gain)
      level = Float(colour.level)
      high = FirstOrderFilter.Coefficients(lowPass: colour.hump.high, sampleRate: sampleRate)
      low = FirstOrderFilter.Coefficients(lowPass: colour.hump.low, sampleRate: sampleRate)
    }
  }

  /// - Parameters:
  ///   - coefficients: those at the beginning.
  ///   - slowest: those of a hump whose edges are the lowest of all to come; nil: they never change.
  init(_ coefficients: Coefficients, slowest: Coefficients? = nil) {
    self.coefficients = coefficients
    moves = slowest != nil
    high = FirstOrderFilter(coefficients.high, slowest: slowest?.high)
    low = FirstOrderFilter(coefficients.low, slowest: slowest?.low)
  }

  init(_ colour: SurfaceColour, sampleRate: Int) {
    self.init(Coefficients(colour, sampleRate: sampleRate))
  }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int {
    coefficients.isNeutral && !moves ? 0 : max(high.memoryTiles, low.memoryTiles)
  }

  /// Filters the next tile in place. Overwrites `above` and `below`.
  mutating func filter(
    _ tile: inout LaneTile, by above: inout LaneTile, and below: inout LaneTile
  ) {
    if coefficients.isNeutral { return }
    filter(&tile, by: coefficients, above: &above, below: &below)
  }

  /// Filters the next tile in place by the coefficients of this tile. Overwrites `above` and `below`.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients, above: inout LaneTile,
    below: inout LaneTile, isKept: Bool = true
  ) {
    if coefficients.isNeutral {
      if isKept {
        high.skip()
        low.skip()
      }
      return
    }
    for row in 0..<Tile.rows {
      above[row] = tile[row]
      below[row] = tile[row]
    }
    high.filter(&above, by: coefficients.high, isKept: isKept)
    low.filter(&below, by: coefficients.low, isKept: isKept)
    let (gain, level) = (coefficients.gain, coefficients.level)
    for row in 0..<Tile.rows {
      tile[row] = (tile[row] + (above[row] - below[row]) * gain) * level
    }
  }
}
