import Foundation
import RainDSP
@testable import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

@Suite struct PresetCommandTests {
  private let program = BuiltProgram()

  @Test("the folder of presets and the program hold the same rains, each under its own name")
  func folder() throws {
    let folder = Repository.presets
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      files.filter { $0.hasSuffix(".json") }.sorted()
        == Preset.shippedNames.map { "\($0).json" }.sorted())
    for name in Preset.shippedNames {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent("\(name).json")))
      #expect(ShippedPresets.bytes(of: name) == bytes)
      let preset = try Preset(json: bytes, file: "\(name).json")
      #expect(preset.name == name)
      #expect(!preset.summary.isEmpty)
      let named = try Preset(named: name)
      #expect(preset.rain == named.rain && preset.automation.curves == named.automation.curves)
    }
    #expect(try Preset(word: "steady").rain == Rain())
  }

  @Test("list names each preset with its description, within 80 columns")
  func list() async throws {
    let lines = try await program.call("preset list").text.split(separator: "\n")
    #expect(lines.count == Preset.shippedNames.count)
    for (line, name) in zip(lines, Preset.shippedNames) {
      #expect(line.hasPrefix("\(name) "))
      #expect(line.count <= 80)
    }
  }

  @Test(
    "what show prints is a preset of the same rain with every setting",
    arguments: Preset.shippedNames)
  func show(_ name: String) async throws {
    let shown = try await program.call("preset show \(name)")
    #expect(shown.status == 0)
    let document = try PresetDocument(shown.output)
    let original = try Preset(word: name)
    // What follows a curve has no number, but for the rainfall at which all numbers hold.
    #expect(
      document.entries.map(\.key)
        == ["name", "description"] + (original.duration == nil ? [] : ["duration"])
        + (original.automation.place == nil ? [] : ["place"])
        + Setting.allCases.filter { $0 == .rainfall || !original.automation.moves($0) }.map(\.name))
    let preset = try Preset(json: shown.output, file: "shown.json")
    #expect(preset.name == name)
    #expect(preset.summary == original.summary)
    #expect(
      preset.automation == original.automation && preset.duration == original.duration)
  }

  @Test("a preset survives its text, with any name and at the ends of every range")
  func roundTrip() throws {
    for end in [\ClosedRange<Double>.lowerBound, \.upperBound] {
      var rain = Rain()
      for setting in Setting.allCases { rain[setting] = setting.row.range[keyPath: end] }
      let preset = Preset(name: "\"\\\n\u{7F}ä\u{2028}🌧", summary: "\t\u{0}", rain: rain)
      let text = preset.json
      let read = try Preset(json: Array(text.utf8), file: "x.json")
      #expect(read.name == preset.name)
      #expect(read.summary == preset.summary)
      for setting in Setting.allCases {
        #expect(read.rain[setting] == rain[setting], "\(setting)")
      }
      #expect(read.rain == rain)
    }
  }

  @Test(
    "a preset without a name is named after its file, and missing settings are as in steady rain")
  func least() throws {
    let preset = try Preset(json: Array("{}".utf8), file: "some/where/soft rain.json")
    #expect(preset.name == "soft rain")
    #expect(preset.summary == "")
    #expect(preset.rain == Rain())
  }

  @Test("a preset may name its schema, without effect")
  func schemaKey() throws {
    let text = "{\"gain\": -3, \"$schema\": \"./preset.schema.json\"}"
    let preset = try Preset(json: Array(text.utf8), file: "x.json")
    var rain = Rain()
    rain[.gain] = -3
    #expect(preset.rain == rain && preset.name == "x" && preset.summary == "")
    #expect(
      throws: PresetError.invalid(
        file: "x.json", line: 1, column: 13, reason: "$schema takes a string")
    ) {
      try Preset(json: Array("{\"$schema\": 1}".utf8), file: "x.json")
    }
  }

  @Test("list --json has the name, the sentence and the length of each preset")
  func jsonList() async throws {
    let output = try await program.call("preset list --json").output
    let list = try json(output, as: [[String: Any]].self)
    #expect(list.compactMap { $0["name"] as? String } == Preset.shippedNames)
    #expect(list.allSatisfy { ($0["summary"] as? String)?.isEmpty == false })
    #expect(list.first { $0["name"] as? String == "storm" }?["duration"] as? Int == 1800)
  }

  @Test("a preset may say for which sound revision it was made, and another one is reported")
  func revisionKey() async throws {
    try program.write("{\"revision\": \(Rain.soundRevision)}", to: "same.json")
    try program.write("{\"revision\": 99}", to: "other.json")
    let words = "hash -r 8000 -d .05".words
    let same = try await program.call(words + ["same.json"])
    #expect(same.status == 0 && same.errors.isEmpty)
    let other = try await program.call(words + ["other.json"])
    #expect(other.status == 0)
    #expect(
      other.errors == "rainsynth: 'other' was made for sound revision 99; this is "
        + "\(Rain.soundRevision), which may sound different\n")
    #expect(try await program.call(words + ["-q", "other.json"]).errors.isEmpty)
    let preset = try Preset(json: Array("{\"revision\": 3}".utf8), file: "x.json")
    #expect(preset.revision == 3)
    #expect(try Preset(json: Array(preset.json.utf8), file: "x.json").revision == 3)
    for text in ["0", "-1", "1.5", "\"1\"", "null"] {
      #expect(throws: PresetError.self) {
        try Preset(json: Array("{\"revision\": \(text)}".utf8), file: "x.json")
      }
    }
  }

  @Test("check prints OK for each valid preset, and the mistakes of the others")
  func check() async throws {
    try program.write("// mine\n{\"gain\": -3,}", to: "good.json")
    try program.write("{\"gain\": -3;}", to: "bad.json")
    let good = try await program.call("preset check good.json tent")
    #expect(good.status == 0)
    #expect(good.text == "good.json: OK\ntent: OK\n")
    #expect(good.errors.isEmpty)
    try program.write("{\"drops\": 0, \"dropLevel\": 3}", to: "mute.json")
    let mute = try await program.call("preset check mute.json")
    #expect(mute.status == 0 && mute.text == "mute.json: OK\n")
    #expect(
      mute.errors == "rainsynth: mute.json: no near drop sounds, so dropLevel changes nothing; "
        + "drops 1200 changes that\n")
    let mixed = try await program.call("preset check bad.json good.json")
    #expect(mixed.status == 2)
    #expect(mixed.text == "good.json: OK\n")
    #expect(mixed.errors.hasPrefix("rainsynth: bad.json:1:12: "))
  }

  @Test("check lists every mistake of a file at once, and what was probably meant")
  func mistakes() async throws {
    let text = """
      {
        "foo": 2, "surfac": "metal",
        "surface": "Metal",
        "pink": 7, "rainfall": "hevy"
      }
      """
    try program.write(text, to: "p.json")
    let run = try await program.call("preset check p.json")
    #expect(run.status == 2)
    let lines = run.errors.split(separator: "\n")
    try #require(lines.count == 6)
    for (line, hints) in zip(
      lines,
      [
        ["p.json:2:3: unknown key 'foo'"], ["p.json:2:13", "did you mean surface?"],
        ["p.json:3:14", "did you mean \"metal\"?"], ["p.json:4:11", "0 .. 1"],
        ["p.json:4:26", "did you mean \"heavy\"?"], ["rainsynth: 5 mistakes"],
      ])
    {
      for hint in hints { #expect(line.contains(hint), "\(line)") }
    }
    // A rendering reports the first one.
    #expect(
      try await program.call("hash p.json").errors.contains("p.json:2:3: unknown key 'foo'"))
  }

  @Test("new prints a valid preset, with unit, range and meaning of each setting")
  func template() async throws {
    for (words, original) in [([], "steady"), (["tent"], "tent"), (["tropical"], "tropical")]
      as [([String], String)]
    {
      let run = try await program.call(["preset", "new"] + words)
      #expect(run.status == 0)
      let preset = try Preset(json: run.output, file: "new.json")
      #expect(preset.rain == (try Preset(named: original).rain))
      for row in Setting.allCases.map(\.row) {
        let line = try #require(
          run.text.split(separator: "\n").first { $0.contains("\"\(row.name)\": ") })
        #expect(line.contains(row.summary))
      }
      // A comment may be turned into a setting. At another rainfall, a number is rounded on its way through the law.
      if original == "tropical" { continue }
      let all = run.text.replacing("  // \"", with: "  \"").split(separator: "\n")
        .filter { !$0.contains("\"curves\"") }.joined(separator: "\n")
      #expect(try Preset(json: Array(all.utf8), file: "new.json").rain == preset.rain)
    }
  }

  @Test("a rainfall beside its own curve stands there for other numbers alone")
  func movingRainfall() async throws {
    for name in Preset.shippedNames {
      try program.write(try await program.call("preset new \(name)").text, to: "new.json")
      let errors = try await program.call("hash ./new.json -d 30m --to .1").errors
      #expect(!errors.contains("changes nothing"), "\(name): \(errors)")
    }
  }

  @Test("new keeps for which revision a file was made, and its length")
  func templateOfFile() async throws {
    try program.write(#"{"revision": 3, "duration": 90}"#, to: "mine.json")
    let original = try Preset(json: program.contents(of: "mine.json"), file: "mine.json")
    let run = try await program.call("preset new mine.json")
    #expect(run.status == 0)
    let preset = try Preset(json: run.output, file: "new.json")
    #expect(preset.revision == 3 && preset.duration == original.duration)
  }

  @Test("the schema has every key of a preset, with type, range and default")
  func schema() async throws {
    let schema = try json(try await program.call("preset schema").output)
    #expect(schema["additionalProperties"] as? Bool == false)
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(
      Set(properties.keys)
        == Set(
          ["$schema", "name", "description", "revision", "duration", "place", "curves"]
            + ["seed", "rate", "channels", "format", "dither"]
            + Setting.allCases.map(\.name)))
    for row in Setting.allCases.map(\.row) {
      let property = try #require(properties[row.name])
      let words = row.words.map(\.name)
      if row.isChoice {
        #expect(property["enum"] as? [String] == words)
        #expect(property["default"] as? String == row.choice(row.standard))
      } else if words.isEmpty {
        #expect(property["type"] as? String == "number")
        #expect(property["minimum"] as? Double == row.range.lowerBound)
        #expect(property["maximum"] as? Double == row.range.upperBound)
        #expect(property["default"] as? Double == row.standard)
      } else {
        let either = try #require(property["anyOf"] as? [[String: Any]])
        #expect(either[0]["minimum"] as? Double == row.range.lowerBound)
        #expect(either[0]["maximum"] as? Double == row.range.upperBound)
        #expect(either[1]["enum"] as? [String] == words)
      }
    }
  }
}
