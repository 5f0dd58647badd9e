/// A setting of ``Rain``: a case, a row of the table below, and a property of ``Rain``.
///
/// The table is the only place where name, range, unit, default and explanation are written down: flags,
/// preset keys, curves, checks and help are made from it. The comments of the properties repeat range, unit
/// and default at the point of use; a test holds them equal to the table.
///
/// ```swift
/// rain[.gain] = Setting.gain.row.range.lowerBound
/// ```
public enum Setting: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Near drops: how many, where, how large.
  case rainfall, drops, dropLevel, regularity, intensity, sizeSpread, drips, eaves, gutter, gust,
    gustTime, drift, dynamics, surface, puddles, variation, distance, distanceRatio, width, spacing,
    air
  /// The first milliseconds of a near drop.
  case impactAmplitude, impactDuration, impactShape, impactJitter, durationJitter, splash,
    splashDecay, splashFrequency
  /// What follows the impact of a near drop.
  case delay, delayJitter, bubbleAmplitude, bubbleFrequency, bubbleDecay, bubbleProbability,
    pitchSpread, chirp, bubbleSpread, bubbleJitter, decayJitter
  /// Drops farther away.
  case patterRate, patterLevel, patterLow, patterHigh, patterDistance, patterRatio, patterGust,
    patterCluster
  /// All other drops, as noise.
  case white, pink, brown, bedHighpass, bedLowpass, bedModulation, bedCorrelation
  /// What happens to the sound of all sources.
  case echoTime, echoLevel, echoDensity, lowpass, highpass, lfe, level, trim, gain
  /// The color of all sound, by octaves.
  case tone63, tone125, tone250, tone500, tone1000, tone2000, tone4000, tone8000, tone16000
}

extension Setting {
  /// The row of the table.
  public var row: Row { Setting.rows[Int(rawValue)] }

  /// The key in a preset.
  public var name: String { row.name }

  /// The setting with that name, or that had it in an earlier version; nil if there is none.
  public init?(named name: String) {
    // By bytes: the comparison of strings needs the tables of Unicode, which Embedded Swift does not have.
    func isName(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
    guard
      let row = Setting.rows.firstIndex(where: {
        isName($0.name) || $0.otherNames.contains(where: isName)
      })
    else { return nil }
    self = Setting.allCases[row]
  }

  /// The rows in the order of the cases.
  private static let rows = allCases.map { $0.newRow }

  /// The row of the table, made anew.
  private var newRow: Row {
    switch self {
    case .rainfall:
      Row(
        "rainfall", "How hard it rains", .drops, 0.1...200, .millimetersPerHour, 10,
        "how hard it rains; drops and their sizes, patter, bed and levels follow it",
        hands: 0.2...120,
        words: Self.namedRainfalls)
    case .drops:
      // The classic plug-in has the most.
      Row(
        "drops", "Single drops", .drops, 0...1_000_000, .perMinute, 1200,
        "near drops, each heard by itself", hands: 20...24_000)
    case .dropLevel:
      Row(
        "dropLevel", "Drop level", .drops, -60...24, .decibels, 0,
        "level of all near drops together", hands: -30...4)
    case .regularity:
      Row(
        "regularity", "Regularity", .drops, 0...1, .none, 0,
        "0: near drops fall by chance; 1: evenly, as from a tap")
    case .intensity:
      Row(
        "intensity", "Mix of sizes", .drops, 0.1...200, .millimetersPerHour, 10,
        "how hard the rain is whose mix of drop sizes falls")
    case .sizeSpread:
      Row(
        "sizeSpread", "Spread of sizes", .drops, 0...1.5, .none, 1,
        "0: all drops are 2 mm; 1: sizes as in nature")
    case .drips:
      Row(
        "drips", "Large drips", .drops, 0...1, .none, 0,
        "share of the near drops that are drips of 4 to 5.8 mm (0.2 or 20%)")
    case .eaves:
      Row(
        "eaves", "Dripping places", .drops, 0...24, .none, 0,
        "places that drip, each in its own beat")
    case .gutter:
      Row(
        "gutter", "Gutter", .drops, 0...1, .none, 0,
        "RMS level of water that runs in a gutter; 1 is full scale", hands: 0...0.03, scale: .ratio)
    case .gust:
      Row(
        "gust", "Gusts", .drops, 0...1, .none, 0.18,
        "how far the rain rises and falls over seconds and minutes; 0: not at all")
    case .gustTime:
      Row(
        "gustTime", "Time of gusts", .drops, 2...600, .seconds, 60,
        "time of the slowest gust; another time gives other gusts")
    case .drift:
      Row(
        "drift", "Slow drift", .drops, 0...1, .none, 0,
        "how far the rain becomes heavier and lighter over many minutes; 0: not at all")
    case .dynamics:
      Row(
        "dynamics", "Loud and soft", .drops, 0...1, .none, 0.5,
        "share of nature's differences of level between light and heavy rain, and between places; 0: always as loud"
      )
    case .surface:
      Row(
        "surface", "On what", .drops, Surface.allCases.map { $0.name },
        "what the drops and the patter strike")
    case .puddles:
      Row(
        "puddles", "Wetness", .drops, 0...1, .none, 0.4,
        "share of all drops that fall into water, on ground")
    case .variation:
      Row(
        "variation", "Variation", .drops, 0...2, .none, 1,
        "factor of all jitters, of pitchSpread and bubbleSpread; 0: drops of equal size sound identical"
      )
    case .distance:
      Row(
        "distance", "Near or far", .drops, 0.25...50, .meters, 1,
        "distance of the nearest drop of 2 mm; all other distances go with it", hands: 0.25...12,
        scale: .ratio)
    case .distanceRatio:
      Row(
        "distanceRatio", "Farthest drop", .drops, 1...200, .none, 6,
        "distance of the farthest near drop, in distances of the nearest", scale: .ratio)
    case .width:
      Row(
        "width", "Stereo width", .drops, 0...1, .none, 0.78,
        "stereo width of drops, patter and echo")
    case .spacing:
      Row(
        "spacing", "Stereo spacing", .drops, 0...0.3, .meters, 0.025,
        "distance between the microphones of stereo, which hear a sound at different times")
    case .air:
      Row(
        "air", "Dulled by air", .drops, 0...1, .none, 0.3,
        "how much the air dulls distant near drops; 0: not at all"
      )
    case .impactAmplitude:
      Row(
        "impactAmplitude", "Impact level", .impact, 0...1.5, .none, 0.4,
        "level of the impact; 1 is full scale", hands: 0...1,
        scale: .ratio)
    case .impactDuration:
      Row(
        "impactDuration", "Impact length", .impact, 0.05...100, .milliseconds, 0.305,
        "time in which a 2 mm drop flattens, its diameter over its speed")
    case .impactShape:
      Row(
        "impactShape", "Impact shape", .impact, ImpactShape.allCases.map { $0.name },
        "shape of the impact's pulse, force for blow on things; heard in single drops only")
    case .impactJitter:
      Row(
        "impactJitter", "Impact jitter", .impact, 0...1, .none, 0.25,
        "spread of the level of impact, splash and modes (sd of ln)")
    case .durationJitter:
      Row(
        "durationJitter", "Length jitter", .impact, 0...1, .none, 0.25,
        "spread of the impact's length (sd of ln); heard in single drops only")
    case .splash:
      Row(
        "splash", "Splash level", .impact, 0...2, .none, 1,
        "level of the splash, relative to the impact",
        scale: .ratio)
    case .splashDecay:
      Row(
        "splashDecay", "Splash length", .impact, 0.2...30, .milliseconds, 2.5,
        "mean time after which droplets of the splash strike")
    case .splashFrequency:
      Row(
        "splashFrequency", "Splash pitch", .impact, 500...16_000, .hertz, 6600,
        "median pitch of the splash")
    case .delay:
      Row(
        "delay", "Bubble delay", .bubble, 0...80, .milliseconds, 5,
        "time from the end of the impact to the bubble of a 2 mm drop; heard in single drops only")
    case .delayJitter:
      Row(
        "delayJitter", "Delay jitter", .bubble, 0...1, .none, 0.3,
        "spread of the delay (sd of ln); heard in single drops only")
    case .bubbleAmplitude:
      Row(
        "bubbleAmplitude", "Bubble level", .bubble, 0...1.5, .none, 0.241,
        "peak of the bubble of a 2 mm drop; 1 is full scale", hands: 0...1,
        scale: .ratio)
    case .bubbleFrequency:
      Row(
        "bubbleFrequency", "Bubble pitch", .bubble, 20...18_000, .hertz, 4000,
        "pitch of the bubble of a 2 mm drop")
    case .bubbleDecay:
      Row(
        "bubbleDecay", "Bubble decay", .bubble, 5...5000, .perSecond, 240,
        "decay rate of a bubble of 2200 Hz", hands: 20...5000)
    case .bubbleProbability:
      Row(
        "bubbleProbability", "Share of bubbles", .bubble, 0...1, .none, 0,
        "share of the drops that trap a bubble, besides those in water that do by their size")
    case .pitchSpread:
      Row(
        "pitchSpread", "Spread of pitches", .bubble, 0...3, .octaves, 0.5,
        "spread of the bubbles' pitches (sd)")
    case .chirp:
      Row(
        "chirp", "Rise of pitch", .bubble, 0...2, .none, 0.1,
        "rise of the bubble's pitch as it decays")
    case .bubbleSpread:
      Row(
        "bubbleSpread", "Bubble strengths", .bubble, 0...1, .none, 1,
        "spread of the bubbles' strengths; 0: none; 1: from 8 dB below the median to 9 dB above")
    case .bubbleJitter:
      Row(
        "bubbleJitter", "Bubble jitter", .bubble, 0...1, .none, 0.15,
        "spread of the bubble's level (sd of ln)")
    case .decayJitter:
      Row(
        "decayJitter", "Decay jitter", .bubble, 0...1, .none, 0.3,
        "spread of the bubble's decay rate (sd of ln)")
    case .patterRate:
      Row(
        "patterRate", "Patter rate", .patter, 0...50_000, .perSecond, 1500,
        "ticks, the sound of drops farther away", hands: 0...5000)
    case .patterLevel:
      Row(
        "patterLevel", "Patter level", .patter, 0...1, .none, 0.021,
        "RMS level of the patter; 1 is full scale", hands: 0...0.12,
        scale: .ratio)
    case .patterLow:
      Row(
        "patterLow", "Lowest tick", .patter, 200...20_000, .hertz, 700,
        "lowest pitch of a tick; above patterHigh, it is the highest")
    case .patterHigh:
      Row(
        "patterHigh", "Highest tick", .patter, 200...20_000, .hertz, 15000,
        "highest pitch of a tick")
    case .patterDistance:
      Row(
        "patterDistance", "Nearest tick", .patter, 0.1...50, .none, 4,
        "distance of the nearest tick, in distances of the nearest drop", scale: .ratio)
    case .patterRatio:
      Row(
        "patterRatio", "Farthest tick", .patter, 1...200, .none, 6.25,
        "distance of the farthest tick, in distances of the nearest", scale: .ratio)
    case .patterGust:
      Row(
        "patterGust", "Patter gusts", .patter, 0...1, .none, 0.18,
        "how far the patter rises and falls over seconds"
      )
    case .patterCluster:
      Row(
        "patterCluster", "Patter bunches", .patter, 0...1, .none, 0.2,
        "how far ticks bunch up within tenths of a second")
    case .white:
      Row(
        "white", "White noise", .bed, 0...1, .none, 0,
        "level of the white noise, as loud as pink noise of this RMS",
        hands: 0...0.04, scale: .ratio)
    case .pink:
      Row(
        "pink", "Pink noise", .bed, 0...1, .none, 0.034,
        "RMS level of the pink noise, before surface, water and filters color it",
        hands: 0...0.12, scale: .ratio)
    case .brown:
      Row(
        "brown", "Brown noise", .bed, 0...1, .none, 0,
        "level of the brown noise, as loud as pink noise of this RMS",
        hands: 0...0.04, scale: .ratio)
    case .bedHighpass:
      Row(
        "bedHighpass", "Bed high-pass", .bed, 20...4000, .hertz, 300,
        "high-pass on the bed; 20: none")
    case .bedLowpass:
      Row(
        "bedLowpass", "Bed low-pass", .bed, 200...20_000, .hertz, 5000,
        "low-pass on the bed; 20000: none")
    case .bedModulation:
      Row(
        "bedModulation", "Bed gusts", .bed, 0...1, .none, 0.6, "how far the bed follows the gusts")
    case .bedCorrelation:
      Row(
        "bedCorrelation", "Bed shared below", .bed, 0...8000, .hertz, 5000,
        "below this frequency left and right share the bed")
    case .echoTime:
      Row(
        "echoTime", "Echo time", .echo, 0...2, .seconds, 0.08,
        "time in which the echo falls by 60 dB; 0: none",
        otherNames: ["spaceTime"])
    case .echoLevel:
      Row(
        "echoLevel", "Echo level", .echo, -60...6, .decibels, -7,
        "level of the echo of a drop 1 m away, relative to what arrives straight", hands: -40...6,
        otherNames: ["spaceDb"])
    case .echoDensity:
      Row(
        "echoDensity", "Echo density", .echo, 20...4000, .perSecond, 250,
        "reflections a second: how dense the echo is", otherNames: ["spacePulses"])
    case .lowpass:
      Row(
        "lowpass", "Dark or bright", .echo, 200...20_000, .hertz, 20_000,
        "low-pass on all sound, 6 dB an octave, as indoors; 20000: none", hands: 500...20_000,
        otherNames: ["muffle"])
    case .highpass:
      Row(
        "highpass", "High-pass", .echo, 20...4000, .hertz, 20,
        "high-pass on all sound, 6 dB an octave; 20: none", otherNames: ["lowCut"])
    case .lfe:
      Row(
        "lfe", "Low channel", .echo, 0...1, .none, 0,
        "level of the channel of low frequencies, in 5.1, 7.1 and 7.1.4; 0: silent", scale: .ratio)
    case .level:
      Row(
        "level", "Natural level", .echo, -40...40, .decibels, 0,
        "natural level of the place beside open ground in the same rain, times dynamics",
        hands: -20...12)
    case .trim:
      Row(
        "trim", "Calibration", .echo, -40...40, .decibels, 0,
        "what makes the place as loud as open ground at 10 mm/h", hands: -6...6)
    case .gain:
      Row("gain", "Loudness", .echo, -60...24, .decibels, 0, "level of all sound", hands: -30...24)
    case .tone63: Self.tone("63", "below 88 Hz")
    case .tone125: Self.tone("125")
    case .tone250: Self.tone("250")
    case .tone500: Self.tone("500")
    case .tone1000: Self.tone("1000")
    case .tone2000: Self.tone("2000")
    case .tone4000: Self.tone("4000")
    case .tone8000: Self.tone("8000")
    case .tone16000: Self.tone("16000", "above 11300 Hz")
    }
  }

  /// The row of a band of the tone, which lies in Hz.
  private static func tone(_ band: String, _ bounds: String? = nil) -> Row {
    Row(
      "tone" + band, "Tone at " + band + " Hz", .tone, -24...24, .decibels, 0,
      "level of all sound " + (bounds ?? "in the octave around " + band + " Hz"), hands: -24...6)
  }

  /// The bands of the tone, from the lowest to the highest.
  static var tones: InlineArray<9, Setting> {
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

/// Some of the settings, a bit each: without memory of its own, and so for the audio thread, too.
package struct SettingSet: Sendable, Hashable, BitwiseCopyable {
  /// The settings from number 0 on, and from 64 on. Not one number of 128 bits, which no processor has in one piece.
  package let low, high: UInt64

  package init(_ low: UInt64, _ high: UInt64) { (self.low, self.high) = (low, high) }

  // An array literal would take memory where nothing is optimised.
  package static var none: SettingSet { SettingSet(0, 0) }

  package init(_ settings: [Setting]) {
    self = .none
    for setting in settings { insert(setting) }
  }

  /// The settings of an owner.
  package init(of owner: Setting.Owner) {
    self = .none
    var index: UInt8 = 0
    while let setting = Setting(rawValue: index) {
      if setting.owner == owner { insert(setting) }
      index += 1
    }
  }

  package var isEmpty: Bool { self == .none }

  package func contains(_ setting: Setting) -> Bool { contains(number: Int(setting.rawValue)) }

  func contains(number: Int) -> Bool {
    (number < 64 ? low : high) & 1 << UInt64(number & 63) != 0
  }

  package mutating func insert(_ setting: Setting) { formUnion(SettingSet(one: setting)) }

  package mutating func remove(_ setting: Setting) { self = subtracting(SettingSet(one: setting)) }

  private init(one setting: Setting) {
    let bit: UInt64 = 1 << UInt64(setting.rawValue & 63)
    self.init(setting.rawValue < 64 ? bit : 0, setting.rawValue < 64 ? 0 : bit)
  }

  package func union(_ other: SettingSet) -> SettingSet {
    SettingSet(low | other.low, high | other.high)
  }

  package mutating func formUnion(_ other: SettingSet) { self = union(other) }

  package func intersection(_ other: SettingSet) -> SettingSet {
    SettingSet(low & other.low, high & other.high)
  }

  package func subtracting(_ other: SettingSet) -> SettingSet {
    SettingSet(low & ~other.low, high & ~other.high)
  }

  /// Takes the first setting out; nil where there is none.
  package mutating func popFirst() -> Setting? {
    let number =
      low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount
    guard let setting = Setting(rawValue: UInt8(number)) else { return nil }
    remove(setting)
    return setting
  }
}
