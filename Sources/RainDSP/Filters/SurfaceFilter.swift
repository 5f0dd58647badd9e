/// The ``SurfaceColor`` over whole tiles of the bed: x + Σ gain · (low-pass at `high` - low-pass at `low`).
struct SurfaceFilter: ~Copyable {
  private var humps: InlineArray<3, Hump>

  /// The low-passes of a hump.
  private struct Hump: ~Copyable {
    var high: FirstOrderFilter
    var low: FirstOrderFilter

    mutating func enterLanes(
      of tile: borrowing LaneTile, by hump: Coefficients.Hump, isKept: Bool
    ) -> (high: SIMD16<Float>, low: SIMD16<Float>) {
      FirstOrderFilter.enterLanes(
        of: tile, &high, by: hump.high, &low, by: hump.low, isKept: isKept)
    }
  }

  struct Coefficients: BitwiseCopyable {
    fileprivate struct Hump: BitwiseCopyable {
      let gain: Float
      let high: FirstOrderFilter.Coefficients
      let low: FirstOrderFilter.Coefficients
    }

    fileprivate let humps: InlineArray<3, Hump>
    fileprivate let count: Int
    fileprivate let level: Float

    /// nil for a neutral color.
    init?(_ color: SurfaceColor, sampleRate: Int) {
      if color.isNeutral { return nil }
      func hump(_ index: Int) -> Hump {
        let hump = color.humps[index]
        return Hump(
          gain: Float(hump.gain), high: .init(lowPass: hump.high, sampleRate: sampleRate),
          low: .init(lowPass: hump.low, sampleRate: sampleRate))
      }
      var humps = InlineArray<3, Hump>(repeating: hump(0))
      for index in 1..<max(1, color.count) { humps[index] = hump(index) }
      self.humps = humps
      count = color.count
      level = Float(color.level)
    }
  }

  /// - Parameter slowest: the coefficients of a hump whose edges are the lowest of all to come; nil: the
  ///   filter is never used.
  init(slowest: Coefficients?) {
    let slowest = slowest?.humps[0]
    humps = InlineArray { _ in
      Hump(
        high: FirstOrderFilter(slowest: slowest?.high), low: FirstOrderFilter(slowest: slowest?.low)
      )
    }
  }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int { max(humps[0].high.memoryTiles, humps[0].low.memoryTiles) }

  /// Filters the next tile in place, as ``FirstOrderFilter/filter(_:by:isKept:)``, by all
  /// low-passes in one pass.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, isKept: Bool = true
  ) {
    for index in (coefficients?.count ?? 0)..<3 where isKept {
      humps[index].high.skip()
      humps[index].low.skip()
    }
    guard let coefficients else { return }
    let (by, level) = (coefficients.humps, coefficients.level)
    switch coefficients.count {
    case 1: filter(&tile, [by[0]], level: level, isKept: isKept)
    case 2: filter(&tile, [by[0], by[1]], level: level, isKept: isKept)
    default: filter(&tile, by, level: level, isKept: isKept)
    }
  }

  /// The compiler unrolls loops over a number of humps that it knows.
  @inline(__always)
  private mutating func filter<let n: Int>(
    _ tile: inout LaneTile, _ by: InlineArray<n, Coefficients.Hump>, level: Float, isKept: Bool
  ) {
    typealias Pair = (SIMD8<Float>, SIMD8<Float>)
    var entering = InlineArray<n, (high: SIMD16<Float>, low: SIMD16<Float>)>(
      repeating: (.zero, .zero))
    for index in 0..<n {
      entering[index] = humps[index].enterLanes(of: tile, by: by[index], isKept: isKept)
    }
    // Eight lanes at a time: plain x86-64 has no registers for more.
    for half in 0..<2 {
      var above = InlineArray<n, SIMD8<Float>>(repeating: .zero)
      var below = InlineArray<n, SIMD8<Float>>(repeating: .zero)
      for index in 0..<n {
        above[index] = entering[index].high.half(half)
        below[index] = entering[index].low.half(half)
      }
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        let (x, next) = (tile[row, half: half], tile[row &+ 1, half: half])
        var sum: Pair = (x, next)
        for index in 0..<n {
          let high = FirstOrderFilter.states(after: above[index], x, next, by[index].high)
          let low = FirstOrderFilter.states(after: below[index], x, next, by[index].low)
          sum.0 += (high.0 - low.0) * by[index].gain
          sum.1 += (high.1 - low.1) * by[index].gain
          (above[index], below[index]) = (high.1, low.1)
        }
        tile[row, half: half] = sum.0 * level
        tile[row &+ 1, half: half] = sum.1 * level
      }
    }
  }
}
