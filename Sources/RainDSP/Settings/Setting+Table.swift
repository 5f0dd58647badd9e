// The table of the settings.

extension Setting {
  /// The row, made anew.
  var newRow: Row {
    switch self {
    case .rainfall:
      Row(
        "rainfall", "How hard it rains", .drops, 0.1...200, .millimetersPerHour, 10,
        "how hard it rains; drops and their sizes, patter, bed and levels follow it",
        hands: 0.2...120, words: Self.namedRainfalls, owner: .weather)
    case .drops:
      // The classic plug-in has the most.
      Row(
        "drops", "Single drops", .drops, lawRange, .perMinute, 1200,
        "near drops, each heard by itself", hands: 20...24_000, needs: [.drops])
    case .dropLevel:
      Row(
        "dropLevel", "Drop level", .drops, lawRange, .decibels, 0,
        "level of all near drops together", hands: -30...4, needs: [.drops])
    case .regularity:
      Row(
        "regularity", "Regularity", .drops, 0...1, .none, 0,
        "0: near drops fall by chance; 1: evenly, as from a tap", owner: .drop, needs: [.rain])
    case .dropSize:
      Row(
        "dropSize", "Fine or large", .drops, 0.5...2, .none, 1,
        "size of the drops, beside that usual at this rainfall; larger ones are fewer",
        scale: .ratio, owner: .weather, needs: [.sized])
    case .sizeSpread:
      Row(
        "sizeSpread", "Spread of sizes", .drops, 0...1.5, .none, 1,
        "0: all drops are 2 mm; 1: sizes as in nature", owner: .drop, needs: [.drops])
    case .drips:
      Row(
        "drips", "Large drips", .drops, 0...1, .none, 0,
        "share of the near drops that are drips of 4 to 5.8 mm (0.2 or 20%)", needs: [.rain])
    case .eaves:
      Row(
        "eaves", "Dripping places", .drops, lawRange, .none, 0,
        "places that drip, each in its own beat; of 2.3, the third is soft", hands: 0...16,
        needs: [.drips])
    case .gutter:
      Row(
        "gutter", "Gutter", .drops, lawRange, .none, 0,
        "RMS level of water that runs in a gutter; 1 is full scale", hands: 0...0.025,
        scale: .ratio,
        needs: [.whole])
    case .gust:
      Row(
        "gust", "Gusts", .drops, 0...1, .none, 0.18,
        "how far the rain rises and falls over seconds and minutes; 0: not at all", owner: .weather,
        needs: [.gusts, .gustLoop])
    case .gustTime:
      Row(
        "gustTime", "Time of gusts", .drops, 2...600, .seconds, 60,
        "time of the slowest gust; another time gives other gusts", owner: .weather,
        needs: [.gustTime, .gustLoop])
    case .drift:
      Row(
        "drift", "Slow drift", .drops, 0...1, .none, 0.35,
        "how far the rain, and the sizes of its drops, move over many minutes; 0: not at all",
        owner: .weather, needs: [.drift, .driftLoop])
    case .dynamics:
      Row(
        "dynamics", "Loud and soft", .drops, 0...1, .none, 0.5,
        "share of nature's differences of level between light and heavy rain, and between places; 0: always as loud",
        owner: .weather, needs: [.sound, .levels])
    case .surface:
      Row(
        "surface", "On what", .drops, Surface.allCases.map { $0.name },
        "what the drops and the patter strike", needs: [.surface])
    case .puddles:
      Row(
        "puddles", "Wetness", .drops, 0...1, .none, 0.4,
        "share of all drops that fall into water, on ground", needs: [.dryGround])
    case .variation:
      Row(
        "variation", "Variation", .drops, 0...2, .none, 1,
        "factor of all jitters, of pitchSpread and bubbleSpread; 0: drops of equal size sound identical",
        owner: .drop, needs: [.drops, .jitters])
    case .distance:
      Row(
        "distance", "Near or far", .drops, 0.25...50, .meters, 1,
        "distance of the nearest drop of 2 mm; all other distances go with it", hands: 0.25...12,
        scale: .ratio, needs: [.points])
    case .distanceRatio:
      Row(
        "distanceRatio", "Farthest drop", .drops, 1...200, .none, 6,
        "distance of the farthest near drop, in distances of the nearest", scale: .ratio,
        needs: [.rain])
    case .width:
      Row(
        "width", "Stereo width", .drops, 0...1, .none, 0.78,
        "stereo width of drops, patter and echo", needs: [.stereo, .points])
    case .spacing:
      Row(
        "spacing", "Stereo spacing", .drops, 0...0.3, .meters, 0.025,
        "distance between the microphones of stereo, which hear a sound at different times",
        needs: [.shown, .stereo, .points, .width])
    case .air:
      Row(
        "air", "Dulled by air", .drops, 0...1, .none, 0.3,
        "how much the air dulls distant near drops; 0: not at all", needs: [.drops, .distances])
    case .impactAmplitude:
      Row(
        "impactAmplitude", "Impact level", .impact, 0...1.5, .none, 0.4,
        "level of the impact; 1 is full scale", hands: 0...1, scale: .ratio, owner: .drop,
        needs: [.drops])
    case .impactDuration:
      Row(
        "impactDuration", "Impact length", .impact, 0.05...100, .milliseconds, 0.305,
        "time in which a 2 mm drop flattens, its diameter over its speed", owner: .drop,
        needs: [.drops])
    case .impactShape:
      Row(
        "impactShape", "Impact shape", .impact, ImpactShape.allCases.map { $0.name },
        "shape of the impact's pulse, force for blow on things; heard in single drops only",
        owner: .drop, needs: [.drops])
    case .impactJitter:
      Row(
        "impactJitter", "Impact jitter", .impact, 0...1, .none, 0.25,
        "spread of the level of impact, splash and modes (sd of ln)",
        needs: [.drops, .blow, .variation])
    case .durationJitter:
      Row(
        "durationJitter", "Length jitter", .impact, 0...1, .none, 0.25,
        "spread of the impact's length (sd of ln); heard in single drops only", owner: .drop,
        needs: [.drops, .variation])
    case .splash:
      Row(
        "splash", "Splash level", .impact, 0...2, .none, 1,
        "level of the splash, relative to the impact", scale: .ratio,
        needs: [.drops, .blow, .splash])
    case .splashDecay:
      Row(
        "splashDecay", "Splash length", .impact, 0.2...30, .milliseconds, 2.5,
        "mean time after which droplets of the splash strike",
        needs: [.ends, .drops, .blow, .splash])
    case .splashFrequency:
      Row(
        "splashFrequency", "Splash pitch", .impact, 500...16_000, .hertz, 6600,
        "median pitch of the splash", needs: [.drops, .blow, .splash])
    case .delay:
      Row(
        "delay", "Bubble delay", .bubble, 0...80, .milliseconds, 5,
        "time from the end of the impact to the bubble of a 2 mm drop; heard in single drops only",
        owner: .drop, needs: [.bubble, .bubbleLevel])
    case .delayJitter:
      Row(
        "delayJitter", "Delay jitter", .bubble, 0...1, .none, 0.3,
        "spread of the delay (sd of ln); heard in single drops only", owner: .drop,
        needs: [.bubble, .bubbleLevel, .delay, .variation])
    case .bubbleAmplitude:
      Row(
        "bubbleAmplitude", "Bubble level", .bubble, 0...1.5, .none, 0.3,
        "peak of the bubble of a 2 mm drop; 1 is full scale", hands: 0...1, scale: .ratio,
        owner: .drop, needs: [.bubbleColor])
    case .bubbleFrequency:
      Row(
        "bubbleFrequency", "Bubble pitch", .bubble, 20...18_000, .hertz, 4000,
        "pitch of the bubble of a 2 mm drop", needs: [.bubbleColor, .bubbleLevel])
    case .bubbleDecay:
      Row(
        "bubbleDecay", "Bubble decay", .bubble, 5...5000, .perSecond, 240,
        "decay rate of a bubble of 2200 Hz", hands: 20...5000, owner: .drop,
        needs: [.bubbleColor, .bubbleLevel])
    case .bubbleProbability:
      Row(
        "bubbleProbability", "Share of bubbles", .bubble, 0...1, .none, 0,
        "share of the drops that trap a bubble, besides those in water that do by their size",
        owner: .drop, needs: [.drops, .trap, .bubbleLevel])
    case .pitchSpread:
      Row(
        "pitchSpread", "Spread of pitches", .bubble, 0...3, .octaves, 0.5,
        "spread of the bubbles' pitches (sd)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .chirp:
      Row(
        "chirp", "Rise of pitch", .bubble, 0...2, .none, 0.1,
        "rise of the bubble's pitch as it decays", owner: .drop,
        needs: [.ends, .bubble, .bubbleLevel])
    case .bubbleSpread:
      Row(
        "bubbleSpread", "Bubble strengths", .bubble, 0...1, .none, 1,
        "spread of the bubbles' strengths; 0: none; 1: from 8 dB below the median to 9 dB above",
        owner: .drop, needs: [.bubble, .bubbleLevel, .variation])
    case .bubbleJitter:
      Row(
        "bubbleJitter", "Bubble jitter", .bubble, 0...1, .none, 0.15,
        "spread of the bubble's level (sd of ln)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .decayJitter:
      Row(
        "decayJitter", "Decay jitter", .bubble, 0...1, .none, 0.3,
        "spread of the bubble's decay rate (sd of ln)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .patterRate:
      Row(
        "patterRate", "Patter rate", .patter, lawRange, .perSecond, 1500,
        "ticks, the sound of drops farther away", hands: 0...5000, needs: [.whole, .patter])
    case .patterLevel:
      Row(
        "patterLevel", "Patter level", .patter, lawRange, .none, 0.021,
        "RMS level of the patter; 1 is full scale", hands: 0...0.12, scale: .ratio,
        needs: [.whole, .patter])
    case .patterLow:
      Row(
        "patterLow", "Lowest tick", .patter, 200...20_000, .hertz, 700,
        "lowest pitch of a tick; above patterHigh, it is the highest", needs: [.whole, .patter])
    case .patterHigh:
      Row(
        "patterHigh", "Highest tick", .patter, 200...20_000, .hertz, 15000,
        "highest pitch of a tick", needs: [.whole, .patter])
    case .patterDistance:
      Row(
        "patterDistance", "Nearest tick", .patter, 0.1...50, .none, 4,
        "distance of the nearest tick, in distances of the nearest drop", scale: .ratio,
        needs: [.whole, .patter, .patterPosition])
    case .patterRatio:
      Row(
        "patterRatio", "Farthest tick", .patter, 1...200, .none, 6.25,
        "distance of the farthest tick, in distances of the nearest", scale: .ratio,
        needs: [.whole, .patter])
    case .patterGust:
      Row(
        "patterGust", "Patter gusts", .patter, 0...1, .none, 0.18,
        "how far the patter rises and falls over seconds", needs: [.whole, .patter, .gustLoop])
    case .patterCluster:
      Row(
        "patterCluster", "Patter bunches", .patter, 0...1, .none, 0.2,
        "how far ticks bunch up within tenths of a second", needs: [.whole, .patter])
    case .white:
      Row(
        "white", "White noise", .bed, lawRange, .none, 0,
        "level of the white noise, as loud as pink noise of this RMS", hands: 0...0.04,
        scale: .ratio, needs: [.whole])
    case .pink:
      Row(
        "pink", "Pink noise", .bed, lawRange, .none, 0.034,
        "RMS level of the pink noise, before surface, water and filters color it", hands: 0...0.12,
        scale: .ratio, needs: [.whole])
    case .brown:
      Row(
        "brown", "Brown noise", .bed, lawRange, .none, 0,
        "level of the brown noise, as loud as pink noise of this RMS", hands: 0...0.04,
        scale: .ratio, needs: [.whole])
    case .bedHighpass:
      Row(
        "bedHighpass", "Bed high-pass", .bed, 20...4000, .hertz, 300,
        "high-pass on the bed; 20: none", needs: [.whole, .bed])
    case .bedLowpass:
      Row(
        "bedLowpass", "Bed low-pass", .bed, 200...20_000, .hertz, 5000,
        "low-pass on the bed; 20000: none", needs: [.whole, .bed])
    case .bedModulation:
      Row(
        "bedModulation", "Bed gusts", .bed, 0...1, .none, 0.6, "how far the bed follows the gusts",
        needs: [.whole, .bed, .bedGusts, .gustLoop])
    case .bedCorrelation:
      Row(
        "bedCorrelation", "Bed shared below", .bed, 0...8000, .hertz, 5000,
        "below this frequency left and right share the bed", needs: [.whole, .stereo, .bed])
    case .echoTime:
      Row(
        "echoTime", "Echo time", .echo, 0...2, .seconds, 0.08,
        "time in which the echo falls by 60 dB; 0: none", otherNames: ["spaceTime"],
        needs: [.whole, .points])
    case .echoLevel:
      Row(
        "echoLevel", "Echo level", .echo, -60...6, .decibels, -7,
        "level of the echo of a drop 1 m away, relative to what arrives straight", hands: -40...6,
        otherNames: ["spaceDb"], needs: [.whole, .points, .echo])
    case .echoDensity:
      Row(
        "echoDensity", "Echo density", .echo, 20...4000, .perSecond, 250,
        "reflections a second: how dense the echo is", otherNames: ["spacePulses"],
        needs: [.whole, .points, .echo])
    case .lowpass:
      Row(
        "lowpass", "Dark or bright", .echo, 200...20_000, .hertz, 20_000,
        "low-pass on all sound, 6 dB an octave, as indoors; 20000: none", hands: 500...20_000,
        otherNames: ["muffle"], needs: [.tone, .sound])
    case .highpass:
      Row(
        "highpass", "High-pass", .echo, 20...4000, .hertz, 20,
        "high-pass on all sound, 6 dB an octave; 20: none", otherNames: ["lowCut"],
        needs: [.tone, .sound])
    case .lfe:
      Row(
        "lfe", "Low channel", .echo, 0...1, .none, 0,
        "level of the channel of low frequencies, in 5.1 to 7.1.4; 0: silent", scale: .ratio,
        owner: .listener, needs: [.tone, .lowChannel, .sound])
    case .level:
      Row(
        "level", "Natural level", .echo, -40...40, .decibels, 0,
        "natural level of the place beside open ground in the same rain, times dynamics",
        hands: -20...12, needs: [.sound, .dynamics])
    case .trim:
      Row(
        "trim", "Calibration", .echo, -40...40, .decibels, 0,
        "what makes the place as loud as open ground at 10 mm/h", hands: -8...8, needs: [.sound])
    case .gain:
      Row(
        "gain", "Loudness", .echo, -60...24, .decibels, 0, "level of all sound", hands: -30...24,
        owner: .listener, needs: [.sound])
    case .tone63, .tone125, .tone250, .tone500, .tone1000, .tone2000, .tone4000, .tone8000,
      .tone16000:
      toneRow(Int(rawValue - Setting.tone63.rawValue))
    }
  }

  /// The range that the law of the rainfall keeps.
  private var lawRange: ClosedRange<Double> {
    guard let law = RainfallLaw(self) else { preconditionFailure("it follows the rainfall") }
    return law.range
  }

  /// The row of a band of the tone.
  private func toneRow(_ band: Int) -> Row {
    let frequency = "\(Int(Self.toneFrequency(band) + 0.5))"
    let bounds =
      switch band {
      case 0: "below 88 Hz"
      case 8: "above 11300 Hz"
      default: "in the octave around \(frequency) Hz"
      }
    return Row(
      "tone" + frequency, "Tone at " + frequency + " Hz", .tone, -24...24, .decibels, 0,
      "level of all sound " + bounds, hands: -24...6, owner: .listener,
      needs: [.tone, .sound, .band(band)])
  }

  /// The bands of the tone, from the lowest to the highest.
  package static var tones: InlineArray<9, Setting> {
    [
      .tone63, .tone125, .tone250, .tone500, .tone1000, .tone2000, .tone4000, .tone8000, .tone16000,
    ]
  }

  /// The centre of a band of the tone, in Hz: an octave from one to the next, 1,000 Hz in the middle.
  package static func toneFrequency(_ band: Int) -> Double {
    62.5 * Double(1 << band)
  }

  /// How many bands of the tone have their centre where a sample rate carries it well.
  static func toneCount(below sampleRate: Int) -> Int {
    (0..<9).count { toneFrequency($0) <= Bandwidth.highest * Double(sampleRate) }
  }
}

/// A color of noise: how its power is spread over the frequencies.
///
/// The settings of their levels in the bed stand in the same order.
public enum NoiseColor: UInt8, Sendable, CaseIterable {
  /// The same power in every hertz.
  case white
  /// The same power in every octave: -3.01 dB an octave from 40 Hz to 0.45 of the sample rate.
  case pink
  /// The integral of white noise: -6.02 dB an octave from 40 Hz to 0.45 of the sample rate.
  case brown

  /// The table, at a sample rate in Hz.
  func row(sampleRate: Int) -> Row {
    switch self {
    case .white:
      Row(
        source: 5, level: 0.925 * (Double(sampleRate) / 44_100).squareRoot(),
        roots: (poles: [], zeros: []))
    case .pink:
      Row(source: 6, level: 1, roots: Self.ladder(sampleRate: Double(sampleRate)))
    case .brown:
      Row(source: 7, level: 4.97, roots: Self.leakyIntegrator(sampleRate: Double(sampleRate)))
    }
  }
}
