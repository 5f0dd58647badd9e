/// A filter with one real pole and one real zero, over whole tiles:
///
///     s[n] = gain · x[n] + pole · s[n-1],   y[n] = s[n] - zero · s[n-1]
///
/// It runs down all lanes of a tile at once. The end of a lane that starts from silence depends on
/// its last few rows alone; these are filtered first, for the carry (``FilterMemory``). Then every
/// lane is filtered once, from the state that enters it.
struct FirstOrderFilter: ~Copyable {
  private var memory: FilterMemory<PoleDecay>

  struct Coefficients: BitwiseCopyable {
    fileprivate let pole: Float
    fileprivate let pole2: Float
    fileprivate let zero: Float
    fileprivate let gain: Float
    /// Rows before this one do not affect the state in which a lane ends.
    fileprivate let rememberedRow: Int
    fileprivate let carry: FilterCarry<PoleDecay>
    /// How many tiles back an output depends on the input.
    var memoryTiles: Int { carry.tiles }

    @inline(__always)
    fileprivate func state(after s: SIMD16<Float>, _ x: SIMD16<Float>) -> SIMD16<Float> {
      x * gain + s * pole
    }

    /// A filter with a pole within -1 .. 1.
    init(pole: Double, zero: Double = 0, gain: Double) {
      self.pole = Float(pole)
      pole2 = self.pole * self.pole
      self.zero = Float(zero)
      self.gain = Float(gain)
      // The carry needs the pole as the filter uses it, rounded to Float.
      let used = Double(self.pole)
      let frames = PoleDecay.frames(pole: used)
      rememberedRow = max(0, Tile.rows - frames)
      carry = FilterCarry(
        frames: frames, laneDecay: PoleDecay(pole: used, doublings: Tile.rowDoublings),
        tileDecay: PoleDecay(pole: used, doublings: Tile.frameDoublings))
    }

    /// A low-pass with its -3 dB point near `frequency`, gain 1 at 0 Hz. Its pole is that of the
    /// analogue filter, e^(-2π · frequency / sampleRate).
    init(lowPass frequency: Double, sampleRate: Int) {
      let pole = Elementary.exp(-2 * .pi * frequency / Double(sampleRate))
      self.init(pole: pole, gain: 1 - Double(Float(pole)))
    }

    /// A low shelf: gain `low` at 0 Hz and 1 at half the sample rate, half-way at `frequency`. The
    /// bilinear transform of (s + low · frequency)/(s + frequency). With a `low` of 0 it is a high-pass
    /// with its -3 dB point at `frequency`. Frequencies above 0.45 of the sample rate count as that.
    init(shelf frequency: Double, low: Double = 0, sampleRate: Int) {
      let k = WarpedFrequency(frequency, sampleRate: sampleRate).tangent
      self.init(
        pole: (1 - k) / (1 + k), zero: (1 - low * k) / (1 + low * k), gain: (1 + low * k) / (1 + k))
    }
  }

  /// The states after two rows of eight lanes, which are the outputs of a filter without a zero. Both are computed from
  /// the state before, so that neither waits for the other.
  @inline(__always)
  static func states(
    after s: SIMD8<Float>, _ x: SIMD8<Float>, _ next: SIMD8<Float>, _ coefficients: Coefficients
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let (pole, pole2, gain) = (coefficients.pole, coefficients.pole2, coefficients.gain)
    let scaled = x * gain
    return (scaled + s * pole, (next * gain + scaled * pole) + s * pole2)
  }

  /// - Parameter slowest: the coefficients with the longest memory of all to come; nil: the filter is never
  ///   used.
  init(slowest: Coefficients?) { memory = FilterMemory(slowest: slowest?.carry) }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int { memory.mostTiles }

  mutating func clear() { memory.clear() }

  /// Filters the next tile in place, from the state in which the tile before has ended.
  ///
  /// - Parameters:
  ///   - tile: the tile.
  ///   - coefficients: those of this tile; nil: it passes unchanged, and the filter forgets what came before.
  ///   - isKept: whether the next tile goes on from this one; otherwise this tile can be filtered again,
  ///     by others.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, isKept: Bool = true
  ) {
    guard let coefficients else {
      if isKept { skip() }
      return
    }
    let entering = enterLanes(of: tile, by: coefficients, isKept: isKept)
    let zero = coefficients.zero
    // The two halves of a row are computed side by side, so that neither waits for its own results.
    var s: InlineArray<2, SIMD8<Float>> = [entering.lowHalf, entering.highHalf]
    if zero == 0 {
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        for half in 0..<2 {
          let (x, next) = (tile[row, half: half], tile[row &+ 1, half: half])
          let (first, second) = Self.states(after: s[half], x, next, coefficients)
          tile[row, half: half] = first
          tile[row &+ 1, half: half] = second
          s[half] = second
        }
      }
    } else {
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        for half in 0..<2 {
          let (x, next) = (tile[row, half: half], tile[row &+ 1, half: half])
          let (first, second) = Self.states(after: s[half], x, next, coefficients)
          tile[row, half: half] = first - s[half] * zero
          tile[row &+ 1, half: half] = second - first * zero
          s[half] = second
        }
      }
    }
  }

  /// Replaces the next tile x by gain · (x - y) + low · y, where y is the output of a filter without a
  /// zero: that part of x has a gain of its own.
  mutating func applyGains(
    _ gain: borrowing GainRamp, low: borrowing GainRamp, to tile: inout LaneTile,
    by coefficients: Coefficients, isKept: Bool = true
  ) {
    precondition(coefficients.zero == 0, "the output of the filter is its state")
    let entering = enterLanes(of: tile, by: coefficients, isKept: isKept)
    // Eight lanes at a time: plain x86-64 has no registers for more.
    for half in 0..<2 {
      var s = entering.half(half)
      for firstRow in stride(from: 0, to: Tile.rows, by: GainRamp.lineFrames) {
        // gain · x + (low - gain) · y
        let high = gain.lines(fromRow: firstRow, half: half)
        let all = low.lines(fromRow: firstRow, half: half)
        var (whole, rest) = (high.start, all.start - high.start)
        let restSlope = all.slope - high.slope
        for row in stride(from: firstRow, to: firstRow + GainRamp.lineFrames, by: 2) {
          let (x, next) = (tile[row, half: half], tile[row &+ 1, half: half])
          let (first, second) = Self.states(after: s, x, next, coefficients)
          s = second
          tile[row, half: half] = x * whole + first * rest
          whole += high.slope
          rest += restSlope
          tile[row &+ 1, half: half] = next * whole + s * rest
          whole += high.slope
          rest += restSlope
        }
      }
    }
  }

  /// Goes on by a tile that passes unchanged: the filter forgets what came before.
  mutating func skip() { memory.append(.zero, nil) }

  /// Carries the state from lane to lane. Returns the states that enter the lanes of the next tile.
  mutating func enterLanes(
    of tile: borrowing LaneTile, by coefficients: Coefficients, isKept: Bool
  ) -> SIMD16<Float> {
    var end = SIMD16<Float>.zero
    for row in coefficients.rememberedRow..<Tile.rows {
      end = coefficients.state(after: end, tile[row])
    }
    return carry(end, by: coefficients, isKept: isKept)
  }

  /// As `enterLanes(of:by:isKept:)`, for two filters of one input: neither waits for the other.
  static func enterLanes(
    of tile: borrowing LaneTile, _ a: inout FirstOrderFilter, by first: Coefficients,
    _ b: inout FirstOrderFilter, by second: Coefficients, isKept: Bool
  ) -> (SIMD16<Float>, SIMD16<Float>) {
    var (end, other) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
    let both = max(first.rememberedRow, second.rememberedRow)
    for row in min(first.rememberedRow, both)..<both { end = first.state(after: end, tile[row]) }
    for row in min(second.rememberedRow, both)..<both {
      other = second.state(after: other, tile[row])
    }
    for row in both..<Tile.rows {
      let x = tile[row]
      end = first.state(after: end, x)
      other = second.state(after: other, x)
    }
    return (a.carry(end, by: first, isKept: isKept), b.carry(other, by: second, isKept: isKept))
  }

  /// Takes the states in which lanes end from silence; returns those that enter them.
  private mutating func carry(
    _ ends: SIMD16<Float>, by coefficients: Coefficients, isKept: Bool
  ) -> SIMD16<Float> {
    var states = InlineArray<1, SIMD16<Float>>(repeating: ends)
    memory.carry(&states, by: coefficients.carry, isKept: isKept)
    return states[0]
  }
}
