/// Samples as integers: scaled, dithered, rounded to the nearest, ties to the even one, saturated.
///
/// To round, a number is added to 1.5 · 2²³ (Float) or 1.5 · 2⁵² (Double), whose last bit is worth
/// one: the addition rounds, and the low bits of the sum are the integer in two's complement.
/// Unlike a conversion, that is a vector instruction everywhere, and gives the same bits.
enum Quantiser {
  /// x · 2¹⁵ + dither + 2¹⁵: within 2¹⁶ unless a sample lies beyond full scale. Sum and dither are
  /// rounded to Float before they are rounded to an integer.
  @inline(__always)
  static func s16Raised(_ x: SIMD16<Float>, dither: SIMD16<Float>) -> SIMD16<UInt32> {
    let bits = unsafe unsafeBitCast((x * 0x1p15 + dither) + 0x1.8p23, to: SIMD16<UInt32>.self)
    return bits &- ((0x1.8p23 as Float).bitPattern - 0x8000)
  }

  /// x · 2¹⁵ + dither, saturated, in the low 16 bits of each lane.
  @inline(never)
  static func s16Saturated(_ x: SIMD8<Float>, dither: SIMD8<Float>) -> SIMD8<UInt32> {
    let steps = x * 0x1p15 + dither
    let saturated = steps.replacing(with: 0x1p15 - 1, where: steps .> 0x1p15 - 1)
      .replacing(with: -0x1p15, where: steps .< -0x1p15)
    return unsafe unsafeBitCast(saturated + 0x1.8p23, to: SIMD8<UInt32>.self)
  }

  // These are functions of their own, not inlined, since Swift converts each lane by itself. In a small
  // function LLVM joins the lanes to vectors again; in the middle of a loop it joins only half of them,
  // which takes twice as long.

  /// x · 2²³ + dither in the low 24 bits of each lane; the upper ones repeat the sign.
  @inline(never)
  static func s24(_ x: SIMD8<Float>, dither: SIMD8<Float>) -> SIMD8<UInt32> {
    rounded(SIMD8<Double>(x) * 0x1p23 + SIMD8<Double>(dither), limit: 0x1p23)
  }

  /// x · 2³¹, without dither.
  @inline(never)
  static func s32(_ x: SIMD8<Float>) -> SIMD8<UInt32> {
    rounded(SIMD8<Double>(x) * 0x1p31, limit: 0x1p31)
  }

  @inline(__always)
  private static func rounded(_ steps: SIMD8<Double>, limit: Double) -> SIMD8<UInt32> {
    var steps = steps
    steps.replace(with: limit - 1, where: steps .> limit - 1)
    steps.replace(with: -limit, where: steps .< -limit)
    return SIMD8<UInt32>(
      truncatingIfNeeded: unsafe unsafeBitCast(steps + 0x1.8p52, to: SIMD8<UInt64>.self))
  }
}
