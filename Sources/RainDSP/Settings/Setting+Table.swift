/// The table of the settings: a row for each, in the order of the cases.
struct SettingTable {
  private(set) var rows: [Setting.Row] = []
  private var group = Setting.Group.drops

  /// The table, made anew.
  init() {
    group = .drops
    add(
      .rainfall, "rainfall", "How hard it rains", .millimetersPerHour, 10,
      "how hard it rains; drops and their sizes, patter, bed and levels follow it",
      hands: 0.2...120, words: Setting.namedRainfalls, owner: .weather)
    // The classic plug-in has the most.
    add(
      .drops, "drops", "Single drops", .perMinute, 1200, "near drops, each heard by itself",
      hands: 20...24_000, needs: [.drops])
    add(
      .dropLevel, "dropLevel", "Drop level", .decibels, 0, "level of all near drops together",
      hands: -30...4, needs: [.drops])
    add(
      .regularity, "regularity", "Regularity", .none, 0,
      "0: near drops fall by chance; 1: evenly, as from a tap", owner: .drop, needs: [.rain])
    add(
      .dropSize, "dropSize", "Fine or large", .none, 1,
      "size of the drops, beside that usual at this rainfall; larger ones are fewer", scale: .ratio,
      owner: .weather, needs: [.sized])
    add(
      .sizeSpread, "sizeSpread", "Spread of sizes", .none, 1,
      "0: all drops are 2 mm; 1: sizes as in nature", owner: .drop, needs: [.drops])
    add(
      .drips, "drips", "Large drips", .none, 0,
      "share of the near drops that are drips of 4 to 5.8 mm (0.2 or 20%)", needs: [.rain])
    add(
      .eaves, "eaves", "Dripping places", .none, 0,
      "places that drip, each in its own beat; of 2.3, the third is soft", hands: 0...16,
      needs: [.drips])
    add(
      .gutter, "gutter", "Gutter", .none, 0,
      "RMS level of water that runs in a gutter; 1 is full scale", hands: 0...0.025, scale: .ratio,
      needs: [.whole])
    add(
      .gust, "gust", "Gusts", .none, 0.18,
      "how far the rain rises and falls over seconds and minutes; 0: not at all", owner: .weather,
      needs: [.gusts, .gustLoop])
    add(
      .gustTime, "gustTime", "Time of gusts", .seconds, 60,
      "time of the slowest gust; another time gives other gusts", owner: .weather,
      needs: [.gustTime, .gustLoop])
    add(
      .drift, "drift", "Slow drift", .none, 0,
      "how far the rain, and the sizes of its drops, move over many minutes; in nature 0.35 to 0.8",
      owner: .weather, needs: [.drift, .driftLoop])
    add(
      .dynamics, "dynamics", "Loud and soft", .none, 0.5,
      "share of nature's differences of level between light and heavy rain, and between places; 0: always as loud",
      owner: .weather, needs: [.sound, .levels])
    add(
      .surface,
      .init(
        "surface", "On what", group, Surface.allCases.map { $0.name },
        "what the drops and the patter strike", needs: [.surface]))
    add(
      .puddles, "puddles", "Wetness", .none, 0.4,
      "share of all drops that fall into water, on ground", needs: [.dryGround])
    add(
      .variation, "variation", "Variation", .none, 1,
      "factor of all jitters, of pitchSpread and bubbleSpread; 0: drops of equal size sound identical",
      owner: .drop, needs: [.drops, .jitters])
    add(
      .distance, "distance", "Near or far", .meters, 1,
      "distance of the nearest drop of 2 mm; all other distances go with it", hands: 0.25...12,
      scale: .ratio, needs: [.points])
    add(
      .distanceRatio, "distanceRatio", "Farthest drop", .none, 6,
      "distance of the farthest near drop, in distances of the nearest", scale: .ratio,
      needs: [.rain])
    add(
      .width, "width", "Stereo width", .none, 0.78, "stereo width of drops, patter and echo",
      needs: [.stereo, .points])
    add(
      .spacing, "spacing", "Stereo spacing", .meters, 0.025,
      "distance between the microphones of stereo, which hear a sound at different times",
      needs: [.shown, .stereo, .points, .width])
    add(
      .air, "air", "Dulled by air", .none, 0.3,
      "how much the air dulls distant near drops; 0: not at all", needs: [.drops, .distances])

    group = .impact
    add(
      .impactAmplitude, "impactAmplitude", "Impact level", .none, 0.4,
      "level of the impact; 1 is full scale", hands: 0...1, scale: .ratio, owner: .drop,
      needs: [.drops])
    add(
      .impactDuration, "impactDuration", "Impact length", .milliseconds, 0.305,
      "time in which a 2 mm drop flattens, its diameter over its speed", owner: .drop,
      needs: [.drops])
    add(
      .impactShape,
      .init(
        "impactShape", "Impact shape", group, ImpactShape.allCases.map { $0.name },
        "shape of the impact's pulse, force for blow on things; heard in single drops only",
        owner: .drop, needs: [.drops]))
    add(
      .impactJitter, "impactJitter", "Impact jitter", .none, 0.25,
      "spread of the level of impact, splash and modes (sd of ln)",
      needs: [.drops, .blow, .variation])
    add(
      .durationJitter, "durationJitter", "Length jitter", .none, 0.25,
      "spread of the impact's length (sd of ln); heard in single drops only", owner: .drop,
      needs: [.drops, .variation])
    add(
      .splash, "splash", "Splash level", .none, 1, "level of the splash, relative to the impact",
      scale: .ratio, needs: [.drops, .blow, .splash])
    add(
      .splashDecay, "splashDecay", "Splash length", .milliseconds, 2.5,
      "mean time after which droplets of the splash strike", needs: [.ends, .drops, .blow, .splash])
    add(
      .splashFrequency, "splashFrequency", "Splash pitch", .hertz, 6600,
      "median pitch of the splash", needs: [.drops, .blow, .splash])

    group = .bubble
    add(
      .delay, "delay", "Bubble delay", .milliseconds, 5,
      "time from the end of the impact to the bubble of a 2 mm drop; heard in single drops only",
      owner: .drop, needs: [.bubble, .bubbleLevel])
    add(
      .delayJitter, "delayJitter", "Delay jitter", .none, 0.3,
      "spread of the delay (sd of ln); heard in single drops only", owner: .drop,
      needs: [.bubble, .bubbleLevel, .delay, .variation])
    add(
      .bubbleAmplitude, "bubbleAmplitude", "Bubble level", .none, 0.3,
      "peak of the bubble of a 2 mm drop; 1 is full scale", hands: 0...1, scale: .ratio,
      owner: .drop, needs: [.bubbleColor])
    add(
      .bubbleFrequency, "bubbleFrequency", "Bubble pitch", .hertz, 4000,
      "pitch of the bubble of a 2 mm drop", needs: [.bubbleColor, .bubbleLevel])
    add(
      .bubbleDecay, "bubbleDecay", "Bubble decay", .perSecond, 240,
      "decay rate of a bubble of 2200 Hz", hands: 20...5000, owner: .drop,
      needs: [.bubbleColor, .bubbleLevel])
    add(
      .bubbleProbability, "bubbleProbability", "Share of bubbles", .none, 0,
      "share of the drops that trap a bubble, besides those in water that do by their size",
      owner: .drop, needs: [.drops, .trap, .bubbleLevel])
    add(
      .pitchSpread, "pitchSpread", "Spread of pitches", .octaves, 0.5,
      "spread of the bubbles' pitches (sd)", owner: .drop,
      needs: [.bubble, .bubbleLevel, .variation])
    add(
      .chirp, "chirp", "Rise of pitch", .none, 0.1, "rise of the bubble's pitch as it decays",
      owner: .drop, needs: [.ends, .bubble, .bubbleLevel])
    add(
      .bubbleSpread, "bubbleSpread", "Bubble strengths", .none, 1,
      "spread of the bubbles' strengths; 0: none; 1: from 8 dB below the median to 9 dB above",
      owner: .drop, needs: [.bubble, .bubbleLevel, .variation])
    add(
      .bubbleJitter, "bubbleJitter", "Bubble jitter", .none, 0.15,
      "spread of the bubble's level (sd of ln)", owner: .drop,
      needs: [.bubble, .bubbleLevel, .variation])
    add(
      .decayJitter, "decayJitter", "Decay jitter", .none, 0.3,
      "spread of the bubble's decay rate (sd of ln)", owner: .drop,
      needs: [.bubble, .bubbleLevel, .variation])

    group = .patter
    add(
      .patterRate, "patterRate", "Patter rate", .perSecond, 1500,
      "ticks, the sound of drops farther away", hands: 0...5000, needs: [.whole, .patter])
    add(
      .patterLevel, "patterLevel", "Patter level", .none, 0.021,
      "RMS level of the patter; 1 is full scale", hands: 0...0.12, scale: .ratio,
      needs: [.whole, .patter])
    add(
      .patterLow, "patterLow", "Lowest tick", .hertz, 700,
      "lowest pitch of a tick; above patterHigh, it is the highest", needs: [.whole, .patter])
    add(
      .patterHigh, "patterHigh", "Highest tick", .hertz, 15000, "highest pitch of a tick",
      needs: [.whole, .patter])
    add(
      .patterDistance, "patterDistance", "Nearest tick", .none, 4,
      "distance of the nearest tick, in distances of the nearest drop", scale: .ratio,
      needs: [.whole, .patter, .patterPosition])
    add(
      .patterRatio, "patterRatio", "Farthest tick", .none, 6.25,
      "distance of the farthest tick, in distances of the nearest", scale: .ratio,
      needs: [.whole, .patter])
    add(
      .patterGust, "patterGust", "Patter gusts", .none, 0.18,
      "how far the patter rises and falls over seconds", needs: [.whole, .patter, .gustLoop])
    add(
      .patterCluster, "patterCluster", "Patter bunches", .none, 0.2,
      "how far ticks bunch up within tenths of a second", needs: [.whole, .patter])

    group = .bed
    add(
      .white, "white", "White noise", .none, 0,
      "level of the white noise, as loud as pink noise of this RMS", hands: 0...0.04, scale: .ratio,
      needs: [.whole])
    add(
      .pink, "pink", "Pink noise", .none, 0.034,
      "RMS level of the pink noise, before surface, water and filters color it", hands: 0...0.12,
      scale: .ratio, needs: [.whole])
    add(
      .brown, "brown", "Brown noise", .none, 0,
      "level of the brown noise, as loud as pink noise of this RMS", hands: 0...0.04, scale: .ratio,
      needs: [.whole])
    add(
      .bedHighpass, "bedHighpass", "Bed high-pass", .hertz, 300, "high-pass on the bed; 20: none",
      needs: [.whole, .bed])
    add(
      .bedLowpass, "bedLowpass", "Bed low-pass", .hertz, 5000, "low-pass on the bed; 20000: none",
      needs: [.whole, .bed])
    add(
      .bedModulation, "bedModulation", "Bed gusts", .none, 0.6, "how far the bed follows the gusts",
      needs: [.whole, .bed, .bedGusts, .gustLoop])
    add(
      .bedCorrelation, "bedCorrelation", "Bed shared below", .hertz, 5000,
      "below this frequency left and right share the bed", needs: [.whole, .stereo, .bed])

    group = .echo
    add(
      .echoTime, "echoTime", "Echo time", .seconds, 0.08,
      "time in which the echo falls by 60 dB; 0: none", needs: [.whole, .points])
    add(
      .echoLevel, "echoLevel", "Echo level", .decibels, -7,
      "level of the echo of a drop 1 m away, relative to what arrives straight", hands: -40...6,
      needs: [.whole, .points, .echo])
    add(
      .echoDensity, "echoDensity", "Echo density", .perSecond, 250,
      "reflections a second: how dense the echo is", needs: [.whole, .points, .echo])
    add(
      .lowpass, "lowpass", "Dark or bright", .hertz, 20_000,
      "low-pass on all sound, 6 dB an octave, as indoors; 20000: none", hands: 500...20_000,
      needs: [.tone, .sound])
    add(
      .highpass, "highpass", "High-pass", .hertz, 20,
      "high-pass on all sound, 6 dB an octave; 20: none", needs: [.tone, .sound])
    add(
      .spot, "spot", "Color of the spot", .none, 1,
      "how much color walls, trees and soil around give, a seed its own; 0: none",
      needs: [.whole, .sound, .colored])
    add(
      .spotNumber, "spotNumber", "Which spot", .none, 0,
      "0: each seed is a spot of its own; 1 to 9999: that spot, whatever the seed", hands: 0...20,
      needs: [.whole, .sound, .colored, .spot])
    add(
      .lfe, "lfe", "Low channel", .none, 0,
      "level of the channel of low frequencies, in 5.1 to 7.1.4; 0: silent", scale: .ratio,
      owner: .listener, needs: [.tone, .lowChannel, .sound])
    add(
      .level, "level", "Natural level", .decibels, 0,
      "natural level of the place beside open ground in the same rain, times dynamics",
      hands: -20...12, needs: [.sound, .dynamics])
    add(
      .trim, "trim", "Calibration", .decibels, 0,
      "what makes the place as loud as open ground at 10 mm/h", hands: -8...8, needs: [.sound])
    add(
      .gain, "gain", "Loudness", .decibels, 0, "level of all sound", hands: -30...24,
      owner: .listener, needs: [.sound])

    group = .tone
    for band in 0..<9 { addTone(band) }

    group = .storm
    add(
      .wind, "wind", "Wind", .metersPerSecond, 0,
      "mean speed of the wind, which moves with the gusts of the rain; 0: none", hands: 0...15,
      owner: .weather, needs: [.whole])
    add(
      .thunder, "thunder", "Thunder", .perMinute, 0,
      "flashes of lightning, whose thunder is heard; 0: none", hands: 0...10, owner: .weather,
      needs: [.whole])
    add(
      .thunderDistance, "thunderDistance", "Thunder away", .kilometers, 4,
      "distance of the thunder; each flash lies nearer or farther", scale: .ratio, owner: .weather,
      needs: [.whole, .thunder])
    add(
      .wall, "wall", "Wall", .kilogramsPerSquareMeter, 0,
      "mass of the pane, sheet or cloth that keeps back wind and thunder; 0: none", hands: 0...20,
      needs: [.whole, .storm])
    add(
      .opening, "opening", "Past the wall", .decibels, -25,
      "level of the wind and thunder that come in past the wall", needs: [.whole, .storm, .wall])
    add(
      .howl, "howl", "Howl", .none, 0,
      "tones of the wind at wires and gaps, which glide with its gusts", needs: [.whole, .wind])
  }

  private mutating func add(
    _ setting: Setting, _ name: String, _ title: String, _ unit: Setting.Unit, _ standard: Double,
    _ summary: String, hands: ClosedRange<Double>? = nil, scale: Setting.Scale? = nil,
    words: [Setting.Word] = [], owner: Setting.Owner = .place, needs: [Setting.Need] = []
  ) {
    add(
      setting,
      Setting.Row(
        setting.limits, name, title, group, unit, standard, summary, hands: hands, scale: scale,
        words: words, owner: owner, needs: needs))
  }

  private mutating func add(_ setting: Setting, _ row: Setting.Row) {
    precondition(setting.rawValue == rows.count, "rows stand in the order of the cases")
    rows.append(row)
  }

  /// Adds the row of a band of the tone.
  private mutating func addTone(_ band: Int) {
    let frequency = "\(Int(Setting.toneFrequency(band) + 0.5))"
    let bounds =
      switch band {
      case 0: "below 88 Hz"
      case 8: "above 11300 Hz"
      default: "in the octave around \(frequency) Hz"
      }
    add(
      Setting.tones[band], "tone" + frequency, "Tone at " + frequency + " Hz", .decibels, 0,
      "level of all sound " + bounds, hands: -24...6, owner: .listener,
      needs: [.tone, .sound, .band(band)])
  }
}

extension Setting {
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
