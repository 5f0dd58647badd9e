// How people see the settings: which come first, what each is called, and what a slider spans.
extension Setting {
  /// The settings that come before all others, in this order. They move the sound most, and one understands them
  /// without a word about drops.
  public static let first: [Setting] = [
    .rainfall, .surface, .distance, .puddles, .gust, .lowpass, .impactAmplitude, .gain,
  ]

  /// The lists that people read: the first settings, then the others by their groups.
  public static let lists: [(title: String, settings: [Setting])] =
    [("Rain", first)]
    + Group.allCases.map { group in
      (group.rawValue, allCases.filter { $0.row.group == group && !first.contains($0) })
    }

  /// The heading of a list among ``lists``.
  package static func heading(ofList list: Int) -> String {
    list == 0 ? lists[0].title : "Fine tuning: \(lists[list].title)"
  }

  /// The place of its list among ``lists``.
  public var list: Int {
    if Setting.first.contains(self) { return 0 }
    return 1 + (Group.allCases.firstIndex(of: row.group) ?? 0)
  }

  /// What a slider spans: the range, or where nearly all of that is of no use to hands, a part of it in which all shipped
  /// presets lie. By ear.
  public var handRange: ClosedRange<Double> {
    switch self {
    case .rainfall: 0.2...120
    // The classic plug-in has the most.
    case .drops: 20...24_000
    case .dropLevel: -30...4
    case .distance: 0.25...12
    case .lowpass: 500...20_000
    case .echoLevel: -40...6
    case .level: -20...12
    case .trim: -6...6
    case .gain: -30...24
    case .gutter: 0...0.03
    case .white, .brown: 0...0.04
    // As many as the loudest rain has.
    case .patterLevel, .pink: 0...0.12
    case .impactAmplitude: 0...1
    case .patterRate: 0...5000
    case .bubbleDecay: 20...5000
    default: row.range
    }
  }

  /// The name that one speaks.
  public var title: String {
    switch self {
    case .rainfall: "How hard it rains"
    case .drops: "Single drops"
    case .dropLevel: "Drop level"
    case .regularity: "Regularity"
    case .intensity: "Mix of sizes"
    case .sizeSpread: "Spread of sizes"
    case .drips: "Large drips"
    case .eaves: "Dripping places"
    case .gutter: "Gutter"
    case .gust: "Gusts"
    case .gustTime: "Time of gusts"
    case .drift: "Slow drift"
    case .dynamics: "Loud and soft"
    case .surface: "On what"
    case .puddles: "Wetness"
    case .variation: "Variation"
    case .distance: "Near or far"
    case .distanceRatio: "Farthest drop"
    case .width: "Stereo width"
    case .spacing: "Stereo spacing"
    case .air: "Dulled by air"
    case .impactAmplitude: "Impact level"
    case .impactDuration: "Impact length"
    case .impactShape: "Impact shape"
    case .impactJitter: "Impact jitter"
    case .durationJitter: "Length jitter"
    case .splash: "Splash level"
    case .splashDecay: "Splash length"
    case .splashFrequency: "Splash pitch"
    case .delay: "Bubble delay"
    case .delayJitter: "Delay jitter"
    case .bubbleAmplitude: "Bubble level"
    case .bubbleFrequency: "Bubble pitch"
    case .bubbleDecay: "Bubble decay"
    case .bubbleProbability: "Share of bubbles"
    case .pitchSpread: "Spread of pitches"
    case .chirp: "Rise of pitch"
    case .bubbleJitter: "Bubble jitter"
    case .decayJitter: "Decay jitter"
    case .patterRate: "Patter rate"
    case .patterLevel: "Patter level"
    case .patterLow: "Lowest tick"
    case .patterHigh: "Highest tick"
    case .patterDistance: "Nearest tick"
    case .patterRatio: "Farthest tick"
    case .patterGust: "Patter gusts"
    case .patterCluster: "Patter bunches"
    case .white: "White noise"
    case .pink: "Pink noise"
    case .brown: "Brown noise"
    case .bedHighpass: "Bed high-pass"
    case .bedLowpass: "Bed low-pass"
    case .bedModulation: "Bed gusts"
    case .bedCorrelation: "Bed shared below"
    case .echoTime: "Echo time"
    case .echoLevel: "Echo level"
    case .echoDensity: "Echo density"
    case .lowpass: "Dark or bright"
    case .highpass: "High-pass"
    case .lfe: "Low channel"
    case .level: "Natural level"
    case .trim: "Calibration"
    case .gain: "Loudness"
    }
  }
}
