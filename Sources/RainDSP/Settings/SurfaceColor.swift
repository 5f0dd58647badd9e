/// The tone color that a surface gives to the patter and the bed.
///
/// Far drops strike pieces of the surface that all ring at different pitches. Together these are one
/// broad hump between two frequencies, without lines:
///
///     H(f) = (1 + gain (L(f/high) - L(f/low))) / n,   L(x) = 1/(1 + i x)
///
/// L is a low-pass of the first order; n makes the mean power over the octaves 1 at the usual gain.
struct SurfaceColor {
  struct Hump {
    /// Sets the height, or the depth where it is below 0: the middle of the hump has the gain 1 + gain · (high - low)/(high + low).
    let gain: Double
    /// The lower edge, in Hz.
    let low: Double
    /// The upper edge, in Hz.
    let high: Double
  }

  /// A color keeps the mean power over so many octaves, from 125 Hz to 8 kHz.
  private static let octaves = 7

  let hump: Hump
  /// The hump that sets the level. Where the gain differs from it, the rest of the sound stays as it is.
  private let usual: Hump
  /// 1/n.
  let level: Double

  init(_ hump: Hump, usual: Hump? = nil) {
    self.hump = hump
    self.usual = usual ?? hump
    // No array: an automation asks for colors while it plays.
    var power = 0.0
    for octave in 0..<Self.octaves {
      power += Self.power(of: self.usual, at: 125 * Double(1 << octave))
    }
    level = (Double(Self.octaves) / power).squareRoot()
  }

  /// A color between two, `share` of the way: its height moves in a line, its edges in octaves.
  static func between(_ a: SurfaceColor, _ b: SurfaceColor, share: Double) -> SurfaceColor {
    // A neutral color has no edges.
    let low = (a.isNeutral ? b : a).hump
    let high = (b.isNeutral ? a : b).hump
    func edge(_ from: Double, _ to: Double) -> Double {
      from == to ? from : Elementary.between(from, to, share: share)
    }
    func hump(_ from: Double, _ to: Double) -> Hump {
      Hump(
        gain: from + share * (to - from), low: edge(low.low, high.low),
        high: edge(low.high, high.high))
    }
    return SurfaceColor(hump(a.hump.gain, b.hump.gain), usual: hump(a.usual.gain, b.usual.gain))
  }

  /// Whether every frequency passes unchanged.
  var isNeutral: Bool { hump.gain == 0 && usual.gain == 0 }

  /// |H| at a frequency in Hz; with `isUsual`, at the usual gain.
  func magnitude(at frequency: Double, isUsual: Bool = false) -> Double {
    level * Self.power(of: isUsual ? usual : hump, at: frequency).squareRoot()
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
