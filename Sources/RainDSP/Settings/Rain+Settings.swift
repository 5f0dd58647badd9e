// Each setting as a property.

extension Rain {
  // MARK: Drops

  /// How hard it rains, R. Some settings follow it: each holds at the rainfall at which it was given, and is read as the rainfall makes it.
  /// 0.1 to 200 mm/h, default 10.
  public var rainfall: Double {
    get { self[.rainfall] }
    set { self[.rainfall] = newValue }
  }

  /// Mean number of near drops, those heard one by one.
  /// 0 to 1000000 /min, default 1200.
  public var drops: Double {
    get { self[.drops] }
    set { self[.drops] = newValue }
  }

  /// Level of all near drops together, where the nearest falls 1 m away (``distance``).
  /// -60 to 24 dB, default 0.
  public var dropLevel: Double {
    get { self[.dropLevel] }
    set { self[.dropLevel] = newValue }
  }

  /// How evenly the near drops fall: 0 by chance, 1 as from a tap. Gusts move only drops of regularity 0.
  /// 0 to 1, default 0.
  public var regularity: Double {
    get { self[.regularity] }
    set { self[.regularity] = newValue }
  }

  /// Rainfall R that sets the mix of drop sizes: N(D) ∝ e^(-4.1 R^-0.21 D), D in mm.
  /// 0.1 to 200 mm/h, default 10.
  public var intensity: Double {
    get { self[.intensity] }
    set { self[.intensity] = newValue }
  }

  /// Power of the natural drop sizes relative to 2 mm: 1 for those of rain, 0 for drops of 2 mm only.
  /// 0 to 1.5, default 1.
  public var sizeSpread: Double {
    get { self[.sizeSpread] }
    set { self[.sizeSpread] = newValue }
  }

  /// Share of the near drops that gather, on leaves or a roof, and fall as drips of 4 to 5.8 mm.
  /// 0 to 1, default 0.
  public var drips: Double {
    get { self[.drips] }
    set { self[.drips] = newValue }
  }

  /// Places from which water drips, such as an eave, each in a beat of its own: drips of 4 to 5.8 mm, into the water
  /// below, from leaves onto leaves.
  /// 0 to 24, default 0.
  public var eaves: Double {
    get { self[.eaves] }
    set { self[.eaves] = newValue }
  }

  /// RMS level of the water that runs in a gutter, a stream of bubbles from one place.
  /// 0 to 1, default 0.
  public var gutter: Double {
    get { self[.gutter] }
    set { self[.gutter] = newValue }
  }

  /// Strength of the gusts: standard deviation of the logarithm of the rate of near drops, which rises
  /// and falls over seconds and minutes. 0 for a constant rate.
  /// 0 to 1, default 0.18.
  public var gust: Double {
    get { self[.gust] }
    set { self[.gust] = newValue }
  }

  /// Time of the slowest gust; another time gives other gusts.
  /// 2 to 600 s, default 60.
  public var gustTime: Double {
    get { self[.gustTime] }
    set { self[.gustTime] = newValue }
  }

  /// How far the rain becomes heavier and lighter over many minutes: standard deviation of the logarithm of the
  /// rainfall, as gauges measure it. It begins at the mean.
  /// 0 to 1, default 0.
  public var drift: Double {
    get { self[.drift] }
    set { self[.drift] = newValue }
  }

  /// Share of nature's differences of level, in dB, that are kept: between rainfalls (10 dB a tenfold), and between
  /// places (``level``). 0: always as loud as open ground at 10 mm/h.
  /// 0 to 1, default 0.5.
  public var dynamics: Double {
    get { self[.dynamics] }
    set { self[.dynamics] = newValue }
  }

  /// What drops and patter strike.
  /// One of the cases of ``Surface``, default open.
  public var surface: Surface {
    get { Surface(number: self[.surface]) }
    set { self[.surface] = newValue.number }
  }

  /// Share of all drops, near and far and in the bed, that fall into water where there is ground.
  /// 0 to 1, default 0.4.
  public var puddles: Double {
    get { self[.puddles] }
    set { self[.puddles] = newValue }
  }

  /// Factor of all jitters and of ``pitchSpread``; 0 makes drops of equal size sound identical.
  /// 0 to 2, default 1.
  public var variation: Double {
    get { self[.variation] }
    set { self[.variation] = newValue }
  }

  /// Distance of the nearest near drop of 2 mm. All other distances are multiples of it. A larger drop is heard by itself
  /// from farther away, a smaller one only from nearer.
  /// 0.25 to 50 m, default 1.
  public var distance: Double {
    get { self[.distance] }
    set { self[.distance] = newValue }
  }

  /// Distance of the farthest near drop of 2 mm, in distances of the nearest.
  /// 1 to 200, default 6.
  public var distanceRatio: Double {
    get { self[.distanceRatio] }
    set { self[.distanceRatio] = newValue }
  }

  /// Stereo width of drops, patter and echo: 0 for all in the middle.
  /// 0 to 1, default 0.78.
  public var width: Double {
    get { self[.width] }
    set { self[.width] = newValue }
  }

  /// Distance between the two microphones of stereo at full ``width``: sound from a side reaches one of them later. The
  /// farther apart they are, the lower the frequency from which the channels differ.
  /// 0 to 0.3 m, default 0.025.
  public var spacing: Double {
    get { self[.spacing] }
    set { self[.spacing] = newValue }
  }

  /// How much distance dulls the near drops: octaves that the air's low-pass falls every 4 m beyond
  /// the nearest.
  /// 0 to 1, default 0.3.
  public var air: Double {
    get { self[.air] }
    set { self[.air] = newValue }
  }

  // MARK: Impact and splash

  /// Level of the impact of a 2 mm drop.
  /// 0 to 1.5, default 0.4.
  public var impactAmplitude: Double {
    get { self[.impactAmplitude] }
    set { self[.impactAmplitude] = newValue }
  }

  /// Time in which a 2 mm drop flattens, D/v: it grows with size and falls with speed, and is longer where the
  /// ground gives.
  /// 0.05 to 100 ms, default 0.305.
  public var impactDuration: Double {
    get { self[.impactDuration] }
    set { self[.impactDuration] = newValue }
  }

  /// The pressure over time while a drop strikes.
  /// One of the cases of ``ImpactShape``, default blow.
  public var impactShape: ImpactShape {
    get { ImpactShape(number: self[.impactShape]) }
    set { self[.impactShape] = newValue.number }
  }

  /// Jitter of the level of impact, splash and modes: of what the drop strikes.
  /// 0 to 1, default 0.25.
  public var impactJitter: Double {
    get { self[.impactJitter] }
    set { self[.impactJitter] = newValue }
  }

  /// Jitter of the impact's length.
  /// 0 to 1, default 0.25.
  public var durationJitter: Double {
    get { self[.durationJitter] }
    set { self[.durationJitter] = newValue }
  }

  /// Level of the splash, relative to the impact: at 1, that of a 2 mm drop has 6 dB more energy.
  /// 0 to 2, default 1.
  public var splash: Double {
    get { self[.splash] }
    set { self[.splash] = newValue }
  }

  /// Mean time after which the droplets of the splash of a 2 mm drop strike.
  /// 0.2 to 30 ms, default 2.5.
  public var splashDecay: Double {
    get { self[.splashDecay] }
    set { self[.splashDecay] = newValue }
  }

  /// Median pitch of the splash, which differs from place to place.
  /// 500 to 16000 Hz, default 6600.
  public var splashFrequency: Double {
    get { self[.splashFrequency] }
    set { self[.splashFrequency] = newValue }
  }

  // MARK: Delay and bubble

  /// Pause between the end of the impact and the bubble of a 2 mm drop (``Drop/delayStart``).
  /// 0 to 80 ms, default 5.
  public var delay: Double {
    get { self[.delay] }
    set { self[.delay] = newValue }
  }

  /// Jitter of the delay.
  /// 0 to 1, default 0.3.
  public var delayJitter: Double {
    get { self[.delayJitter] }
    set { self[.delayJitter] = newValue }
  }

  /// Peak of the bubble of a 2 mm drop of the median strength.
  /// 0 to 1.5, default 0.241.
  public var bubbleAmplitude: Double {
    get { self[.bubbleAmplitude] }
    set { self[.bubbleAmplitude] = newValue }
  }

  /// Pitch of the bubble of a 2 mm drop; it falls as 1/size, and on water as 1/size^1.6.
  /// 20 to 18000 Hz, default 4000.
  public var bubbleFrequency: Double {
    get { self[.bubbleFrequency] }
    set { self[.bubbleFrequency] = newValue }
  }

  /// Rate of decay of the amplitude of a bubble of 2,200 Hz: it falls as e^(-rate · t).
  /// 5 to 5000 /s, default 240.
  public var bubbleDecay: Double {
    get { self[.bubbleDecay] }
    set { self[.bubbleDecay] = newValue }
  }

  /// Share of the drops that trap a bubble, besides those in water that do by their size.
  /// 0 to 1, default 0.
  public var bubbleProbability: Double {
    get { self[.bubbleProbability] }
    set { self[.bubbleProbability] = newValue }
  }

  /// Standard deviation of the bubbles' pitches upwards; downwards it is 0.45 of that.
  /// 0 to 3 octaves, default 0.5.
  public var pitchSpread: Double {
    get { self[.pitchSpread] }
    set { self[.pitchSpread] = newValue }
  }

  /// Rise of the bubble's pitch as it decays.
  /// 0 to 2, default 0.1.
  public var chirp: Double {
    get { self[.chirp] }
    set { self[.chirp] = newValue }
  }

  /// Spread of the strengths of bubbles: at 1 the strongest are 8.8 dB louder than the median.
  /// 0 to 1, default 1.
  public var bubbleSpread: Double {
    get { self[.bubbleSpread] }
    set { self[.bubbleSpread] = newValue }
  }

  /// Jitter of the bubble's level.
  /// 0 to 1, default 0.15.
  public var bubbleJitter: Double {
    get { self[.bubbleJitter] }
    set { self[.bubbleJitter] = newValue }
  }

  /// Jitter of the bubble's decay.
  /// 0 to 1, default 0.3.
  public var decayJitter: Double {
    get { self[.decayJitter] }
    set { self[.decayJitter] = newValue }
  }

  // MARK: Patter

  /// Mean number of ticks, the drops farther away.
  /// 0 to 50000 /s, default 1500.
  public var patterRate: Double {
    get { self[.patterRate] }
    set { self[.patterRate] = newValue }
  }

  /// RMS of the patter.
  /// 0 to 1, default 0.021.
  public var patterLevel: Double {
    get { self[.patterLevel] }
    set { self[.patterLevel] = newValue }
  }

  /// Pitch of the lowest tick; not above ``patterHigh``.
  /// 200 to 20000 Hz, default 700.
  public var patterLow: Double {
    get { self[.patterLow] }
    set { self[.patterLow] = newValue }
  }

  /// Pitch of the highest tick.
  /// 200 to 20000 Hz, default 15000.
  public var patterHigh: Double {
    get { self[.patterHigh] }
    set { self[.patterHigh] = newValue }
  }

  /// Distance of the nearest tick, in distances of the nearest near drop.
  /// 0.1 to 50, default 4.
  public var patterDistance: Double {
    get { self[.patterDistance] }
    set { self[.patterDistance] = newValue }
  }

  /// Distance of the farthest tick, in distances of the nearest.
  /// 1 to 200, default 6.25.
  public var patterRatio: Double {
    get { self[.patterRatio] }
    set { self[.patterRatio] = newValue }
  }

  /// Strength of the gusts in the rate of ticks, as ``gust``.
  /// 0 to 1, default 0.18.
  public var patterGust: Double {
    get { self[.patterGust] }
    set { self[.patterGust] = newValue }
  }

  /// Strength of the clusters: standard deviation of the logarithm of the rate of ticks, which rises
  /// and falls within tenths of a second.
  /// 0 to 1, default 0.2.
  public var patterCluster: Double {
    get { self[.patterCluster] }
    set { self[.patterCluster] = newValue }
  }

  // MARK: Bed

  /// RMS of the white noise.
  /// 0 to 1, default 0.
  public var white: Double {
    get { self[.white] }
    set { self[.white] = newValue }
  }

  /// RMS of the pink noise.
  /// 0 to 1, default 0.034.
  public var pink: Double {
    get { self[.pink] }
    set { self[.pink] = newValue }
  }

  /// RMS of the brown noise.
  /// 0 to 1, default 0.
  public var brown: Double {
    get { self[.brown] }
    set { self[.brown] = newValue }
  }

  /// Lower edge of the bed, a high-pass of the second order; 20 for none.
  /// 20 to 4000 Hz, default 300.
  public var bedHighpass: Double {
    get { self[.bedHighpass] }
    set { self[.bedHighpass] = newValue }
  }

  /// Upper edge of the bed, a low-pass of the first order; 20000 for none.
  /// 200 to 20000 Hz, default 5000.
  public var bedLowpass: Double {
    get { self[.bedLowpass] }
    set { self[.bedLowpass] = newValue }
  }

  /// How far the level of the bed follows the gusts: the factor of ``gust``.
  /// 0 to 1, default 0.6.
  public var bedModulation: Double {
    get { self[.bedModulation] }
    set { self[.bedModulation] = newValue }
  }

  /// Frequency below which left and right of the bed are correlated; below 20 they are independent.
  /// 0 to 8000 Hz, default 5000.
  public var bedCorrelation: Double {
    get { self[.bedCorrelation] }
    set { self[.bedCorrelation] = newValue }
  }

  // MARK: Echo and output

  /// Time in which the echo falls by 60 dB; 0 for no echo.
  /// 0 to 2 s, default 0.08.
  public var echoTime: Double {
    get { self[.echoTime] }
    set { self[.echoTime] = newValue }
  }

  /// Level of the echo of a drop 1 m away, relative to what arrives straight. It grows with the distance.
  /// -60 to 6 dB, default -7.
  public var echoLevel: Double {
    get { self[.echoLevel] }
    set { self[.echoLevel] = newValue }
  }

  /// Density of the echo, in pulses. However short it is, it has two.
  /// 20 to 4000 /s, default 250.
  public var echoDensity: Double {
    get { self[.echoDensity] }
    set { self[.echoDensity] = newValue }
  }

  /// Low-pass of the first order over everything, as indoors; 20000 for none.
  /// 200 to 20000 Hz, default 20000.
  public var lowpass: Double {
    get { self[.lowpass] }
    set { self[.lowpass] = newValue }
  }

  /// High-pass of the first order over everything; 20 for none.
  /// 20 to 4000 Hz, default 20.
  public var highpass: Double {
    get { self[.highpass] }
    set { self[.highpass] = newValue }
  }

  /// Level of the channel of low frequencies (LFE), where a layout has one: 1 sounds as loud as all other channels
  /// together do below 120 Hz.
  /// 0 to 1, default 0.
  public var lfe: Double {
    get { self[.lfe] }
    set { self[.lfe] = newValue }
  }

  /// Natural level of the place beside open ground in the same rain; ``dynamics`` keeps a share of it.
  /// -40 to 40 dB, default 0.
  public var level: Double {
    get { self[.level] }
    set { self[.level] = newValue }
  }

  /// What makes the place as loud as open ground at 10 mm/h.
  /// -40 to 40 dB, default 0.
  public var trim: Double {
    get { self[.trim] }
    set { self[.trim] = newValue }
  }

  /// Gain of everything, before the limiter.
  /// -60 to 24 dB, default 0.
  public var gain: Double {
    get { self[.gain] }
    set { self[.gain] = newValue }
  }

  // MARK: Tone

  /// Level of all sound below 88 Hz.
  /// -24 to 24 dB, default 0.
  public var tone63: Double {
    get { self[.tone63] }
    set { self[.tone63] = newValue }
  }

  /// Level of all sound in the octave around 125 Hz.
  /// -24 to 24 dB, default 0.
  public var tone125: Double {
    get { self[.tone125] }
    set { self[.tone125] = newValue }
  }

  /// Level of all sound in the octave around 250 Hz.
  /// -24 to 24 dB, default 0.
  public var tone250: Double {
    get { self[.tone250] }
    set { self[.tone250] = newValue }
  }

  /// Level of all sound in the octave around 500 Hz.
  /// -24 to 24 dB, default 0.
  public var tone500: Double {
    get { self[.tone500] }
    set { self[.tone500] = newValue }
  }

  /// Level of all sound in the octave around 1,000 Hz.
  /// -24 to 24 dB, default 0.
  public var tone1000: Double {
    get { self[.tone1000] }
    set { self[.tone1000] = newValue }
  }

  /// Level of all sound in the octave around 2,000 Hz.
  /// -24 to 24 dB, default 0.
  public var tone2000: Double {
    get { self[.tone2000] }
    set { self[.tone2000] = newValue }
  }

  /// Level of all sound in the octave around 4,000 Hz.
  /// -24 to 24 dB, default 0.
  public var tone4000: Double {
    get { self[.tone4000] }
    set { self[.tone4000] = newValue }
  }

  /// Level of all sound in the octave around 8,000 Hz.
  /// -24 to 24 dB, default 0.
  public var tone8000: Double {
    get { self[.tone8000] }
    set { self[.tone8000] = newValue }
  }

  /// Level of all sound above 11,300 Hz.
  /// -24 to 24 dB, default 0.
  public var tone16000: Double {
    get { self[.tone16000] }
    set { self[.tone16000] = newValue }
  }
}
