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

/// How a sample is written: signed integers of 16, 24 or 32 bits or IEEE 754 single precision,
/// little-endian all of them.
public enum SampleFormat: String, CaseIterable, Sendable {
  /// Signed integers of 16, 24 and 32 bits, and floating point of 32.
  case s16, s24, s32, f32

  /// 2, 3 or 4.
  public var bytesPerSample: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    }
  }

  /// 16, 24 or 32.
  public var bitsPerSample: Int { 8 * bytesPerSample }

  /// Whether samples are floating point.
  public var isFloat: Bool { self == .f32 }
}

/// The dither of one tile: triangular noise, the difference of two uniform numbers, within ±1 step.
/// With it, mean and power of the rounding error do not depend on the signal (Lipshitz, Wannamaker &
/// Vanderkooy 1992, "Quantization and dither: a theoretical survey").
///
/// The dither of a sample depends on the key, the channel and the frame alone. Every tile of a
/// rendering has lanes of its own for each pair of channels, and their draw k serves the frames 8k ..< 8k + 8 of
/// the tile. Of the two numbers of 16 bits that a frame draws, the first channel of the pair has the difference,
/// the second one the sum less 2¹⁶ - 1, which is as triangular and uncorrelated.
struct Dither {
  /// Frames that one ``next()`` serves.
  static let framesPerBlock = 8

  private var lanes: RandomLanes
  private let isZero: Bool

  /// The dither of a pair of channels in tile number `tile`, from its block number `block` on; none without a
  /// key.
  init(_ key: RandomKey?, pair: Int, tile: Int, block: Int) {
    lanes = RandomLanes((key ?? RandomKey(seed: 0)).child(pair).child(tile))
    isZero = key == nil
    for _ in 0..<block { _ = next() }
  }

  /// The dither of the next eight frames of both channels, in steps, exact.
  @inline(__always)
  mutating func next() -> (left: SIMD8<Float>, right: SIMD8<Float>) {
    if isZero { return (.zero, .zero) }
    let bits = lanes.next()
    // The last bit of the Float 192 is worth 2⁻¹⁶: an integer n that is added to its bits adds n ·
    // 2⁻¹⁶.
    let low = (bits & 0xFFFF) &+ (192 as Float).bitPattern
    let high = bits &>> 16
    let difference = low &- high
    let sum = low &+ high &- 0xFFFF
    return unsafe (
      unsafeBitCast(difference, to: SIMD8<Float>.self) - 192,
      unsafeBitCast(sum, to: SIMD8<Float>.self) - 192
    )
  }
}
