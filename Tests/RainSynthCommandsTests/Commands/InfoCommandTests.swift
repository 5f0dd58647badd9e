import Foundation
import RainDSP
import RainFiles
import RainSynthCommands
import RainTestSupport
import RainAudio
import Testing

@Suite struct InfoCommandTests {
  private let program = BuiltProgram()

  private func info(_ file: String) async throws -> [String: Any] {
    let run = try await program.call("info --json \(file)")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try json(run.output)
  }

  @Test("info prints format, settings, levels, and the hash that hash prints")
  func ours() async throws {
    let words = "-q -r 8000 -d .5 -s 18446744073709551615 --gain -3".words
    #expect(try await program.call("render -p light -o x.wav".words + words).status == 0)
    let hash = try await program.call("hash -p light".words + words).text.prefix(64)
    let info = try await info("x.wav")
    #expect(info["format"] as? String == "s16")
    #expect(info["sampleRate"] as? Int == 8000)
    #expect(info["channels"] as? Int == 2)
    #expect(info["frames"] as? Int == 4000)
    #expect(info["sha256"] as? String == String(hash))
    #expect(info["software"] as? String == "rainsynth \(ThisProgram.version)")
    let settings = try #require(info["settings"] as? [String: Any])
    #expect(settings["seed"] as? UInt64 == .max)
    #expect(settings["gain"] as? Int == -3)
    #expect(settings["revision"] as? Int == Rain.soundRevision)
    #expect(settings["preset"] as? String == "light")
    for key in ["peak", "rms", "loudness", "truePeak"] {
      let level = try #require(info[key] as? Double)
      #expect(level < 0 && level > -60, "\(key)")
    }
    #expect(info["fullScaleSamples"] as? Int == 0)
    #expect(info["loop"] is NSNull)

    let text = try await program.call("info x.wav").text
    #expect(text.contains("sha256      \(hash)\n"))
    #expect(text.contains("length      0.500 s, 4000 frames\n"))
    #expect(text.contains("settings    --duration=0.5s --seed=18446744073709551615 --rate=8000 "))
    #expect(text.contains(" --gain=-3\n"))
  }

  @Test(
    "Doubles, as numpy writes them, are measured and drawn; another format is named with its way")
  func doubles() async throws {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) }
    }
    let samples = (0..<8000).flatMap { number in
      bytes(Int(bitPattern: UInt((Double(number % 80 - 40) / 80).bitPattern)), 8)
    }
    let format =
      bytes(3, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(64_000, 4) + bytes(8, 2)
      + bytes(64, 2)
    let body =
      Array("WAVEfmt ".utf8) + bytes(16, 4) + format + Array("data".utf8)
      + bytes(samples.count, 4) + samples
    try program.write(Array("RIFF".utf8) + bytes(body.count, 4) + body, to: "x.wav")
    let info = try await program.call("info --json x.wav")
    #expect(info.status == 0 && info.text.contains("\"f64\""), "\(info.errors)")
    // 40/80 of full scale.
    #expect(info.text.contains("-6.02"), "\(info.text)")
    #expect(try await program.call("spectrogram x.wav --svg x.svg").status == 0)
    try program.write("ID3", to: "n.mp3")
    let other = try await program.call("info n.mp3")
    #expect(other.status == 1)
    #expect(
      other.errors.contains(
        "n.mp3: is not a WAV file; this reads its sound: ffmpeg -i n.mp3 -f wav -"))
    // In mu-law, whose tag is 7.
    let coded =
      bytes(7, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2)
    let law =
      Array("WAVEfmt ".utf8) + bytes(16, 4) + coded + Array("data".utf8) + bytes(100, 4)
      + [UInt8](repeating: 85, count: 100)
    try program.write(Array("RIFF".utf8) + bytes(law.count, 4) + law, to: "my law.wav")
    for command in ["info", "match"] {
      let run = try await program.call([command, "my law.wav"])
      #expect(
        run.status != 0
          && run.errors.contains(
            "this reads its sound: ffmpeg -i 'my law.wav' -f wav - | rainsynth \(command) -"),
        "\(run.errors)")
    }
  }

  @Test("of a drop, info prints the flags of drop that make it again")
  func drop() async throws {
    let words = "-p puddles --number 3 -s 7 -r 8000 -b s24".words
    #expect(try await program.call("drop -o x.wav".words + words).status == 0)
    let text = try await program.call("info x.wav").text
    #expect(
      text.contains("\nsettings    --number=3 --seed=7 --rate=8000 --channels=2 --format=s24"))
    let flags = text.split { $0 == " " || $0 == "\n" }.map(String.init).filter {
      $0.hasPrefix("--")
    }
    #expect(try await program.call("drop -o again.wav".words + flags).status == 0)
    func hash(_ file: String) async throws -> Substring? {
      try await program.call("info \(file)").text.split(separator: "\n").first {
        $0.hasPrefix("sha256")
      }
    }
    let first = try #require(try await hash("x.wav"))
    #expect(try await hash("again.wav") == first)
  }

  @Test("two channels that are ears are named so, and rendered again from there")
  func ears() async throws {
    #expect(try await program.call("render -q -d 1 -r 8000 -c binaural -o x.wav".words).status == 0)
    let text = try await program.call("info x.wav").text
    #expect(text.contains("\nchannels    2, binaural\n") && text.contains("seed 1, binaural\n"))
    #expect(text.contains("--channels=binaural") && text.contains("LUFS"), "\(text)")
    let json = try await program.call("info --json x.wav").text
    #expect(json.contains("\"layout\": \"binaural\""))
    let sum = try await program.call("hash -q -d 1 -r 8000 -c binaural".words).text.prefix(64)
    #expect(sum.count == 64 && text.contains(sum))
    // FL and FR, as every player takes them.
    #expect(try await program.call("render -q -d 1 -c binaural -b s24 -o y.wav".words).status == 0)
    #expect(try program.contents(of: "y.wav")[40..<44] == [3, 0, 0, 0])
  }

  @Test("several files are read, and standard input; a file that cannot be read stops no other")
  func several() async throws {
    for (name, rate) in [("a.wav", "8000"), ("b.wav", "9000")] {
      let words = ["render", "-q", "-d", ".2", "-r", rate, "-o", name]
      #expect(try await program.call(words).status == 0)
    }
    let run = try await program.call("info a.wav gone.wav b.wav")
    #expect(run.status == 1 && run.errors.contains("gone.wav: No such file"))
    #expect(try await program.call("info --json gone.wav").output.isEmpty)
    #expect(try await program.call("info --json gone.wav gone.wav").text == "[]\n")
    #expect(run.text.hasPrefix("file        a.wav\nformat      s16\nrate        8000 Hz\n"))
    #expect(run.text.contains("\n\nfile        b.wav\nformat      s16\nrate        9000 Hz\n"))
    let both = try await program.call("info --json a.wav b.wav").output
    let objects = try json(both, as: [[String: Any]].self)
    #expect(objects.compactMap { $0["file"] as? String } == ["a.wav", "b.wav"])
    let file = try await program.call("info a.wav").text
    #expect(try program.run(["info", "-"], input: program.contents(of: "a.wav")).text == file)
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(try program.contents(of: "a.wav")))
    try pipe.fileHandleForWriting.close()
    let piped = try program.run(["info", "-"], inputHandle: pipe.fileHandleForReading)
    #expect(piped.text == file, "\(piped.errors)")
  }

  @Test("settings are wrapped to the screen, and --rainfall stands for all that it sets")
  func settings() async throws {
    let words = "-q -r 8000 -d .1 --rainfall heavy --gain -3".words
    #expect(try await program.call("render -o x.wav".words + words).status == 0)
    for columns in [50, 80] {
      let run = try await program.call(["info", "x.wav"], variables: ["COLUMNS": "\(columns)"])
      #expect(run.text.contains("--rainfall=25 --gain=-3\n"))
      let lines = run.text.split(separator: "\n").filter { $0.contains("--") }
      #expect(lines.count > 1 && lines.allSatisfy { $0.count <= columns })
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("            --") })
    }
  }

  @Test("a file from elsewhere needs no settings, and silence has no level")
  func foreign() async throws {
    let header = WaveLayout(format: .s16, sampleRate: 8000, channels: 2, frames: 8000).header
    try program.write(header + [UInt8](repeating: 0, count: 32_000), to: "x.wav")
    let info = try await info("x.wav")
    #expect(info["settings"] is NSNull && info["software"] is NSNull)
    for key in ["peak", "rms", "loudness", "truePeak"] { #expect(info[key] is NSNull) }
    let text = try await program.call("info x.wav").text
    #expect(text.contains("peak        -inf dBFS\n") && text.contains("loudness    none\n"))
    #expect(!text.contains("settings"))
    let again = try await program.call("render --like x.wav -o y.wav")
    #expect(again.status == 1 && again.errors.contains("x.wav: stores no settings"))
  }

  @Test("a file that lacks its end is measured as far as it goes, with status 1")
  func truncated() async throws {
    #expect(
      try await program.call("render -q -r 8000 -d .1 -o x.wav").status == 0)
    try program.write(try program.contents(of: "x.wav").dropLast(2244), to: "x.wav")
    let run = try await program.call("info x.wav")
    #expect(run.status == 1)
    #expect(run.text.contains("length      0.030 s, 239 frames\n"))
    #expect(run.errors.contains("x.wav: lacks its end: 2244 bytes of samples are missing"))
  }

  @Test("every preset is rendered again to the last byte, with any flags")
  func like() async throws {
    var random = RandomLanes(RandomKey(seed: 11))
    for (number, preset) in Preset.shippedNames.enumerated() {
      let draw = random.next()
      func pick(_ lane: Int, _ choices: [String]) -> [String] {
        choices[Int(draw[lane] % UInt32(choices.count))].split(separator: " ").map(String.init)
      }
      // A loop takes a second, and a night that ends otherwise than it begins is none.
      let time =
        number % 7 == 0 && preset != "night"
        ? "--loop -d 1" : "-d .25 --fade-in .05 --fade-out 100ms"
      let words =
        ["-p", preset, "-s", "\(draw[0])", "-q", "-r", "\(8000 + draw[1] % 1000)"]
        + pick(2, ["-b s16", "-b s24", "-b s32", "-b f32", "--no-dither"])
        + pick(3, ["-c 1", "-c 2"])
        + pick(4, [time, "\(time) --from .1", "\(time) --to .1", "\(time) --from 30ms --to .2"])
        + pick(5, ["--gain -2.7", "--width 1e-5", "--surface water", "--lowpass 3.3k"])
      #expect(
        try await program.call("render -o a.wav -f".words + words).status == 0, "\(words)")
      let again = try await program.call("render -q --like a.wav -o b.wav -f")
      #expect(again.status == 0 && again.errors.isEmpty, "\(words): \(again.errors)")
      #expect(
        try program.contents(of: "a.wav") == program.contents(of: "b.wav"), "\(words)")
    }
  }

  @Test("bext has the levels that info measures, where --loudness or --true-peak has measured them")
  func levels() async throws {
    let words = "-q -f -r 8000 -b s24 -d 4".words
    for (command, file) in [
      ("render --loudness -30 -o a.wav", "a.wav"), ("render --true-peak -9 -o b.wav", "b.wav"),
      ("render --loudness -27 -c 5.1.4 -o c.wav", "c.wav"),
      ("batch light --loudness -28 -O b", "b/light.wav"),
      // Again, and with another seed.
      ("render --like a.wav -o d.wav", "d.wav"), ("render --like a.wav -s 9 -o e.wav", "e.wav"),
    ] {
      let run = try await program.call(command.words + words)
      #expect(run.status == 0, "\(run.errors)")
      let bext = try #require(try WaveChunks(program.contents(of: file)).contents["bext"])
      let info: [String: Any] = try json(try await program.call(["info", "--json", file]).output)
      #expect(bext.integer(346, 2) == 2)
      for (offset, key) in [(412, "loudness"), (416, "truePeak")] {
        let level = Double(Int16(truncatingIfNeeded: bext.integer(offset, 2))) / 100
        #expect(abs(level - (info[key] as? Double ?? 0)) < 0.02, "\(file): \(key) \(level)")
      }
      let levels = [412, 418, 420].map { Int16(truncatingIfNeeded: bext.integer($0, 2)) }
      // 400 ms are louder than 3 s, and these than all.
      #expect(levels[1] >= levels[2] && levels[2] + 50 >= levels[0], "\(levels)")
    }
    for command in ["render -o f.wav", "render --time-reference 1:00:00 --from 1 -o g.wav"] {
      #expect(try await program.call(command.words + words).status == 0)
    }
    let none = try #require(try WaveChunks(program.contents(of: "f.wav")).contents["bext"])
    #expect(none.integer(346, 2) == 1 && none[412...].allSatisfy { $0 == 0 })
    let later = try #require(try WaveChunks(program.contents(of: "g.wav")).contents["bext"])
    #expect(later.integer(338, 8) == 3601 * 8000)
  }

  @Test("every option and every setting of a file can be overridden beside --like, switches too")
  func overrideAll() async throws {
    let render = "render -q -f".words
    let stored =
      "-d 1 -s 7 -r 8000 -c 1 -b s24 --no-dither --loop --from .25 --to .5 --gain -6 --surface metal"
      .words
    #expect(try await program.call(render + stored + ["-o", "a.wav"]).status == 0)
    let others =
      "-d 1.5 -s 8 -r 8100 -c 2 -b s16 --dither --no-loop --from 0 --to 1.2 --fade-in .1 --fade-out .2 --gain 0 --surface open"
      .words
    #expect(try await program.call(render + others + ["-o", "b.wav"]).status == 0)
    let like = try await program.call(render + "--like a.wav -o c.wav".words + others)
    #expect(like.status == 0, "\(like.errors)")
    #expect(try program.contents(of: "b.wav") == program.contents(of: "c.wav"))
    // A longer whole is rendered to its end.
    #expect(try await program.call(render + "-r 8000 -d .1 -o a.wav".words).status == 0)
    #expect(try await program.call(render + "-r 8000 -d .2 -o b.wav".words).status == 0)
    #expect(
      try await program.call(render + "--like a.wav -d .2 -o c.wav".words).status == 0)
    #expect(try program.contents(of: "b.wav") == program.contents(of: "c.wav"))
  }

  @Test("stored settings that are wrong or incomplete are reported with the file's name")
  func hostile() async throws {
    #expect(
      try await program.call("render -q -r 8000 -d .1 -o x.wav").status == 0)
    let good = try program.contents(of: "x.wav")
    func replace(_ old: String, _ new: String) async throws -> BuiltProgram.Run {
      let range = try #require(good.firstRange(of: Array(old.utf8)))
      try program.write(good.replacing(good[range], with: Array(new.utf8)), to: "y.wav")
      let info = try await program.call("info y.wav")
      #expect(info.status == 0, "\(info.errors)")
      return try await program.call("render --like y.wav -o z.wav")
    }
    for (old, new, hint) in [
      ("\"seed\":1", "\"seed\":x", "its settings: "), ("\"seed\":1", "\"seex\":1", "'seex'"),
      ("\"seed\":1", "\"drop\":1", "made by drop"),
      ("\"rate\":8000", "\"rate\":8.00", "its settings: rate takes"),
      ("\"duration\":800", "\"duration\":-80", "its settings: duration takes"),
      ("\"channels\":2", "\"channels\":3", "its settings: channels takes"),
    ] {
      let run = try await replace(old, new)
      #expect(run.status == 1 && run.errors.contains("y.wav: "), "\(new)")
      #expect(run.errors.contains(hint), "\(run.errors)")
    }
    let version = try await replace("rainsynth \(ThisProgram.version)", "rainsynth 9.0.0")
    #expect(version.status == 0 && !version.errors.contains("differ"), "\(version.errors)")
  }

  @Test("--like says so when a file has another sound revision, and reads files without one")
  func revision() async throws {
    #expect(
      try await program.call("render -q -r 8000 -d .1 -o x.wav").status == 0)
    let good = try program.contents(of: "x.wav")
    func like(_ member: String, _ words: String...) async throws -> BuiltProgram.Run {
      let old = Array("\"revision\":\(Rain.soundRevision),".utf8)
      let range = try #require(good.firstRange(of: old))
      // The chunk keeps its length.
      let new = Array(member.utf8) + Array(repeating: UInt8(ascii: " "), count: old.count)
      try program.write(
        Array(good[..<range.lowerBound] + new.prefix(old.count) + good[range.upperBound...]),
        to: "y.wav")
      return try await program.call("render --like y.wav -f -o z.wav".words + words)
    }
    let same = try await like("\"revision\":\(Rain.soundRevision),")
    #expect(same.status == 0 && !same.errors.contains("revision"), "\(same.errors)")
    let other = try await like("\"revision\":8,")
    #expect(other.status == 0)
    #expect(
      other.errors.hasPrefix(
        "rainsynth: 'y.wav' has sound revision 8; this is sound revision \(Rain.soundRevision), "
          + "and its samples differ\n"))
    #expect(try await like("\"revision\":8,", "-q").errors.isEmpty)
  }

  @Test("a stem says which one it is, and each file has its title")
  func stems() async throws {
    let words = "render -q -p puddles -d .5 -r 8000 --stems st -o whole.wav".words
    #expect(try await program.call(words).status == 0)
    for stem in ["drops", "patter", "echo", "bed", "wind", "thunder"] {
      try program.write(try program.contents(of: "st/\(stem).wav"), to: "x.wav")
      #expect(try await info("x.wav")["stem"] as? String == stem)
      #expect(try await program.call("info x.wav").text.contains("stem        \(stem), a part"))
    }
    let whole = try await info("whole.wav")
    #expect(whole["stem"] is NSNull && whole["title"] as? String == "Rain: puddles, seed 1, stereo")
  }

  @Test("texts of others are shown as they were written, in UTF-8 or else in Latin-1")
  func letters() async throws {
    for (bytes, text) in [
      (Array("Tröpfchen 雨".utf8), "Tröpfchen 雨"), ([0x6E, 0x61, 0xEF, 0x76, 0x65], "naïve"),
      ([0x53, 0xDF, 0x2C, 0xE9], "Sß,é"), (Array("plain".utf8), "plain"),
    ] {
      for (key, name) in [("ICMT", "comment"), ("INAM", "title")] {
        let item = Array(key.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
        let list = Array("INFO".utf8) + item + (bytes.count % 2 == 0 ? [] : [0])
        var wave = try await program.call("render -q -d .1 -r 8000 -o -").output
        wave.replaceSubrange(try #require(wave.firstRange(of: "LIST".utf8)), with: "JUNK".utf8)
        wave += Array("LIST".utf8) + [UInt8(list.count), 0, 0, 0] + list
        try program.write(wave, to: "x.wav")
        #expect(try await info("x.wav")[name] as? String == text)
        #expect(try await program.call("info x.wav").text.contains(text))
      }
    }
  }
}
