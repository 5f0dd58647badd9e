import Foundation
import Testing

@Suite struct BatchCommandTests {
  private let program: BuiltProgram
  private let settings = ["-q", "-r", "8000", "-d", ".2", "-b", "s24"]

  init() throws {
    program = try BuiltProgram()
    try program.makeFolder("out")
    try program.write("{\"gain\": -3}", to: "mine.json")
  }

  private func entries() throws -> [[String: Any]] {
    let manifest = try JSONSerialization.jsonObject(
      with: Data(try program.contents(of: "out/manifest.json")))
    let object = try #require(manifest as? [String: Any])
    #expect(object["rainsynth"] as? String == "1.0.0")
    return try #require(object["files"] as? [[String: Any]])
  }

  @Test("each preset becomes the WAV that render makes, and the manifest says what it is")
  func files() throws {
    let run = try program.run(["batch", "light", "mine.json", "-O", "out", "-s", "9"] + settings)
    #expect(run.status == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(try program.files() == ["mine.json", "out"])
    let entries = try entries()
    #expect(entries.map { $0["file"] as? String } == ["light.wav", "mine.wav"])
    #expect(entries.map { $0["preset"] as? String } == ["light", "mine.json"])
    for (preset, entry) in zip(["light", "mine.json"], entries) {
      let words = ["-p", preset, "-s", "9"] + settings
      let wave = try program.run(["render", "-o", "-"] + words).output
      #expect(try program.contents(of: "out/\(entry["file"] ?? "")") == wave)
      let hash = try program.run(["hash"] + words).text
      #expect(hash.prefix(64) == entry["sha256"] as? String ?? "")
      #expect(entry["seed"] as? Int == 9)
      #expect(entry["frames"] as? Int == 1600)
      #expect(entry["sampleRate"] as? Int == 8000)
      #expect(entry["channels"] as? Int == 2)
      #expect(entry["format"] as? String == "s24")
      #expect(entry["clippedSamples"] as? Int == 0)
    }
  }

  @Test("a bad preset is named and does not stop the others")
  func badPreset() throws {
    try program.write("{\"gian\": 3}", to: "bad.json")
    let run = try program.run(["batch", "bad.json", "gone.json", "light", "-O", "out"] + settings)
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("bad.json:1:2: unknown key 'gian'") == true)
    #expect(lines.last == "rainsynth: 2 of 3 presets failed: 'bad.json', 'gone.json'")
    #expect(try entries().map { $0["file"] as? String } == ["light.wav"])
  }

  @Test("a second batch replaces the first only with --force")
  func force() throws {
    let words = ["batch", "light", "-O", "out"] + settings
    #expect(try program.run(words).status == 0)
    let manifest = try program.contents(of: "out/manifest.json")
    let refused = try program.run(words)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("out/light.wav"))
    #expect(try program.run(words + ["-f"]).status == 0)
    #expect(try program.contents(of: "out/manifest.json") == manifest)
  }
}
