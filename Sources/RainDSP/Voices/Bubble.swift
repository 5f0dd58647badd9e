/// The ring of the air bubble that a drop traps under water: a sine that sets in within a period
/// or so, decays, and rises in pitch as the bubble nears the surface.
///
///     amplitude · (1 - e^(-f t)) · e^(-d t) · sin 2π f (t + chirp · d t² / 2)
///
/// with f = ``frequency`` and d = ``decay``, t seconds after its onset (van den Doel 2005,
/// "Physically-based models for liquid sounds"). Where the bubble lies in water, a second mode at
/// 1.97 f rings 19 dB lower and decays twice as fast.
public struct Bubble: Sendable, Hashable {
  /// Peak of the envelope before the onset and the decay take their part; 1 is full scale.
  public var amplitude: Double
  /// In Hz, above 0.
  public var frequency: Double
  /// In 1/s, above 0; the ring ends when it has fallen by 80 dB.
  public var decay: Double
  /// The part of its frequency by which the pitch rises within 1/``decay`` seconds, 0 or more.
  public var chirp: Double
  /// Whether the second mode sounds.
  public var hasSecondMode: Bool

  public init(
    amplitude: Double, frequency: Double, decay: Double, chirp: Double = 0,
    hasSecondMode: Bool = false
  ) {
    precondition(frequency > 0 && decay > 0 && chirp >= 0, "a bubble rings and decays")
    self.amplitude = amplitude
    self.frequency = frequency
    self.decay = decay
    self.chirp = chirp
    self.hasSecondMode = hasSecondMode
  }

  /// Frames that the bubble sounds, a whole number of groups of eight; 0 for a pitch
  /// above .45 of the sample rate, which that rate cannot carry.
  public func frames(sampleRate: Int) -> Int {
    isAudible(frequency, sampleRate) ? firstMode(sampleRate).frames(sampleRate: sampleRate) : 0
  }

  /// Adds the bubble to `output`, which has room for ``frames(sampleRate:)`` more, from the frame
  /// `start` on.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int
  ) {
    guard isAudible(frequency, sampleRate) else { return }
    let first = firstMode(sampleRate)
    first.render(adding: &output, at: start, sampleRate: sampleRate)
    if hasSecondMode && isAudible(1.97 * frequency, sampleRate) {
      let second = DampedSine(
        amplitude: amplitude * 0.112, frequency: 1.97 * frequency, decay: 2 * decay,
        attack: frequency)
      second.render(adding: &output, at: start, sampleRate: sampleRate)
    }
  }

  private func firstMode(_ sampleRate: Int) -> DampedSine {
    // The pitch may rise to .45 of the sample rate by the end, beyond it would fold back.
    let room = 0.45 * Double(sampleRate) / frequency - 1
    let chirp = min(chirp, room / Decay.timeConstants)
    return DampedSine(
      amplitude: amplitude, frequency: frequency, decay: decay, rise: frequency * chirp * decay,
      attack: frequency)
  }

  private func isAudible(_ frequency: Double, _ sampleRate: Int) -> Bool {
    frequency <= 0.45 * Double(sampleRate)
  }
}
