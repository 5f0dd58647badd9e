/// The band-pass (1 - z⁻²)/(1 + a₁ z⁻¹ + a₂ z⁻²), four frames at a time (Bristow-Johnson, "Cookbook
/// formulae for audio equalizer biquad filter coefficients": there times b, for a peak gain of 1).
///
/// As it stands each frame waits for the one before it. Scattered look-ahead (Parhi & Messerschmitt
/// 1989, "Pipeline interleaving and parallelism in recursive digital filters") removes that: numerator
/// and denominator times 1 - a₁ z⁻¹ + a₂ z⁻² leave only powers of z⁻² in the denominator. Done twice,
/// only z⁻⁴ and z⁻⁸ remain, and no frame of four depends on another:
///
///     x -> 1 - z⁻² -> (z⁻¹, z⁻²) -> (z⁻², z⁻⁴) -> 1/(1 + a z⁻⁴ + b z⁻⁸) -> y
///           zeros     two look-ahead stages       feedback, a group apart
///
/// Groups of eight would take a third stage, and more registers than plain x86-64 has.
struct BandPass {
  /// b: times this, the gain at the middle of the band is 1.
  let normalization: Double
  /// The coefficients of z⁻¹, z⁻², z⁻⁴ in the denominators of the three steps.
  private var first = InlineArray<3, Float>(repeating: 0)
  /// The coefficients of z⁻², z⁻⁴, z⁻⁸.
  private var second = InlineArray<3, Float>(repeating: 0)
  /// The previous four frames of the input of each stage, named by the delay of the stage.
  private var input = SIMD4<Float>.zero
  private var one = SIMD4<Float>.zero
  private var two = SIMD4<Float>.zero
  /// The previous four frames of the output, and the four before those.
  private var output = SIMD4<Float>.zero
  private var outputBefore = SIMD4<Float>.zero

  /// - Parameters:
  ///   - turns: the middle of the band in turns a frame, its frequency over the sample rate, below 0.5.
  ///   - q: the quality: the middle frequency over the width of the band at -3 dB, above 0.
  init(turns: Double, q: Double) {
    let alpha = Elementary.sine(turns: turns) / (2 * q)
    normalization = alpha / (1 + alpha)
    var a1 = -2 * Elementary.cosine(turns: turns) / (1 + alpha)
    var a2 = (1 - alpha) / (1 + alpha)
    for stage in 0..<3 {
      first[stage] = Float(a1)
      second[stage] = Float(a2)
      (a1, a2) = (2 * a2 - a1 * a1, a2 * a2)
    }
  }

  @inline(__always)
  mutating func filter(_ x: SIMD4<Float>) -> SIMD4<Float> {
    let p = x - Self.two(input, x)
    let q = p - Self.one(one, p) * first[0] + Self.two(one, p) * second[0]
    let r = q - Self.two(two, q) * first[1] + two * second[1]
    // Last the frames just made: the only result that the next four wait for.
    let y = (r - outputBefore * second[2]) - output * first[2]
    (input, one, two) = (x, p, q)
    (output, outputBefore) = (y, output)
    return y
  }

  /// `x` delayed by one frame; `before` holds the four frames before `x`.
  @inline(__always)
  private static func one(_ before: SIMD4<Float>, _ x: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(before[3], x[0], x[1], x[2])
  }

  /// `x` delayed by two frames.
  @inline(__always)
  private static func two(_ before: SIMD4<Float>, _ x: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(lowHalf: before.highHalf, highHalf: x.lowHalf)
  }
}
