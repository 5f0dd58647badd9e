/// A near drop in a log. Levels are amplitudes, 1 at full scale, after the setting `gain`, before
/// echo, `lowpass`, `highpass` and the limiter.
public struct LoggedDrop: Sendable {
  private let drop: Drop
  /// The frame in which it strikes.
  public let frame: Int
  /// The frames a second.
  public let sampleRate: Int
  /// In mm.
  public var diameter: Double { drop.diameter }
  /// The speed in m/s at which it strikes.
  public var speed: Double { drop.speed }
  /// In m.
  public var distance: Double { drop.distance }
  /// In turns, clockwise from the front.
  public var azimuth: Double { drop.azimuth }
  /// In turns over the horizon; 0.25 is straight above.
  public var elevation: Double { drop.elevation }
  /// The struck surface.
  public var surface: Surface { drop.surface }
  /// The peak of the impact in the middle.
  public let impact: Double
  /// The peak of the bubble in the middle; 0 without one.
  public let bubbleLevel: Double
  /// The pitch of the bubble in Hz; nil where none sounds.
  public let bubblePitch: Double?
  /// The share of its pitch by which the bubble rises; 0 without one.
  public let chirp: Double
  /// The time in s from the onset of the drop to that of its bubble.
  public var bubbleStart: Double { drop.bubbleStart }
  /// The pitch in Hz that one hears: that of the bubble, or else of the surface or the splash; nil for a
  /// plain click.
  public let pitch: Double?
  /// The peak in the middle.
  package let middle: Double
  package let layout: ChannelLayout
  /// The peak at the left ear; in mono that of the one channel.
  public let left: Double
  /// The peak at the right ear; in mono that of the one channel.
  public let right: Double
  /// The frame after the last one of its sound; nil where it was left out.
  public let end: Int?

  package init(
    _ drop: Drop, at frame: Int, sampleRate: Int, layout: ChannelLayout, gain: Double,
    hasEnd: Bool
  ) {
    let peaks = drop.peaks(sampleRate: sampleRate)
    let ears = layout.isSurround ? .stereo : layout
    var pan = ears.gains(
      azimuth: drop.azimuth, height: Elementary.sine(turns: drop.elevation), width: drop.width)
    let bubble = drop.soundingBubble(sampleRate: sampleRate)
    (self.drop, self.frame, self.sampleRate, self.layout) = (drop, frame, sampleRate, layout)
    impact = gain * peaks.impact
    bubbleLevel = gain * peaks.bubble
    bubblePitch = bubble?.frequency
    chirp = bubble?.chirp ?? 0
    pitch = bubblePitch ?? drop.modes?.pitch ?? drop.splash?.frequency
    middle = gain * peaks.loudest
    for ear in 0..<(ears == .binaural ? 2 : 0) {
      pan[ear] = Head.gain(at: pitch ?? 20_000, highs: pan[2 * ear])
    }
    left = gain * pan[0] * peaks.loudest
    right = gain * pan[ears.channels - 1] * peaks.loudest
    end = hasEnd ? frame + drop.timing(sampleRate: sampleRate).frames : nil
  }

  /// The peak in the loudest channel.
  public var loudest: Double {
    guard layout.isSurround else { return max(left, right) }
    let gains = channelGains
    return middle * (0..<layout.channels).reduce(0) { max($0, gains[$1].magnitude) }
  }

  var channelGains: PerChannel<Double> {
    layout.gains(azimuth: azimuth, height: Elementary.sine(turns: elevation), width: 1)
  }

  /// A time as a row has it, in s.
  func seconds(_ frame: Int) -> Double { Double(frame) / Double(sampleRate) }
}
