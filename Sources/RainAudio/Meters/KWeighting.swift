/// The filter before a loudness measurement, which weighs frequencies as an ear in a room does:
/// a shelf for what the head adds above 2 kHz, then a high-pass (ITU-R BS.1770-5, annex 1).
///
/// The standard gives coefficients for 48 kHz, and asks for the same frequency response at other
/// rates. They are those of
///
///     (high s² + middle s + low) / (s² + damping s + 1),  s = (1 - z⁻¹) / (1 + z⁻¹) / tan(π · frequency / rate),
///
/// the bilinear transform that keeps the frequency of the poles. The gain is set so that the tone by which the standard
/// calibrates, 997 Hz, weighs the same at every rate.
struct KWeighting: Sendable {
  private var shelf: SecondOrderSection
  private var highPass: SecondOrderSection
  /// The factor for the power of the filtered sound.
  let powerScale: Double

  /// - Parameter sampleRate: In Hz, from 4,000: the poles of the shelf lie at 1,682 Hz.
  init(sampleRate: Int) {
    precondition(sampleRate >= 4000, "the shelf lies below half of the rate")
    shelf = SecondOrderSection(
      high: 1.5848647, middle: 1.7799279, low: 1, damping: 1.4140767, frequency: 1681.97445,
      sampleRate: sampleRate)
    highPass = SecondOrderSection(
      high: 1, middle: 0, low: 0, damping: 1.9986927, frequency: 38.13547, sampleRate: sampleRate)
    let turns = 997 / Double(sampleRate)
    // 0.691 dB, as much as the standard subtracts from each loudness.
    powerScale =
      Elementary.power(10, 0.0691)
      / (shelf.powerGain(turns: turns) * highPass.powerGain(turns: turns))
  }

  /// The next frame, filtered: left and right in the two lanes.
  @inline(__always)
  mutating func filtered(_ frame: SIMD2<Double>) -> SIMD2<Double> {
    highPass.filtered(shelf.filtered(frame))
  }

  /// Sets a state that has decayed below hearing to 0: subnormal numbers are slow.
  mutating func settle() {
    shelf.settle()
    highPass.settle()
  }
}

/// A second-order filter, from the transposed direct form II:
///
///     y = x + s1,  s1' = c1 x + s2 - a1 s1,  s2' = c2 x - a2 s1,   c1 = b1/b0 - a1,  c2 = b2/b0 - a2
///
/// There, s1' waits for y. With y inserted, only one product and one difference separate s1 from
/// s1'. The factor b0 is left to the caller.
package struct SecondOrderSection: Sendable {
  private let c1, c2, a1, a2: Double
  private var state1 = SIMD2<Double>.zero
  private var state2 = SIMD2<Double>.zero

  /// A filter whose poles have that frequency, in Hz.
  package init(
    high: Double, middle: Double, low: Double, damping: Double, frequency: Double, sampleRate: Int
  ) {
    let turns = frequency / Double(sampleRate) / 2
    let k = Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
    /// A polynomial in s as one in z⁻¹, times k² (1 + z⁻¹)².
    func transformed(_ s2: Double, _ s1: Double, _ s0: Double) -> (Double, Double, Double) {
      (s2 + s1 * k + s0 * k * k, 2 * (s0 * k * k - s2), s2 - s1 * k + s0 * k * k)
    }
    let (above, below) = (transformed(high, middle, low), transformed(1, damping, 1))
    (a1, a2) = (below.1 / below.0, below.2 / below.0)
    (c1, c2) = (above.1 / above.0 - a1, above.2 / above.0 - a2)
  }

  /// The square of the gain for a sine of so many turns a frame, without b0.
  package func powerGain(turns: Double) -> Double {
    func power(_ p0: Double, _ p1: Double, _ p2: Double) -> Double {
      p0 * p0 + p1 * p1 + p2 * p2 + 2 * p1 * (p0 + p2) * Elementary.cosine(turns: turns)
        + 2 * p0 * p2 * Elementary.cosine(turns: 2 * turns)
    }
    return power(1, c1 + a1, c2 + a2) / power(1, a1, a2)
  }

  @inline(__always)
  package mutating func filtered(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let y = x + state1
    let next = (c1 * x + state2) - a1 * state1
    state2 = c2 * x - a2 * state1
    state1 = next
    return y
  }

  package mutating func settle() {
    for lane in 0..<2
    where state1[lane].magnitude < 1e-30 && state2[lane].magnitude < 1e-30 {
      state1[lane] = 0
      state2[lane] = 0
    }
  }
}
