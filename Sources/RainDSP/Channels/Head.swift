/// How a head hears a direction: a rigid sphere with an ear at either end of a diameter, and no
/// outer ears, so that front and back are alike.
///
///     sound ─┬─ low-pass ── × (1 - h) ─┐
///            └───────────── × h ───────┴─ delay ─ ear        h = 0.909 + 0.724 · side
///
/// The farther ear hears a sound later by r/c · (θ + sin θ), θ the angle off the middle (Woodworth
/// 1938). In the lows both are as loud; h is the gain of the highs, as a shelf of the first order
/// has it (Brown & Duda 1998, "A structural model for binaural sound synthesis"). It fits the
/// series of the sphere (Duda & Martens 1998, "Range dependence of the response of a spherical head
/// model") within 0.7 dB from 500 Hz to 8 kHz, over its mean of all directions: headphones are made
/// to sound even in a field that comes from everywhere.
package enum Head {
  /// The speed of sound in m/s, in air of 20 °C.
  static let speedOfSound = 343.0
  /// Of the mean head, in m (Algazi et al. 2001, "Estimation of a spherical-head model from
  /// anthropometry").
  private static let radius = 0.0875
  /// Where the highs begin, in Hz.
  static let corner = 1088.0
  /// The frames by which the nearer ear hears a sound late: the middle of ``taps(_:)``.
  static let lead = 3

  /// The sine of the angle off the middle, to the right, of an azimuth in turns and the sine of an
  /// elevation.
  static func side(azimuth: Double, height: Double) -> Double {
    max(0, 1 - height * height).squareRoot() * Elementary.sine(turns: azimuth)
  }

  /// The gain of the highs at an ear to which a sound comes from `side`, 1: from straight before
  /// it.
  static func highs(_ side: Double) -> Double { 0.909 + 0.724 * side }

  /// The gain at a frequency in Hz, where that of the highs is `highs`.
  package static func gain(at frequency: Double, highs: Double) -> Double {
    let square = frequency * frequency / (corner * corner)
    return ((1 + square * highs * highs) / (1 + square)).squareRoot()
  }

  /// How many frames later left hears a sound than right.
  static func lag(_ side: Double, sampleRate: Int) -> Double {
    let cosine = max(1e-18, 1 - side * side).squareRoot()
    let angle = 2 * Double.pi * Elementary.arctangent(side / cosine)
    return radius / speedOfSound * (angle + side) * Double(sampleRate)
  }

  /// Eight gains that delay a sound by ``lead`` frames and a share of one: Lagrange's polynomials.
  /// At worst, half-way, they lose 1 dB at 0.31 of the sample rate, in the ear that lies in the
  /// shadow.
  static func taps(_ share: Double) -> InlineArray<8, Float> {
    InlineArray { tap in
      var gain = 1.0
      for other in 0..<8 where other != tap {
        gain *= (Double(lead - other) + share) / Double(tap - other)
      }
      return Float(gain)
    }
  }
}
