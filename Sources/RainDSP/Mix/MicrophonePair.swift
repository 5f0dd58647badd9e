/// Two microphones side by side, as the listener's ears for everything that comes from a side: drops,
/// ticks of the patter and echoes.
///
///          0 turns (front)
///                |
///     3/4 -- [L  60 mm  R] -- 1/4        a drop at 1/4 is louder on the right, and heard later
///                |                       on the left, by 60 mm · width / 343 m/s at most
///               1/2
struct MicrophonePair: Sendable, Hashable {
  /// The time in s that sound takes from one microphone to the other at full width: 60 mm at 343 m/s.
  /// Drops all around then give the channels the correlation J₀(2π f · width · gap). At a width of
  /// 0.55 that is 0.7 at 2 kHz and 0 at 4 kHz, near what recordings of rain have.
  static let gap = 0.06 / 343

  /// How far the stereo image opens, 0 (mono) ... 1.
  let width: Double

  /// The gains of left and right at an azimuth in turns: equal power, 1 and 1 in front.
  func pan(azimuth: Double) -> (left: Double, right: Double) {
    let turns = (1 + width * Elementary.sine(turns: azimuth)) / 8
    let root2 = 2.0.squareRoot()
    return (root2 * Elementary.cosine(turns: turns), root2 * Elementary.sine(turns: turns))
  }

  /// The time in s by which left hears later than right, at an azimuth in turns; negative on the left.
  func lag(azimuth: Double) -> Double {
    width * Self.gap * Elementary.sine(turns: azimuth)
  }

  /// A lag in frames, rounded to the nearest.
  static func frames(lag: Double, sampleRate: Int) -> Int {
    Int(Elementary.nearest(lag * Double(sampleRate)))
  }

  /// The delay of each channel in frames, from a lag in frames; one of them is 0.
  @inline(__always)
  static func delays(lag: Int) -> (left: Int, right: Int) { (max(0, lag), max(0, -lag)) }

  /// The longest delay of a channel, in frames.
  static func mostLag(sampleRate: Int) -> Int { frames(lag: gap, sampleRate: sampleRate) }
}
