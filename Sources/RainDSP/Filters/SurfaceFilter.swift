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

  /// Filters the next tile in place, by both low-passes in one pass.
  ///
  /// - Parameters:
  ///   - tile: the tile.
  ///   - coefficients: those of this tile; nil: it passes unchanged, and the filter forgets what came before.
  ///   - isKept: whether the next tile goes on from this one.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, isKept: Bool = true
  ) {
    guard let coefficients else {
      if isKept {
        high.skip()
        low.skip()
      }
      return
    }
    let (gain, level) = (coefficients.gain, coefficients.level)
    let entering = FirstOrderFilter.enterLanes(
      of: tile, &high, by: coefficients.high, &low, by: coefficients.low, isKept: isKept)
    // Eight lanes at a time: plain x86-64 has no registers for more.
    for half in 0..<2 {
      var above = (entering.0.half(half), entering.0.half(half))
      var below = (entering.1.half(half), entering.1.half(half))
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        let (x, next) = (tile[row, half: half], tile[row &+ 1, half: half])
        above = FirstOrderFilter.states(after: above.1, x, next, coefficients.high)
        below = FirstOrderFilter.states(after: below.1, x, next, coefficients.low)
        tile[row, half: half] = (x + (above.0 - below.0) * gain) * level
        tile[row &+ 1, half: half] = (next + (above.1 - below.1) * gain) * level
      }
    }
  }
}
