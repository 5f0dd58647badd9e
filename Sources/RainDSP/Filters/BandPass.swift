/// The band-pass of constant peak gain 1 (Bristow-Johnson, "Cookbook formulae for audio equalizer
/// biquad filter coefficients"), b (1 - z⁻²)/(1 + a₁ z⁻¹ + a₂ z⁻²), eight frames at a time.
///
/// As it stands each frame waits for the one before it. Scattered look-ahead (Parhi & Messerschmitt
/// 1989, "Pipeline interleaving and parallelism in recursive digital filters") removes that: numerator
/// and denominator times 1 - a₁ z⁻¹ + a₂ z⁻² leave only powers of z⁻² in the denominator. Done three
/// times, only z⁻⁸ and z⁻¹⁶ remain, and no frame of eight depends on another:
///
///     x -> 1 - z⁻² -> (z⁻¹, z⁻²) -> (z⁻², z⁻⁴) -> (z⁻⁴, z⁻⁸) -> 1/(1 + a z⁻⁸ + b z⁻¹⁶) -> y
///           zeros      three look-ahead stages, no feedback       feedback, a group apart
struct BandPass {
  private let b: Float
  /// The coefficients of z⁻¹, z⁻², z⁻⁴, z⁻⁸ in the denominators of the four steps.
  private var first = InlineArray<4, Float>(repeating: 0)
  /// The coefficients of z⁻², z⁻⁴, z⁻⁸, z⁻¹⁶.
  private var second = InlineArray<4, Float>(repeating: 0)
  /// The previous eight frames of the input of each stage, named by the delay of the stage.
  private var input = SIMD8<Float>.zero
  private var one = SIMD8<Float>.zero
  private var two = SIMD8<Float>.zero
  private var four = SIMD8<Float>.zero
  /// The previous eight frames of the output, and the eight before those.
  private var output = SIMD8<Float>.zero
  private var outputBefore = SIMD8<Float>.zero

  /// - Parameters:
  ///   - turns: the middle of the band in turns a frame, its frequency over the sample rate, below 0.5.
  ///   - q: the quality: the middle frequency over the width of the band at -3 dB, above 0.
  init(turns: Double, q: Double) {
    let alpha = Elementary.sine(turns: turns) / (2 * q)
    b = Float(alpha / (1 + alpha))
    var a1 = -2 * Elementary.cosine(turns: turns) / (1 + alpha)
    var a2 = (1 - alpha) / (1 + alpha)
    for stage in 0..<4 {
      first[stage] = Float(a1)
      second[stage] = Float(a2)
      (a1, a2) = (2 * a2 - a1 * a1, a2 * a2)
    }
  }

  @inline(__always)
  mutating func filter(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let x = x * b
    let p = x - Self.two(input, x)
    let q = p - Self.one(one, p) * first[0] + Self.two(one, p) * second[0]
    let r = q - Self.two(two, q) * first[1] + Self.four(two, q) * second[1]
    let s = r - Self.four(four, r) * first[2] + four * second[2]
    // Last the frames just made: the only result that the next eight wait for.
    let y = (s - outputBefore * second[3]) - output * first[3]
    (input, one, two, four) = (x, p, q, r)
    (output, outputBefore) = (y, output)
    return y
  }

  /// `x` delayed by one frame; `before` holds the eight frames before `x`.
  @inline(__always)
  private static func one(_ before: SIMD8<Float>, _ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(before[7], x[0], x[1], x[2], x[3], x[4], x[5], x[6])
  }

  /// `x` delayed by two frames.
  @inline(__always)
  private static func two(_ before: SIMD8<Float>, _ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(before[6], before[7], x[0], x[1], x[2], x[3], x[4], x[5])
  }

  /// `x` delayed by four frames.
  @inline(__always)
  private static func four(_ before: SIMD8<Float>, _ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(lowHalf: before.highHalf, highHalf: x.lowHalf)
  }
}
