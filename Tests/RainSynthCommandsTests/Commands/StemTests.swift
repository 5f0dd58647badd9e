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
        "-d", "9", "--curve", "lowpass=0=500;9=20000", "--curve", "gain=0=-20;9=3", "--from",
        "5.01",
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

  @Test("a file that cannot be read is named, and not only the stem that is missing")
  func unreadable() throws {
    _ = try run(["render", "-q", "-d", "1", "-r", "8000", "--stems", "a"])
    try program.write(Array("RIFF".utf8), to: "a/bed.wav")
    let errors = try run(["mix", "a", "-o", "x.wav"], status: 1).errors
    #expect(errors.contains("holds no stem of bed") && errors.contains("a/bed.wav: "), "\(errors)")
  }

  /// The bytes of a little-endian number.
  private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A WAV as another program writes it: stereo of 22,050 Hz, of Floats or of 16 bits, with a text or none.
  private func edited(_ samples: [Float], isFloat: Bool = true, text: [UInt8] = []) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + bytes(content.count, 4) + content
        + (content.count.isMultiple(of: 2) ? [] : [0])
    }
    let size = isFloat ? 4 : 2
    let data = samples.flatMap {
      bytes(isFloat ? Int($0.bitPattern) : Int(($0 * 32768).rounded()), size)
    }
    let format =
      bytes(isFloat ? 3 : 1, 2) + bytes(2, 2) + bytes(22_050, 4) + bytes(22_050 * 2 * size, 4)
      + bytes(2 * size, 2) + bytes(8 * size, 2)
    let list = text.isEmpty ? [] : chunk("LIST", Array("INFO".utf8) + chunk("ICMT", text + [0]))
    let content = Array("WAVE".utf8) + chunk("fmt ", format) + list + chunk("data", data)
    return Array("RIFF".utf8) + bytes(content.count, 4) + content
  }

  @Test("those that an editor has written again are mixed, by their settings or by their names")
  func editedStems() throws {
    let settings = ["-q", "-p", "puddles", "-d", "1", "-r", "22050", "-b", "f32"]
    _ = try run(["render"] + settings + ["--stems", "s", "-o", "mix.wav"])
    let mix = try program.contents(of: "mix.wav")
    let (drops, bed) = (try samples("s/drops.wav"), try samples("s/bed.wav"))
    let info = try run(["info", "--json", "s/drops.wav"]).text
    let comment = info.split(separator: "\n").first { $0.contains("\"settings\": ") } ?? ""
    let json = comment.drop { $0 != "{" }.dropLast()
    // As ffmpeg: the comment stays, the software is another.
    try program.write(edited(drops, text: Array(String(json).utf8)), to: "s/drops.wav")
    let kept = try run(["mix", "s", "-o", "x.wav"])
    #expect(try program.contents(of: "x.wav") == mix && kept.errors.isEmpty, "\(kept.errors)")
    // As sox: nothing stays.
    try program.write(edited(drops), to: "s/drops.wav")
    let named = try run(["mix", "s", "-fo", "x.wav"]).errors
    #expect(try program.contents(of: "x.wav") == mix)
    #expect(
      named.contains(
        "'s/drops.wav' does not say which stem it is: by its name drops, with the settings in "
          + "'s/patter.wav'"), "\(named)")
    // Other loudness, other format.
    try program.write(edited(bed.map { $0 / 2 }, isFloat: false), to: "s/bed.wav")
    _ = try run(["mix", "s", "-qfo", "x.wav"])
    #expect(try program.contents(of: "x.wav").count == mix.count)
    #expect(try program.contents(of: "x.wav") != mix)
    // Without any settings there is nothing to go by.
    for name in names { try program.write(edited(drops), to: "s/\(name).wav") }
    let none = try run(["mix", "s", "-fo", "x.wav"], status: 1).errors
    #expect(none.contains("no settings are stored in"), "\(none)")
  }

  @Test("a word in a name says which stem a file is, unless another file says it better")
  func wordsInNames() throws {
    let settings = ["-q", "-p", "puddles", "-d", "1", "-r", "22050", "-b", "f32"]
    _ = try run(["render"] + settings + ["--stems", "s", "-o", "mix.wav"])
    let mix = try program.contents(of: "mix.wav")
    let drops = edited(try samples("s/drops.wav"))
    try program.write(drops, to: "s/Drops 2.WAV")
    let spare = try run(["mix", "s", "-fo", "x.wav"]).errors
    #expect(
      spare.contains(
        "'s/Drops 2.WAV' is left out: 's/drops.wav' says that it is the stem drops"), "\(spare)")
    try program.remove("s/drops.wav")
    let named = try run(["mix", "s", "-fo", "x.wav"]).errors
    #expect(try program.contents(of: "x.wav") == mix && named.contains("by its name drops"))
    try program.write(drops, to: "s/my_drops-3.wav")
    let both = try run(["mix", "s", "-o", "y.wav"], status: 1).errors
    #expect(both.contains("could be the stem drops, as could 's/Drops 2.WAV'"), "\(both)")
    // So is the stem of two files that both say so.
    try program.write(try program.contents(of: "s/bed.wav"), to: "s/other.wav")
    let twice = try run(["mix", "s", "-o", "y.wav"], status: 1).errors
    #expect(twice.contains("holds the stem bed, as 's/bed.wav' does"), "\(twice)")
  }

  @Test("without settings in any stem, those of the mix hold where it is named")
  func settingsOfMix() throws {
    _ = try run([
      "render", "-q", "-p", "puddles", "-d", "1", "-r", "22050", "--stems", "s", "-o", "mix.wav",
    ])
    for name in names {
      try program.write(edited(samples("s/\(name).wav")), to: "s/\(name).wav")
    }
    let errors = try run(["mix", "s", "-o", "x.wav"], status: 1).errors
    #expect(errors.contains("--settings takes them from the mix"), "\(errors)")
    _ = try run(["mix", "s", "-q", "--settings", "mix.wav", "-o", "x.wav"])
    #expect(try program.contents(of: "x.wav") == program.contents(of: "mix.wav"))
  }

  @Test("each has a gain of its own, and the file then stores no settings")
  func gains() throws {
    let settings = ["-q", "-p", "puddles", "-d", "1", "-r", "22050", "-b", "f32"]
    _ = try run(["render"] + settings + ["--stems", "s", "-o", "mix.wav"])
    let drops = try samples("s/drops.wav")
    let words = ["mix", "s", "-qf", "--stem-gain"]
    _ = try run(words + ["drops=0dB", "-o", "same.wav"])
    #expect(try samples("same.wav") == samples("mix.wav"))
    _ = try run(words + ["Drops=-200", "--stem-gain", "bed=6", "-o", "x.wav"])
    try program.write(edited(drops.map { _ in 0 }), to: "s/drops.wav")
    _ = try run(["mix", "s", "-qf", "--stem-gain", "bed=6", "-o", "y.wav"])
    let pairs = zip(try samples("x.wav"), try samples("y.wav"))
    #expect(pairs.allSatisfy { ($0 - $1).magnitude < 1e-6 })
    #expect(try samples("y.wav") != samples("mix.wav"))
    #expect(try !run(["info", "x.wav"]).text.contains("settings"))
    for gain in ["drops", "drums=3", "drops=loud", "drops=99"] {
      #expect(try run(words + [gain, "-o", "z.wav"], status: 2).errors.contains("--stem-gain"))
    }
    #expect(
      try run(["mix", "s", "--drops", "-6", "-o", "z.wav"], status: 2).errors.contains(
        "--stem-gain drops=-6dB"))
  }

  @Test("samples that are no numbers become silence, and are counted")
  func brokenSamples() throws {
    _ = try run(
      ["render", "-q", "-p", "window", "-d", "1", "-r", "22050", "-b", "f32", "--stems", "s"])
    var bed = try samples("s/bed.wav")
    (bed[1000], bed[1001], bed[3000]) = (.nan, .infinity, 1e30)
    try program.write(edited(bed), to: "s/bed.wav")
    let errors = try run(["mix", "s", "-o", "x.wav"]).errors
    #expect(errors.contains("3 samples of the stems are no numbers"), "\(errors)")
    #expect(try samples("x.wav").allSatisfy { $0.magnitude < 1 })
  }

  @Test("their summary has the length of the rain, and the mix a line of its own")
  func summary() throws {
    let words = ["render", "-d", "2", "-r", "8000", "--stems", "s"]
    let both = try run(words + ["-o", "x.wav"]).errors.split(separator: "\n")
    #expect(both.count == 2 && both[0].hasPrefix("rainsynth: x.wav: 2 s, "), "\(both)")
    #expect(both.last?.hasPrefix("rainsynth: s: 5 files, 2 s, ") == true, "\(both)")
    #expect(try run(words + ["-f"]).errors.hasPrefix("rainsynth: s: 5 files, 2 s, "))
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
