/// The law of bubbles: how they are damped, and how loud their soft onset leaves them.
enum BubbleLaw {
  /// The pitch at which `bubbleDecay` holds, in Hz.
  private static var decayPitch: Double { 2200 }

  /// The rate at which the amplitude of a bubble decays, in 1/s, at its frequency in Hz (van den Doel
  /// 2005, "Physically-based models for liquid sounds").
  static func damping(_ frequency: Double) -> Double {
    0.043 * frequency + 0.0014 * frequency * frequency.squareRoot()
  }

  /// The slowest decay of a bubble, in 1/s: it has then fallen by 80 dB after 1.8 s.
  static var slowest: Double { 5 }

  /// In 1/s: `bubbleDecay` at 2,200 Hz, and at other pitches in proportion to the damping of bubbles, times a jitter.
  static func decay(_ bubbleDecay: Double, frequency: Double, jitter: Double = 1) -> Double {
    max(slowest, bubbleDecay * damping(frequency) / damping(decayPitch) * jitter)
  }

  /// The peak of a bubble of amplitude 1 whose pitch stays,
  ///
  ///     the most of (1 - e^(-τ)) e^(-x τ) sin 2πτ,   x its decay/frequency
  ///
  /// by a fit within 0.1 dB for x from 0.05 to 1, and 0.7 dB to 8. One that decays faster is over within a fortieth of its
  /// period, and taken for as soft as at 8.
  static func peak(decayPerPeriod ratio: Double) -> Double {
    let x = min(8, ratio)
    return 1 / (1 + 0.475 * x.squareRoot() + 2.479 * x + 0.0833 * x * x)
  }

  /// The amplitude with which a bubble of a frequency in Hz, and the decay that belongs to it, peaks at `peak`.
  static func amplitude(peak: Double, frequency: Double, bubbleDecay: Double) -> Double {
    let ratio = decay(bubbleDecay, frequency: frequency) / frequency
    return peak / Self.peak(decayPerPeriod: ratio)
  }

  /// The amplitude of the bubble of a drop of 2 mm.
  static func amplitude(in rain: Rain) -> Double {
    amplitude(
      peak: rain[.bubbleAmplitude], frequency: rain[.bubbleFrequency],
      bubbleDecay: rain[.bubbleDecay])
  }

  /// The amplitude of the default rain. Its numbers are written out here, since the table of settings takes memory.
  static var defaultAmplitude: Double { amplitude(peak: 0.3, frequency: 4000, bubbleDecay: 240) }
}
