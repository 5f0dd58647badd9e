import RainTestSupport
import Testing

@testable import RainDSP

/// Changing one setting changes one quantity: the numbers of a drop that each setting may change.
@Suite("What a setting moves")
struct DropSettingsTests {
  private static let place: Set<String> = ["distance", "level", "airCutoff", "bubble.amplitude"]
  /// The size sets how hard a drop strikes, and so from how far away it is heard.
  private static let size: Set<String> = place.union([
    "diameter", "impact.amplitude", "impact.duration", "splash.amplitude", "splash.frequency",
    "splash.spreadTime", "delay", "bubble", "bubble.frequency", "bubble.decay", "speed",
  ])
  private static let struck: Set<String> = [
    "impact.amplitude", "splash.amplitude",
  ]
  private static let pitch: Set<String> = ["bubble.frequency", "bubble.decay", "bubble.amplitude"]
  /// From soil to water.
  private static let water: Set<String> = [
    "surface", "impact.amplitude", "impact.duration", "splash.amplitude", "bubble",
  ]

  /// Settings that are not here move nothing of a drop. The pitch of a bubble sets its natural
  /// decay and what the air takes of it.
  private static let moved: [String: Set<String>] = [
    // Above 4,000 a minute. Parts are too short to crowd at 400,000.
    "drops": ["level"],
    "dropSize": size.union(["level"]),
    "rainfall": size.union(["level"]),
    "dropLevel": ["level"],
    "drips": size,
    "sizeSpread": size,
    "variation": struck.union(pitch).union([
      "impact.duration", "splash.frequency", "splash.spreadTime", "delay",
    ]),
    "distance": place,
    "distanceRatio": place,
    "width": ["width"],
    "spacing": ["spacing"],
    "air": ["airCutoff", "bubble.amplitude"],
    "impactAmplitude": struck,
    "impactDuration": ["impact.duration", "impact.nominalDuration"],
    "impactShape": ["impact.shape"],
    "impactJitter": struck,
    "durationJitter": ["impact.duration"],
    "splash": ["splash.amplitude"],
    "splashDecay": ["splash.spreadTime"],
    "splashFrequency": ["splash.frequency"],
    "delay": ["delay"],
    "delayJitter": ["delay"],
    "bubbleAmplitude": ["bubble.amplitude"],
    "bubbleFrequency": pitch,
    "bubbleDecay": ["bubble.decay", "bubble.amplitude"],
    "bubbleProbability": ["bubble"],
    "pitchSpread": pitch,
    "chirp": ["bubble.chirp"],
    "bubbleSpread": ["bubble.amplitude"],
    "bubbleJitter": ["bubble.amplitude"],
    "decayJitter": ["bubble.decay"],
    "surface": water,
    "puddles": water,
  ]

  private static var base: Rain {
    var rain = Rain()
    // With bubbles in some of the drops.
    rain.surface = .ground
    rain[.puddles] = 0.3
    return rain
  }

  /// A rain in which one setting is another.
  private static func changed(_ setting: Setting) -> Rain {
    var rain = base
    let (range, number) = (setting.row.range, rain[setting])
    switch setting {
    case .rainfall: rain[.rainfall] = 15
    case .surface: rain.surface = .water
    case .impactShape: rain.impactShape = .halfSine
    case .distance: rain[.distance] = 3
    default:
      let up = number + 0.4 * (range.upperBound - number)
      rain[setting] = up > number ? up : number - 0.4 * (number - range.lowerBound)
    }
    return rain
  }

  private func drops(in rain: Rain) -> [[String: String]] {
    let law = DropLaw(validated: rain)
    return (0..<200).map { index in
      let drop = law.drop(RandomKey(seed: 5).child(index))
      var numbers = leaves(of: drop)
      // Whether there is a bubble; its numbers are compared where both drops have one.
      numbers["bubble"] = drop.bubble == nil ? "none" : "one"
      if numbers["modes"] == nil { numbers["modes"] = "some" }
      return numbers
    }
  }

  @Test("each setting moves every quantity of a drop that it names, and no other")
  func numbers() {
    let before = drops(in: Self.base)
    #expect(before.contains { $0["bubble"] == "one" } && before.contains { $0["bubble"] == "none" })
    for setting in Setting.allCases {
      let after = drops(in: Self.changed(setting))
      var moved: Set<String> = []
      for (old, new) in zip(before, after) {
        for (path, number) in old where new[path] != nil && new[path] != number {
          moved.insert(path)
        }
      }
      #expect(moved == Self.moved[setting.name, default: []], "\(setting.name)")
    }
    #expect(Set(Self.moved.keys).isSubset(of: Setting.allCases.map(\.name)))
  }

  @Test("a higher bubbleProbability keeps every bubble and adds others")
  func bubbles() {
    func bubbles(_ probability: Double) -> [String?] {
      var rain = Self.base
      rain.surface = .open
      rain[.puddles] = 0
      rain[.bubbleProbability] = probability
      return drops(in: rain).map { drop in
        drop["bubble"] == "one"
          ? drop.filter { $0.key.hasPrefix("bubble.") }.sorted { $0.key < $1.key }.description
          : nil
      }
    }
    let few = bubbles(0.3)
    let many = bubbles(0.8)
    for (one, other) in zip(few, many) where one != nil { #expect(one == other) }
    #expect(few.compactMap(\.self).count < many.compactMap(\.self).count)
    #expect(bubbles(0).compactMap(\.self).isEmpty && !bubbles(1).contains(nil))
  }

  @Test("only the rate and the gusts move onsets")
  func onsets() throws {
    func onsets(_ rain: Rain) throws -> [Int] {
      try [0, 3].map {
        try #require(try DropRecording(number: $0, of: rain, sampleRate: 8000, channels: 1)).onset
      }
    }
    var base = Self.base
    base[.drops] = 60
    (base[.gust], base[.drift]) = (0, 0)
    let before = try onsets(base)
    for setting in Setting.allCases {
      var rain = Self.changed(setting)
      let movesOnsets = [
        .gust, .drift, .drops, .dropSize, .regularity, .rainfall, .eaves,
      ].contains(setting)
      if setting != .drops { rain[.drops] = 60 }
      if setting != .gust { rain[.gust] = 0 }
      if setting != .drift { rain[.drift] = 0 }
      #expect(try movesOnsets || onsets(rain) == before, "\(setting.name)")
    }
  }

  @Test("drops, their times and their pitches are the same at every sample rate")
  func sampleRates() throws {
    let rain = Rain()
    for number in [0, 5, 11] {
      let one = try #require(try DropRecording(number: number, of: rain, sampleRate: 22_050))
      for rate in [44_100, 96_000] {
        let other = try #require(try DropRecording(number: number, of: rain, sampleRate: rate))
        #expect(
          abs(Double(one.onset) / 22_050 - Double(other.onset) / Double(rate)) < 1 / 22_050.0)
        #expect(leaves(of: one.drop) == leaves(of: other.drop))
      }
    }
  }
}
