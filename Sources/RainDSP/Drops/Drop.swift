/// A near drop: what was drawn for it, in seconds and hertz.
///
///     impact - delay - bubble      with the splash and the modes of the surface under the impact
///
/// The parts are those of Miklavcic, Zita & Arvidsson 2004, "Computational real-time sound synthesis of
/// rain". ``DropLaw`` draws drops of a rain; the initializer makes one by hand. To hear it:
///
/// ```swift
/// let drop = Drop(
///   impact: Impact(amplitude: 0.3, duration: 0.8e-3), delay: 0.01,
///   bubble: Bubble(amplitude: 0.3, frequency: 1200, decay: 100))
/// let stereo = drop.samples(sampleRate: 48_000, channels: 2)
/// ```
public struct Drop: Sendable, Hashable {
  /// In mm, for information: the parts already depend on it.
  public let diameter: Double
  /// From the listener, in m, for information: level and air already depend on it.
  public let distance: Double
  /// In turns, clockwise, 0 in front: 0.25 is on the right.
  public let azimuth: Double
  /// What it strikes, for information: the parts already depend on it.
  public let surface: Surface
  /// The width of the stereo image, 0 (both channels alike) ... 1.
  public let width: Double
  /// A factor of all parts; 1 is full scale.
  public let level: Double
  /// Where the air begins to dull impact and splash, in Hz.
  public let airCutoff: Double
  /// The sound of the drop as it strikes.
  public let impact: Impact
  /// nil: none.
  public let splash: Splash?
  /// nil: the surface does not ring.
  public let modes: Modes?
  /// From the end of the impact to the bubble, in s; splash and modes sound on.
  public let delay: Double
  /// nil: the drop traps none.
  public let bubble: Bubble?

  /// A drop made by hand.
  /// - Parameters:
  ///   - diameter: in mm, for information only.
  ///   - distance: from the listener in m, for information only.
  ///   - azimuth: in turns, clockwise, 0 in front.
  ///   - surface: what it strikes, for information only.
  ///   - width: of the stereo image, 0 ... 1.
  ///   - level: a factor of all parts; 1 is full scale.
  ///   - airCutoff: where the air begins to dull impact and splash, in Hz, above 0.
  ///   - impact: the sound of the drop as it strikes.
  ///   - splash: nil: none.
  ///   - modes: of the surface; nil: it does not ring.
  ///   - delay: from the end of the impact to the bubble, in s, 0 or more.
  ///   - bubble: nil: none.
  public init(
    diameter: Double = 2, distance: Double = 1, azimuth: Double = 0, surface: Surface = .open,
    width: Double = Rain().width, level: Double = 1, airCutoff: Double = 18_000, impact: Impact,
    splash: Splash? = nil,
    modes: Modes? = nil, delay: Double = 0, bubble: Bubble? = nil
  ) {
    precondition(airCutoff > 0, "the cutoff of the air is a frequency above 0")
    precondition(delay >= 0, "a delay is 0 s or more")
    precondition(width >= 0 && width <= 1, "a stereo width is 0 to 1")
    self.diameter = diameter
    self.distance = distance
    self.azimuth = azimuth
    self.surface = surface
    self.width = width
    self.level = level
    self.airCutoff = airCutoff
    self.impact = impact
    self.splash = splash
    self.modes = modes
    self.delay = delay
    self.bubble = bubble
  }

  /// The gain of each channel: level and pan.
  func gains(_ layout: ChannelLayout) -> PerChannel<Float> {
    let pan = layout.gains(azimuth: azimuth, width: width)
    var gains = PerChannel<Float>(repeating: 0)
    for channel in 0..<layout.channels { gains[channel] = Float(level * pan[channel]) }
    return gains
  }

  /// The delay of each channel in frames.
  func delays(_ layout: ChannelLayout, sampleRate: Int) -> PerChannel<Int> {
    layout.delays(azimuth: azimuth, width: width, sampleRate: sampleRate)
  }
}
