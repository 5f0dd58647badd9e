internal import RainDSP

/// The filter before a loudness measurement, which weighs frequencies as an ear in a room does:
/// a shelf for what the head adds above 2 kHz, then a high-pass (ITU-R BS.1770-5, annex 1).
///
/// The standard gives coefficients for 48 kHz, and asks for the same frequency response at other
/// rates. Each filter is transformed back to its analogue prototype by the bilinear transform,
///
///     s = (1 - z⁻¹) / (1 + z⁻¹),
///
/// and transformed anew so that the frequency of its poles stays what it is. The gain is set so that
/// the tone by which the standard calibrates, 997 Hz, weighs the same at every rate.
struct KWeighting: Sendable {
  private static let calibration = 997.0  // Hz

  private var shelf: Section
  private var highPass: Section
  /// The factor for the power of the filtered sound.
  let powerScale: Double

  /// - Parameter sampleRate: In Hz, from 4,000: the poles of the shelf lie at 1,682 Hz.
  init(sampleRate: Int) {
    precondition(sampleRate >= 4000, "the shelf lies below half of the rate")
    let here = KWeighting.sections(sampleRate: sampleRate)
    let standard = KWeighting.sections(sampleRate: 48_000)
    (shelf, highPass) = here
    let turns = KWeighting.calibration / Double(sampleRate)
    let standardTurns = KWeighting.calibration / 48_000
    let gain = standard.shelf.firstTap * standard.highPass.firstTap
    powerScale =
      gain * gain * standard.shelf.powerGain(turns: standardTurns)
      * standard.highPass.powerGain(turns: standardTurns)
      / (here.shelf.powerGain(turns: turns) * here.highPass.powerGain(turns: turns))
  }

  private static func sections(sampleRate: Int) -> (shelf: Section, highPass: Section) {
    (
      Section(
        feedforward: (1.53512485958697, -2.69169618940638, 1.19839281085285),
        feedback: (-1.69065929318241, 0.73248077421585), poles: 1681.97, sampleRate: sampleRate),
      Section(
        feedforward: (1, -2, 1), feedback: (-1.99004745483398, 0.99007225036621), poles: 38.1355,
        sampleRate: sampleRate)
    )
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

  /// A second-order filter, from the transposed direct form II:
  ///
  ///     y = x + s1,  s1' = c1 x + s2 - a1 s1,  s2' = c2 x - a2 s1,   c1 = b1/b0 - a1,  c2 = b2/b0 - a2
  ///
  /// There, s1' waits for y. With y inserted, only one product and one difference separate s1 from s1'. The factor
  /// b0 is left to ``powerScale``.
  private struct Section {
    /// b0.
    let firstTap: Double
    private let c1, c2, a1, a2: Double
    private var state1 = SIMD2<Double>.zero
    private var state2 = SIMD2<Double>.zero

    /// The filter with these coefficients and poles of that frequency, in Hz, at 48 kHz, for
    /// another rate.
    init(
      feedforward b: (Double, Double, Double), feedback a: (Double, Double), poles: Double,
      sampleRate: Int
    ) {
      // s at 48 kHz is this times s at the new rate.
      let scale =
        Section.tangent(turns: poles / 2 / 48_000)
        / Section.tangent(turns: poles / 2 / Double(sampleRate))
      /// Turns a polynomial in z⁻¹ into one in s, and back. Each way adds a factor (1 + ...)², which
      /// cancels out in the quotient.
      func transformed(_ p: (Double, Double, Double)) -> (Double, Double, Double) {
        let s0 = p.0 + p.1 + p.2
        let s1 = 2 * (p.0 - p.2) * scale
        let s2 = (p.0 - p.1 + p.2) * scale * scale
        return (s0 + s1 + s2, 2 * (s0 - s2), s0 - s1 + s2)
      }
      let above = transformed(b)
      let below = transformed((1, a.0, a.1))
      firstTap = above.0 / below.0
      (a1, a2) = (below.1 / below.0, below.2 / below.0)
      (c1, c2) = (above.1 / above.0 - a1, above.2 / above.0 - a2)
    }

    /// The square of the gain for a sine of so many turns a frame, without b0.
    func powerGain(turns: Double) -> Double {
      func power(_ p0: Double, _ p1: Double, _ p2: Double) -> Double {
        p0 * p0 + p1 * p1 + p2 * p2 + 2 * p1 * (p0 + p2) * Elementary.cosine(turns: turns)
          + 2 * p0 * p2 * Elementary.cosine(turns: 2 * turns)
      }
      return power(1, c1 + a1, c2 + a2) / power(1, a1, a2)
    }

    private static func tangent(turns: Double) -> Double {
      Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
    }

    @inline(__always)
    mutating func filtered(_ x: SIMD2<Double>) -> SIMD2<Double> {
      let y = x + state1
      let next = (c1 * x + state2) - a1 * state1
      state2 = c2 * x - a2 * state1
      state1 = next
      return y
    }

    mutating func settle() {
      for lane in 0..<2
      where state1[lane].magnitude < 1e-30 && state2[lane].magnitude < 1e-30 {
        state1[lane] = 0
        state2[lane] = 0
      }
    }
  }
}
