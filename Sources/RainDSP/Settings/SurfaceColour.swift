/// The tone colour that a surface gives to the patter and the bed.
///
/// Far drops strike pieces of the surface that all ring at different pitches. Together these are one
/// broad hump between two frequencies, without lines:
///
///     H(f) = (1 + gain (L(f/high) - L(f/low))) / n,   L(x) = 1/(1 + i x)
///
/// L is a low-pass of the first order; n makes the mean power over the octaves 1.
struct SurfaceColour {
  struct Hump {
    /// Sets the height: the middle of the hump has the gain 1 + gain · (high - low)/(high + low).
    let gain: Double
    /// The lower edge, in Hz.
    let low: Double
    /// The upper edge, in Hz.
    let high: Double
  }

  /// The frequencies, in Hz, over which a colour keeps the mean power.
  private static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000]

  let hump: Hump
  /// 1/n.
  let level: Double

  init(_ hump: Hump) {
    self.hump = hump
    let powers = Self.octaves.map { Self.power(of: hump, at: $0) }
    level = (Double(powers.count) / powers.reduce(0, +)).squareRoot()
  }

  /// Whether every frequency passes unchanged.
  var isNeutral: Bool { hump.gain == 0 }

  /// |H| at a frequency in Hz.
  func magnitude(at frequency: Double) -> Double {
    level * Self.power(of: hump, at: frequency).squareRoot()
  }

  /// The squared magnitude of 1 + gain (L(f/high) - L(f/low)).
  private static func power(of hump: Hump, at frequency: Double) -> Double {
    let h = frequency / hump.high
    let l = frequency / hump.low
    let real = 1 + hump.gain * (1 / (1 + h * h) - 1 / (1 + l * l))
    let imaginary = hump.gain * (l / (1 + l * l) - h / (1 + h * h))
    return real * real + imaginary * imaginary
  }
}
