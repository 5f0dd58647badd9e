/// Samples as integers: scaled, dithered, rounded to the nearest, ties to the even one, saturated.
///
/// The dither is the difference of two uniform numbers, between -1 and 1 steps: triangular, so
/// that the rounding error's mean and power do not depend on the signal (Lipshitz, Wannamaker &
/// Vanderkooy 1992, "Quantization and dither: a theoretical survey"). Bits that are all zero make
/// no dither.
///
/// To round, a number is added to 1.5 · 2²³ (Float) or 1.5 · 2⁵² (Double), whose last bit is worth
/// one: the addition rounds, and the low bits of the sum are the integer in two's complement.
/// Unlike a conversion, that is a vector instruction everywhere, and gives the same bits.
enum Quantiser {
  /// x · 2¹⁵ + dither in the low 16 bits of each lane. The sum is rounded to Float before it is
  /// rounded to an integer.
  @inline(__always)
  static func s16(_ x: SIMD8<Float>, dither bits: SIMD8<UInt32>) -> SIMD8<UInt32> {
    var steps = x * 0x1p15 + triangular(bits)
    let magnitudes = unsafe unsafeBitCast(steps, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF
    if any(unsafe unsafeBitCast(magnitudes, to: SIMD8<Float>.self) .> 0x1p15 - 1) {
      steps = saturated(steps)
    }
    return unsafe unsafeBitCast(steps + 0x1.8p23, to: SIMD8<UInt32>.self)
  }

  /// Rare, and so many instructions that they would drive others out of the registers.
  @inline(never)
  private static func saturated(_ steps: SIMD8<Float>) -> SIMD8<Float> {
    steps.replacing(with: 0x1p15 - 1, where: steps .> 0x1p15 - 1)
      .replacing(with: -0x1p15, where: steps .< -0x1p15)
  }

  // Swift hands the conversion of each lane to LLVM by itself. In functions of their own the lanes
  // are put together again as vectors; in the middle of a loop only half of them are, at twice the
  // time.

  /// x · 2²³ + dither in the low 24 bits of each lane; the upper ones repeat the sign.
  @inline(never)
  static func s24(_ x: SIMD8<Float>, dither bits: SIMD8<UInt32>) -> SIMD8<UInt32> {
    rounded(SIMD8<Double>(x) * 0x1p23 + SIMD8<Double>(triangular(bits)), limit: 0x1p23)
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

  /// The low 16 bits less the high 16 bits, over 2¹⁶: exact. The last bit of 192 is worth 2⁻¹⁶:
  /// added to its bits, an integer becomes its part of that.
  @inline(__always)
  private static func triangular(_ bits: SIMD8<UInt32>) -> SIMD8<Float> {
    let sum = (bits & 0xFFFF) &+ (192 as Float).bitPattern &- (bits &>> 16)
    return unsafe unsafeBitCast(sum, to: SIMD8<Float>.self) - 192
  }
}
