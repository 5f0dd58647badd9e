/// The tone color that a surface gives to the patter and the bed.
///
/// Far drops strike pieces of the surface that all ring at different pitches. Together these are one
/// broad hump between two frequencies, without lines:
///
///     H(f) = (1 + Σ gain (L(f/high) - L(f/low))) / n,   L(x) = 1/(1 + i x)
///
/// L is a low-pass of the first order; n makes the mean power over the octaves 1 at the usual gains. Where some drops
/// strike one surface and some another, each has its hump, at its share of the gain: so a band is as loud as on the one or
/// on the other, or in between.
struct SurfaceColor {
  struct Hump {
    /// Sets the height, or the depth where it is below 0: a hump by itself has in its middle the gain
    /// 1 + gain · (high - low)/(high + low).
    var gain: Double
    /// The gain that sets the level. Where the gain differs from it, the rest of the sound stays as it is.
    var usual: Double
    /// The lower edge, in Hz.
    let low: Double
    /// The upper edge, in Hz.
    let high: Double

    init(gain: Double, usual: Double? = nil, low: Double, high: Double) {
      (self.gain, self.usual, self.low, self.high) = (gain, usual ?? gain, low, high)
    }
  }

  /// A color keeps the mean power over so many octaves, from 125 Hz to 8 kHz.
  private static let octaves = 7
  /// The humps, of two surfaces and of the water that stands on them at most; the elements after the first `count` are not
  /// used.
  private(set) var humps = InlineArray<3, Hump>(repeating: Hump(gain: 0, low: 1000, high: 1000))
  private(set) var count = 0
  /// 1/n.
  private(set) var level = 1.0

  init(_ hump: Hump) {
    add(hump, 1)
    setLevel()
  }

  /// A color between two, `share` of the way.
  static func between(_ a: SurfaceColor, _ b: SurfaceColor, share: Double) -> SurfaceColor {
    var color = SurfaceColor(Hump(gain: 0, low: 1000, high: 1000))
    for index in 0..<a.count { color.add(a.humps[index], 1 - share) }
    for index in 0..<b.count { color.add(b.humps[index], share) }
    color.setLevel()
    return color
  }

  private mutating func add(_ hump: Hump, _ share: Double) {
    let (gain, usual) = (share * hump.gain, share * hump.usual)
    if gain == 0 && usual == 0 { return }
    for index in 0..<count where humps[index].low == hump.low && humps[index].high == hump.high {
      humps[index].gain += gain
      humps[index].usual += usual
      return
    }
    humps[count] = Hump(gain: gain, usual: usual, low: hump.low, high: hump.high)
    count += 1
  }

  private mutating func setLevel() {
    if isNeutral { return }
    // No array: an automation asks for colors while it plays.
    var power = 0.0
    for octave in 0..<Self.octaves {
      power += self.power(at: 125 * Double(1 << octave), isUsual: true)
    }
    level = (Double(Self.octaves) / power).squareRoot()
  }

  /// Whether every frequency passes unchanged.
  var isNeutral: Bool { count == 0 }

  /// |H| at a frequency in Hz; with `isUsual`, at the usual gains.
  func magnitude(at frequency: Double, isUsual: Bool = false) -> Double {
    level * power(at: frequency, isUsual: isUsual).squareRoot()
  }

  /// The squared magnitude of 1 + Σ gain (L(f/high) - L(f/low)).
  private func power(at frequency: Double, isUsual: Bool) -> Double {
    var (real, imaginary) = (1.0, 0.0)
    for index in 0..<count {
      let hump = humps[index]
      let (h, l) = (frequency / hump.high, frequency / hump.low)
      let gain = isUsual ? hump.usual : hump.gain
      real += gain * (1 / (1 + h * h) - 1 / (1 + l * l))
      imaginary += gain * (l / (1 + l * l) - h / (1 + h * h))
    }
    return real * real + imaginary * imaginary
  }
}
