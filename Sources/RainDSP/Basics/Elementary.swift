/// The elementary functions on which a sample may depend, from + - * / and the square root alone.
///
/// IEEE 754 defines these to the last bit, so every processor gives the same result; a maths library
/// gives other bits on other machines. A test checks each error bound against the C library.
///
/// Polynomials are summed in pairs (Estrin's scheme), so that multiplications overlap.
package enum Elementary {
  /// 2 to the power `x`, with a relative error below 1e-11, for x up to 1023; 0 below -1022, where
  /// the subnormal numbers begin.
  ///
  /// The integer nearest to x becomes the exponent. The rest, within ±1/2, goes into the Taylor series
  /// of e^(x ln 2), whose first omitted term is (ln 2 / 2)¹⁰/10! = 7e-12.
  package static func exp2(_ x: Double) -> Double {
    precondition(x <= 1023, "the power is a finite number")
    if x < -1022 { return 0 }
    let whole = nearest(x)
    let t = (x - whole) * 0.693_147_180_559_945_31
    let t2 = t * t
    let t4 = t2 * t2
    let low = (1 + t) + (1 / 2.0 + t * (1 / 6.0)) * t2
    let middle = (1 / 24.0 + t * (1 / 120.0)) + (1 / 720.0 + t * (1 / 5_040.0)) * t2
    let high = 1 / 40_320.0 + t * (1 / 362_880.0)
    let fraction = low + (middle + high * t4) * t4
    return fraction * Double(bitPattern: UInt64(Int(whole) + 1023) << 52)
  }

  /// e to the power `x`, with a relative error below 1e-11, for x up to 700; 0 below -708.4.
  package static func exp(_ x: Double) -> Double { exp2(x * 1.442_695_040_888_963_4) }

  /// e to the power of eight numbers within ±700, each with the bits of ``exp(_:)-(Double)``.
  package static func exp(_ x: SIMD8<Double>) -> SIMD8<Double> {
    SIMD8(lowHalf: exp(x.lowHalf), highHalf: exp(x.highHalf))
  }

  /// e to the power of four numbers within ±700, each with the bits of ``exp(_:)-(Double)``.
  package static func exp(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let x = x * 1.442_695_040_888_963_4
    // The last bits of this number are those of the integer nearest to x.
    let nearest = x + 0x1.8p52
    let t: SIMD4<Double> = (x - (nearest - 0x1.8p52)) * 0.693_147_180_559_945_31
    let t2 = t * t
    let t4 = t2 * t2
    let one: SIMD4<Double> = 1 + t
    let two: SIMD4<Double> = 1 / 2.0 + t * (1 / 6.0)
    let four: SIMD4<Double> = 1 / 24.0 + t * (1 / 120.0)
    let six: SIMD4<Double> = 1 / 720.0 + t * (1 / 5_040.0)
    let high: SIMD4<Double> = 1 / 40_320.0 + t * (1 / 362_880.0)
    let low = one + two * t2
    let middle = four + six * t2
    let fraction = low + (middle + high * t4) * t4
    let bits = unsafe unsafeBitCast(nearest, to: SIMD4<UInt64>.self)
    let power = unsafe unsafeBitCast((bits &+ 1023) &<< 52, to: SIMD4<Double>.self)
    return fraction * power
  }

  /// The base 2 logarithm of a normal number above 0, with an absolute error below 1e-11.
  ///
  /// x = m 2^e with m within √½ .. √2; log2 m = 2/ln 2 · artanh s, s = (m - 1)/(m + 1), |s| < 0.172, as
  /// a series up to s¹³.
  package static func log2(_ x: Double) -> Double {
    precondition(x >= .leastNormalMagnitude && x.isFinite, "a logarithm is of a normal number")
    // Exponents counted from √½ instead of from 1 leave a mantissa within √½ .. √2.
    let exponent = Int64(bitPattern: x.bitPattern &- 0x3FE6_A09E_667F_3BCD) >> 52
    let m = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: exponent << 52))
    let s = (m - 1) / (m + 1)
    let q = s * s
    let q2 = q * q
    let low = (1 + q * (1 / 3.0)) + (1 / 5.0 + q * (1 / 7.0)) * q2
    let high = (1 / 9.0 + q * (1 / 11.0)) + 1 / 13.0 * q2
    let series = low + high * (q2 * q2)
    return Double(exponent) + series * s * 2.885_390_081_777_926_8
  }

  /// The number between two above 0 that divides their ratio by `share`, 0 ... 1: a (b/a)^share, but
  /// the lesser of the two where that would be below 2^-1022.
  package static func between(_ a: Double, _ b: Double, share: Double) -> Double {
    let ratio = b / a
    if ratio.isNormal {
      let octaves = share * log2(ratio)
      if octaves <= 1023 { return a * exp2(octaves) }
    }
    // The ratio, or the power of it, is no normal number. Those of 2^600 a and 2^600 b are, for a and b up to
    // 2^400.
    let (first, last) = (log2(a * 0x1p600) - 600, log2(b * 0x1p600) - 600)
    return max(min(a, b), exp2(first + share * (last - first)))
  }

  /// The factor of amplitude of a level in dB: 10^(level/20).
  package static func amplitude(decibels level: Double) -> Double { exp2(level / octaveDecibels) }

  /// The level in dB of an amplitude above 0: 20 log10(amplitude).
  package static func decibels(amplitude: Double) -> Double { octaveDecibels * log2(amplitude) }

  /// The level of twice the amplitude: 20 log10(2) dB.
  private static var octaveDecibels: Double { 6.020_599_913_279_624 }

  /// The natural logarithm of a normal number above 0, with an absolute error below 1e-11.
  package static func log(_ x: Double) -> Double { log2(x) * 0.693_147_180_559_945_31 }

  /// The natural logarithms of eight normal numbers above 0, each with the bits of ``log(_:)-(Double)``.
  package static func log(_ x: SIMD8<Double>) -> SIMD8<Double> {
    SIMD8(lowHalf: log(x.lowHalf), highHalf: log(x.highHalf))
  }

  /// The natural logarithms of four normal numbers above 0, each with the bits of ``log(_:)-(Double)``.
  package static func log(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let bits = unsafe unsafeBitCast(x, to: SIMD4<UInt64>.self)
    // The exponent, counted from 0, goes into the last bits of 2⁵²: that converts a whole vector to
    // Double.
    let bias: UInt64 = 1023
    let seam: UInt64 = 0x3FE6_A09E_667F_3BCD &- bias << 52
    let large: UInt64 = 0x4330 << 48
    let exponents: SIMD4<UInt64> = (bits &- seam) &>> 52
    let biased = unsafe unsafeBitCast(exponents | large, to: SIMD4<Double>.self)
    let scale: SIMD4<UInt64> = (exponents &- bias) &<< 52
    let m = unsafe unsafeBitCast(bits &- scale, to: SIMD4<Double>.self)
    let s: SIMD4<Double> = (m - 1) / (m + 1)
    let q = s * s
    let q2 = q * q
    let one: SIMD4<Double> = 1 + q * (1 / 3.0)
    let five: SIMD4<Double> = 1 / 5.0 + q * (1 / 7.0)
    let nine: SIMD4<Double> = 1 / 9.0 + q * (1 / 11.0)
    let low = one + five * q2
    let high = nine + q2 * (1 / 13.0)
    let series = low + high * (q2 * q2)
    let fraction: SIMD4<Double> = series * s * 2.885_390_081_777_926_8
    let log2 = (biased - (0x1p52 + 1023)) + fraction
    return log2 * 0.693_147_180_559_945_31
  }

  /// `x` to the power 2^`times`, by squaring `times` times.
  static func squared(_ x: Double, times: Int) -> Double { (0..<times).reduce(x) { x, _ in x * x } }

  /// `base` to the power `exponent`, base above 0, with a relative error below 1e-10 where the
  /// result lies within 1e-30 .. 1e30.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    exp2(exponent * log2(base))
  }

  /// The sine of an angle in turns (1 = 360°), with an absolute error below 1e-11, for angles within
  /// ±2⁵⁰ turns.
  ///
  /// The angle is folded into ±1/4 turn. There the Taylor series up to x¹⁵ omits less than
  /// (π/2)¹⁷/17! = 6.1e-12.
  package static func sine(turns: Double) -> Double {
    var t = turns - nearest(turns)
    if t > 0.25 { t = 0.5 - t } else if t < -0.25 { t = -0.5 - t }
    let x = t * 6.283_185_307_179_586_5
    let q = x * x
    let q2 = q * q
    let low = (-1 / 6.0 + q * (1 / 120.0)) + (-1 / 5_040.0 + q * (1 / 362_880.0)) * q2
    let high = (-1 / 39_916_800.0 + q * (1 / 6_227_020_800.0)) - 1 / 1_307_674_368_000.0 * q2
    return x + x * (q * (low + high * (q2 * q2)))
  }

  /// The sines of eight angles in turns, each with the bits of ``sine(turns:)-(Double)``.
  package static func sine(turns: SIMD8<Double>) -> SIMD8<Double> {
    let nearest = (turns + 0x1.8p52) - 0x1.8p52
    var t = turns - nearest
    let half: SIMD8<Double> = 0.5 - t
    t = t.replacing(with: half, where: t .> 0.25)
    let minusHalf: SIMD8<Double> = -0.5 - t
    t = t.replacing(with: minusHalf, where: t .< -0.25)
    let x = t * 6.283_185_307_179_586_5
    let q = x * x
    let q2 = q * q
    let three: SIMD8<Double> = -1 / 6.0 + q * (1 / 120.0)
    let seven: SIMD8<Double> = -1 / 5_040.0 + q * (1 / 362_880.0)
    let eleven: SIMD8<Double> = -1 / 39_916_800.0 + q * (1 / 6_227_020_800.0)
    let low = three + seven * q2
    let high = eleven - q2 * (1 / 1_307_674_368_000.0)
    return x + x * (q * (low + high * (q2 * q2)))
  }

  /// The cosine of an angle in turns (1 = 360°), with an absolute error below 1e-11.
  package static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// The angle in turns, within ±1/4, whose tangent is `x`, with an absolute error below 1e-9.
  ///
  /// The tangent of half an angle is x/(1 + √(1 + x²)). After four times it is below 0.1, where the Taylor
  /// series up to x⁷ omits less than 0.1⁹/9 = 1.1e-10.
  package static func arctangent(_ x: Double) -> Double {
    var x = x
    for _ in 0..<4 { x /= 1 + (1 + x * x).squareRoot() }
    let q = x * x
    return 16 / (2 * .pi) * x * (1 - q * (1 / 3.0 - q * (1 / 5.0 - q * (1 / 7.0))))
  }

  /// The integer nearest to `x`, of two the even one; for |x| < 2⁵¹.
  ///
  /// A number added to 1.5 · 2⁵² loses its fraction to rounding. There is no branch to mispredict.
  @inline(__always)
  static func nearest(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

  /// The largest integer that is not above `x`, which lies within the range of `Int`.
  @inline(__always)
  package static func floor(_ x: Double) -> Int { Int(wideFloor(x)) }

  /// The largest integer that is not above `x`, which lies within the range of `Int64`.
  ///
  /// `rounded(.down)` is a call that the proof of real time refuses.
  @inline(__always)
  static func wideFloor(_ x: Double) -> Int64 {
    let whole = Int64(x)
    return Double(whole) > x ? whole &- 1 : whole
  }

  /// The quantile of the standard normal distribution: a standard normal variable lies below it with
  /// probability `p`, 0 < p < 1. The relative error is below 1.2e-9.
  ///
  /// Rational approximations by P. J. Acklam (2003, "An algorithm for computing the inverse normal
  /// cumulative distribution function"): one for the middle, one in sqrt(-2 ln p) for the tails.
  package static func normalQuantile(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability lies between 0 and 1")
    if p < tail { return lowerTail(p) }
    if p > 1 - tail { return -lowerTail(1 - p) }
    return normalQuantile(SIMD8(repeating: p))[0]
  }

  /// The quantiles of eight probabilities.
  package static func normalQuantile(_ p: SIMD8<Double>) -> SIMD8<Double> {
    let q = p - 0.5
    let r = q * q
    var above: SIMD8<Double> = r * -39.696_830_286_653_76 + 220.946_098_424_520_5
    above = above * r - 275.928_510_446_968_7
    above = above * r + 138.357_751_867_269_0
    above = above * r - 30.664_798_066_147_16
    above = above * r + 2.506_628_277_459_239
    var below: SIMD8<Double> = r * -54.476_098_798_224_06 + 161.585_836_858_040_9
    below = below * r - 155.698_979_859_886_6
    below = below * r + 66.801_311_887_719_72
    below = below * r - 13.280_681_552_885_72
    below = below * r + 1
    var quantiles = above * q / below
    let isTail = p .< tail .| p .> 1 - tail
    // One of eight numbers lies in a tail in a third of all cases.
    if any(isTail) {
      for lane in 0..<8 where isTail[lane] { quantiles[lane] = normalQuantile(p[lane]) }
    }
    return quantiles
  }

  private static var tail: Double { 0.02425 }

  private static func lowerTail(_ p: Double) -> Double {
    let q = (-2 * log(p)).squareRoot()
    var above = -0.007_784_894_002_430_293
    above = above * q - 0.322_396_458_041_136_5
    above = above * q - 2.400_758_277_161_838
    above = above * q - 2.549_732_539_343_734
    above = above * q + 4.374_664_141_464_968
    above = above * q + 2.938_163_982_698_783
    var below = 0.007_784_695_709_041_462
    below = below * q + 0.322_467_129_070_039_8
    below = below * q + 2.445_134_137_142_996
    below = below * q + 3.754_408_661_907_416
    below = below * q + 1
    return above / below
  }
}
