internal import RainDSP

/// The samples at the quarters between two samples, by a sinc under a Kaiser window.
///
///     y(n + q) = Σ x(n + k) · sinc(k - q) · window(k - q),  q = 1/4, 1/2, 3/4
///
/// The taps of 1/4 are those of 3/4 backwards, and those of 1/2 are symmetric. So the sums s and
/// the differences d of the samples equally far from the middle serve all three: with e and o, the
/// even and the odd part of the taps of 1/4,
///
///     y(n + 1/4) = Σ e s + Σ o d    y(n + 3/4) = Σ e s - Σ o d    y(n + 1/2) = Σ h s
struct Interpolator: Sendable {
  /// As high as the window's side lobes allow at this length: -57 dB.
  private static let kaiserShape = 5.0

  /// What no sample between can exceed, for samples within ±1.
  let mostGain: Float
  /// e, o and h for each pair of samples, the outermost first.
  private let pairs: [(even: Float, odd: Float, half: Float)]

  /// `taps` is even.
  init(taps: Int) {
    precondition(taps > 0 && taps.isMultiple(of: 2), "the taps lie to both sides of the middle")
    let reach = Double(taps / 2)
    func tap(_ distance: Double) -> Double {
      let x = distance / reach
      let window =
        Interpolator.bessel(Interpolator.kaiserShape * (1 - x * x).squareRoot())
        / Interpolator.bessel(Interpolator.kaiserShape)
      return Elementary.sine(turns: distance / 2) / (.pi * distance) * window
    }
    pairs = (0..<taps / 2).map { k in
      let left = Double(k) - reach + 1
      let right = reach - Double(k)
      let (l, r) = (tap(left - 0.25), tap(right - 0.25))
      return (Float((l + r) / 2), Float((l - r) / 2), Float(tap(left - 0.5)))
    }
    let quarter = pairs.reduce(0) { $0 + 2 * max($1.even.magnitude, $1.odd.magnitude) }
    let half = pairs.reduce(0) { $0 + 2 * $1.half.magnitude }
    // A little more, for the rounding of the sums.
    mostGain = max(quarter, half) * 1.001
  }

  /// The highest amplitude between the samples, or `peak` if none is higher.
  ///
  /// Between the frame of interleaved sample i of `range` and the next, the taps reach from i on over
  /// 2 · `pairs.count` frames; the count of the range is a multiple of eight.
  func highest(
    _ samples: Span<Float>, _ range: Range<Int>, channels: Int, _ peak: Float
  ) -> Float {
    var highest = SIMD8<Float>(repeating: peak)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      Interpolator.raise(&highest, to: amplitudes(samples, start, channels))
    }
    return highest.max()
  }

  /// The highest of the three amplitudes behind each of eight samples.
  @inline(never)
  private func amplitudes(
    _ samples: Span<Float>, _ start: Int, _ channels: Int
  ) -> SIMD8<Float> {
    var even = SIMD8<Float>.zero
    var odd = SIMD8<Float>.zero
    var half = SIMD8<Float>.zero
    var left = start
    var right = start + (2 * pairs.count - 1) * channels
    for pair in pairs {
      let x = Interpolator.eight(samples, left)
      let y = Interpolator.eight(samples, right)
      let sum = x + y
      even += pair.even * sum
      odd += pair.odd * (x - y)
      half += pair.half * sum
      left += channels
      right -= channels
    }
    // Of E + O and E - O, the one with equal signs is the higher.
    var highest = Interpolator.magnitude(half)
    Interpolator.raise(&highest, to: Interpolator.magnitude(even) + Interpolator.magnitude(odd))
    return highest
  }

  @inline(__always)
  static func eight(_ samples: Span<Float>, _ index: Int) -> SIMD8<Float> {
    // The span checks its bounds, and eight Floats may hold any bits.
    unsafe samples.bytes.unsafeLoadUnaligned(
      fromByteOffset: index * MemoryLayout<Float>.size, as: SIMD8<Float>.self)
  }

  @inline(__always)
  static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafe unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// Unlike the maximum of the library, which minds NaN, a vector instruction.
  @inline(__always)
  static func raise(_ highest: inout SIMD8<Float>, to x: SIMD8<Float>) {
    highest.replace(with: x, where: x .> highest)
  }

  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in 1...40 {
      term *= x / 2 / Double(k) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
