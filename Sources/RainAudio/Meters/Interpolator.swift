internal import RainDSP

/// The sound between two samples, by a sinc under a Kaiser window.
///
///     y(n + q) = Σ x(n + k) · sinc(k - q) · window(k - q),  0 < q < 1
///
/// The taps of 1 - q are those of q backwards. So the sums s and the differences d of the samples
/// equally far from the middle serve both: with e and o, the even and the odd part of the taps,
///
///     y(n + q) = Σ e s + Σ o d    y(n + 1 - q) = Σ e s - Σ o d
struct Interpolator: Sendable {
  /// As high as the window's side lobes allow at this length: -57 dB.
  private static let kaiserShape = 5.0
  /// Half of them lie to either side of the middle.
  static let taps = 48

  /// An amplitude between samples is at most the higher of its two neighbours times ``nearGain``, and the highest of all
  /// other samples times ``farGain``.
  private let nearGain: Float
  private let farGain: Float
  /// The parts of the taps of 1/4 and of 1/2 for each pair of samples, the outermost first; those of
  /// 1/2 have no odd part.
  private let quarters: [(even: Float, odd: Float, half: Float)]
  /// The coefficients of 1/8 and of 3/8.
  private let eighths: [(even1: Float, odd1: Float, even3: Float, odd3: Float)]

  init() {
    let taps = Self.taps
    let reach = Double(taps / 2)
    func tap(_ distance: Double) -> Double {
      let x = distance / reach
      let window =
        Interpolator.bessel(Interpolator.kaiserShape * (1 - x * x).squareRoot())
        / Interpolator.bessel(Interpolator.kaiserShape)
      return Elementary.sine(turns: distance / 2) / (.pi * distance) * window
    }
    /// The parts of the taps of q for pair number k.
    func parts(_ k: Int, _ q: Double) -> (even: Float, odd: Float) {
      let left = tap(Double(k) - reach + 1 - q)
      let right = tap(reach - Double(k) - q)
      return (Float((left + right) / 2), Float((left - right) / 2))
    }
    let pairs = 0..<taps / 2
    quarters = pairs.map { k in
      let quarter = parts(k, 0.25)
      return (quarter.even, quarter.odd, parts(k, 0.5).even)
    }
    eighths = pairs.map { k in
      let (one, three) = (parts(k, 0.125), parts(k, 0.375))
      return (one.even, one.odd, three.even, three.odd)
    }
    let gains = [0.125, 0.25, 0.375, 0.5].map { q in
      pairs.map { k in
        let (even, odd) = parts(k, q)
        return 2 * max(even.magnitude, odd.magnitude)
      }
    }
    // A little more, for the rounding of the sums.
    nearGain = gains.reduce(0) { max($0, $1[taps / 2 - 1]) } * 1.001
    farGain = gains.reduce(0) { max($0, $1.dropLast().reduce(0, +)) } * 1.001
  }

  /// The highest amplitude between the samples, or `peak` if none is higher; none is computed where the samples are so
  /// low that it cannot be.
  ///
  /// The amplitudes behind one interleaved sample are made from as many frames as there are taps, half
  /// of them before and half after. Index i of `range` is the first of these frames. The count of the
  /// range is a multiple of eight, and no sample that is read is higher than `loudest`.
  func highest(
    _ samples: Span<Float>, _ range: Range<Int>, channels: Int, loudest: Float, _ peak: Float
  ) -> Float {
    guard loudest * (nearGain + farGain) > peak else { return peak }
    var highest = SIMD8<Float>(repeating: peak)
    let far = loudest * farGain
    let middle = (quarters.count - 1) * channels
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      var near = Interpolator.magnitude(samples.eight(from: start + middle))
      Interpolator.raise(
        &near, to: Interpolator.magnitude(samples.eight(from: start + middle + channels)))
      guard any(near * nearGain + far .> highest) else { continue }
      let atQuarters = amplitudesAtQuarters(samples, start, channels)
      // The peak of a sine may lie an eighth of a frame away: at half the sample rate, it is 1.08 times
      // as high.
      let isNear = any(atQuarters .> highest * 0.92)
      Interpolator.raise(&highest, to: atQuarters)
      if isNear { Interpolator.raise(&highest, to: amplitudesAtEighths(samples, start, channels)) }
    }
    return highest.max()
  }

  /// The highest of the amplitudes at 1/4, 1/2 and 3/4 behind each of eight samples.
  @inline(never)
  private func amplitudesAtQuarters(
    _ samples: Span<Float>, _ start: Int, _ channels: Int
  ) -> SIMD8<Float> {
    let zero = SIMD8<Float>.zero
    var (even, odd, half) = (zero, zero, zero)
    var left = start
    var right = start + (2 * quarters.count - 1) * channels
    for pair in quarters {
      let x = samples.eight(from: left)
      let y = samples.eight(from: right)
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

  /// The highest of the amplitudes at 1/8, 3/8, 5/8 and 7/8.
  @inline(never)
  private func amplitudesAtEighths(
    _ samples: Span<Float>, _ start: Int, _ channels: Int
  ) -> SIMD8<Float> {
    let zero = SIMD8<Float>.zero
    var (even1, odd1, even3, odd3) = (zero, zero, zero, zero)
    var left = start
    var right = start + (2 * eighths.count - 1) * channels
    for pair in eighths {
      let x = samples.eight(from: left)
      let y = samples.eight(from: right)
      even1 += pair.even1 * (x + y)
      odd1 += pair.odd1 * (x - y)
      even3 += pair.even3 * (x + y)
      odd3 += pair.odd3 * (x - y)
      left += channels
      right -= channels
    }
    var highest = Interpolator.magnitude(even1) + Interpolator.magnitude(odd1)
    Interpolator.raise(&highest, to: Interpolator.magnitude(even3) + Interpolator.magnitude(odd3))
    return highest
  }

  @inline(__always)
  static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafe unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// One vector instruction, unlike the maximum of the library, which checks for NaN.
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
