/// The ``SurfaceColour`` over whole tiles of the bed: x + gain · (low-pass at `high` - low-pass at `low`).
struct SurfaceFilter: ~Copyable {
  private let isNeutral: Bool
  private let gain: Float
  private let level: Float
  private var high: FirstOrderFilter
  private var low: FirstOrderFilter

  init(_ colour: SurfaceColour, sampleRate: Int) {
    isNeutral = colour.isNeutral
    gain = Float(colour.hump.gain)
    level = Float(colour.level)
    high = FirstOrderFilter(lowPass: colour.hump.high, sampleRate: sampleRate)
    low = FirstOrderFilter(lowPass: colour.hump.low, sampleRate: sampleRate)
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { isNeutral ? 0 : max(high.memoryTiles, low.memoryTiles) }

  /// Filters the next tile in place. Overwrites `above` and `below`.
  mutating func filter(
    _ tile: inout LaneTile, by above: inout LaneTile, and below: inout LaneTile
  ) {
    if isNeutral { return }
    for row in 0..<Tile.rows {
      above[row] = tile[row]
      below[row] = tile[row]
    }
    high.filter(&above)
    low.filter(&below)
    for row in 0..<Tile.rows {
      tile[row] = (tile[row] + (above[row] - below[row]) * gain) * level
    }
  }
}
