/// Rain as numbers: all settings of a rendering but its seed, sample rate and channels.
///
/// A fresh value is steady rain on open ground. The table ``parameters`` has the name, unit, range and
/// explanation of every setting; ``validate()`` checks them.
///
/// A *jitter* s gives each drop setting · e^(variation · s · g), g standard normal: 0.3 keeps two
/// drops in three within a factor of e^0.3 = 1.35. Levels are relative to full scale.
public struct Rain: Sendable, Hashable, BitwiseCopyable {
  // Drops

  /// Mean number of near drops, those heard one by one.
  /// 0 to 1000000 /min, default 1200.
  public var drops = 1200.0
  /// Level of all near drops together.
  /// -60 to 24 dB, default 0.
  public var dropLevel = 0.0
  /// How evenly the near drops fall: 0 by chance, 1 as from a tap. Gusts move only drops of regularity 0.
  /// 0 to 1, default 0.
  public var regularity = 0.0
  /// Rainfall R that sets the mix of drop sizes: N(D) ∝ e^(-4.1 R^-0.21 D), D in mm.
  /// 0.1 to 200 mm/h, default 10.
  public var intensity = 10.0
  /// Power of the natural drop sizes relative to 2 mm: 1 for those of rain, 0 for drops of 2 mm only.
  /// 0 to 1.5, default 1.
  public var sizeSpread = 1.0
  /// Share of the near drops that gather, on leaves or a roof, and fall as drips of 4 to 5.8 mm.
  /// 0 to 1, default 0.
  public var drips = 0.0
  /// Strength of the gusts: standard deviation of the logarithm of the rate of near drops, which rises
  /// and falls over seconds and minutes. 0 for a constant rate.
  /// 0 to 1, default 0.18.
  public var gust = 0.18
  /// Time of the slowest gust; another time gives other gusts.
  /// 2 to 600 s, default 60.
  public var gustTime = 60.0
  /// What drops and patter strike.
  /// One of the cases of ``Surface``, default open.
  public var surface = Surface.open
  /// Share of the near drops that fall into water, on any surface.
  /// 0 to 1, default 0.
  public var puddles = 0.0
  /// Factor of all jitters and of ``pitchSpread``; 0 makes drops of equal size sound identical.
  /// 0 to 2, default 1.
  public var variation = 1.0
  /// Distance of the nearest near drop; not above ``distanceMax``.
  /// 0.25 to 50 m, default 1.
  public var distanceMin = 1.0
  /// Distance of the farthest near drop.
  /// 0.25 to 50 m, default 6.
  public var distanceMax = 6.0
  /// Stereo width of drops, patter and echo: 0 for all in the middle.
  /// 0 to 1, default 0.55.
  public var width = 0.55
  /// How much distance dulls the near drops: octaves that the air's low-pass falls every 4 m beyond
  /// ``distanceMin``.
  /// 0 to 1, default 0.3.
  public var air = 0.3

  // Impact and splash

  /// Level of the impact of a 2 mm drop.
  /// 0 to 1.5, default 0.4.
  public var impactAmplitude = 0.4
  /// Length of the impact of a 2 mm drop; it grows with size and falls with speed.
  /// 0.05 to 100 ms, default 1.2.
  public var impactDuration = 1.2
  /// Course of the pressure while a drop strikes.
  /// One of the cases of ``ImpactShape``, default blow.
  public var impactShape = ImpactShape.blow
  /// Jitter of the impact's level.
  /// 0 to 1, default 0.15.
  public var impactJitter = 0.15
  /// Jitter of the impact's length.
  /// 0 to 1, default 0.25.
  public var durationJitter = 0.25
  /// Level of the splash, relative to the impact.
  /// 0 to 2, default 1.3.
  public var splash = 1.3
  /// Time in which the splash of a 2 mm drop falls to 1/e.
  /// 0.2 to 30 ms, default 6.
  public var splashDecay = 6.0
  /// Middle frequency of the splash of a 2 mm drop.
  /// 500 to 16000 Hz, default 4000.
  public var splashFrequency = 4000.0

  // Delay and bubble

  /// Pause between the impact and the bubble of a 2 mm drop.
  /// 0 to 80 ms, default 5.
  public var delay = 5.0
  /// Jitter of the delay.
  /// 0 to 1, default 0.3.
  public var delayJitter = 0.3
  /// Level of the bubble of a 2 mm drop.
  /// 0 to 1.5, default 0.85.
  public var bubbleAmplitude = 0.85
  /// Pitch of the bubble of a 2 mm drop; it falls as 1/size, and on water as 1/size^1.6.
  /// 20 to 18000 Hz, default 2200.
  public var bubbleFrequency = 2200.0
  /// Rate of decay of the amplitude of a bubble at ``bubbleFrequency``: it falls as e^(-rate · t).
  /// 5 to 5000 /s, default 240.
  public var bubbleDecay = 240.0
  /// Share of drops that trap a bubble.
  /// 0 to 1, default 0.5.
  public var bubbleProbability = 0.5
  /// Standard deviation of the bubbles' pitches upwards; downwards it is 0.45 of that.
  /// 0 to 3 octaves, default 0.5.
  public var pitchSpread = 0.5
  /// Rise of the bubble's pitch as it decays.
  /// 0 to 2, default 0.1.
  public var chirp = 0.1
  /// Jitter of the bubble's level.
  /// 0 to 1, default 0.15.
  public var bubbleJitter = 0.15
  /// Jitter of the bubble's decay.
  /// 0 to 1, default 0.3.
  public var decayJitter = 0.3

  // Patter

  /// Mean number of ticks, the drops farther away.
  /// 0 to 50000 /s, default 1000.
  public var patterRate = 1000.0
  /// RMS of the patter.
  /// 0 to 1, default 0.0215.
  public var patterLevel = 0.0215
  /// Pitch of the lowest tick; not above ``patterHigh``.
  /// 200 to 20000 Hz, default 700.
  public var patterLow = 700.0
  /// Pitch of the highest tick.
  /// 200 to 20000 Hz, default 15000.
  public var patterHigh = 15000.0
  /// Distance of the nearest tick; not above ``patterMax``.
  /// 0.25 to 50 m, default 1.6.
  public var patterMin = 1.6
  /// Distance of the farthest tick.
  /// 0.25 to 50 m, default 25.
  public var patterMax = 25.0
  /// Strength of the gusts in the rate of ticks, as ``gust``.
  /// 0 to 1, default 0.18.
  public var patterGust = 0.18
  /// Strength of the clusters: standard deviation of the logarithm of the rate of ticks, which rises
  /// and falls within tenths of a second.
  /// 0 to 1, default 0.2.
  public var patterCluster = 0.2

  // Bed

  /// RMS of the white noise.
  /// 0 to 1, default 0.
  public var white = 0.0
  /// RMS of the pink noise.
  /// 0 to 1, default 0.038.
  public var pink = 0.038
  /// RMS of the brown noise.
  /// 0 to 1, default 0.
  public var brown = 0.0
  /// Lower edge of the bed, a high-pass of the second order; 20 for none.
  /// 20 to 4000 Hz, default 300.
  public var bedHighpass = 300.0
  /// Upper edge of the bed, a low-pass of the first order; 20000 for none.
  /// 200 to 20000 Hz, default 5000.
  public var bedLowpass = 5000.0
  /// How far the level of the bed follows the gusts: the factor of ``gust``.
  /// 0 to 1, default 0.6.
  public var bedModulation = 0.6
  /// Frequency below which left and right of the bed are correlated; below 20 they are independent.
  /// 0 to 8000 Hz, default 3000.
  public var bedCorrelation = 3000.0

  // Echo and output

  /// Time in which the echo falls by 60 dB; 0 for no echo.
  /// 0 to 2 s, default 0.12.
  public var spaceTime = 0.12
  /// Level of the echo, relative to drops and patter.
  /// -60 to 6 dB, default -7.
  public var spaceDb = -7.0
  /// Density of the echo, in pulses.
  /// 20 to 4000 /s, default 150.
  public var spacePulses = 150.0
  /// Low-pass of the first order over everything, as indoors; 20000 for none.
  /// 200 to 20000 Hz, default 20000.
  public var muffle = 20000.0
  /// High-pass of the first order over everything; 20 for none.
  /// 20 to 4000 Hz, default 20.
  public var lowCut = 20.0
  /// Gain of everything, before the soft clip.
  /// -60 to 24 dB, default 0.
  public var gain = 0.0

  /// Steady rain on open ground.
  public init() {}

  /// The RMS of a colour of the bed: ``white``, ``pink`` or ``brown``.
  public subscript(colour: NoiseColour) -> Double {
    get {
      switch colour {
      case .white: white
      case .pink: pink
      case .brown: brown
      }
    }
    set {
      switch colour {
      case .white: white = newValue
      case .pink: pink = newValue
      case .brown: brown = newValue
      }
    }
  }

  /// Sets the levels of all colours to 0. Not a loop, which would allocate while a course plays.
  mutating func silenceColours() {
    (white, pink, brown) = (0, 0, 0)
  }

  /// Whether the rain is silent at all times: every source is at 0.
  public var isSilent: Bool { !hasDrops && !hasPatter && !hasBed }

  /// Whether near drops fall.
  var hasDrops: Bool { drops > 0 }
  /// Whether there is patter.
  var hasPatter: Bool { patterRate > 0 && patterLevel > 0 }
  /// Whether noise of any colour sounds.
  var hasBed: Bool { NoiseColour.allCases.contains { self[$0] > 0 } }
}
