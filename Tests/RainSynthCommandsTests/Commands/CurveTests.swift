import Foundation
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

/// Rain that changes, from the command line.
@Suite struct CurveTests {
  private let program = BuiltProgram()
  /// Small and quick.
  private let settings = "-r 8000 -c 1 -q".words

  private func bytes(_ words: String...) async throws -> [UInt8] {
    let run = try await program.call("stream -d 2".words + settings + words)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return run.output
  }

  @Test("a curve that is constant is the setting, and one that moves is not")
  func constant() async throws {
    let resting = try await bytes("--gain", "-9")
    #expect(try await bytes("--curve", "gain=0=-9") == resting)
    #expect(try await bytes("--curve", "gain = 0 = -9dB ; 50% = -9 ;") == resting)
    #expect(try await bytes("--curve", "gain=0=-9; 2=0") != resting)
  }

  @Test("names are those of presets or of flags, and values those of the flags")
  func spellings() async throws {
    let curve = try await bytes("--curve", "bubbleFrequency=0=900; 1=2200; 2~=900")
    #expect(
      try await bytes("--curve", "bubble-frequency=0s=0.9kHz;50%=2.2kHz;100%~=900 Hz") == curve)
    #expect(
      try await bytes("--curve", "rainfall=0=light;-1=heavy")
        == bytes("--curve", "rainfall=0=1.5;1=25"))
    #expect(
      try await bytes("--curve", "surface=0=metal;1|=glass")
        == bytes("--surface", "glass", "--curve", "surface=0=metal;1|=glass"))
  }

  @Test("preset, then rainfall, then single settings; and a curve counts more than a number")
  func precedence() async throws {
    try program.write(
      #"{"drops": 4000, "curves": {"gain": [[0, -20], [2, 0]], "drops": [[0, 60], [2, 6000]]}}"#,
      to: "p.json")
    let rainfall = "rainfall=0=light;2=heavy"
    let drops = "drops=0=60;2=6000"
    // The drops of the preset go on along their curve, and follow the rainfall.
    #expect(
      try await bytes("-p", "p.json", "--curve", rainfall)
        == bytes("--curve", drops, "--curve", rainfall, "--curve", "gain=0=-20;2=0"))
    // A number of the command line replaces the curve of the preset.
    #expect(
      try await bytes("-p", "p.json", "--curve", rainfall, "--gain", "-6")
        == bytes("--curve", drops, "--gain", "-6", "--curve", rainfall))
    // A number that comes after rainfall stays, in whatever order it is written.
    #expect(
      try await bytes("--curve", rainfall, "--drops", "60")
        == bytes("--drops", "60", "--curve", rainfall))
    #expect(try await bytes("--curve", rainfall, "--drops", "60") != bytes("--curve", rainfall))
    #expect(
      try await bytes("--gain", "-6", "--curve", "gain=0=-20;2=0")
        == bytes("--curve", "gain=0=-20;2=0"))
  }

  @Test(
    "a WAV stores its curves: --like renders the same samples, and stretches them with --duration")
  func like() async throws {
    let curves =
      "--curve rainfall=0=light;50%=heavy;-0.25~=1 --curve surface=0=open;1|=metal --drops 300"
      .words
    #expect(
      try await program.call("render -d 2 -o a.wav".words + settings + curves).status == 0)
    #expect(try await program.call("render --like a.wav -q -o b.wav").status == 0)
    let (a, b) = (try program.contents(of: "a.wav"), try program.contents(of: "b.wav"))
    #expect(a == b)
    let long = try await program.call("stream --like a.wav")
    #expect(long.status == 2)
    for (words, file) in [
      ("render --like a.wav -d 3 -q -o c.wav".words, "c.wav"),
      ("render -d 3 -o d.wav".words + settings + curves, "d.wav"),
    ] {
      #expect(try await program.call(words).status == 0, "\(file)")
    }
    #expect(try program.contents(of: "c.wav") == program.contents(of: "d.wav"))
    // What info prints are the flags that render it again.
    let text = try await program.call(["info", "a.wav"], variables: ["COLUMNS": "1000"]).text
    #expect(text.contains("'--curve=rainfall=0=1.5;50%=25;-0.25~=1'"))
    #expect(text.contains("'--curve=surface=0=open;1|=metal'") && text.contains("--drops=300 "))
  }

  @Test("a file in which a setting moves is no place of a curve: file, line and setting are said")
  func movingPlace() async throws {
    for (text, line) in [
      (#"{"place": "tent", "curves": {"distance": [[0, 1], [5, 3]]}}"#, "1:30: distance"),
      ("{\n\"curves\": {\n\"gain\": [[0, -9], [5, 0]]}}", "3:1: gain"),
      ("{\"curves\": {\"rainfall\": [[0, 1], [5, 2]],\n\"place\": [[0, \"car\"]]}}", "2:1: place"),
    ] {
      try program.write(text, to: "moving.json")
      let run = try await program.call(
        ["render", "-d", "2", "-o", "x.wav", "--curve", "place=0=car;1=./moving.json"])
      #expect(run.status == 2 && run.errors.contains("./moving.json:\(line) moves by itself"))
      #expect(throws: (any Error).self) { try program.contents(of: "x.wav") }
    }
  }

  @Test(
    "--like writes the file again, byte for byte, wherever it rains",
    arguments: [
      "-p tent", "-p storm --place car", "--place van.json --drops 50", "-p van.json --place open",
      "--curve place=0=open;.05=van.json", "-p downpour --curve rainfall=0=3;.1=9 --pink 0.01",
      "-c 5.1.4 --time-reference 10:00:00.5", "-c 7.1.2 -d .5 --loudness -30",
      "-p tropical --gain 12 -d .5 --from .01 --true-peak -6 --time-reference 1h",
    ])
  func again(flags: String) async throws {
    try program.write(
      #"{"place": "car", "distance": 2, "gain": 0, "rainfall": 22}"#, to: "van.json")
    let render = "render -q -r 8000".words
    let first = try await program.call(render + "-d .1 -o a.wav".words + flags.words)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try await program.call(render + "--like a.wav -o b.wav".words).status == 0)
    let isSame = try program.contents(of: "a.wav") == program.contents(of: "b.wav")
    #expect(isSame)
  }

  @Test(
    "each file is read once: from a pipe, all samples and sentences are those of the file",
    arguments: ["stream", "hash", "drops"],
    ["--place FILE --chirp 0.2", "--curve place=0=FILE;.1=open;.2=FILE --pink 0.3 --surface metal"])
  func pipes(command: String, flags: String) async throws {
    let place = #"{"place": "tent", "pink": 0.02, "gust": 0.4}"#
    try program.write(place, to: "FILE.json")
    func run(_ file: String, input: String = "") throws -> (samples: [UInt8], errors: String) {
      let words = "\(command) -d .2 -r 8000 \(flags.replacing("FILE", with: file))".words
      let run = try program.run(words, input: Array(input.utf8))
      #expect(run.status == 0, "\(run.errors)")
      return (
        command == "hash" ? Array(run.output.prefix(64)) : run.output,
        run.errors.replacing(file, with: "FILE")
      )
    }
    let (file, pipe) = (try run("./FILE.json"), try run("/dev/stdin", input: place))
    let isSame = pipe.samples == file.samples
    #expect(isSame && pipe.errors == file.errors, "\(pipe.errors)\n\(file.errors)")
  }

  @Test("a batch renders again when a curve differs, and lists the curves")
  func batch() async throws {
    let words = "batch light -O out -d 1".words + settings
    #expect(try await program.call(words + ["--curve", "gain=0=-9;1=0"]).status == 0)
    let first = try program.contents(of: "out/light.wav")
    #expect(
      String(decoding: try program.contents(of: "out/manifest.jsonl"), as: UTF8.self)
        .contains(#""curves":"{\"gain\":[[0,-9],[1,0]]}""#))
    let same = try await program.call(
      words.filter { $0 != "-q" } + "--curve gain=0s=-9dB;1s=0 --progress never".words)
    #expect(same.errors.contains("1 of 1 files unchanged"))
    let other = words + ["--curve", "gain=0=-9;1~=0"]
    #expect(try await program.call(other).status != 0)
    #expect(try await program.call(other + ["-f"]).status == 0)
    #expect(try program.contents(of: "out/light.wav") != first)
  }

  @Test(
    "presets that change last as long as they say, and --duration stretches them",
    arguments: [("shower", 300), ("storm", 1800), ("night", 28_800)])
  func shippedLengths(name: String, seconds: Int) async throws {
    let preset = try Preset(named: name)
    #expect(preset.duration == .seconds(seconds))
    for length in [10.0, Double(seconds), 100_000] {
      let job = RenderJob(preset, duration: .seconds(length))
      let automation = try Rendering(job).automation
      var first = preset.rain
      first[.rainfall] = automation.rain(at: 0)[.rainfall]
      #expect(automation.rain(at: 0) == first)
      let middle = automation.rain(at: length / 2)
      let short = try Rendering(RenderJob(preset, duration: .seconds(1))).automation.rain(at: 0.5)
      for setting in Setting.allCases {
        #expect(abs(middle[setting] - short[setting]) <= 1e-6 * abs(short[setting]))
      }
    }
    let run = try await program.call(
      "render -p \(name) --from \(seconds - 1) -r 8000 -c 1 -q -o e.wav")
    #expect(run.status == 0, "\(run.errors)")
    let info = try await program.call("info --json e.wav").text
    #expect(info.contains("\"duration\":\(seconds * 8000),"))
    #expect(info.contains("\"frames\": 8000,"))
  }

  @Test("a storm and a shower are loops, a night is refused as one")
  func loops() async throws {
    for (name, status) in [("storm", Int32(0)), ("shower", 0), ("night", 2)] {
      let run = try await program.call(["hash", "-p", name, "--loop", "-d", "3"] + settings)
      #expect(run.status == status, "\(run.errors)")
      if status == 2 {
        #expect(
          run.errors
            == "rainsynth: the curve of rainfall has to end at the value with which it begins "
            + "in a --loop; add a key with that value at 100%\n")
      }
    }
  }

  @Test(
    "preset draw fits the screen, and its picture is the one of the README",
    .enabled(if: Build.isOptimised))
  func draw() async throws {
    for screen in [["COLUMNS": "80", "LINES": "24"], ["COLUMNS": "40", "LINES": "8"]] {
      for locale in ["C.UTF-8", "C"] {
        let run = try await program.call(
          ["preset", "draw", "shower"],
          variables: screen.merging(["LC_ALL": locale]) { $1 })
        #expect(run.status == 0)
        let lines = run.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= Int(screen["COLUMNS"] ?? "") ?? 0 })
        #expect(lines.count < 24)
        #expect(locale == "C.UTF-8" || run.text.utf8.allSatisfy { $0 < 0x80 })
        for name in ["rainfall, mm/h", "level, dBFS", "near drops, /min"] {
          #expect(run.text.contains(name))
        }
      }
    }
    let svg = try await program.call("preset draw storm --svg -")
    let kept = try Data(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/RainDSP/RainDSP.docc/Resources/storm.svg"))
    #expect(Data(svg.output) == kept)
    let resting = try await program.call("preset draw light -d 1")
    #expect(resting.status == 0 && resting.text.hasPrefix("light, 0:01\n"))
    // Curves are seen before anything is rendered.
    let curve = try await program.call("preset draw -d 1 --curve lowpass=0=20000;100%=900")
    #expect(curve.status == 0 && curve.text.hasPrefix("steady, 0:01\n"))
    #expect(curve.text.contains("lowpass, Hz") && !curve.text.contains("rainfall"))
  }

  @Test("the way to a key may begin at a moment of its own")
  func ways() async throws {
    let held = try await bytes("--curve", "gain=0=-9; 1=-9; 1.5=0")
    #expect(try await bytes("--curve", "gain=0=-9; 1..1.5=0") == held)
    #expect(try await bytes("--curve", "gain=0=-9;50%..-500ms=0") == held)
    try program.write(#"{"curves": {"gain": [[0, -9], ["1..1.5", 0]]}}"#, to: "a.json")
    #expect(try await bytes("-p", "a.json") == held)
    // It may begin before the way to the key before has ended.
    #expect(try await bytes("--curve", "gain=0=-9; 0..1.5=0; 1..2=-20") != held)
  }

  @Test("a preset may have the options of a rendering")
  func seeds() async throws {
    let first = try await bytes("--seed", "3", "--no-dither")
    let second = try await bytes("--seed", "77", "--no-dither")
    try program.write(
      #"{"seed": 3, "rate": 16000, "channels": 1, "format": "s24", "dither": false, "duration": 2}"#,
      to: "take.json")
    #expect(try await bytes("-p", "take.json", "-r", "8000", "-b", "s16") == first)
    #expect(try await bytes("-p", "take.json", "-r", "8000", "-b", "s16", "-s", "77") == second)
    #expect(
      try await program.call("stream -q -p take.json").output.count == 2 * 16_000 * 3)
    // A take is one rendering, so its length holds where that of other presets does not.
    let hash = try await program.call("hash -q take.json").text.prefix(64)
    #expect(try await program.call("hash -q -d 2 take.json").text.prefix(64) == hash)
    // They survive in a preset that is shown.
    let shown = try await program.call("preset show ./take.json")
    try program.write(shown.output, to: "shown.json")
    #expect(
      try await program.call("stream -q -p shown.json").output
        == program.call("stream -q -p take.json").output)
  }
}
