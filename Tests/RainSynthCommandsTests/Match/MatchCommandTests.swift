import Foundation
import RainFiles
import RainTestSupport
import Testing

/// From a recording to a preset.
@Suite struct MatchCommandTests {
  private let program: BuiltProgram

  init() throws {
    program = BuiltProgram()
    let words = ["render", "-p", "tent", "-r", "32000", "-d", "9", "-q", "-o", "scene.wav"]
    #expect(try program.run(words).status == 0)
  }

  @Test(
    "a recording becomes a preset that other commands take, a picture, and JSON",
    .enabled(if: Build.isOptimised))
  func preset() throws {
    let run = try program.run(
      "match", "scene.wav", "--quick", "--from", "1", "-o", "scene.json", "--svg", "beside.svg",
      "--json")
    #expect(run.status == 0, "\(run.errors)")
    let found = try json(run.output)["place"] as? String
    let isSure = try (json(run.output)["places"] as? [String])?.count == 1
    let preset = try Preset(json: program.contents(of: "scene.json"), file: "scene.json")
    #expect(preset.name == "scene" && preset.automation.place == (isSure ? found : nil))
    #expect(preset.summary.hasPrefix("like '\(found ?? "")'"))
    let picture = String(decoding: try program.contents(of: "beside.svg"), as: UTF8.self)
    #expect(picture.contains("third octaves") && picture.contains(preset.summary))
    let again = try program.run("match", "scene.wav", "--quick", "--from", "1", "-q", "-o", "-")
    #expect(again.errors.isEmpty)
    // Whatever it is called.
    #expect(try again.output == program.contents(of: "scene.json"))
    #expect(
      try program.run("render", "-p", "./scene.json", "--place", "car", "-d", "1", "-o", "a.wav")
        .status == 0)
  }

  @Test("a header that says any number is read or refused by every command, never a trap")
  func headers() throws {
    #expect(
      try program.run("render", "-q", "-d", "3.2", "-r", "8000", "-c", "1", "-o", "a.wav").status
        == 0)
    let wave = try program.contents(of: "a.wav")
    let format = try #require(
      wave.indices.first { wave[$0...].starts(with: Array("fmt ".utf8)) })
    for highest: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [1, 0, 0, 0]] {
      var bytes = wave
      bytes.replaceSubrange(format + 12..<format + 16, with: highest)
      try program.write(bytes, to: "b.wav")
      for words in [
        ["match", "b.wav", "--from", "1000000000h"], ["match", "b.wav", "--to", "1000000000h"],
        ["match", "a.wav", "--from", "1000000000h"], ["info", "b.wav"], ["spectrogram", "b.wav"],
        ["match", "b.wav", "--from", "999999999h", "--to", "1000000000h"], ["hash", "b.wav"],
      ] {
        let run = try program.run(words)
        #expect([0, 1, 2].contains(run.status), "\(words): \(run.status)")
        #expect((run.status == 0) == ["info", "spectrogram"].contains(words[0]), "\(run.errors)")
      }
    }
  }

  @Test("what cannot be matched is refused in a sentence, and nothing is written")
  func refusals() throws {
    let files = try program.files()
    try program.write("ID3 no sound", to: "scene.mp3")
    try program.write("no sound at all", to: "text.wav")
    try program.write("", to: "empty.wav")
    try program.write(Array(program.contents(of: "scene.wav").prefix(32)), to: "cut.wav")
    #expect(try program.run("render", "-d", "1", "-q", "-o", "short.wav").status == 0)
    for (words, sentence) in [
      (["short.wav"], "short.wav: lasts 1 s; 3 to 60 s are matched"),
      (["scene.wav", "--from", "7"], "scene.wav: lasts 2 s"),
      (["scene.wav", "--to", "2"], "scene.wav: lasts 2 s"),
      (["scene.wav", "--from", "20"], "scene.wav: lasts 0 s"),
      (["scene.mp3"], "ffmpeg -i scene.mp3 -f wav - | rainsynth match - -o scene.json"),
      (["text.wav"], "text.wav: is not a WAV file"), (["empty.wav"], "empty.wav: "),
      (["cut.wav"], "cut.wav: "),
      (["scene.wav", "--from", "x"], "--from takes a time"),
      (["scene.wav", "-o", "x.wav"], "preset"), (["scene.wav", "scene.wav"], "match"),
    ] {
      let run = try program.run(["match"] + words + ["--svg", "x.svg"])
      #expect(run.status == 2 && run.output.isEmpty, "\(words): \(run.errors)")
      #expect(run.errors.contains(sentence), "\(words): \(run.errors)")
    }
    #expect(
      try Set(program.files())
        == Set(files + ["scene.mp3", "short.wav", "text.wav", "empty.wav", "cut.wav"]))
  }
}
