import Foundation
import RainDSP
import RainSynthCommands
import RainTestSupport
import Testing

@Suite struct BatchCommandTests {
  private let program = BuiltProgram()
  private let settings = "-q -r 8000 -d .2 -b s24".words

  init() throws {
    try program.makeFolder("out")
    try program.write("{\"gain\": -3}", to: "mine.json")
  }

  private func entries() throws -> [[String: Any]] { try program.list("out/manifest.jsonl") }

  @Test("each preset becomes the WAV that render makes, and the manifest says what it is")
  func files() async throws {
    let run = try await program.call(
      "batch light mine.json -O out -s 9".words + settings)
    #expect(run.status == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(try program.files() == ["mine.json", "out"])
    let entries = try entries()
    #expect(entries.map { $0["file"] as? String } == ["light.wav", "mine.wav"])
    #expect(entries.map { $0["preset"] as? String } == ["light", "mine.json"])
    for (preset, entry) in zip(["light", "mine.json"], entries) {
      let words = ["-p", preset, "-s", "9"] + settings
      let wave = try await program.call("render -o -".words + words).output
      #expect(try program.contents(of: "out/\(entry["file"] ?? "")") == wave)
      let hash = try await program.call(["hash"] + words).text
      #expect(hash.prefix(64) == entry["sha256"] as? String ?? "")
      #expect(entry["seed"] as? Int == 9)
      #expect(entry["frames"] as? Int == 1600)
      #expect(entry["bytes"] as? Int == wave.count)
      #expect(entry["limitedSamples"] as? Int == 0)
      #expect(entry["software"] as? String == "rainsynth \(ThisProgram.version)")
      #expect(entry["revision"] as? Int == Rain.soundRevision)
      let settings = try #require(entry["settings"] as? [String: Any])
      #expect(settings["revision"] == nil)
      #expect(settings["rate"] as? Int == 8000)
      #expect(settings["channels"] as? Int == 2)
      #expect(settings["format"] as? String == "s24")
      if preset == "mine.json" { #expect(settings["gain"] as? Int == -3) }
      let file = entry["file"] as? String ?? ""
      let levels = try json(try await program.call("info --json out/\(file)").output)
      #expect(levels["sha256"] as? String == entry["sha256"] as? String)
      for key in ["peak", "rms", "truePeak"] {
        #expect(try #require(entry[key] as? Double) == levels[key] as? Double, "\(key)")
      }
      // A fifth of a second is no block of 400 ms.
      #expect(entry["loudness"] is NSNull)
    }
  }

  @Test("the manifest says which settings vary from file to file, and to which values")
  func varied() async throws {
    let words = "batch light --rainfall 1,2 --surface=glass,metal -O out".words
    #expect(try await program.call(words + settings).status == 0)
    let entries = try entries()
    #expect(
      entries.map { $0["file"] as? String } == [
        "light-rainfall1-glass.wav", "light-rainfall1-metal.wav", "light-rainfall2-glass.wav",
        "light-rainfall2-metal.wav",
      ])
    let varied = try entries.map { try #require($0["varied"] as? [String: Any]) }
    #expect(varied.map { $0["rainfall"] as? Double } == [1, 1, 2, 2])
    #expect(varied.map { $0["surface"] as? String } == ["glass", "metal", "glass", "metal"])
  }

  @Test("a bad preset is named and does not stop the others")
  func badPreset() async throws {
    try program.write("{\"gian\": 3}", to: "bad.json")
    let run = try await program.call(
      "batch bad.json gone.json light -O out".words + settings)
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("bad.json:1:2: unknown key 'gian'") == true)
    #expect(lines.last == "rainsynth: 2 of 3 presets failed: 'bad.json', 'gone.json'")
    #expect(try entries().map { $0["file"] as? String } == ["light.wav"])
  }

  @Test("the manifest counts the drops that strike within the frames")
  func drops() async throws {
    let words = "batch light -f -O out -q -r 8000 --gust 0 --drops 9000".words
    func count(_ more: String...) async throws -> Int {
      let run = try await program.call(words + more + ["--patter-rate", "0"])
      #expect(run.status == 0, "\(run.errors)")
      return try #require(entries().first?["drops"] as? Int)
    }
    let whole = try await count("-d", "2")
    // 150 a second, give or take five standard deviations.
    #expect(whole > 300 - 5 * 18 && whole < 300 + 5 * 18)
    #expect(try await count("-d", "2", "--to", ".7") + count("-d", "2", "--from", ".7") == whole)
    #expect(try await count("-d", "2", "--drops", "0") == 0)
  }

  @Test("when no preset can be rendered, nothing is left")
  func nothing() async throws {
    let run = try await program.call("batch gone.json -O out".words + settings)
    #expect(run.status == 1)
    #expect(try program.files() == ["mine.json", "out"])
    #expect(throws: (any Error).self) { try program.contents(of: "out/manifest.jsonl") }
  }

  @Test("names that mean the same file, or no file, are refused before anything is rendered")
  func names() async throws {
    try program.makeFolder("other")
    try program.write("{}", to: "other/MINE.json")
    try program.write("{}", to: "other/.json")
    for (words, hint) in [
      (["mine.json", "./mine.json"], "both be written to 'mine.wav'"),
      (["mine.json", "other/MINE.json"], "both be written to 'MINE.wav'"),
      (["./straße.json", "./STRASSE.json"], "both be written to 'STRASSE.wav'"),
      (["./Σ.json", "./ς.json"], "both be written to 'ς.wav'"),
      (["light", "other/.json"], "gives no name"), (["light", "/"], "gives no name"),
      (["light", "mine.json/.."], "gives no name"),
    ] {
      let run = try await program.call("batch -O out".words + words + settings)
      #expect(run.status == 2 && run.errors.contains(hint), "\(run.errors)")
    }
    #expect(throws: (any Error).self) { try program.contents(of: "out/light.wav") }
  }

  // MARK: A second batch

  /// Runs a batch of light and mine.json with more words, and returns the files that it has written.
  private func written(_ more: String..., folder: String = "out") async throws -> Set<String> {
    let before = try stamps()
    let run = try await program.call(
      "batch light mine.json -O out".words + settings + more)
    #expect(run.status == 0, "\(run.errors)")
    let after = try stamps()
    return Set(after.filter { before[$0.key] != $0.value }.keys)
  }

  /// The inode numbers of the files: a file that is written again has another one.
  private func stamps() throws -> [String: Int] {
    var stamps: [String: Int] = [:]
    for file in ["light.wav", "mine.wav"] {
      let path = program.path("out/\(file)")
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
      stamps[file] = facts[.systemFileNumber] as? Int
    }
    return stamps
  }

  @Test("a second batch renders only what has changed, and writes the manifest of a whole batch")
  func again() async throws {
    #expect(try await written() == ["light.wav", "mine.wav"])
    let manifest = try program.contents(of: "out/manifest.jsonl")
    #expect(try await written().isEmpty)
    #expect(try program.contents(of: "out/manifest.jsonl") == manifest)
    #expect(try await written("--all") == ["light.wav", "mine.wav"])
    #expect(try program.contents(of: "out/manifest.jsonl") == manifest)

    // Another rain of the name is not lost, neither that of a preset that has changed nor that of other flags.
    let first = try program.contents(of: "out/light.wav")
    for flags in ["--place tent", "-c 1", "--gain -4", "-s 2"] {
      let run = try await program.call("batch light -O out".words + settings + flags.words)
      #expect(run.status == 1 && run.errors.contains("light.wav: exists, and is another rain"))
      #expect(try program.contents(of: "out/light.wav") == first)
    }
    try program.write("{\"gain\": -4}", to: "mine.json")
    #expect(try await written("-f") == ["mine.wav"])
    #expect(try entries().map { $0["file"] as? String } == ["light.wav", "mine.wav"])
    #expect(try await written("-f", "--gain", "-4") == ["light.wav"])
    #expect(try await written("-f", "-s", "2", "--gain", "-4") == ["light.wav", "mine.wav"])

    // As a batch that is ended early leaves it.
    try program.remove("out/manifest.jsonl")
    #expect(try await written("-s", "2", "--gain", "-4") == ["light.wav", "mine.wav"])
    // A file that is gone is rendered again.
    try program.remove("out/light.wav")
    #expect(try await written("-s", "2", "--gain", "-4") == ["light.wav"])
    // The manifest of another version with the same sound holds; one of another sound does not.
    let text = String(decoding: try program.contents(of: "out/manifest.jsonl"), as: UTF8.self)
    try program.write(
      text.replacing(ThisProgram.version, with: "0.9.0"), to: "out/manifest.jsonl")
    #expect(try await written("-s", "2", "--gain", "-4").isEmpty)
    try program.write(
      text.replacing("\"revision\":\(Rain.soundRevision)", with: "\"revision\":99"),
      to: "out/manifest.jsonl")
    #expect(try await written("-s", "2", "--gain", "-4") == ["light.wav", "mine.wav"])
    let wave = try program.contents(of: "out/light.wav")
    let revision = Array("\"revision\":\(Rain.soundRevision)".utf8)
    let range = try #require(wave.firstRange(of: revision))
    var other = wave
    other[range.upperBound - 1] += 1
    try program.write(other, to: "out/light.wav")
    #expect(try await written("-s", "2", "--gain", "-4") == ["light.wav"])
    #expect(try program.contents(of: "out/light.wav") == wave)
  }

  @Test("a batch of other presets keeps what the manifest says of the files that are there")
  func others() async throws {
    #expect(try await written().count == 2)
    #expect(try await program.call("batch tent -O out".words + settings).status == 0)
    #expect(
      try entries().map { $0["file"] as? String } == ["light.wav", "mine.wav", "tent.wav"])
    try program.remove("out/mine.wav")
    // A killed process left it, and another one has made the clip.
    try program.write("half", to: "out/.tent.wav.rainsynth-0badcafe.wav")
    #expect(try await program.call("batch tent -O out".words + settings).status == 0)
    #expect(try program.files(in: "out") == ["light.wav", "manifest.jsonl", "tent.wav"])
    #expect(try entries().map { $0["file"] as? String } == ["light.wav", "tent.wav"])
  }

  @Test("several places make a file for each, of the rain that render has there")
  func places() async throws {
    try program.write("{\"surface\": \"metal\"}", to: "my place.json")
    let words = ["--place", "open,TENT,./my place.json", "--gain", "-3,0"]
    #expect(try await program.call("batch light -O out".words + words + settings).status == 0)
    let places = ["open": "open", "tent": "tent", "my_place": "./my place.json"]
    for (name, place) in places {
      let one = "render -p light -f -o one.wav --gain -3".words + ["--place", place] + settings
      #expect(try await program.call(one).status == 0)
      let file = try program.contents(of: "out/light-\(name)-gain-3.wav")
      #expect(try program.contents(of: "one.wav") == file)
    }
    let rows = try entries()
    #expect(rows.count == 6)
    let varied = rows.compactMap { ($0["varied"] as? [String: Any])?["place"] as? String }
    #expect(Set(varied) == ["open", "tent", "my place"])
  }

  @Test("each key of a list has one type, also where settings move, and the list is known again")
  func types() async throws {
    try program.write(
      """
      {"curves": {"rainfall": [[0, "light"], ["50%", 20, "smooth"], [1, 30]],
       "place": [[0, "tent"], ["100%", "car"]]}}
      """, to: "words.json")
    let words = "batch storm steady ./words.json -O out -d 1 -r 8000 -q".words
    #expect(try await program.call(words).status == 0)
    let rows = try program.list("out/manifest.jsonl")
    for row in rows {
      let settings = try #require(row["settings"] as? [String: Any])
      #expect(settings["curves"] == nil || settings["curves"] is String)
    }
    #expect(rows.contains { ($0["settings"] as? [String: Any])?["curves"] != nil })
    let again = try await program.call(words.filter { $0 != "-q" })
    #expect(again.errors.contains("3 of 3 files unchanged"), "\(again.errors)")
    #expect(try await program.call("hash --files --check out/manifest.jsonl").status == 0)
    #expect(try await program.call("hash --check out/manifest.jsonl").status == 0)
  }

  @Test(
    "a file that batch has not written, or that was changed since, is replaced only with --force")
  func force() async throws {
    let words = "batch light -O out".words + settings
    try program.write("mine", to: "out/light.wav")
    let foreign = try await program.call(words)
    #expect(foreign.status == 1 && foreign.errors.contains("out/light.wav: exists; -f replaces it"))
    #expect(try await program.call(words + ["-f"]).status == 0)
    let manifest = try program.contents(of: "out/manifest.jsonl")

    let wave = try program.contents(of: "out/light.wav")
    try program.write(wave + [0, 0], to: "out/light.wav")
    let changed = try await program.call(words)
    #expect(changed.status == 1 && changed.errors.contains("out/light.wav: exists"))
    #expect(try await program.call(words + ["-f"]).status == 0)
    #expect(try program.contents(of: "out/light.wav") == wave)
    #expect(try program.contents(of: "out/manifest.jsonl") == manifest)

    let marks = String(repeating: "\u{301}", count: 31)
    for text in ["{}", "[1, 2]", "{\n  \"rainsynth\": \"\(marks)\""] {
      try program.write(text, to: "out/manifest.jsonl")
      let run = try await program.call(words)
      #expect(run.status == 1 && run.errors.contains("out/manifest.jsonl: exists"))
      #expect(try program.contents(of: "out/manifest.jsonl") == Array(text.utf8))
    }
  }

  @Test("with any manifest, batch succeeds or prints an error, and leaves a valid manifest")
  func hostile() async throws {
    #expect(try await written().count == 2)
    let good = String(decoding: try program.contents(of: "out/manifest.jsonl"), as: UTF8.self)
    for (old, new) in [
      ("light.wav", "../mine.json"), ("light.wav", "a\\u0000b"),
      ("\"bytes\":", "\"bytes\":-"), ("{\"file\"", "{{\"file\""), ("}}", "}"),
      ("\"sha256\"", "sha256"), ("\"settings\":{", "\"settings\":{\"x\":{},"),
    ] {
      try program.write(good.replacing(old, with: new), to: "out/manifest.jsonl")
      let run = try await program.call(
        "batch light mine.json -O out -f".words + settings)
      #expect(run.status == 0, "\(new): \(run.errors)")
      let files = try entries().compactMap { $0["file"] as? String }
      #expect(files.sorted() == ["light.wav", "mine.wav"], "\(new)")
    }
  }

  @Test("per-file gives each file a seed of its own, from its name alone, in batch and hash alike")
  func seeds() async throws {
    try program.write("{}", to: "a.json")
    try program.write("{}", to: "b.json")
    let words = "--seed per-file -r 8000 -d .1".words
    #expect(
      try await program.call("batch ./a.json b.json -O out -q".words + words).status == 0
    )
    let hashes = try await program.call(["hash", "a.json", "b.json"] + words).text
    for name in ["a", "b"] {
      // printf a | sha256sum | cut -c 1-13
      let seed = name == "a" ? 0xca97_8112_ca1bb : 0x3e23_e816_0039_5
      let info = try await program.call("info --json out/\(name).wav").text
      #expect(info.contains("\"seed\":\(seed)"), "\(info)")
      let digits = try await program.call("hash a.json --seed \(seed) -r 8000 -d .1").text.prefix(
        64)
      #expect(hashes.contains(digits))
    }
    try program.write(hashes, to: "sums")
    let check = try await program.call("hash --check sums")
    #expect(check.status == 0)
    let lines = check.text.split(separator: "\n")
    #expect(
      lines.count == 2
        && lines.allSatisfy { $0.contains(" --seed per-file ") && $0.hasSuffix(": OK") })
    let render = try await program.call("render -o x.wav".words + words)
    #expect(render.status == 2 && render.errors.contains("--seed per-file is for batch and hash"))
  }

  @Test("a missing folder is made, with those above it, but only if something is rendered")
  func missingFolder() async throws {
    #expect(
      try await program.call("batch gone.json -O new/deep/".words + settings).status == 1)
    #expect(try program.files() == ["mine.json", "out"])
    #expect(try await program.call("batch light -O new/deep/".words + settings).status == 0)
    #expect(try program.contents(of: "new/deep/light.wav").count > 44)
    let run = try await program.call("batch light -O mine.json/x".words + settings)
    #expect(run.status == 1 && run.errors.contains("mine.json/x: Not a directory"))
  }

  @Test("the last line says how many files were rendered, their length, their size and the speed")
  func lastLine() async throws {
    let words = "-r 8000 -d 0.5 -b s24 -O out".words
    let run = try await program.call(["batch", "light", "mine.json"] + words)
    #expect(run.status == 0)
    let bytes = try entries().compactMap { $0["bytes"] as? Int }.reduce(0, +)
    let size = (Double(bytes) / 1024).rounded()
    #expect(
      run.errors.hasPrefix("rainsynth: out: 2 files, 1 s, \(Int(size)) KiB, ")
        && run.errors.hasSuffix(" x real time\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)

    let more = try await program.call(["batch", "light", "mine.json", "tent", "gone.json"] + words)
    let lines = more.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(more.errors)")
    #expect(lines.dropFirst(2).first?.hasPrefix("rainsynth: out: 1 file, 0.5 s, ") == true)
    #expect(lines.last == "rainsynth: 1 of 4 presets failed: 'gone.json'")

    let unchanged = try await program.call(["batch", "light"] + words)
    #expect(unchanged.errors == "rainsynth: 1 of 1 files unchanged; --all renders them\n")
    #expect(try await program.call("batch light -q --all".words + words).errors.isEmpty)
  }

  @Test(
    "a batch of WAVs above 4 GiB says once that they are RF64", .enabled(if: Build.isOptimised))
  func rf64Note() throws {
    // Files may not grow to such a length here, so that none is rendered.
    let words = "-O out -d 8h --progress never".words
    let run = try program.run(["batch", "light", "mine.json"] + words, blocksPerFile: 64)
    let notes = run.errors.split(separator: "\n").filter { $0.contains("RF64") }
    #expect(
      notes == [
        "rainsynth: 2 files exceed 4 GiB and are RF64, which opusenc, lame and aplay cannot read; "
          + "up to 6:45:47 fits a plain WAV, any length fits raw samples: render -o FILE.raw"
      ], "\(run.errors)")
    let one = try program.run(["batch", "light"] + words, blocksPerFile: 64).errors
    #expect(one.contains("'light.wav' exceeds 4 GiB and is RF64"), "\(one)")
    let quiet = try program.run("batch light -q".words + words, blocksPerFile: 64)
    #expect(!quiet.errors.contains("RF64"), "\(quiet.errors)")
  }
}
