import Foundation
import Testing

/// What `vary` draws beside settings, and what its lines say for other programs.
@Suite struct ClipLineTests {
  private let program = BuiltProgram()
  private static let settings = "vary -n 12 -r 8000 -c 1 -q -O out".words

  private func lines(_ words: [String], list: String = "manifest.jsonl") async throws -> [[String:
    Any]]
  {
    let run = try await program.call(Self.settings + words)
    #expect(run.status == 0, "\(run.errors)")
    return try program.list("out/\(list)")
  }

  @Test("lines leave out the settings of steady rain; a line of other settings is renewed")
  func settingsOfSteadyRain() async throws {
    let words = "-n 1 -d 0.1 --vary surface=open".words
    var line = try #require(try await lines(words).first)
    let short = try #require(line["settings"] as? [String: Any])
    #expect(short["surface"] as? String == "open" && short["rate"] as? Int == 8000)
    #expect(short["bubbleFrequency"] == nil)
    let again = try await program.call(Self.settings.filter { $0 != "-q" } + words)
    #expect(again.errors.hasSuffix("rainsynth: 1 of 1 clips were there already\n"))
    #expect(try await program.call("hash -q --check out/manifest.jsonl").status == 0)
    line["settings"] = short.merging(["bubbleFrequency": 3000]) { $1 }
    try program.write(
      try JSONSerialization.data(withJSONObject: line) + [10], to: "out/manifest.jsonl")
    let other = try await program.call(Self.settings + words)
    #expect(other.status == 0)
    let renewed = try program.contents(of: "out/manifest.jsonl")
    #expect(!renewed.contains(Array("bubbleFrequency".utf8)))
  }

  @Test("presets and durations are drawn, each clip by its number alone, and listed by it")
  func presetsAndDurations() async throws {
    let words = "--vary preset=tent,car:3 --vary duration=0.1..0.3".words
    let lines = try await lines(words)
    #expect(lines.compactMap { $0["number"] as? Int } == Array(0..<12))
    var presets: Set<String> = []
    for line in lines {
      let varied = try #require(line["varied"] as? [String: Any])
      let seconds = try #require(varied["duration"] as? Double)
      #expect(line["frames"] as? Int == Int((seconds * 8000).rounded()))
      #expect(0.1...0.3 ~= seconds)
      let preset = try #require(varied["preset"] as? String)
      #expect(line["preset"] as? String == preset)
      #expect((line["file"] as? String)?.hasPrefix("\(preset)-0000") == true)
      presets.insert(preset)
    }
    #expect(presets == ["tent", "car"])
    let part = try await program.call(Self.settings + words + "--numbers 7..7 -O part".words)
    #expect(part.status == 0)
    let file = try #require(lines[7]["file"] as? String)
    #expect(try program.contents(of: "part/\(file)") == program.contents(of: "out/\(file)"))
  }

  @Test("durations of a list stand in the lines as they were written")
  func listedDurations() async throws {
    let lines = try await lines("--vary duration=0.009,0.123,0.333".words)
    let varied = lines.compactMap { ($0["varied"] as? [String: Any])?["duration"] as? Double }
    #expect(varied.count == 12 && Set(varied).isSubset(of: [0.009, 0.123, 0.333]))
  }

  @Test("lines name their files and describe them in words, in a list of any name")
  func words() async throws {
    let words = "-d 0.1 --text --list metadata.jsonl --vary surface=metal".words
    let lines = try await lines(words + ["--vary", "rainfall=0.4,20"], list: "metadata.jsonl")
    #expect(try program.files(in: "out").filter { $0.hasSuffix("jsonl") } == ["metadata.jsonl"])
    var texts: Set<String> = []
    for line in lines {
      #expect(line["file_name"] as? String == line["file"] as? String)
      let text = try #require(line["text"] as? String)
      #expect(text.hasSuffix("on a metal roof."))
      let isHeavy = line["rainfall"] as? Double == 20
      #expect(text.lowercased().contains(isHeavy ? "heavy rain" : "drizzle"))
      texts.insert(text)
    }
    #expect(texts.count > 2)
  }
}
