/// The sound of the air bubble that a drop traps under water: a sine that sets in within about a period,
/// decays, and rises in pitch as the bubble nears the surface.
///
///     amplitude · (1 - e^(-f t)) · e^(-d t) · sin 2π f (t + chirp · d t² / 2)
///
/// with f = ``frequency`` and d = ``decay``, t seconds after its onset (van den Doel 2005,
/// "Physically-based models for liquid sounds"; the onset is by ear, instead of a click). The pitch rises
/// to √2 f at most, that of a bubble which touches the surface (Strasberg 1953, "The pulsation frequency of
/// nonspherical gas bubbles in liquids"). In water, a
/// second mode at 1.97 f sounds 19 dB lower and decays twice as fast, by ear.
public struct Bubble: Sendable, Hashable {
  /// 1 is full scale; the peak is lower, by onset and decay.
  public let amplitude: Double
  /// The pitch at the onset, in Hz, above 0.
  public let frequency: Double
  /// In 1/s, above 0; the bubble ends when it has fallen by 80 dB.
  public let decay: Double
  /// How far the pitch rises within 1/``decay`` seconds, relative to ``frequency``, 0 or more.
  public let chirp: Double
  /// Whether the second mode sounds.
  public let hasSecondMode: Bool

  /// The second mode: its frequency, level and decay relative to those of the first. 0.112 is -19 dB.
  private static let secondMode = (frequency: 1.97, level: 0.112, decay: 2.0)

  /// The greatest rise of the pitch, relative to that of the onset: √2 - 1.
  package static let mostRise = 0.414_213_562_373

  /// The pitch that it rises to, in Hz.
  package var lastFrequency: Double {
    frequency * (1 + min(Self.mostRise, chirp * Decay.timeConstants))
  }

  /// A bubble of those properties.
  public init(
    amplitude: Double, frequency: Double, decay: Double, chirp: Double = 0,
    hasSecondMode: Bool = false
  ) {
    precondition(frequency > 0 && decay > 0, "a bubble has a pitch and decays")
    precondition(chirp >= 0, "the pitch of a bubble does not fall")
    (self.amplitude, self.frequency, self.decay) = (amplitude, frequency, decay)
    (self.chirp, self.hasSecondMode) = (chirp, hasSecondMode)
  }

  /// The length in frames, in whole groups of eight; 0 for a pitch above 0.45 of the sample rate, which
  /// that rate cannot carry.
  public func frames(sampleRate: Int) -> Int {
    let first = firstMode.frames(sampleRate: sampleRate)
    return second.map { max(first, $0.frames(sampleRate: sampleRate)) } ?? first
  }

  /// Adds the bubble to `output` from the frame `start` on, where there is room for
  /// ``frames(sampleRate:)``. Its frames before `heard` may be left out.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, heardFrom heard: Int = 0,
    heardUntil last: Int = .max, sampleRate: Int
  ) {
    firstMode.render(
      adding: &output, at: start, heardFrom: heard, heardUntil: last, sampleRate: sampleRate)
    second?.render(
      adding: &output, at: start, heardFrom: heard, heardUntil: last, sampleRate: sampleRate)
  }

  private var firstMode: DampedSine {
    DampedSine(
      amplitude: amplitude, frequency: frequency, decay: decay, rise: frequency * chirp * decay,
      riseTime: chirp > 0 ? Self.mostRise / (chirp * decay) : .infinity, attack: frequency)
  }

  private var second: DampedSine? {
    guard hasSecondMode else { return nil }
    return DampedSine(
      amplitude: amplitude * Self.secondMode.level,
      frequency: Self.secondMode.frequency * frequency,
      decay: Self.secondMode.decay * decay, attack: frequency)
  }
}
