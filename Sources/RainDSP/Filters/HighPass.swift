/// A Butterworth high-pass of the second order, over whole tiles, -3 dB at its frequency.
///
/// The bilinear transform of s²/(s² + √2 s + 1), as a transposed direct form 2:
///
///     y = b x + u,   u' = -2 b x - a₁ y + v,   v' = b x - a₂ y
///
/// Stretches and tiles take over the state (u, v) as in ``FirstOrderFilter``, the powers of the
/// pole being powers of the matrix (-a₁ 1; -a₂ 0).
struct HighPass: ~Copyable {
  private let b: Float
  private let a1: Float
  private let a2: Float
  private let laneDecay: Matrix
  private let tileDecay: Matrix
  /// The rows that a state outlasts, an even number.
  private let reach: Int
  private var past: FilterMemory

  /// A high-pass at a frequency in Hz; at most .45 of the sample rate is used.
  init(frequency: Double, sampleRate: Int) {
    let turns = min(frequency / Double(sampleRate), 0.45) / 2
    let k = Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
    let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
    b = Float(norm)
    a1 = Float(2 * (k * k - 1) * norm)
    a2 = Float((1 - 2.0.squareRoot() * k + k * k) * norm)
    // The poles are a complex pair whose product is a₂.
    let memory = FilterMemory.memoryFrames(decay: Double(a2).magnitude.squareRoot())
    reach = min((memory + 1) & ~1, Tile.rows)
    past = FilterMemory(memoryFrames: memory)
    var power = Matrix(a: -Double(a1), b: 1, c: -Double(a2), d: 0)
    for _ in 0..<8 { power = power.squared }
    laneDecay = power
    for _ in 0..<4 { power = power.squared }
    tileDecay = power
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { past.tiles }

  /// Filters the next tile in place: each lane from silence, then what the lane before it
  /// leaves is added as it dies away.
  mutating func filter(_ tile: inout LaneTile) {
    var (u, v) = fromSilence(&tile)
    enter(&u, &v)
    fade(u, v, into: &tile)
  }

  /// Filters each lane from silence; gives the states in which they end. Two halves side by side:
  /// one alone would wait for its own results.
  private func fromSilence(
    _ tile: inout LaneTile
  ) -> (u: SIMD16<Float>, v: SIMD16<Float>) {
    var low = (u: SIMD8<Float>.zero, v: SIMD8<Float>.zero)
    var high = (u: SIMD8<Float>.zero, v: SIMD8<Float>.zero)
    for row in 0..<Tile.rows {
      tile[row, half: 0] = advance(&low, by: tile[row, half: 0])
      tile[row, half: 1] = advance(&high, by: tile[row, half: 1])
    }
    return (
      SIMD16(lowHalf: low.u, highHalf: high.u), SIMD16(lowHalf: low.v, highHalf: high.v)
    )
  }

  @inline(__always)
  private func advance(
    _ state: inout (u: SIMD8<Float>, v: SIMD8<Float>), by input: SIMD8<Float>
  ) -> SIMD8<Float> {
    let x = input * b
    let y = x + state.u
    state.u = state.v - (x + x) - y * a1
    state.v = x - y * a2
    return y
  }

  /// Without input, y[n] = -a₁ y[n-1] - a₂ y[n-2]. The very coefficients: with others, rounded by
  /// themselves, what fades would not meet what enters the next lane.
  private func fade(_ u: SIMD16<Float>, _ v: SIMD16<Float>, into tile: inout LaneTile) {
    var even = u
    var odd = v - u * a1
    for row in stride(from: 0, to: reach, by: 2) {
      tile[row] += even
      tile[row &+ 1] += odd
      even = even * -a2 - odd * a1
      odd = odd * -a2 - even * a1
    }
  }

  /// Replaces what each lane leaves when it starts from silence by what enters each lane.
  private mutating func enter(_ u: inout SIMD16<Float>, _ v: inout SIMD16<Float>) {
    let decay = tileDecay
    let entering = past.state { state in
      let (u, v) = decay.apply(state[0], state[1])
      return SIMD8(u, v, 0, 0, 0, 0, 0, 0)
    }
    var state = (entering[0], entering[1])
    var fromSilence: (Float, Float) = (0, 0)
    for lane in 0..<16 {
      let end = (u[lane], v[lane])
      u[lane] = state.0
      v[lane] = state.1
      let decayed = laneDecay.apply(state.0, state.1)
      state = (end.0 + decayed.0, end.1 + decayed.1)
      let silent = laneDecay.apply(fromSilence.0, fromSilence.1)
      fromSilence = (end.0 + silent.0, end.1 + silent.1)
    }
    past.append(SIMD8(fromSilence.0, fromSilence.1, 0, 0, 0, 0, 0, 0))
  }

  /// What a lane or a tile without input makes of a state.
  private struct Matrix {
    let a, b, c, d: Double

    var squared: Matrix {
      Matrix(
        a: a * a + b * c, b: a * b + b * d,
        c: c * a + d * c, d: c * b + d * d)
    }

    func apply(_ u: Float, _ v: Float) -> (Float, Float) {
      (
        Float(a * Double(u) + b * Double(v)),
        Float(c * Double(u) + d * Double(v))
      )
    }
  }
}
