/// The ``SurfaceColor`` over whole tiles of the bed: x + gain · (low-pass at `high` - low-pass at `low`).
struct SurfaceFilter: ~Copyable {
  private var high: FirstOrderFilter
  private var low: FirstOrderFilter

  /// The coefficients, without the state.
  struct Coefficients: BitwiseCopyable {
    fileprivate let gain: Float
    fileprivate let level: Float
    fileprivate let high: FirstOrderFilter.Coefficients
    fileprivate let low: FirstOrderFilter.Coefficients

    /// nil for a neutral color.
    init?(_ color: SurfaceColor, sampleRate: Int) {
      if color.isNeutral { return nil }
      gain = Float(color.hump.gain)
      level = Float(color.level)
      high = FirstOrderFilter.Coefficients(lowPass: color.hump.high, sampleRate: sampleRate)
      low = FirstOrderFilter.Coefficients(lowPass: color.hump.low, sampleRate: sampleRate)
    }
  }

  /// - Parameter slowest: the coefficients of a hump whose edges are the lowest of all to come; nil: the
  ///   filter is never used.
  init(slowest: Coefficients?) {
    high = FirstOrderFilter(slowest: slowest?.high)
    low = FirstOrderFilter(slowest: slowest?.low)
  }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int { max(high.memoryTiles, low.memoryTiles) }

  /// Filters the next tile in place. Overwrites `above` and `below`.
  ///
  /// - Parameters:
  ///   - tile: the tile.
  ///   - coefficients: those of this tile; nil: it passes unchanged, and the filter forgets what came before.
  ///   - above: room for a tile.
  ///   - below: room for a tile.
  ///   - isKept: whether the next tile goes on from this one.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, above: inout LaneTile,
    below: inout LaneTile, isKept: Bool = true
  ) {
    if coefficients != nil {
      above.copy(tile)
      below.copy(tile)
    }
    high.filter(&above, by: coefficients?.high, isKept: isKept)
    low.filter(&below, by: coefficients?.low, isKept: isKept)
    guard let coefficients else { return }
    let (gain, level) = (coefficients.gain, coefficients.level)
    for row in 0..<Tile.rows {
      tile[row] = (tile[row] + (above[row] - below[row]) * gain) * level
    }
  }
}
