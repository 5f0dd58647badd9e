/// The law of bubbles: how they are damped, how loud their soft onset leaves them, and where water
/// closes over them.
///
///     damping = 0.043 f + 0.0014 f √f             in 1/s, f in Hz
///     crater  = (D³ v²/9g)^¼                      the radius in m, by a third of the energy of a drop
///     share   = e^(-N(R) + N(10 mm/h)), at most 1     of the drops that trap a bubble at 10 mm/h
///     N       = π n (crater + c)² τ               craters that others have left there within τ
///
/// A bubble needs calm water, deeper than the crater of its drop. How much of the ground is so
/// deep, `puddles` says: a film is not. On a square meter n = 1850 (R/10)^0.57 drops a second open
/// craters of c = 4.9 mm (R/10)^0.15 (fits to the sizes of ``DropSize`` from 0.5 to 75 mm/h), and
/// each leaves waves about as long as it is wide, 10 mm. The viscosity ν of water damps these
/// within τ = 1/(2 ν (2π/10 mm)²) = 1.27 s. Up to 10 mm/h water is calm enough, as far as one
/// hears; of the bubbles of a downpour of 25 mm/h a quarter is left, at 75 mm/h next to none.
///
/// Source: van den Doel 2005, "Physically-based models for liquid sounds"; the peak is a fit. The
/// damping of waves: Lamb 1932, "Hydrodynamics", art. 348. Under water, the 15 kHz of drizzle are
/// absent in heavy rain: Ma & Nystuen 2005.
/// Test: BubbleLawTests
enum BubbleLaw {
  /// The pitch at which `bubbleDecay` holds, in Hz.
  private static var decayPitch: Double { 2200 }

  /// The time, in s, in which waves of 10 mm fall by e.
  private static var waves: Double { 1.27 }

  /// The radius of a crater, in m, of a drop of a diameter in mm at a speed in m/s.
  static func crater(diameter: Double, speed: Double) -> Double {
    let cube = diameter * diameter * diameter * 1e-9
    return (cube * speed * speed / (9 * 9.81)).squareRoot().squareRoot()
  }

  /// The share of the bubbles of 10 mm/h that water still closes over, of craters of a radius in m.
  /// Drips make no waves as the rain does.
  static func share(crater: Double, in rain: Rain) -> Double {
    share(crater: crater, ratio: rain[.rainfall] / RainfallLaw.reference, drips: rain[.drips])
  }

  private static func share(crater: Double, ratio: Double, drips: Double) -> Double {
    if ratio <= 1 { return 1 }
    let (reach, usual) = (crater + 4.9e-3 * Elementary.power(ratio, 0.15), crater + 4.9e-3)
    let others = Elementary.power(ratio, 0.57) * reach * reach - usual * usual
    return Elementary.exp(-.pi * 1850 * waves * others * (1 - drips))
  }

  /// The level of the small bubbles of far drops, of 1 mm, beside that at 10 mm/h.
  static func smallLevel(in rain: Rain) -> Double {
    let ratio = rain.steppedRainfall / RainfallLaw.reference
    return share(crater: 3.7e-3, ratio: ratio, drips: 0).squareRoot()
  }

  /// The rate at which the amplitude of a bubble decays, in 1/s, at its frequency in Hz.
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
