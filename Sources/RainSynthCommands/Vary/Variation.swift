internal import CommandLineKit
package import RainDSP
package import RainFiles
internal import Text

/// A setting that differs from clip to clip, and how it is drawn.
package struct Variation: Sendable {
  package let setting: Setting
  package let distribution: Distribution

  /// The flag of variations, without dashes.
  static let flag = "vary"

  static let option = Option(
    flag, takes: "NAME=VALUES",
    "draw a setting for each clip, as rainfall=log:0.5..80 or surface=open:3,metal,glass",
    completion: Completion(words: Setting.beginnings()), isEveryday: true)

  /// What a person wrote behind the flag.
  package init(_ text: String) throws {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      throw Flaw(
        "--\(Self.flag) takes NAME=VALUES, as in rainfall=log:0.5..80, not \(text.quoted)")
    }
    try self.init(String(halves[0]), String(halves[1]), for: "--\(Self.flag)")
  }

  /// The name of a setting, as in presets or as a flag, and its distribution.
  package init(_ name: String, _ text: String, for place: String) throws {
    guard let named = Setting(written: name) else {
      let hint = Suggestion.hint(for: name, in: Setting.allCases.map(\.flagName))
      throw Flaw("\(place) takes the name of a setting, not \(name.quoted)\(hint)")
    }
    setting = named
    distribution = try Distribution(text, of: named, for: "\(place) \(named.flagName)")
  }

  /// The variations of a command line; they replace those of the preset for the same settings. In the order
  /// of the table: rainfall, which sets others, comes first.
  static func all(
    _ commandLine: ParsedCommandLine, _ preset: Preset?
  ) throws -> [Variation] {
    var flags: [Variation] = []
    for flag in commandLine.flags where flag.name == Self.flag {
      let variation = try Variation(flag.value)
      if flags.contains(where: { $0.setting == variation.setting }) {
        throw Flaw("--\(Self.flag) \(variation.setting.flagName) is there twice")
      }
      flags.append(variation)
    }
    let own = try preset?.checkedVariations() ?? []
    let all =
      flags
      + own.filter { other in
        !flags.contains { $0.setting == other.setting }
      }
    return Setting.allCases.compactMap { setting in all.first { $0.setting == setting } }
  }
}

extension Preset {
  /// What `"vary"` in the preset says.
  func checkedVariations() throws -> [RainSynthCommands.Variation] {
    var all: [RainSynthCommands.Variation] = []
    for variation in variations {
      all.append(
        try RainSynthCommands.Variation(
          variation.name, variation.text, for: "\"vary\" of \(name.quoted):"))
    }
    return all
  }
}

extension ClipDraws {
  /// The values of a clip.
  package func values(
    ofClip number: Int, _ variations: [Variation]
  ) -> [(setting: Setting, number: Double)] {
    variations.map { ($0.setting, draw($0.setting.name, ofClip: number, $0.distribution)) }
  }
}
