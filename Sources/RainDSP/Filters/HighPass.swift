/// A Butterworth high-pass of the second order, over whole tiles, -3 dB at its frequency.
///
/// The bilinear transform of s²/(s² + √2 s + 1) in transposed direct form 2:
///
///     y = b x + u,   u' = -2 b x - a₁ y + v,   v' = b x - a₂ y
///
/// Its state (u, v) decays by powers of the matrix (-a₁ 1; -a₂ 0), while the state of a
/// ``FirstOrderFilter`` decays by powers of the pole.
struct HighPass: ~Copyable {
  private var memory: FilterMemory<MatrixDecay>

  struct Coefficients: BitwiseCopyable {
    fileprivate let b: Float
    fileprivate let a1: Float
    fileprivate let a2: Float
    /// The rows in which a state decays by 2⁻³⁰, an even number.
    fileprivate let reach: Int
    fileprivate let carry: FilterCarry<MatrixDecay>

    /// Above 0.45 of the sample rate, a frequency counts as that.
    init(frequency: Double, sampleRate: Int) {
      let k = WarpedFrequency(frequency, sampleRate: sampleRate).tangent
      let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
      b = Float(norm)
      a1 = Float(2 * (k * k - 1) * norm)
      a2 = Float((1 - 2.0.squareRoot() * k + k * k) * norm)
      // The poles are a complex pair; the square of their magnitude is a₂.
      let frames = PoleDecay.frames(pole: Double(a2).magnitude.squareRoot())
      reach = min((frames + 1) & ~1, Tile.rows)
      let step = MatrixDecay(a: -Double(a1), b: 1, c: -Double(a2), d: 0)
      carry = FilterCarry(
        frames: frames, laneDecay: step.squared(times: Tile.rowDoublings),
        tileDecay: step.squared(times: Tile.frameDoublings))
    }
  }

  init(slowest: Coefficients?) { memory = FilterMemory(slowest: slowest?.carry) }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int { memory.mostTiles }

  /// Filters the next tile in place, as ``FirstOrderFilter/filter(_:by:isKept:)``: each lane from
  /// silence. Then the state that enters the lane is added as it decays.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, isKept: Bool = true
  ) {
    guard let coefficients else {
      if isKept { memory.append(.zero, nil) }
      return
    }
    var states = Self.fromSilence(&tile, coefficients)
    memory.carry(&states, by: coefficients.carry, isKept: isKept)
    Self.fade(states[0], states[1], into: &tile, coefficients)
  }

  /// Filters each lane from silence; returns the states (u, v) in which the lanes end. The two halves
  /// of a row are computed side by side, because one alone would wait for its own results.
  private static func fromSilence(
    _ tile: inout LaneTile, _ c: Coefficients
  ) -> InlineArray<2, SIMD16<Float>> {
    var low = (u: SIMD8<Float>.zero, v: SIMD8<Float>.zero)
    var high = (u: SIMD8<Float>.zero, v: SIMD8<Float>.zero)
    for row in 0..<Tile.rows {
      tile[row, half: 0] = advance(&low, by: tile[row, half: 0], c)
      tile[row, half: 1] = advance(&high, by: tile[row, half: 1], c)
    }
    return [SIMD16(lowHalf: low.u, highHalf: high.u), SIMD16(lowHalf: low.v, highHalf: high.v)]
  }

  @inline(__always)
  private static func advance(
    _ state: inout (u: SIMD8<Float>, v: SIMD8<Float>), by input: SIMD8<Float>, _ c: Coefficients
  ) -> SIMD8<Float> {
    let x = input * c.b
    let y = x + state.u
    state.u = state.v - (x + x) - y * c.a1
    state.v = x - y * c.a2
    return y
  }

  /// Adds the output without input, y[n] = -a₁ y[n-1] - a₂ y[n-2]. It uses a₁ and a₂ themselves:
  /// separately rounded powers would not match the state that enters the next lane (seams 25 dB
  /// louder at 192 kHz).
  private static func fade(
    _ u: SIMD16<Float>, _ v: SIMD16<Float>, into tile: inout LaneTile, _ c: Coefficients
  ) {
    let (a1, a2) = (c.a1, c.a2)
    var even = u
    var odd = v - u * a1
    for row in stride(from: 0, to: c.reach, by: 2) {
      tile[row] += even
      tile[row &+ 1] += odd
      even = even * -a2 - odd * a1
      odd = odd * -a2 - even * a1
    }
  }
}
