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
  /// At which it strikes, in m/s, for information, too.
  public let speed: Double
  /// From the listener along the surface, in m. Level and air already depend on it; the ``elevation`` follows.
  public let distance: Double
  /// In turns, clockwise, 0 in front: 0.25 is on the right.
  public let azimuth: Double
  /// The struck surface. The parts already depend on it; the ``elevation`` follows from its height.
  public let surface: Surface
  /// The width of the stereo image, 0 (both channels alike) ... 1.
  public let width: Double
  /// The distance of the two microphones at full width, in m.
  public let spacing: Double
  /// A factor of all parts; 1 is full scale.
  public let level: Double
  /// Whether its sound is turned over: while one half of a plate moves in, the other moves out.
  public let isInverted: Bool
  /// Where the air begins to dull impact and splash, in Hz.
  public let airCutoff: Double
  /// The sound of the drop as it strikes.
  public let impact: Impact
  /// nil: none.
  public let splash: Splash?
  /// nil: the surface does not ring.
  public let modes: Modes?
  /// From ``delayStart`` to the bubble, in s; splash and modes sound on.
  public let delay: Double
  /// nil: the drop traps none.
  public let bubble: Bubble?

  /// A drop made by hand.
  /// - Parameters:
  ///   - diameter: in mm, for information only.
  ///   - speed: in m/s, for information only; nil: the terminal speed of that diameter.
  ///   - distance: from the listener along the surface in m, above 0, for the elevation only.
  ///   - azimuth: in turns, clockwise, 0 in front.
  ///   - surface: what it strikes, for the elevation only.
  ///   - width: of the stereo image, 0 ... 1.
  ///   - spacing: of the two microphones at full width, in m, 0 ... 0.3.
  ///   - level: a factor of all parts; 1 is full scale.
  ///   - isInverted: whether its sound is turned over.
  ///   - airCutoff: where the air begins to dull impact and splash, in Hz, above 0.
  ///   - impact: the sound of the drop as it strikes.
  ///   - splash: nil: none.
  ///   - modes: of the surface; nil: it does not ring.
  ///   - delay: from ``delayStart`` to the bubble, in s, 0 or more.
  ///   - bubble: nil: none.
  public init(
    diameter: Double = 2, speed: Double? = nil, distance: Double = 1, azimuth: Double = 0,
    surface: Surface = .open,
    width: Double = Rain()[.width], spacing: Double = Rain()[.spacing], level: Double = 1,
    isInverted: Bool = false, airCutoff: Double = 18_000, impact: Impact, splash: Splash? = nil,
    modes: Modes? = nil,
    delay: Double = 0, bubble: Bubble? = nil
  ) {
    precondition(distance > 0, "a distance is above 0 m")
    precondition(airCutoff > 0, "the cutoff of the air is a frequency above 0")
    precondition(delay >= 0, "a delay is 0 s or more")
    precondition(width >= 0 && width <= 1, "a stereo width is 0 to 1")
    precondition(spacing >= 0 && spacing <= 0.3, "a spacing is 0 to 0.3 m")
    self.diameter = diameter
    self.speed = speed ?? DropSize.terminalSpeed(diameter)
    self.distance = distance
    self.azimuth = azimuth
    self.surface = surface
    self.width = width
    self.spacing = spacing
    self.level = level
    self.isInverted = isInverted
    self.airCutoff = airCutoff
    self.impact = impact
    self.splash = splash
    self.modes = modes
    self.delay = delay
    self.bubble = bubble
  }

  /// The angle over the horizon at which it is heard, in turns; 0.25 is straight above.
  public var elevation: Double { Elementary.arctangent(surface.height / distance) }

  /// The time from the onset of the drop to the beginning of the delay, in s.
  ///
  /// It is T, the duration of the impact, but for a ``ImpactShape/blow``. That is the slope of a force which only fades
  /// away: the delay begins where it has fallen by 80 dB in the air, after 5.5 T and 0.1 ms or more. The other shapes
  /// are over after T, and swing back softly under delay and bubble.
  public var delayStart: Double {
    impact.shape == .blow ? impact.time + AirLowPass.time(cutoff: airCutoff) : impact.duration
  }

  /// The time in s from the onset of the drop to that of its bubble.
  package var bubbleStart: Double { delayStart + delay }

  /// Sets a row of a table to the direction and the level of the drop. A share of its energy is scattered.
  func set(_ row: Int, of directions: inout DirectionTable, scattered: Double = 0) {
    let height = DropRing.elevationSine(height: surface.height, distance: distance)
    directions.set(
      row, azimuth: azimuth, height: height, width: width, spacing: spacing,
      level: isInverted ? -level : level, scattered: scattered)
  }
}
