import Foundation
import Testing

/// What `vary` draws beside settings, and what its lines say for other programs.
@Suite struct ClipLineTests {
  private let program: BuiltProgram
  private static let settings = ["vary", "-n", "12", "-r", "8000", "-c", "1", "-q", "-O", "out"]

  init() throws {
    program = try BuiltProgram()
  }

  private func lines(_ words: [String], list: String = "manifest.jsonl") throws -> [[String: Any]] {
    let run = try program.run(Self.settings + words)
    #expect(run.status == 0, "\(run.errors)")
    return try program.contents(of: "out/\(list)").split(separator: 10).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }

  @Test("presets and durations are drawn, each clip by its number alone, and listed by it")
  func presetsAndDurations() throws {
    let words = ["--vary", "preset=tent,car:3", "--vary", "duration=0.1..0.3"]
    let lines = try lines(words)
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
    let part = try program.run(Self.settings + words + ["--numbers", "7..7", "-O", "part"])
    #expect(part.status == 0)
    let file = try #require(lines[7]["file"] as? String)
    #expect(try program.contents(of: "part/\(file)") == program.contents(of: "out/\(file)"))
  }

  @Test("lines name their files and describe them in words, in a list of any name")
  func words() throws {
    let words = ["-d", "0.1", "--text", "--list", "metadata.jsonl", "--vary", "surface=metal"]
    let lines = try lines(words + ["--vary", "rainfall=0.4,20"], list: "metadata.jsonl")
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

  @Test("what cannot be drawn, and names that are none, are refused")
  func mistakes() throws {
    for (words, message) in [
      (["--vary", "preset=tent,car", "-p", "light"], "both say it"),
      (["--vary", "preset=tent..car"], "takes a list of names"),
      (["--vary", "preset=none,tent"], "none"),
      (["--vary", "duration=1..x"], "takes times from 1 ms"),
      (["--vary", "duration=0..1"], "takes times from 1 ms"),
      (["--vary", "duration=1..2", "--vary", "duration=3,4"], "there twice"),
      (["--vary", "duration=1..2", "-d", "3"], "both say it"),
      (["--list", "a/b.jsonl"], "--list takes a name"),
      (["--list", "a.txt"], "--list takes a name"),
    ] {
      let run = try program.run(Self.settings + words)
      #expect(run.status != 0 && run.errors.contains(message), "\(words): \(run.errors)")
    }
  }
}
