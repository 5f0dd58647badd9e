internal import RainDSP

/// What a log says of a near drop. Levels are amplitudes, 1 at full scale, after the setting `gain`, before
/// echo, `muffle`, `lowCut` and the soft clip.
struct LoggedDrop {
  let frame: Int
  let sampleRate: Int
  /// In mm, m/s, m and turns.
  let diameter: Double
  let speed: Double
  let distance: Double
  let azimuth: Double
  let surface: Surface
  /// The peaks of the impact and the bubble in the middle.
  let impact: Double
  let bubbleLevel: Double
  /// The pitch of the bubble in Hz, if one sounds, by how much of it the pitch rises, and the time in s
  /// from the onset of the drop to its own.
  let bubblePitch: Double?
  let chirp: Double
  let bubbleStart: Double
  /// The pitch in Hz that one hears: that of the bubble, or else of the surface or the splash; nil for a
  /// plain click.
  let pitch: Double?
  /// The peaks at the ears; in mono both are that of the one channel.
  let left: Double
  let right: Double
  /// The frame after the last one of its sound; nil where nobody asked for it.
  let end: Int?

  init(
    _ drop: Drop, at frame: Int, sampleRate: Int, channels: Int, gain: Double,
    hasEnd: Bool
  ) {
    let peaks = drop.peaks(sampleRate: sampleRate)
    let pan = drop.pan(channels: channels)
    let bubble = drop.soundingBubble(sampleRate: sampleRate)
    self.frame = frame
    self.sampleRate = sampleRate
    diameter = drop.diameter
    speed = drop.speed
    distance = drop.distance
    azimuth = drop.azimuth
    surface = drop.surface
    impact = gain * peaks.impact
    bubbleLevel = gain * peaks.bubble
    bubblePitch = bubble?.frequency
    chirp = bubble?.chirp ?? 0
    bubbleStart = drop.bubbleStart
    pitch = bubblePitch ?? drop.modes?.first.frequency ?? drop.splash?.frequency
    left = gain * pan.left * peaks.loudest
    right = gain * pan.right * peaks.loudest
    end = hasEnd ? frame + drop.timing(sampleRate: sampleRate).frames : nil
  }

  var loudest: Double { max(left, right) }

  /// A time as a row has it, in s.
  func seconds(_ frame: Int) -> Double { Double(frame) / Double(sampleRate) }
}
