#if !hasFeature(Embedded)

/// The description of a setting of ``Rain``: its name, unit, range and explanation.
///
/// The table ``Rain/parameters`` is the only place where these are written down: flags, preset keys,
/// checks and help are made from it. The comments of the properties of ``Rain`` repeat unit, range and
/// default at the point of use; a test holds them equal to the table.
public struct Parameter: Sendable {
  /// The unit of a setting; its raw value is the symbol.
  public enum Unit: String, Sendable {
    /// A plain number.
    case none = ""
    /// Hertz.
    case hertz = "Hz"
    /// Seconds.
    case seconds = "s"
    /// Milliseconds.
    case milliseconds = "ms"
    /// How many a second.
    case perSecond = "/s"
    /// How many a minute.
    case perMinute = "/min"
    /// Decibels.
    case decibels = "dB"
    /// Metres.
    case meters = "m"
    /// Rainfall, in millimetres an hour.
    case millimetersPerHour = "mm/h"
    /// Octaves of pitch.
    case octaves = "octaves"
  }

  /// The values that a setting can have, and how to read and write it.
  public enum Domain: Sendable {
    /// A number within a range.
    case number(Unit, ClosedRange<Double>, any WritableKeyPath<Rain, Double> & Sendable)
    /// One of several names; `set` takes one of these names only.
    case choice(
      [String], get: @Sendable (Rain) -> String, set: @Sendable (inout Rain, String) -> Void)
    /// A number that sets several other settings. Some of its values have names.
    case several(
      Unit, ClosedRange<Double>, steps: [(name: String, number: Double)],
      set: @Sendable (inout Rain, Double) -> Void)
  }

  /// The key in a preset, in camelCase.
  public let name: String
  /// The group that lists show it in.
  public let group: Group
  /// The values that it can have.
  public let domain: Domain
  /// One line that says what one hears.
  public let summary: String
  /// The scale on which it moves from one value to another.
  public let scale: Scale

  /// A scale on which equal steps are heard, or meant, as equal.
  public enum Scale: Sendable {
    /// The number itself: shares, jitters, decibels, lengths.
    case even
    /// The logarithm of the number: levels, which then move in decibels, frequencies, in octaves, rates,
    /// rainfall. To and from 0, which has no logarithm, the number itself.
    case ratio
  }

  /// The groups of lists of parameters; the raw value is the heading.
  public enum Group: String, Sendable, CaseIterable {
    /// Near drops: how many, where, how large.
    case drops = "Drops"
    /// The first milliseconds of a near drop.
    case impact = "Impact and splash"
    /// What follows the impact of a near drop.
    case bubble = "Delay and bubble"
    /// Drops farther away.
    case patter = "Patter"
    /// All other drops.
    case bed = "Bed of noise"
    /// What happens to the sound of all sources.
    case echo = "Echo and output"
  }
}

extension Parameter {
  init(
    _ name: String, _ group: Group, _ path: any WritableKeyPath<Rain, Double> & Sendable,
    _ range: ClosedRange<Double>, _ unit: Unit, _ summary: String, scale: Scale? = nil
  ) {
    self.init(
      name: name, group: group, domain: .number(unit, range, path), summary: summary,
      scale: scale ?? unit.scale)
  }

  init<Choice: CaseIterable & RawRepresentable & Sendable>(
    _ name: String, _ group: Group, _ path: any WritableKeyPath<Rain, Choice> & Sendable,
    _ summary: String
  ) where Choice.RawValue == String {
    self.init(
      name: name, group: group,
      domain: .choice(
        Choice.allCases.map(\.rawValue),
        get: { $0[keyPath: path].rawValue },
        set: { rain, name in
          guard let choice = Choice(rawValue: name) else {
            preconditionFailure("\(name) is not one of the choices")
          }
          rain[keyPath: path] = choice
        }),
      summary: summary, scale: .even)
  }

  /// The numbers that it can have. A choice is given by its number among the names, from 0.
  public var range: ClosedRange<Double> {
    switch domain {
    case .number(_, let range, _), .several(_, let range, _, _): range
    case .choice(let names, _, _): 0...Double(names.count - 1)
    }
  }

  /// Changes the setting to a number of its range; to a choice by its number.
  package func set(_ rain: inout Rain, to number: Double) {
    switch domain {
    case .number(_, _, let path): rain[keyPath: path] = number
    case .choice(let names, _, let set): set(&rain, names[Int(number)])
    case .several(_, _, _, let set): set(&rain, number)
    }
  }

  /// Whether it sets several others, as `rainfall` does. It is then read before them.
  package var setsSeveral: Bool {
    if case .several = domain { true } else { false }
  }

  /// Where the number lies in a ``Rain``, in bytes; nil for other settings.
  var offset: Int? {
    guard case .number(_, _, let path) = domain else { return nil }
    return MemoryLayout<Rain>.offset(of: path)
  }
}

extension Parameter.Unit {
  fileprivate var scale: Parameter.Scale {
    switch self {
    case .hertz, .perSecond, .perMinute, .millimetersPerHour: .ratio
    case .none, .seconds, .milliseconds, .decibels, .meters, .octaves: .even
    }
  }
}

extension NoiseColour {
  /// The level of the colour in a rain.
  fileprivate var setting: any WritableKeyPath<Rain, Double> & Sendable {
    switch self {
    case .white: \.white
    case .pink: \.pink
    case .brown: \.brown
    }
  }
}

extension Rain {
  /// Every setting, in the order of help and presets.
  public static let parameters: [Parameter] = dropParameters + noiseParameters + mixParameters

  private static let dropParameters: [Parameter] = [
    Parameter(
      name: "rainfall", group: .drops,
      domain: .several(
        .millimetersPerHour, rainfallRange,
        steps: rainfalls.map { ($0.name, $0.millimetersPerHour) }, set: { $0.setRainfall($1) }),
      summary:
        "how hard it rains; sets the drops and their sizes, the patter, the bed and all levels",
      scale: .ratio),
    Parameter(
      "drops", .drops, \.drops, 0...1_000_000, .perMinute, "near drops, each heard by itself"),
    Parameter(
      "dropLevel", .drops, \.dropLevel, -60...24, .decibels, "level of all near drops together"),
    Parameter(
      "regularity", .drops, \.regularity, 0...1, .none,
      "0: near drops fall by chance; 1: evenly, as from a tap"),
    Parameter(
      "intensity", .drops, \.intensity, rainfallRange, .millimetersPerHour,
      "rainfall that sets the mix of drop sizes"),
    Parameter(
      "sizeSpread", .drops, \.sizeSpread, 0...1.5, .none,
      "0: all drops are 2 mm; 1: sizes as in nature"),
    Parameter(
      "drips", .drops, \.drips, 0...1, .none,
      "share of the near drops that are drips of 4 to 5.8 mm (0.2 or 20%)"),
    Parameter(
      "gust", .drops, \.gust, 0...1, .none,
      "how far the rain rises and falls over seconds and minutes; 0: not at all"),
    Parameter(
      "gustTime", .drops, \.gustTime, 2...600, .seconds,
      "time of the slowest gust; another time gives other gusts"),
    Parameter("surface", .drops, \.surface, "what the drops and the patter strike"),
    Parameter(
      "puddles", .drops, \.puddles, 0...1, .none,
      "share of the near drops that fall into water"),
    Parameter(
      "variation", .drops, \.variation, 0...2, .none,
      "factor of all jitters and of pitchSpread; 0: drops of equal size sound identical"),
    Parameter(
      "distanceMin", .drops, \.distanceMin, 0.25...50, .meters, "distance of the nearest near drop"),
    Parameter(
      "distanceMax", .drops, \.distanceMax, 0.25...50, .meters, "distance of the farthest near drop"
    ),
    Parameter("width", .drops, \.width, 0...1, .none, "stereo width of drops, patter and echo"),
    Parameter(
      "air", .drops, \.air, 0...1, .none, "how much the air dulls distant near drops; 0: not at all"
    ),

    Parameter(
      "impactAmplitude", .impact, \.impactAmplitude, 0...1.5, .none,
      "level of the impact; 1 is full scale", scale: .ratio),
    Parameter(
      "impactDuration", .impact, \.impactDuration, 0.05...100, .milliseconds,
      "length of the impact of a 2 mm drop; for blow, until it has fallen to 10 %"),
    Parameter("impactShape", .impact, \.impactShape, "shape of the impact's pulse"),
    Parameter(
      "impactJitter", .impact, \.impactJitter, 0...1, .none,
      "spread of the impact's level (sd of ln)"),
    Parameter(
      "durationJitter", .impact, \.durationJitter, 0...1, .none,
      "spread of the impact's length (sd of ln)"),
    Parameter(
      "splash", .impact, \.splash, 0...2, .none, "level of the splash, relative to the impact",
      scale: .ratio),
    Parameter(
      "splashDecay", .impact, \.splashDecay, 0.2...30, .milliseconds,
      "time in which the splash falls to 1/e"),
    Parameter(
      "splashFrequency", .impact, \.splashFrequency, 500...16000, .hertz,
      "middle frequency of the splash"),

    Parameter(
      "delay", .bubble, \.delay, 0...80, .milliseconds,
      "time from the impact to the bubble of a 2 mm drop; the splash sounds on"),
    Parameter(
      "delayJitter", .bubble, \.delayJitter, 0...1, .none, "spread of the delay (sd of ln)"),
    Parameter(
      "bubbleAmplitude", .bubble, \.bubbleAmplitude, 0...1.5, .none,
      "level of the bubble; 1 is full scale", scale: .ratio),
    Parameter(
      "bubbleFrequency", .bubble, \.bubbleFrequency, 20...18000, .hertz,
      "pitch of the bubble of a 2 mm drop"),
    Parameter(
      "bubbleDecay", .bubble, \.bubbleDecay, 5...5000, .perSecond,
      "decay rate of a bubble at bubbleFrequency"),
    Parameter(
      "bubbleProbability", .bubble, \.bubbleProbability, 0...1, .none,
      "share of the drops that trap a bubble"),
    Parameter(
      "pitchSpread", .bubble, \.pitchSpread, 0...3, .octaves, "spread of the bubbles' pitches (sd)"),
    Parameter("chirp", .bubble, \.chirp, 0...2, .none, "rise of the bubble's pitch as it decays"),
    Parameter(
      "bubbleJitter", .bubble, \.bubbleJitter, 0...1, .none,
      "spread of the bubble's level (sd of ln)"),
    Parameter(
      "decayJitter", .bubble, \.decayJitter, 0...1, .none,
      "spread of the bubble's decay rate (sd of ln)"),

    Parameter(
      "patterRate", .patter, \.patterRate, 0...50000, .perSecond,
      "ticks, the sound of drops farther away"),
    Parameter(
      "patterLevel", .patter, \.patterLevel, 0...1, .none,
      "RMS level of the patter; 1 is full scale", scale: .ratio),
    Parameter("patterLow", .patter, \.patterLow, 200...20000, .hertz, "lowest pitch of a tick"),
    Parameter("patterHigh", .patter, \.patterHigh, 200...20000, .hertz, "highest pitch of a tick"),
    Parameter(
      "patterMin", .patter, \.patterMin, 0.25...50, .meters, "distance of the nearest tick"),
    Parameter(
      "patterMax", .patter, \.patterMax, 0.25...50, .meters, "distance of the farthest tick"),
    Parameter(
      "patterGust", .patter, \.patterGust, 0...1, .none,
      "how far the patter rises and falls over seconds"),
    Parameter(
      "patterCluster", .patter, \.patterCluster, 0...1, .none,
      "how far ticks bunch up within tenths of a second"),
  ]

  private static let noiseParameters: [Parameter] = NoiseColour.allCases.map { colour in
    Parameter(
      colour.rawValue, .bed, colour.setting, 0...1, .none,
      "RMS level of the \(colour.rawValue) noise", scale: .ratio)
  }

  private static let mixParameters: [Parameter] = [
    Parameter(
      "bedHighpass", .bed, \.bedHighpass, 20...4000, .hertz, "high-pass on the bed; 20: none"),
    Parameter(
      "bedLowpass", .bed, \.bedLowpass, 200...20000, .hertz, "low-pass on the bed; 20000: none"),
    Parameter(
      "bedModulation", .bed, \.bedModulation, 0...1, .none, "how far the bed follows the gusts"),
    Parameter(
      "bedCorrelation", .bed, \.bedCorrelation, 0...8000, .hertz,
      "below this frequency left and right share the bed"),

    Parameter(
      "spaceTime", .echo, \.spaceTime, 0...2, .seconds,
      "time in which the echo falls by 60 dB; 0: none"),
    Parameter(
      "spaceDb", .echo, \.spaceDb, -60...6, .decibels, "level of the echo of all drops"),
    Parameter(
      "spacePulses", .echo, \.spacePulses, 20...4000, .perSecond,
      "reflections a second: how dense the echo is"),
    Parameter(
      "muffle", .echo, \.muffle, 200...20000, .hertz,
      "low-pass on all sound, as indoors; 20000: none"),
    Parameter(
      "lowCut", .echo, \.lowCut, 20...4000, .hertz, "high-pass on all sound; 20: none"),
    Parameter("gain", .echo, \.gain, gainRange, .decibels, "level of all sound"),
  ]

  /// The range of the rainfall, in mm/h.
  package static let rainfallRange = 0.1...200.0
  /// The range of the gain, in dB.
  package static let gainRange = -60.0...24.0

  /// Throws the first setting that lies outside its range or contradicts another.
  public func validate() throws(InvalidSetting) {
    for parameter in Rain.parameters {
      guard case .number(_, let range, let path) = parameter.domain else { continue }
      // A NaN is in no range.
      if !range.contains(self[keyPath: path]) {
        throw InvalidSetting(name: parameter.name, flaw: .outOfRange(self[keyPath: path], range))
      }
    }
    for (low, high) in Rain.orderedPairs {
      guard case .number(_, _, let lowPath)? = Rain.parameter(low)?.domain,
        case .number(_, _, let highPath)? = Rain.parameter(high)?.domain
      else { preconditionFailure("\(low) and \(high) are numbers of the table") }
      if self[keyPath: lowPath] > self[keyPath: highPath] {
        throw InvalidSetting(name: high, flaw: .below(low, self[keyPath: lowPath]))
      }
    }
  }

  /// The row of the table with this name; nil when there is none.
  public static func parameter(_ name: String) -> Parameter? {
    parameterIndices[name].map { parameters[$0] }
  }

  /// The row of each name.
  private static let parameterIndices = Dictionary(
    uniqueKeysWithValues: zip(parameters.map(\.name), parameters.indices))

  /// Pairs of settings; the second may not lie below the first.
  package static let orderedPairs = [
    ("distanceMin", "distanceMax"), ("patterMin", "patterMax"), ("patterLow", "patterHigh"),
  ]
}

#endif
