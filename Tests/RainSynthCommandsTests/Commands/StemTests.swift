import Foundation
import RainFiles
import RainTestSupport
import Testing

/// Stems and their mix, as the program writes them.
@Suite(.enabled(if: Build.isOptimised)) struct StemTests {
  private let program: BuiltProgram
  private let names = ["drops", "patter", "echo", "bed", "rest"]

  init() throws {
    program = try BuiltProgram()
  }

  private func run(_ words: [String], status: Int32 = 0) throws -> BuiltProgram.Run {
    let run = try program.run(words)
    #expect(run.status == status, "\(words): \(run.errors)")
    return run
  }

  /// The samples of a WAV of Floats.
  private func samples(_ file: String) throws -> [Float] {
    let bytes = try program.contents(of: file)
    var place = 12
    while place + 8 <= bytes.count {
      let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      if Array(bytes[place..<place + 4]) == Array("data".utf8) {
        return stride(from: place + 8, to: place + 8 + length, by: 4).map { start in
          Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
      }
      place += 8 + length + length % 2
    }
    Issue.record("\(file) has no samples")
    return []
  }

  @Test("mixed, they are the rendering byte for byte, of every preset")
  func presets() throws {
    for name in Preset.shippedNames {
      let settings = ["-q", "-p", name, "-d", "3", "-r", "22050"]
      _ = try run(["render"] + settings + ["--stems", name, "-o", "mix.wav", "-f"])
      _ = try run(["render"] + settings + ["-o", "rain.wav", "-f"])
      _ = try run(["mix", name, "-q", "-o", "mixed.wav", "-f"])
      let rain = try program.contents(of: "rain.wav")
      #expect(try program.contents(of: "mix.wav") == rain, "\(name)")
      #expect(try program.contents(of: "mixed.wav") == rain, "\(name)")
    }
  }

  @Test("wet, they null against the rendering of every preset within -90 dB")
  func wet() throws {
    for name in Preset.shippedNames {
      let settings = ["-q", "-p", name, "-d", "3", "-r", "22050", "-b", "f32"]
      _ = try run(
        ["render"] + settings + ["--stems", name, "--stems-wet", "-o", "\(name).wav", "-j", "1"])
      let rain = try samples("\(name).wav")
      let stems = try names.dropLast().map { try samples("\(name)/\($0).wav") }
      let error = rain.indices.reduce(Float(0)) { most, index in
        max(most, (stems.reduce(0) { $0 + $1[index] } - rain[index]).magnitude)
      }
      #expect(error < 3e-5, "\(name): \(error)")
    }
  }

  @Test(
    "mixed, they are the rendering of an excerpt, a loop, fades and curves",
    arguments: [
      ["-p", "tent", "-d", "20", "--from", "7.3", "--to", "9.77"],
      ["-p", "car", "-c", "1", "-d", "4", "--loop", "-b", "s24"],
      ["-p", "tent", "--loop", "-d", "4", "--from", "1", "--to", "2.1", "-r", "48000"],
      ["-d", "0"], ["-d", "2", "--fade-in", "1", "--fade-out", "1", "-b", "s32", "-s", "77"],
      [
        "-d", "9", "--curve", "muffle=0=500;9=20000", "--curve", "gain=0=-20;9=3", "--from", "5.01",
        "--to", "8", "-r", "22050",
      ], ["-p", "umbrella", "--gain", "12", "-d", "2", "--no-dither", "--rf64", "always"],
    ])
  func others(settings: [String]) throws {
    _ = try run(["render", "-q", "--stems", "s"] + settings)
    _ = try run(["render", "-q", "-o", "rain.wav"] + settings)
    let rf64 = settings.contains("--rf64") ? ["--rf64", "always"] : []
    let mixed = try run(["mix", "s", "-q", "-o", "-"] + rf64).output
    #expect(mixed == (try program.contents(of: "rain.wav")))
  }

  @Test("are named after the categories of their surface, and found by what they hold")
  func categories() throws {
    let settings = ["-q", "-d", "1", "-r", "8000", "--ucs"]
    for (surface, category) in [
      ("metal", "RAINMetl"), ("glass", "RAINGlas"), ("concrete", "RAINConc"),
      ("leaves", "RAINVege"), ("wood", "RAINWood"), ("fabric", "RAINClth"), ("water", "RAINWatr"),
      ("open", "RAIN"),
    ] {
      _ = try run(["render", "--surface", surface, "--stems", surface] + settings)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: program.path(surface)).sorted()
          == names.map { "\(category)_steady \($0)_rainsynth_seed1.wav" }.sorted())
    }
    try program.write("no sound", to: "metal/notes.wav")
    _ = try run(["mix", "metal", "-o", "x.wav"])
    _ = try run(["render", "-q", "-d", "1", "-r", "8000", "--surface", "metal", "-o", "y.wav"])
    #expect(try program.contents(of: "x.wav") == program.contents(of: "y.wav"))
  }

  @Test("what cannot be mixed, or would replace a file, is told")
  func refusals() throws {
    _ = try run(["render", "-q", "-d", "1", "-r", "8000", "--stems", "a"])
    _ = try run(["render", "-q", "-d", "1", "-r", "8000", "-s", "2", "--stems", "b"])
    _ = try run(["render", "-q", "-d", "1", "-r", "8000", "--stems", "wet", "--stems-wet"])
    let before = try program.contents(of: "a/drops.wav")
    for (words, status, sentence) in [
      (["render", "-q", "-d", "2", "--stems", "a"], Int32(1), "a/drops.wav: exists"),
      (["mix", "wet", "-o", "x.wav"], 1, "stems taken with --stems-wet are a mix without"),
      (["mix", "none", "-o", "x.wav"], 1, "none: No such file"), (["mix", "a"], 2, "-o FILE"),
      (["mix", "-o", "x.wav"], 2, "mix needs the folder"),
      (["render", "-d", "1", "--stems-wet", "-o", "x.wav"], 2, "needs a folder: --stems DIR"),
      (["render", "-d", "1", "--stems", "c", "--part"], 2, "--part has no stems"),
      (["render", "-d", "1", "--stems", "c", "--no-metadata"], 2, "mix needs the settings"),
      (["render", "-d", "1", "--stems", "c", "-o", "x.pcm"], 2, "takes the name of a WAV"),
    ] {
      #expect(try run(words, status: status).errors.contains(sentence), "\(words)")
    }
    #expect(try program.contents(of: "a/drops.wav") == before)
    try program.write(try program.contents(of: "b/bed.wav"), to: "a/bed.wav")
    #expect(
      try run(["mix", "a", "-o", "x.wav"], status: 1).errors.contains("different renderings"))
    let cut = try program.contents(of: "b/echo.wav").dropLast(5000)
    try program.write(cut, to: "b/echo.wav")
    #expect(try run(["mix", "b", "-o", "x.wav"], status: 1).errors.contains("b"))
    #expect(try !program.files().contains("x.wav"))
    try program.remove("wet/bed.wav")
    #expect(try run(["mix", "wet", "-o", "x.wav"], status: 1).errors.contains("holds no stem"))
  }

  @Test("batch writes those of each preset to a folder of its own, and again what is missing")
  func batch() throws {
    let words = ["batch", "light", "tent", "-O", "out", "-d", "1", "-r", "8000", "-q"]
    _ = try run(words + ["--stems", "stems"])
    for name in ["light", "tent"] {
      _ = try run(["mix", "stems/\(name)", "-o", "\(name).wav"])
      #expect(try program.contents(of: "\(name).wav") == program.contents(of: "out/\(name).wav"))
    }
    try program.remove("stems/tent/echo.wav")
    let drops = try program.contents(of: "stems/light/drops.wav")
    _ = try run(words + ["--stems", "stems"])
    _ = try run(["mix", "stems/tent", "-o", "tent.wav", "-f"])
    #expect(try program.contents(of: "stems/light/drops.wav") == drops)
    // Another's file stays.
    try program.write("my drops", to: "stems/tent/echo.wav")
    #expect(try run(words + ["--stems", "stems"], status: 1).errors.contains("echo.wav: exists"))
    #expect(try program.contents(of: "stems/tent/echo.wav") == Array("my drops".utf8))
  }

  @Test("batch writes stems again that were taken elsewhere or are of another rain")
  func staleStems() throws {
    let words = ["batch", "light", "-d", "1", "-r", "8000", "-q", "--stems", "stems"]
    _ = try run(words + ["-O", "out"])
    let dry = try program.contents(of: "stems/light/bed.wav")
    _ = try run(words + ["-O", "out", "--stems-wet"])
    #expect(try program.contents(of: "stems/light/bed.wav") != dry)
    _ = try run(words + ["-O", "other", "-s", "2"])
    _ = try run(words + ["-O", "out"])
    #expect(try program.contents(of: "stems/light/bed.wav") == dry)
    let like = try run(["render", "--like", "stems/light/bed.wav", "-o", "x.wav"], status: 2)
    #expect(like.errors.contains("is a stem, bed; add --stems DIR"))
    _ = try run(["render", "--like", "stems/light/bed.wav", "--stems", "again"])
    #expect(try program.contents(of: "again/bed.wav") == dry)
  }

  @Test("a take whose seed changes has none, by any command")
  func takes() throws {
    try program.write(
      #"{"duration": 2, "rate": 8000, "curves": {"seed": [[0, 1], [1, 77]]}}"#, to: "take.json")
    for words in [
      ["render", "-p", "take.json", "--stems", "s", "-o", "x.wav"],
      ["batch", "take.json", "--stems", "s", "-O", "out"],
    ] {
      #expect(
        try run(words, status: words[0] == "render" ? 2 : 1).errors.contains(
          "a take whose seed changes has no stems"))
    }
    #expect(try program.files().filter { $0.hasSuffix(".wav") }.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: program.path("s")))
  }
}
