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
  /// The second part is also at most the root of the energy of all these samples times the root of
  /// that of their taps (Cauchy and Schwarz), which is lower where few of them are loud.
  private let energyGain: Float
  /// The parts of the taps of two times between samples, for each pair of samples, the outermost first.
  private typealias Taps = [(even1: Float, odd1: Float, even2: Float, odd2: Float)]
  /// The taps of 1/4, and of 1/2, which has no odd part.
  private let quarters: Taps
  /// The taps of 1/8 and of 3/8.
  private let eighths: Taps

  init() {
    let reach = Double(Self.taps / 2)
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
    let pairs = 0..<Self.taps / 2
    func taps(_ q1: Double, _ q2: Double) -> Taps {
      pairs.map { k in
        let (one, two) = (parts(k, q1), parts(k, q2))
        return (one.even, one.odd, two.even, two.odd)
      }
    }
    (quarters, eighths) = (taps(0.25, 0.5), taps(0.125, 0.375))
    let gains = [0.125, 0.25, 0.375, 0.5].map { q in
      pairs.map { k in
        let (even, odd) = parts(k, q)
        // The highest sum of the magnitudes of the two taps, and the sum of their squares.
        return (
          sum: 2 * max(even.magnitude, odd.magnitude), energy: 2 * (even * even + odd * odd)
        )
      }
    }
    // A little more, for the rounding of the sums.
    nearGain = gains.reduce(0) { max($0, $1[pairs.count - 1].sum) } * 1.001
    farGain = gains.reduce(0) { max($0, $1.dropLast().reduce(0) { $0 + $1.sum }) } * 1.001
    let energy = gains.reduce(0) { max($0, $1.dropLast().reduce(0) { $0 + $1.energy }) }
    energyGain = energy.squareRoot() * 1.001
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
      let root = rootOfEnergy(samples, start, channels)
      guard any(near * nearGain + root * energyGain .> highest) else { continue }
      let atQuarters = amplitudes(samples, start, channels, quarters)
      // The peak of a sine may lie an eighth of a frame away: at half the sample rate, it is 1.08 times
      // as high.
      let isNear = any(atQuarters .> highest * 0.92)
      Interpolator.raise(&highest, to: atQuarters)
      if isNear { Interpolator.raise(&highest, to: amplitudes(samples, start, channels, eighths)) }
    }
    return highest.max()
  }

  /// An upper bound of the roots of the energies that the amplitudes behind each of eight samples
  /// are made from. Channels of even and of odd numbers are added apart.
  @inline(__always)
  private func rootOfEnergy(_ samples: Span<Float>, _ start: Int, _ channels: Int) -> SIMD8<Float> {
    // More than the squares of the quietest samples lose, which are subnormal.
    var squares = SIMD8<Float>(repeating: 0x1p-120)
    for index in stride(from: start, to: start + (Self.taps - 1) * channels + 8, by: 8) {
      let x = samples.eight(from: index)
      squares += x * x
    }
    let four = squares.lowHalf + squares.highHalf
    let two = four.lowHalf + four.highHalf
    let (even, odd) = channels & 1 == 0 ? (two[0], two[1]) : (two[0] + two[1], two[0] + two[1])
    return SIMD8(even, odd, even, odd, even, odd, even, odd).squareRoot()
  }

  /// The highest of the amplitudes at two times, and as long before the next sample, behind each of eight samples.
  @inline(never)
  private func amplitudes(
    _ samples: Span<Float>, _ start: Int, _ channels: Int, _ taps: Taps
  ) -> SIMD8<Float> {
    let zero = SIMD8<Float>.zero
    var (even1, odd1, even2, odd2) = (zero, zero, zero, zero)
    var left = start
    var right = start + (2 * taps.count - 1) * channels
    for pair in taps {
      let x = samples.eight(from: left)
      let y = samples.eight(from: right)
      even1 += pair.even1 * (x + y)
      odd1 += pair.odd1 * (x - y)
      even2 += pair.even2 * (x + y)
      odd2 += pair.odd2 * (x - y)
      left += channels
      right -= channels
    }
    // Of E + O and E - O, the one with equal signs is the higher.
    var highest = Interpolator.magnitude(even1) + Interpolator.magnitude(odd1)
    Interpolator.raise(&highest, to: Interpolator.magnitude(even2) + Interpolator.magnitude(odd2))
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
