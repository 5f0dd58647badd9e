import Foundation
import RainAudio
import RainDSP
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

/// The commands that render, as users run them.
@Suite struct SoundCommandTests {
  private let program = BuiltProgram()

  /// Settings under which a second of sound costs little.
  private static let quick = "-r 8000 -d 1".words

  private func stream(_ words: String...) async throws -> [UInt8] {
    let run = try await program.call(["stream", "-q"] + words)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  private func sum(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes.span)
    return SHA256.hex(hash.finalize())
  }

  @Test(
    "hash prints what sha256sum prints for the stream, in each format",
    arguments: SampleFormat.allCases)
  func hashOfFormats(_ format: SampleFormat) async throws {
    let settings = ["-b", format.rawValue, "-c", "1", "--no-dither"] + Self.quick
    let bytes = try await program.call(["stream", "-q"] + settings).output
    #expect(bytes.count == 8000 * format.bytesPerSample)
    let run = try await program.call(["hash", "-q"] + settings)
    #expect(run.text.hasPrefix("\(sum(bytes))  steady --"))
    #expect(run.errors.isEmpty)
  }

  @Test("render writes the stream behind an exact header, to a file and to a pipe alike")
  func render() async throws {
    let settings = "-q -b s24 -c 1 -r 8000 --from .1 --to .100125".words
    let bytes = try await program.call(["stream"] + settings).output
    #expect(bytes.count == 3)
    #expect(try await program.call("render -o x.wav".words + settings).status == 0)
    let file = try program.contents(of: "x.wav")
    let chunks = try WaveChunks(file)
    #expect(chunks.order == ["fmt ", "bext", "LIST", "data"] && chunks.contents["data"] == bytes)
    // Above 16 bits the format is EXTENSIBLE; the time of bext is that of the first frame.
    #expect(chunks.contents["fmt "]?.integer(0, 2) == 0xFFFE)
    let bext = try #require(chunks.contents["bext"])
    #expect(bext.integer(338, 8) == 800 && bext.starts(with: "Rain: steady, seed 1, mono\0".utf8))
    #expect(try await program.call("render -o -".words + settings).output == file)
    #expect(try program.files() == ["x.wav"])
  }

  @Test("--ucs names files and stems by category, name, creator and source, and AmbiX at the end")
  func categorizedNames() async throws {
    let settings = "-q -r 8000 -d .1 -p tin-roof --ucs -f".words
    func files(_ words: String...) async throws -> [String] {
      let run = try await program.call(words + settings)
      #expect(run.status == 0, "\(run.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: program.path("a/b"))
      try FileManager.default.removeItem(atPath: program.path("a"))
      return files.sorted()
    }
    #expect(try await files("render", "-O", "a/b") == ["RAINMetl_tin-roof_rainsynth_seed1.wav"])
    #expect(
      try await files("render", "-O", "a/b", "--ucs-creator", "Jo", "--ucs-source", "Roofs 1")
        == ["RAINMetl_tin-roof_Jo_Roofs 1.wav"])
    #expect(
      try await files(
        "render", "-O", "a/b", "-c", "foa", "-s", "7", "--stems", "a/b", "--ucs-name=x-y")
        == (["", " bed", " drops", " echo", " patter", " thunder", " wind"].map {
          "RAINMetl_x-y\($0)_rainsynth_seed7_ambix.wav"
        }).sorted())
    let batch = "batch tent light --ucs -q -r 8000 -d .1 -O c".words
    for _ in 1...2 {
      #expect(try await program.call(batch + ["--rainfall", "light,heavy"]).status == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: program.path("c")).sorted() == [
          "RAINClth_tent-heavy_rainsynth_seed1.wav", "RAINClth_tent-light_rainsynth_seed1.wav",
          "RAIN_light-heavy_rainsynth_seed1.wav", "RAIN_light-light_rainsynth_seed1.wav",
          "manifest.jsonl",
        ])
    }
  }

  @Test(
    "0 seconds are a valid WAV without samples in a pipe, and a slip where a file would get a name")
  func nothing() async throws {
    for words in [["-d", "0"], "-d 1 --from .5 --to .5".words] {
      let run = try await program.call("render -o x.wav".words + words)
      #expect(run.status == 2 && run.errors.contains("there is no frame to write"), "\(run.errors)")
      let batch = try await program.call("batch light -O b".words + words)
      #expect(batch.status != 0 && batch.errors.contains("there is no frame to write"))
    }
    #expect(try program.files() == [])
    let chunks = try await WaveChunks(program.call("render -o - -d 0").output)
    #expect(chunks.order == ["fmt ", "bext", "LIST", "data"])
    #expect(try await stream("-d", "0").isEmpty)
    #expect(try await stream("-d", "1", "--from", ".5", "--to", ".5").isEmpty)
  }

  @Test("a WAV stores its software and all settings, also those that were not given")
  func metadata() async throws {
    func information(_ words: String...) async throws -> [String: String] {
      try await WaveChunks(program.call(words + ["-q"]).output).information()
    }
    let software = "rainsynth \(ThisProgram.version)"
    let least = try await information("render", "-o", "-", "-d", "0")
    #expect(least["ISFT"] == software)
    #expect(
      least["ICMT"]?.hasPrefix(
        """
        {"revision":\(Rain.soundRevision),"duration":0,"seed":1,"rate":44100,"channels":2,\
        "format":"s16","dither":true,"from":0,"to":0,"loop":false,"fadeIn":0,"fadeOut":0,
        """) == true)
    for setting in Setting.allCases {
      #expect(least["ICMT"]?.contains("\"\(setting)\":") == true, "\(setting)")
    }
    try program.write("{\"gain\": -3, \"surface\": \"metal\", \"pink\": 0.1}", to: "mine.json")
    let comment =
      try await information(
        "render", "-o", "-", "-p", "mine.json", "--pink", "\(Rain()[.pink])", "--chirp", "0.3",
        "-r",
        "8000", "-c", "1", "-b", "s24", "--no-dither", "-s", "18446744073709551615", "-d", "1.5",
        "--from", "1", "--to", "1.1", "--fade-in", "0.25", "--fade-out", "1ms", "-j", "1"
      )["ICMT"] ?? ""
    #expect(
      comment.hasPrefix(
        """
        {"revision":\(Rain.soundRevision),"preset":"mine","duration":12000,\
        "seed":18446744073709551615,"rate":8000,"channels":1,"format":"s24","dither":false,\
        "from":8000,"to":8800,"loop":false,"fadeIn":2000,"fadeOut":8,
        """))
    for member in [
      "\"surface\":\"metal\"", "\"chirp\":0.3", "\"gain\":-3", "\"pink\":\(Rain()[.pink])",
    ] {
      #expect(comment.contains(member), "\(comment)")
    }
    let drop = try await information("drop", "-o", "-", "--number", "3")
    #expect(drop["ISFT"] == software)
    #expect(drop["ICMT"]?.hasPrefix("{\"drop\":3,\"revision\":") == true)
  }

  @Test("a loop goes on where it ends, and its WAV says so when it holds all of it")
  func loop() async throws {
    // Noise without drops and dither: at 8 kHz, frame differs little from frame below 300 Hz.
    let settings =
      "-q -r 8000 -c 1 -b f32 --drops 0 --patter-rate 0 --brown 0.2 --pink 0 --bed-highpass 20 --bed-lowpass 200 -d 1.5"
      .words
    let rain = try await samples(settings)
    let loop = try await samples(settings + ["--loop"])
    #expect(loop.count == 12_000 && loop != rain)
    let steps = zip(loop, loop.dropFirst()).map { abs($1 - $0) }
    #expect(abs(loop[0] - loop[11_999]) <= steps.max() ?? 0)
    let beginning = try await samples(settings + "--loop --to 0.7".words)
    #expect(try await beginning + samples(settings + "--loop --from 0.7".words) == loop)

    func chunks(_ words: String...) async throws -> [String: [UInt8]] {
      let run = try await program.call("render -o - --loop".words + settings + words)
      return try WaveChunks(run.output).contents
    }
    let whole = try await chunks()
    #expect(whole["data"] == (try await program.call(["stream", "--loop"] + settings)).output)
    #expect(whole["smpl"]?.integer(48, 4) == 11_999)
    #expect(try await chunks("--from", "0.1")["smpl"] == nil)
    #expect(try await chunks("--to", "1.4")["smpl"] == nil)
    let drop = try await program.call("drop -o - -r 8000")
    #expect(try WaveChunks(drop.output).order == ["fmt ", "bext", "LIST", "data"])
  }

  /// The output of `stream` with `-b f32`.
  private func samples(_ settings: [String]) async throws -> [Float] {
    let bytes = try await program.call(["stream"] + settings).output
    return stride(from: 0, to: bytes.count, by: 4).map { offset in
      Float(bitPattern: UInt32(bytes.integer(offset, 4)))
    }
  }

  @Test("slices joined are the whole, fades and dither and all")
  func slices() async throws {
    let fades = "-r 8000 --fade-in .4 --fade-out .7".words
    let whole = try await program.call("stream -q -d 1.5".words + fades).output
    #expect(whole.count == 12_000 * 4)
    var joined: [UInt8] = []
    let cuts = ["0", ".1", ".1001", "250ms", "0:00.7", "1.4999", "1.5"]
    for (from, to) in zip(cuts, cuts.dropFirst()) {
      joined += try await program.call(
        ["stream", "-q", "-d", "1.5", "--from", from, "--to", to] + fades
      ).output
    }
    #expect(joined == whole)
    // Without a fade-out, the length of the whole does not matter.
    let beginning = try await stream("-r", "8000", "-d", "1")
    #expect(
      try await stream("-r", "8000", "--to", ".5") == Array(beginning.prefix(beginning.count / 2)))
  }

  @Test("a preset file in a path is found, and a shipped name means the shipped one")
  func presetFiles() async throws {
    try program.write("{\"drops\": 0, \"patterRate\": 0, \"pink\": 0}", to: "light.json")
    try program.write("{\"drops\": 0, \"patterRate\": 0, \"pink\": 0}", to: "light")
    let settings = "-r 8000 -d .2 -b f32".words
    for file in ["./light.json", "light.json", "./light"] {
      let bytes = try await program.call(["stream", "-p", file] + settings).output
      #expect(bytes.count == 1600 * 8)
      #expect(bytes.allSatisfy { $0 == 0 }, "\(file)")
    }
    let shipped = try await program.call("stream -p light".words + settings).output
    #expect(!shipped.allSatisfy { $0 == 0 })
  }

  @Test("each seed has its own rain, to the ends of its range")
  func seeds() async throws {
    var hashes: Set<String> = []
    for seed in ["0", "1", "2", "9223372036854775808", "18446744073709551615"] {
      hashes.insert(try await program.call(["hash", "-q", "-s", seed] + Self.quick).text)
    }
    #expect(hashes.count == 5)
    #expect(hashes.contains(try await program.call(["hash", "-q"] + Self.quick).text))
  }

  @Test("a random seed is printed, but for --quiet, and gives the same rain again")
  func randomSeed() async throws {
    #expect(try await program.call("hash -q -s random".words + Self.quick).errors.isEmpty)
    let drawn = try await program.call("hash -s random".words + Self.quick)
    let words = drawn.errors.split(separator: " ").map(String.init)
    let index = try #require(words.firstIndex(of: "--seed"))
    let again = try await program.call(["hash", "-q", "-s", words[index + 1]] + Self.quick)
    #expect(again.output == drawn.output)
    let other = try await program.call("hash -q -s random".words + Self.quick)
    #expect(other.output != drawn.output)
  }

  @Test("a wish that another one overrides is said, with the reason")
  func overridden() async throws {
    let shower = try await program.call("preset show shower")
    try program.write(shower.text, to: "shower.json")
    for (line, sentence) in [
      ("stream -p storm --rainfall 20", "--rainfall 20 takes the place of its curve in 'storm'"),
      ("stream -p storm", "what moves in 'storm' in 30:00 takes 0:00 here; -d 30:00 --to 0.1"),
      (
        "stream --gain -3 --curve gain=0=-9", "--gain -3 changes nothing: --curve says how it moves"
      ),
      ("stream -b f32 --dither", "--dither changes nothing in f32"),
      ("stream -p tent --curve place=0=open;.1=car", "--curve place takes the place of that of 't"),
      (
        "stream --place ./shower.json",
        "--place ./shower.json takes a place alone, and leaves out rainfall, dropSize, gust"
      ),
      ("stream --curve place=0=open;5=car", "key 2 of the curve of place lies after the end"),
      ("stream --curve gain=0=-9;100%|=0", "key 2 of the curve of gain jumps at the end"),
      ("flashes -p storm", "what moves in 'storm' in 30:00 takes 0:00 here; -d 30:00 --to 0.1"),
      (
        "stream -p night --curve rainfall=0=5;.1=9",
        "--curve rainfall takes the place of its curve in 'night'"
      ),
      (
        "batch storm -O names2 --rainfall 5,6", "--rainfall takes the place of its curve in 'storm'"
      ),
      (
        "vary -p storm -n 1 -O v1 --vary rainfall=5..6",
        "--vary rainfall takes the place of its curve in 'storm'"
      ),
      (
        "vary -p forest -n 1 -O v2 --vary place=tent,car",
        "--vary place takes the place of that of 'forest'"
      ),
      ("hash -p storm --rainfall 20", "--rainfall 20 takes the place of its curve in 'storm'"),
      ("batch tent -O names --place car", "--place car takes the place of that of 'tent'"),
      ("drop -p storm --svg -", "rainfall and 4 more settings would move; here their first"),
      ("drop -p night --svg -", "rainfall would move; here its first value stays"),
      ("drop --peak -3 --gain 5 --svg -", "--gain changes nothing: --peak sets the level"),
      ("drop -b s24 --svg -", "--format changes nothing in a picture; -o FILE writes the samples"),
      ("drop --scale 1 -o d.wav", "--scale changes nothing in a WAV; --svg FILE draws the drop"),
      ("drop -c 5.1 --svg -", "the picture is that of two channels; 5.1 goes to -o FILE"),
    ] {
      let words = line.words
      let run = try await program.call(
        words + (words[0] == "drop" ? [] : "-d .1 -r 8000".words))
      #expect(run.status == 0 && run.errors.contains(sentence), "\(line): \(run.errors)")
    }
  }

  @Test("where a flag is repeated, a sentence says which value counts, but not with --quiet")
  func repeated() async throws {
    for (line, sentence) in [
      ("-p light -p tent", "--preset is there more than once: --preset tent counts"),
      (
        "-p light --preset tent -p steady",
        "--preset is there more than once: --preset steady counts"
      ),
      ("--gain -3 --gain=-6", "--gain is there more than once: --gain -6 counts"),
      ("--dither --no-dither", "--dither is there more than once: --no-dither counts"),
      ("--gain -3 --gain -3", ""), ("--dither --dither", ""), ("-p light -p tent -q", ""),
      ("--curve gain=0=-3 --curve rainfall=0=light", ""),
    ] {
      let run = try await program.call("stream -d 0.01 \(line)")
      #expect(run.errors == (sentence.isEmpty ? "" : "rainsynth: \(sentence)\n"), "\(line)")
    }
    let varied = try await program.call(
      "vary -O v -n 1 -d 0.1 -q --vary gain=-9..0 --vary rainfall=1..9")
    #expect(varied.status == 0 && varied.errors.isEmpty, "\(varied.errors)")
  }

  @Test("a loudness that is missed, and a true peak beyond full scale, are said by how much")
  func missedLoudness() async throws {
    let words = "render -p light -d 1 -f -o x.wav".words
    let low = try await program.call(
      words + "--loudness -14 --true-peak -20 --gain -3".words)
    #expect(low.status == 0)
    #expect(
      low.errors.contains(" LU below --loudness: --true-peak allows no more"), "\(low.errors)")
    #expect(low.errors.contains("--gain -3 changes nothing: --loudness sets the gain"))
    let high = try await program.call(words + ["--loudness", "-11"])
    #expect(high.errors.contains(" dBTP, beyond full scale"), "\(high.errors)")
    let never = try await program.call(
      words + "-c 1 --rainfall .1 --dynamics 1 --loudness -10".words)
    #expect(never.status == 1 && never.errors.contains("no gain within -60 .. 24 dB"))
    let met = try await program.call(words + ["--loudness", "-40"])
    #expect(!met.errors.contains("LU ") && !met.errors.contains("dBTP"), "\(met.errors)")
  }

  @Test("each command that writes a file ends with a line about it, but for --quiet")
  func lastLines() async throws {
    for line in [
      "drop -o d.wav", "drop --svg d.svg", "drops -d 1 -o d.csv", "preset draw storm --svg p.svg",
      "spectrogram -d .1 -r 8000 --svg s.svg", "render -d .1 -r 8000 -o r.wav",
    ] {
      let words = line.words
      let run = try await program.call(words)
      let path = words[words.count - 1]
      #expect(
        run.status == 0
          && run.errors.split(separator: "\n").last?.hasPrefix("rainsynth: \(path): ") == true,
        "\(line): \(run.errors)")
      #expect(try await program.call(words + ["-q", "-f"]).errors.isEmpty, "\(line)")
    }
  }

  @Test("limited samples are reported when they can be heard, and not for floating point")
  func limiting() async throws {
    let loud = "--gain 24 --pink 1".words + Self.quick
    let run = try await program.call(["stream"] + loud)
    #expect(run.errors.contains(" % of the samples were limited by more than 1 dB"))
    #expect(run.errors.contains("--gain"))
    #expect(try await program.call(["stream", "-q"] + loud).errors.isEmpty)
    let float = try await program.call("stream -b f32".words + loud)
    #expect(!float.errors.contains("limited") && float.errors.contains("is loud in headphones"))
    let hash = try await program.call(["hash"] + loud).errors
    #expect(hash.hasSuffix("is loud in headphones\n") && hash.split(separator: "\n").count == 1)
    // The second example of the README.
    let plops = try await program.call(
      "stream --drops 300 --surface water --bubble-frequency 1100 --seed 7 -d 30 -c 1")
    #expect(plops.errors.isEmpty)
  }

  @Test("a rendered file is reported with its length, size and speed, but for --quiet")
  func summary() async throws {
    let run = try await program.call("render -o x.wav".words + Self.quick)
    #expect(run.errors.hasPrefix("rainsynth: x.wav: 1 s, 33 KiB, "), "\(run.errors)")
    #expect(run.errors.hasSuffix(" x real time\n"))
    #expect(try await program.call("render -q -fo x.wav".words + Self.quick).errors.isEmpty)
    #expect(try await program.call("render -o -".words + Self.quick).errors.isEmpty)
  }

  @Test("a name that is not of another kind of file is that of a WAV")
  func names() async throws {
    for name in ["x", "x.WAV", "night1.part", "take 1.5", ".hidden", "x.y/../x.wave"] {
      if name.contains("/") { try program.makeFolder("x.y") }
      #expect(
        try await program.call(["render", "-q", "-d", ".1", "-o", name]).status == 0, "\(name)")
    }
  }

  @Test("a file that ends in .raw or .pcm gets the samples only, as stream writes them")
  func rawFiles() async throws {
    let samples = try await program.call("stream -b s24".words + Self.quick).output
    for name in ["x.raw", "x.PCM"] {
      #expect(try await program.call(["render", "-b", "s24", "-o", name] + Self.quick).status == 0)
      #expect(try program.contents(of: name) == samples)
    }
  }

  @Test("for a WAV above 4 GiB, a note says that it is RF64 and how to avoid that")
  func rf64Note() throws {
    // Files may not grow to such a length here.
    let words = "render -d 8h -o x.wav".words
    let file = try program.run(words, blocksPerFile: 64)
    #expect(
      file.errors.contains("'x.wav' exceeds 4 GiB and is RF64")
        && file.errors.contains("up to 6:45:47 fits a plain WAV")
        && file.errors.contains(".raw"), "\(file.errors)")
    #expect(!(try program.run(words + ["-q"], blocksPerFile: 64)).errors.contains("RF64"))
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let long = "render -d 8h -b s24 -o -".words
    let piped = try program.run(long, output: pipe.fileHandleForWriting)
    #expect(
      piped.errors.contains(
        "this WAV exceeds 4 GiB and is RF64, which opusenc, lame and aplay cannot read; up to 4:30:31 fits a "
          + "plain WAV, any length fits raw samples, as 'rainsynth stream' writes them"),
      "\(piped.errors)")
  }

  @Test("the preset is applied first, then rainfall, then single settings, in any order")
  func precedence() async throws {
    func hash(_ line: String) async throws -> String {
      try await program.call(
        line.words + "-r 8000 -d .2".words
      ).text
        .prefix(64).description
    }
    let one = try await hash("hash -p tent --rainfall 5 --drops 100 --gain -3")
    #expect(try await hash("hash --drops 100 --gain -3 --rainfall 5 -p tent") == one)
    #expect(try await hash("hash --rainfall 9 --drops 100 --rainfall 5 --gain -3dB -p tent") == one)
    try program.write("{\"drops\": 100, \"rainfall\": 5}", to: "mine.json")
    #expect(try await hash("hash mine.json") == hash("hash --drops 100 --rainfall 5"))
    let quiet = try await hash("hash -p light --gain -20")
    #expect(try await hash("hash --gain 3 -p tent -plight --gain=-20dB") == quiet)
  }

  @Test("numbers, times and choices may be written as people write them")
  func spellings() async throws {
    func bytes(_ line: String) async throws -> [UInt8] {
      let run = try await program.call(
        line.words + "-q -r 8k".words)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    let plain = try await bytes("stream -d .5 -c 1 -b s16 --puddles 0.2")
    #expect(try await bytes("stream -d 500msec -c mono -b 16 --puddles 20%") == plain)
    #expect(try await bytes("stream -d .5sec -c Mono -b S16 --puddles 20%") == plain)
    #expect(try await bytes("stream -d .5 -c stereo -b float").count == 4000 * 8)
    #expect(
      try await bytes(
        "stream -d .1 -p Light --surface METAL --rainfall Heavy --impact-shape HALFSINE")
        == bytes("stream -d .1 -p light --surface metal --rainfall heavy --impact-shape halfSine"))
    let wrong = try await program.call("stream -d long")
    #expect(
      wrong.errors.contains("--duration takes a time such as 90, 1.5s, 10m, 8h, 1h30m or 5:00, not")
    )
  }

  @Test("flags that change nothing are told")
  func idleFlags() async throws {
    for (line, sentence) in [
      ("-d 10 --to 1 --fade-out 2", "--fade-out 2 belongs to the end of the whole, at 0:10"),
      ("-d 4 --to 3 --fade-out 2", "--fade-out 2 belongs to the end of the whole, at 0:04"),
      (
        "-d 2 --from 1 --fade-in 1",
        "--fade-in 1 belongs to the beginning of the whole, before --from"
      ),
      ("-d 2 --loop --gust 1", "so short a loop has no gusts, so --gust changes nothing"),
      (
        "-d .1 --echo-time 0 --patter-distance 9",
        "there is no echo, and no channel above, so --patter-distance changes"
      ),
      (
        "-d .1 --place tent --chirp 1 --curve chirp=0=0;1=1",
        "so --curve chirp changes nothing; --surface water changes that\n"
      ),
      (
        "-d .1 --pink 0 --gust 0 --bed-modulation .7",
        "there is no bed of noise, so --bed-modulation changes nothing; --pink 0.03 and --gust 0.2 "
          + "change that\n"
      ),
      ("-d 1 --curve rainfall=0=light;10m=heavy", "key 2 of the curve of rainfall lies after the"),
      (
        "-d .1 --puddles 0 --surface ground --delay 9 --chirp 1",
        "no drop of this rain has a bubble, so --delay and --chirp change nothing; "
          + "--surface water changes that\n"
      ),
      ("-d .1 --drops 0 --air 1", "no near drop sounds, so --air changes nothing; --drops 1200"),
      ("-d 5 --thunder 60", "no thunder is heard in this time, so --thunder changes nothing; in a"),
      (
        "-d 5 --to 4 --thunder 60 --thunder-distance 9",
        "no thunder is heard in this time, so --thunder and --thunder-distance change nothing"
      ),
      (
        "-d 1 --curve wind=0=0;1=0 --howl 1",
        "there is no wind, so --howl changes nothing; --curve wind='0=8' changes that\n"
      ),
      (
        "-d .1 --drops 0 --patter-rate 0 --pink 0 --wind 6 --puddles 0.5",
        "no rain falls on ground here, so --puddles changes nothing; --drops 1200 changes that\n"
      ),
      ("-d .1 -c 1 --width 1", "the channels are not those of stereo, so --width changes"),
      ("-d 1.5 --loop --drift 1", "a loop of less than 6 minutes has no drift, so --drift changes"),
      (
        "-d .1 --echo-time 0 --curve echo-level=0=1",
        "there is no echo, so --curve echo-level changes"
      ),
    ] {
      let words = "stream -r 8000".words + line.words
      #expect(try await program.call(words).errors.contains(sentence), "\(line)")
      #expect(try await program.call(words + ["-q"]).errors.isEmpty)
    }
    for line in [
      "-d 10 --from 1 --to 2 --fade-out 2", "-d 1 --fade-out 1", "-p shower --to .1",
      "-d .1 --surface water --chirp 1 --delay 9 --width 0.2",
      "-d .1 --curve puddles=0=0;.1=1 --chirp 1",
      "-d 60 --thunder 6 --thunder-distance 1", "-d .1 --curve wind=0=8 --howl 1",
      "-d .1 --spot-number 1", "-d 9 --loop --thunder 60",
    ] {
      let run = try await program.call(
        "stream -r 8000".words + line.words)
      #expect(run.status == 0 && run.errors.isEmpty, "\(line): \(run.errors)")
    }
  }

  @Test("an existing file is kept without --force and replaced with it")
  func force() async throws {
    try program.write("old", to: "x.wav")
    #expect(try await program.call("render -o x.wav -d .1").status == 1)
    #expect(try program.contents(of: "x.wav") == Array("old".utf8))
    #expect(try await program.call("render -fo x.wav -d .1").status == 0)
    #expect(try program.contents(of: "x.wav").starts(with: "RIFF".utf8))
    #expect(try program.files() == ["x.wav"])
  }

  @Test("progress is a line that goes away, for a person alone, and not with -q")
  func progress() async throws {
    let settings = ["--gain", "-40"] + Self.quick
    for (variables, end) in [
      (["TERM": "dumb"], "\r"), (["TERM": "dumb", "COLUMNS": "40"], "\r"), (["TERM": "xterm"], "K"),
    ] {
      let run = try await program.call(
        ["hash", "--progress=always"] + settings, variables: variables)
      #expect(run.errors.contains("\u{1B}") == (end == "K"))
      #expect(run.errors.hasSuffix(end))
      let lines = run.errors.split(separator: "\r")
      #expect(lines.allSatisfy { $0.count < (Int(variables["COLUMNS"] ?? "") ?? 84) })
    }
    let always = try await program.call(["hash", "--progress=always"] + settings)
    #expect(always.errors.hasPrefix("\r"))
    #expect(always.errors.contains("0:01 of 0:01"))
    #expect(always.errors.hasSuffix("\r\u{1B}[K"))
    #expect(try await program.call(["hash"] + settings).errors.isEmpty)
    #expect(try await program.call("hash -q --progress=always".words + settings).errors.isEmpty)
  }

  @Test("sound is not written to a terminal, but the line that plays it is")
  func terminal() throws {
    let screen = try PseudoTerminal()
    defer { withExtendedLifetime(screen) {} }
    for (line, player) in [
      ("stream -p tent", "rainsynth stream -p tent | "),
      ("render -o -", "rainsynth render -o - | "),
      ("drop -o -", "rainsynth drop -o - | "),
    ] {
      let words = line.words
      let run = try program.run(words, output: screen.terminal)
      #expect(run.status == 2)
      #expect(run.errors.contains(player))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    let device = try program.run(
      "render -d 1 -o /dev/stdout".words, output: screen.terminal)
    #expect(device.status == 2)
    #expect(device.errors.contains("'/dev/stdout' is a terminal"))
    try program.write("{}", to: "it's mine.json")
    let run = try program.run(["stream", "-p", "it's mine.json"], output: screen.terminal)
    #expect(run.errors.contains("-p 'it'\\''s mine.json' | "))
    #expect(try program.run(["preset", "list"], output: screen.terminal).status == 0)
  }

  @Test("a reader that goes away ends the program by SIGPIPE, without a message")
  func readerGone() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    for command in [["stream"], "render -o -".words, ["preset", "list"]] {
      let run = try program.run(command, output: pipe.fileHandleForWriting)
      #expect(run.status == -SIGPIPE)
      #expect(run.errors.isEmpty)
    }
  }

  @Test("a player that stops at the end of the samples, of a loop or an odd byte, gets all of them")
  func readerThatStops() throws {
    let settings = ["", "--loop", "-b s24 -c 1 --to 1.900125", "-p shower"]
    for round in 0..<20 {
      let line = "render -q -r 8000 -d 2 -o - \(settings[round % settings.count])"
      let pipe = Pipe()
      let child = try program.start(line.words, output: pipe.fileHandleForWriting)
      try pipe.fileHandleForWriting.close()
      func take(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
          let piece = try pipe.fileHandleForReading.read(upToCount: min(4096, count - bytes.count))
          bytes += try #require(piece)
        }
        return bytes
      }
      _ = try take(12)
      var head = try take(8)
      while !head.starts(with: "data".utf8) {
        _ = try take(head.integer(4, 4) + head.integer(4, 4) % 2)
        head = try take(8)
      }
      #expect(try take(head.integer(4, 4)).count > 30_000)
      try pipe.fileHandleForReading.close()
      child.waitUntilExit()
      #expect(child.terminationReason == .exit && child.terminationStatus == 0, "\(line)")
    }
  }

  @Test("render and stream take a preset as play does")
  func presetArgument() async throws {
    try program.write("{\"rainfall\": 3}", to: "mine.json")
    for preset in ["storm", "tent", "./mine.json"] {
      let flag = try await program.call(["stream", "-p", preset] + Self.quick)
      #expect(try await program.call(["stream", preset] + Self.quick).output == flag.output)
      let file = try await program.call(["render", "-o", "-", "-p", preset] + Self.quick)
      #expect(
        try await program.call(["render", preset, "-o", "-"] + Self.quick).output == file.output)
    }
  }

  @Test("a rain of two words is the weather in the place, in either order, in every command")
  func twoWords() async throws {
    for command in ["stream", "render -o -", "drops"] {
      let words = command.words + Self.quick
      let flags = try await program.call(words + "-p storm --place tent".words)
      #expect(flags.status == 0 && !flags.output.isEmpty, "\(flags.errors)")
      for order in ["storm tent", "tent storm"] {
        let run = try await program.call(words + order.words)
        #expect(run.output == flags.output, "\(command) \(order): \(run.errors)")
      }
    }
  }

  @Test("a gain in per cent is that of a volume, by its square")
  func volume() async throws {
    for (volume, gain) in [("100%", "0"), ("50%", "-12"), ("30 %", "-20.9"), ("0%", "-60")] {
      let percent = try await program.call(["stream", "--gain", volume] + Self.quick)
      let decibels = try await program.call(["stream", "--gain", gain] + Self.quick)
      #expect(percent.status == 0 && percent.output == decibels.output, "\(percent.errors)")
    }
    for volume in ["101%", "-1%", "%", "50%%"] {
      let run = try await program.call(["stream", "--gain=\(volume)"] + Self.quick)
      #expect(run.status == 2 && run.errors.contains("--gain takes -60 .. 24 dB"), "\(volume)")
    }
  }

  @Test("a WAV has its time in a session in frames of film, too")
  func timecode() async throws {
    let words = "render -q -f -d 0.1 -r 48000 -o x.wav --time-reference".words
    #expect(try await program.call(words + ["10:00:00:12@25"]).status == 0)
    let film = try program.contents(of: "x.wav")
    #expect(try await program.call(words + ["10:00:00.48"]).status == 0)
    #expect(try program.contents(of: "x.wav") == film)
    let bare = try await program.call(words + ["10:00:00:12"])
    #expect(bare.status == 2 && bare.errors.contains("say how many a second: 10:00:00:12@25"))
  }

  @Test("silence is said, and a rendering that ends before its preset does")
  func unheard() async throws {
    try program.write(
      #"{"curves": {"rainfall": [[0, 0.3], [1800, 0.3], [1860, 40]]}}"#, to: "long.json")
    for (line, hint) in [
      ("--drops 0 --pink 0 --patter-level 0", "no sample reaches -60 dBFS"),
      ("--gain -60 --drops 0", "no sample reaches -60 dBFS"),
      ("-b f32 --gain -60 --drops 0", "no sample reaches -60 dBFS"),
      ("-p long.json", "'long' moves until 31:00; this ends at 0:01"),
    ] {
      let run = try await program.call("render -d 1 -r 8000 -f -o x.wav".words + line.words)
      #expect(run.status == 0 && run.errors.contains(hint), "\(line): \(run.errors)")
    }
    for line in ["", "-p tent", "-p drizzle", "-p long.json --to 1", "-b f32"] {
      let run = try await program.call(
        "render -d 2000 --to 1 -r 8000 -f -o x.wav".words + line.words)
      #expect(run.errors.split(separator: "\n").count == 1, "\(line): \(run.errors)")
    }
  }

  @Test("with everything at 0 there is digital silence, dithered or not")
  func silence() async throws {
    for format in ["s16", "s24", "s32", "f32"] {
      let run = try await program.call(
        "stream -d 0.1 -b \(format) --drops 0 --patter-rate 0 --pink 0")
      #expect(run.status == 0 && !run.output.isEmpty)
      #expect(run.output.allSatisfy { $0 == 0 })
    }
  }

  @Test("a slice from the end of a billion hours is rendered as fast as any")
  func farAway() async throws {
    let run = try await program.call("stream -q -d 1000000000h -r 8000 --from 3599999999999.9")
    #expect(run.status == 0)
    #expect(run.output.count == 800 * 4)
    #expect(!run.output.allSatisfy { $0 == 0 })
  }

  #if os(Linux)
  @Test("an output reports a full disk")
  func fullDisk() throws {
    for line in ["stream -d 1", "help"] {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let run = try program.run(line.words, output: full)
      #expect(run.status == 1, "\(line)")
      #expect(run.errors == "rainsynth: standard output: No space left on device\n", "\(line)")
    }
  }
  #endif
}
