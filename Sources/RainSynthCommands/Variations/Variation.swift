package import CommandLineKit
internal import RainAudio
package import RainDSP
internal import RainFiles
internal import Wording

/// A setting that differs from clip to clip, and how it is drawn.
package struct Variation: Sendable {
  package let parameter: Parameter
  package let distribution: Distribution

  /// The flag of variations, without dashes.
  static let flag = "vary"

  static let option = Option(
    flag, takes: "NAME=VALUES",
    "draw a setting for each clip, as rainfall=log:0.5..80 or surface=open:3,metal,glass",
    completion: Completion(words: Rain.parameters.map { "\($0.flagName)=" }), isEveryday: true)

  /// What a person wrote behind the flag.
  package init(_ text: String) throws(UsageError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      throw UsageError(
        "--\(Self.flag) takes NAME=VALUES, as in rainfall=log:0.5..80, not \(text.quoted)")
    }
    try self.init(String(halves[0]), String(halves[1]), for: "--\(Self.flag)")
  }

  /// The name of a setting, as in presets or as a flag, and its distribution.
  package init(_ name: String, _ text: String, for place: String) throws(UsageError) {
    let named = Rain.parameters.first { $0.name == name || $0.flagName == name }
    guard let named else {
      let nearest = EditDistance.nearest(to: name, in: Rain.parameters.map(\.flagName))
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      throw UsageError("\(place) takes the name of a setting, not \(name.quoted)\(hint)")
    }
    parameter = named
    distribution = try Distribution(text, of: named, for: "\(place) \(named.flagName)")
  }

  /// The variations of a command line; they replace those of the preset for the same settings. In the order
  /// of the table: rainfall, which sets others, comes first.
  static func all(
    _ commandLine: ParsedCommandLine, _ preset: Preset?
  ) throws(UsageError) -> [Variation] {
    var flags: [Variation] = []
    for flag in commandLine.flags where flag.name == Self.flag {
      let variation = try Variation(flag.value)
      if flags.contains(where: { $0.parameter.name == variation.parameter.name }) {
        throw UsageError("--\(Self.flag) \(variation.parameter.flagName) is there twice")
      }
      flags.append(variation)
    }
    let own = try preset?.checkedVariations() ?? []
    let all =
      flags
      + own.filter { other in
        !flags.contains { $0.parameter.name == other.parameter.name }
      }
    return Rain.parameters.compactMap { row in all.first { $0.parameter.name == row.name } }
  }
}

extension Preset {
  /// What `"vary"` in the preset says.
  func checkedVariations() throws(UsageError) -> [RainSynthCommands.Variation] {
    var all: [RainSynthCommands.Variation] = []
    for variation in variations {
      all.append(
        try RainSynthCommands.Variation(
          variation.name, variation.text, for: "\"vary\" of \(name.quoted):"))
    }
    return all
  }
}

/// The draws of a run: those of a clip depend on the seed of the run and the number of the clip alone.
package struct ClipDraws: Sendable {
  private let key: RandomKey

  package init(seed: UInt64) {
    // Apart from the keys of a rendering with that seed.
    key = RandomKey(seed: seed).child(RenderOption.seed(ofFile: "vary"))
  }

  /// The seed of a clip. No two clips of a run have the same: each step maps numbers of 52 bits one to one.
  /// A JSON reader that stores numbers as Doubles keeps so many bits.
  package func seed(ofClip number: Int) -> UInt64 {
    let mask: UInt64 = 1 << 52 - 1
    var bits = (key.bits &+ UInt64(number)) & mask
    // The finaliser of SplitMix64, within 52 bits.
    bits = ((bits ^ bits >> 26) &* 0xBF58_476D_1CE4_E5B9) & mask
    bits = ((bits ^ bits >> 23) &* 0x94D0_49BB_1331_11EB) & mask
    return bits ^ bits >> 27
  }

  /// The values of a clip. Each setting has draws of its own, so another one changes none of them.
  package func values(
    ofClip number: Int, _ variations: [Variation]
  ) -> [(parameter: Parameter, number: Double)] {
    let clip = key.child(number)
    return variations.map { variation in
      let name = RenderOption.seed(ofFile: variation.parameter.name)
      return (variation.parameter, variation.distribution.draw(clip.child(name)))
    }
  }
}
