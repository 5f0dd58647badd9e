/// Where drops fall: evenly over a ring around the listener, who hears them with two microphones side
/// by side.
struct Place: Sendable {
  /// The time in s that sound takes from one microphone to the other at full width: 50 mm. Of drops
  /// all around, channels that are alike but for it have the correlation J₀(2π f · width · gap): at a
  /// width of .65, .7 at 2 kHz and 0 at 4 kHz.
  static let gap = 0.05 / 343

  /// The nearest and the farthest drop, in m.
  let near: Double
  let far: Double
  let width: Double

  /// The distance in m inside which a share of `u` of the drops falls.
  func distance(_ u: Double) -> Double {
    (near * near + u * (far * far - near * near)).squareRoot()
  }

  /// The level of a drop at `distance`: 1 for the nearest, falling as 1/r.
  func level(distance: Double) -> Double {
    near / distance
  }

  /// The mean square of the level.
  var meanPower: Double {
    let ratio = far * far / (near * near)
    return ratio - 1 < 1e-9 ? 1 : Elementary.log(ratio) / (ratio - 1)
  }

  /// The gains of left and right at an azimuth in turns: equal power, 1 and 1 in front.
  func pan(azimuth: Double) -> (left: Double, right: Double) {
    let turns = (1 + width * Elementary.sine(turns: azimuth)) / 8
    let root2 = 2.0.squareRoot()
    return (root2 * Elementary.cosine(turns: turns), root2 * Elementary.sine(turns: turns))
  }

  /// By how many seconds left hears a drop later than right, at an azimuth in turns.
  func lag(azimuth: Double) -> Double {
    width * Self.gap * Elementary.sine(turns: azimuth)
  }

  /// A lag in frames: the nearest multiple of four, which at 11 kHz and below is always 0.
  static func frames(lag: Double, sampleRate: Int) -> Int {
    4 * Int(Elementary.nearest(lag * Double(sampleRate) / 4))
  }

  /// The frames by which each channel hears late what has a lag in frames.
  @inline(__always)
  static func delays(lag: Int) -> (left: Int, right: Int) { (max(0, lag), max(0, -lag)) }

  /// The most frames that one channel hears a drop later than the other.
  static func mostLag(sampleRate: Int) -> Int { frames(lag: gap, sampleRate: sampleRate) }
}
