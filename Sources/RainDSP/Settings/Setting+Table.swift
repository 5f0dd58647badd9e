// The table of the settings.

extension Setting {
  /// The row, made anew.
  var newRow: Row {
    switch self {
    case .rainfall:
      Row(
        limits, "rainfall", "How hard it rains", .drops, .millimetersPerHour, 10,
        "how hard it rains; drops and their sizes, patter, bed and levels follow it",
        hands: 0.2...120, words: Self.namedRainfalls, owner: .weather)
    case .drops:
      // The classic plug-in has the most.
      Row(
        limits, "drops", "Single drops", .drops, .perMinute, 1200,
        "near drops, each heard by itself", hands: 20...24_000, needs: [.drops])
    case .dropLevel:
      Row(
        limits, "dropLevel", "Drop level", .drops, .decibels, 0,
        "level of all near drops together", hands: -30...4, needs: [.drops])
    case .regularity:
      Row(
        limits, "regularity", "Regularity", .drops, .none, 0,
        "0: near drops fall by chance; 1: evenly, as from a tap", owner: .drop, needs: [.rain])
    case .dropSize:
      Row(
        limits, "dropSize", "Fine or large", .drops, .none, 1,
        "size of the drops, beside that usual at this rainfall; larger ones are fewer",
        scale: .ratio, owner: .weather, needs: [.sized])
    case .sizeSpread:
      Row(
        limits, "sizeSpread", "Spread of sizes", .drops, .none, 1,
        "0: all drops are 2 mm; 1: sizes as in nature", owner: .drop, needs: [.drops])
    case .drips:
      Row(
        limits, "drips", "Large drips", .drops, .none, 0,
        "share of the near drops that are drips of 4 to 5.8 mm (0.2 or 20%)", needs: [.rain])
    case .eaves:
      Row(
        limits, "eaves", "Dripping places", .drops, .none, 0,
        "places that drip, each in its own beat; of 2.3, the third is soft", hands: 0...16,
        needs: [.drips])
    case .gutter:
      Row(
        limits, "gutter", "Gutter", .drops, .none, 0,
        "RMS level of water that runs in a gutter; 1 is full scale", hands: 0...0.025,
        scale: .ratio,
        needs: [.whole])
    case .gust:
      Row(
        limits, "gust", "Gusts", .drops, .none, 0.18,
        "how far the rain rises and falls over seconds and minutes; 0: not at all", owner: .weather,
        needs: [.gusts, .gustLoop])
    case .gustTime:
      Row(
        limits, "gustTime", "Time of gusts", .drops, .seconds, 60,
        "time of the slowest gust; another time gives other gusts", owner: .weather,
        needs: [.gustTime, .gustLoop])
    case .drift:
      Row(
        limits, "drift", "Slow drift", .drops, .none, 0,
        "how far the rain, and the sizes of its drops, move over many minutes; in nature 0.35 to 0.8",
        owner: .weather, needs: [.drift, .driftLoop])
    case .dynamics:
      Row(
        limits, "dynamics", "Loud and soft", .drops, .none, 0.5,
        "share of nature's differences of level between light and heavy rain, and between places; 0: always as loud",
        owner: .weather, needs: [.sound, .levels])
    case .surface:
      Row(
        "surface", "On what", .drops, Surface.allCases.map { $0.name },
        "what the drops and the patter strike", needs: [.surface])
    case .puddles:
      Row(
        limits, "puddles", "Wetness", .drops, .none, 0.4,
        "share of all drops that fall into water, on ground", needs: [.dryGround])
    case .variation:
      Row(
        limits, "variation", "Variation", .drops, .none, 1,
        "factor of all jitters, of pitchSpread and bubbleSpread; 0: drops of equal size sound identical",
        owner: .drop, needs: [.drops, .jitters])
    case .distance:
      Row(
        limits, "distance", "Near or far", .drops, .meters, 1,
        "distance of the nearest drop of 2 mm; all other distances go with it", hands: 0.25...12,
        scale: .ratio, needs: [.points])
    case .distanceRatio:
      Row(
        limits, "distanceRatio", "Farthest drop", .drops, .none, 6,
        "distance of the farthest near drop, in distances of the nearest", scale: .ratio,
        needs: [.rain])
    case .width:
      Row(
        limits, "width", "Stereo width", .drops, .none, 0.78,
        "stereo width of drops, patter and echo", needs: [.stereo, .points])
    case .spacing:
      Row(
        limits, "spacing", "Stereo spacing", .drops, .meters, 0.025,
        "distance between the microphones of stereo, which hear a sound at different times",
        needs: [.shown, .stereo, .points, .width])
    case .air:
      Row(
        limits, "air", "Dulled by air", .drops, .none, 0.3,
        "how much the air dulls distant near drops; 0: not at all", needs: [.drops, .distances])
    case .impactAmplitude:
      Row(
        limits, "impactAmplitude", "Impact level", .impact, .none, 0.4,
        "level of the impact; 1 is full scale", hands: 0...1, scale: .ratio, owner: .drop,
        needs: [.drops])
    case .impactDuration:
      Row(
        limits, "impactDuration", "Impact length", .impact, .milliseconds, 0.305,
        "time in which a 2 mm drop flattens, its diameter over its speed", owner: .drop,
        needs: [.drops])
    case .impactShape:
      Row(
        "impactShape", "Impact shape", .impact, ImpactShape.allCases.map { $0.name },
        "shape of the impact's pulse, force for blow on things; heard in single drops only",
        owner: .drop, needs: [.drops])
    case .impactJitter:
      Row(
        limits, "impactJitter", "Impact jitter", .impact, .none, 0.25,
        "spread of the level of impact, splash and modes (sd of ln)",
        needs: [.drops, .blow, .variation])
    case .durationJitter:
      Row(
        limits, "durationJitter", "Length jitter", .impact, .none, 0.25,
        "spread of the impact's length (sd of ln); heard in single drops only", owner: .drop,
        needs: [.drops, .variation])
    case .splash:
      Row(
        limits, "splash", "Splash level", .impact, .none, 1,
        "level of the splash, relative to the impact", scale: .ratio,
        needs: [.drops, .blow, .splash])
    case .splashDecay:
      Row(
        limits, "splashDecay", "Splash length", .impact, .milliseconds, 2.5,
        "mean time after which droplets of the splash strike",
        needs: [.ends, .drops, .blow, .splash])
    case .splashFrequency:
      Row(
        limits, "splashFrequency", "Splash pitch", .impact, .hertz, 6600,
        "median pitch of the splash", needs: [.drops, .blow, .splash])
    case .delay:
      Row(
        limits, "delay", "Bubble delay", .bubble, .milliseconds, 5,
        "time from the end of the impact to the bubble of a 2 mm drop; heard in single drops only",
        owner: .drop, needs: [.bubble, .bubbleLevel])
    case .delayJitter:
      Row(
        limits, "delayJitter", "Delay jitter", .bubble, .none, 0.3,
        "spread of the delay (sd of ln); heard in single drops only", owner: .drop,
        needs: [.bubble, .bubbleLevel, .delay, .variation])
    case .bubbleAmplitude:
      Row(
        limits, "bubbleAmplitude", "Bubble level", .bubble, .none, 0.3,
        "peak of the bubble of a 2 mm drop; 1 is full scale", hands: 0...1, scale: .ratio,
        owner: .drop, needs: [.bubbleColor])
    case .bubbleFrequency:
      Row(
        limits, "bubbleFrequency", "Bubble pitch", .bubble, .hertz, 4000,
        "pitch of the bubble of a 2 mm drop", needs: [.bubbleColor, .bubbleLevel])
    case .bubbleDecay:
      Row(
        limits, "bubbleDecay", "Bubble decay", .bubble, .perSecond, 240,
        "decay rate of a bubble of 2200 Hz", hands: 20...5000, owner: .drop,
        needs: [.bubbleColor, .bubbleLevel])
    case .bubbleProbability:
      Row(
        limits, "bubbleProbability", "Share of bubbles", .bubble, .none, 0,
        "share of the drops that trap a bubble, besides those in water that do by their size",
        owner: .drop, needs: [.drops, .trap, .bubbleLevel])
    case .pitchSpread:
      Row(
        limits, "pitchSpread", "Spread of pitches", .bubble, .octaves, 0.5,
        "spread of the bubbles' pitches (sd)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .chirp:
      Row(
        limits, "chirp", "Rise of pitch", .bubble, .none, 0.1,
        "rise of the bubble's pitch as it decays", owner: .drop,
        needs: [.ends, .bubble, .bubbleLevel])
    case .bubbleSpread:
      Row(
        limits, "bubbleSpread", "Bubble strengths", .bubble, .none, 1,
        "spread of the bubbles' strengths; 0: none; 1: from 8 dB below the median to 9 dB above",
        owner: .drop, needs: [.bubble, .bubbleLevel, .variation])
    case .bubbleJitter:
      Row(
        limits, "bubbleJitter", "Bubble jitter", .bubble, .none, 0.15,
        "spread of the bubble's level (sd of ln)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .decayJitter:
      Row(
        limits, "decayJitter", "Decay jitter", .bubble, .none, 0.3,
        "spread of the bubble's decay rate (sd of ln)", owner: .drop,
        needs: [.bubble, .bubbleLevel, .variation])
    case .patterRate:
      Row(
        limits, "patterRate", "Patter rate", .patter, .perSecond, 1500,
        "ticks, the sound of drops farther away", hands: 0...5000, needs: [.whole, .patter])
    case .patterLevel:
      Row(
        limits, "patterLevel", "Patter level", .patter, .none, 0.021,
        "RMS level of the patter; 1 is full scale", hands: 0...0.12, scale: .ratio,
        needs: [.whole, .patter])
    case .patterLow:
      Row(
        limits, "patterLow", "Lowest tick", .patter, .hertz, 700,
        "lowest pitch of a tick; above patterHigh, it is the highest", needs: [.whole, .patter])
    case .patterHigh:
      Row(
        limits, "patterHigh", "Highest tick", .patter, .hertz, 15000,
        "highest pitch of a tick", needs: [.whole, .patter])
    case .patterDistance:
      Row(
        limits, "patterDistance", "Nearest tick", .patter, .none, 4,
        "distance of the nearest tick, in distances of the nearest drop", scale: .ratio,
        needs: [.whole, .patter, .patterPosition])
    case .patterRatio:
      Row(
        limits, "patterRatio", "Farthest tick", .patter, .none, 6.25,
        "distance of the farthest tick, in distances of the nearest", scale: .ratio,
        needs: [.whole, .patter])
    case .patterGust:
      Row(
        limits, "patterGust", "Patter gusts", .patter, .none, 0.18,
        "how far the patter rises and falls over seconds", needs: [.whole, .patter, .gustLoop])
    case .patterCluster:
      Row(
        limits, "patterCluster", "Patter bunches", .patter, .none, 0.2,
        "how far ticks bunch up within tenths of a second", needs: [.whole, .patter])
    case .white:
      Row(
        limits, "white", "White noise", .bed, .none, 0,
        "level of the white noise, as loud as pink noise of this RMS", hands: 0...0.04,
        scale: .ratio, needs: [.whole])
    case .pink:
      Row(
        limits, "pink", "Pink noise", .bed, .none, 0.034,
        "RMS level of the pink noise, before surface, water and filters color it", hands: 0...0.12,
        scale: .ratio, needs: [.whole])
    case .brown:
      Row(
        limits, "brown", "Brown noise", .bed, .none, 0,
        "level of the brown noise, as loud as pink noise of this RMS", hands: 0...0.04,
        scale: .ratio, needs: [.whole])
    case .bedHighpass:
      Row(
        limits, "bedHighpass", "Bed high-pass", .bed, .hertz, 300,
        "high-pass on the bed; 20: none", needs: [.whole, .bed])
    case .bedLowpass:
      Row(
        limits, "bedLowpass", "Bed low-pass", .bed, .hertz, 5000,
        "low-pass on the bed; 20000: none", needs: [.whole, .bed])
    case .bedModulation:
      Row(
        limits, "bedModulation", "Bed gusts", .bed, .none, 0.6, "how far the bed follows the gusts",
        needs: [.whole, .bed, .bedGusts, .gustLoop])
    case .bedCorrelation:
      Row(
        limits, "bedCorrelation", "Bed shared below", .bed, .hertz, 5000,
        "below this frequency left and right share the bed", needs: [.whole, .stereo, .bed])
    case .echoTime:
      Row(
        limits, "echoTime", "Echo time", .echo, .seconds, 0.08,
        "time in which the echo falls by 60 dB; 0: none", needs: [.whole, .points])
    case .echoLevel:
      Row(
        limits, "echoLevel", "Echo level", .echo, .decibels, -7,
        "level of the echo of a drop 1 m away, relative to what arrives straight", hands: -40...6,
        needs: [.whole, .points, .echo])
    case .echoDensity:
      Row(
        limits, "echoDensity", "Echo density", .echo, .perSecond, 250,
        "reflections a second: how dense the echo is",
        needs: [.whole, .points, .echo])
    case .lowpass:
      Row(
        limits, "lowpass", "Dark or bright", .echo, .hertz, 20_000,
        "low-pass on all sound, 6 dB an octave, as indoors; 20000: none", hands: 500...20_000,
        needs: [.tone, .sound])
    case .highpass:
      Row(
        limits, "highpass", "High-pass", .echo, .hertz, 20,
        "high-pass on all sound, 6 dB an octave; 20: none",
        needs: [.tone, .sound])
    case .spot:
      Row(
        limits, "spot", "Color of the spot", .echo, .none, 1,
        "how much color walls, trees and soil around give, a seed its own; 0: none",
        needs: [.whole, .sound, .colored])
    case .spotNumber:
      Row(
        limits, "spotNumber", "Which spot", .echo, .none, 0,
        "0: each seed is a spot of its own; 1 to 9999: that spot, whatever the seed",
        hands: 0...20, needs: [.whole, .sound, .colored, .spot])
    case .lfe:
      Row(
        limits, "lfe", "Low channel", .echo, .none, 0,
        "level of the channel of low frequencies, in 5.1 to 7.1.4; 0: silent", scale: .ratio,
        owner: .listener, needs: [.tone, .lowChannel, .sound])
    case .level:
      Row(
        limits, "level", "Natural level", .echo, .decibels, 0,
        "natural level of the place beside open ground in the same rain, times dynamics",
        hands: -20...12, needs: [.sound, .dynamics])
    case .trim:
      Row(
        limits, "trim", "Calibration", .echo, .decibels, 0,
        "what makes the place as loud as open ground at 10 mm/h", hands: -8...8, needs: [.sound])
    case .gain:
      Row(
        limits, "gain", "Loudness", .echo, .decibels, 0, "level of all sound", hands: -30...24,
        owner: .listener, needs: [.sound])
    case .tone63, .tone125, .tone250, .tone500, .tone1000, .tone2000, .tone4000, .tone8000,
      .tone16000:
      toneRow(Int(rawValue - Setting.tone63.rawValue))
    case .wind:
      Row(
        limits, "wind", "Wind", .storm, .metersPerSecond, 0,
        "mean speed of the wind, which moves with the gusts of the rain; 0: none", hands: 0...15,
        owner: .weather, needs: [.whole])
    case .thunder:
      Row(
        limits, "thunder", "Thunder", .storm, .perMinute, 0,
        "flashes of lightning, whose thunder is heard; 0: none", hands: 0...10, owner: .weather,
        needs: [.whole])
    case .thunderDistance:
      Row(
        limits, "thunderDistance", "Thunder away", .storm, .kilometers, 4,
        "distance of the thunder; each flash lies nearer or farther", scale: .ratio,
        owner: .weather, needs: [.whole, .thunder])
    case .wall:
      Row(
        limits, "wall", "Wall", .storm, .kilogramsPerSquareMeter, 0,
        "mass of the pane, sheet or cloth that keeps back wind and thunder; 0: none",
        hands: 0...20, needs: [.whole, .storm])
    case .opening:
      Row(
        limits, "opening", "Past the wall", .storm, .decibels, -25,
        "level of the wind and thunder that come in past the wall", needs: [.whole, .storm, .wall])
    case .howl:
      Row(
        limits, "howl", "Howl", .storm, .none, 0,
        "tones of the wind at wires and gaps, which glide with its gusts", needs: [.whole, .wind])
    }
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
      limits, "tone" + frequency, "Tone at " + frequency + " Hz", .tone, .decibels, 0,
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
  package static func toneFrequency(_ band: Int) -> Double { 62.5 * Double(1 << band) }

  /// How many bands of the tone have their centre where a sample rate carries it well.
  static func toneCount(below sampleRate: Int) -> Int {
    (0..<9).count { toneFrequency($0) <= Bandwidth.highest * Double(sampleRate) }
  }
}
