import Foundation
import RainDSP
import RainFiles
@testable import RainSynthCommands
import Testing

@Suite struct HashCheckTests {
  private let program: BuiltProgram
  private let settings = ["-q", "-r", "8000", "-d", ".2"]

  init() throws {
    program = try BuiltProgram()
    try program.write("{\"gain\": -3}", to: "mine.json")
    try program.write("{\"gain\": -4,}", to: "odd name \\.json")
  }

  private func sums(_ presets: String...) throws -> String {
    try program.run(["hash"] + settings + presets).text
  }

  /// With every `OK` line, as without -q.
  private func check(_ words: String...) throws -> BuiltProgram.Run {
    try program.run(["hash", "-r", "8000", "-d", ".2", "--check"] + words)
  }

  @Test("--check accepts what hash has printed, and only with the same settings")
  func roundTrip() throws {
    try program.write(try sums("tent", "mine.json", "./odd name \\.json"), to: "sums")
    let run = try check("sums")
    #expect(run.status == 0)
    #expect(run.text == "tent: OK\nmine.json: OK\n\\./odd name \\\\.json: OK\n")
    #expect(run.errors.isEmpty)
    #expect(try program.run(["hash"] + settings + ["--check", "sums"]).text.isEmpty)

    let other = try check("sums", "--seed", "2")
    #expect(other.status == 1)
    #expect(other.text == "tent: FAILED\nmine.json: FAILED\n\\./odd name \\\\.json: FAILED\n")
    #expect(other.errors == "rainsynth: WARNING: 3 computed checksums did NOT match\n")
  }

  @Test("names and flags of a sums file are escaped and shortened for a terminal")
  func safeText() throws {
    let zeros = String(repeating: "0", count: 64)
    let evil = "./\u{1B}]0;pwned\u{7}\u{9B}\u{202E}x.json"
    let long = String(repeating: "x", count: 10_000)
    try program.write(
      "\(zeros)  \(evil)\n\(zeros)  ./\(long)\n# rainsynth hash --x\u{1B}[2J \(long)\n\(zeros)  steady\n",
      to: "sums")
    let run = try check("sums")
    #expect(run.status == 1)
    for text in [run.text, run.errors] {
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.isASCII && $0.value >= 32 && $0.value < 127
        })
      #expect(text.utf8.count < 3000)
    }
    #expect(run.text.contains("\\u{1B}]0;pwned\\u{07}"))
  }

  @Test("with a sums file of any bytes, the command ends with a message, within seconds")
  func anyBytes() throws {
    let flags = "# rainsynth hash" + String(repeating: " -d 1", count: 3000) + "\n"
    let line = String(repeating: "0", count: 64) + "  ./gone.json\n"
    let inputs: [[UInt8]] = [
      [UInt8](repeating: 0xFF, count: 4_000_000), [UInt8](repeating: 0, count: 4_000_000),
      Array(String(repeating: flags + line, count: 200).utf8),
      Array(("# rainsynth hash" + String(repeating: " -d 1", count: 700_000)).utf8),
    ]
    for input in inputs {
      try program.write(input, to: "sums")
      let clock = ContinuousClock()
      // Up to 35 s before; a debug build on a busy machine takes its time.
      let time = try clock.measure {
        let run = try check("sums")
        #expect(run.status == 1 && run.errors.utf8.count < 50_000)
      }
      #expect(time < .seconds(60))
    }
  }

  @Test("a WAV of NaN or of infinity is not silence")
  func notANumber() throws {
    let silence = [
      "hash", "-r", "8000", "-c", "1", "-d", ".1", "-b", "f32", "--drops", "0", "--patter-level",
      "0", "--white", "0", "--pink", "0", "--brown", "0",
    ]
    #expect(try program.run(["render", "-q", "-o", "x.wav"] + silence.dropFirst()).status == 0)
    #expect(try program.run(silence + ["--against", "x.wav"]).status == 0)
    let wave = try program.contents(of: "x.wav")
    let data = try #require(wave.firstRange(of: Array("data".utf8))).upperBound + 4
    for bits: [UInt8] in [[0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0, 0, 0x80, 0xFF]] {
      var broken = wave
      broken.replaceSubrange(data + 400..<data + 404, with: bits)
      try program.write(broken, to: "x.wav")
      let run = try program.run(silence + ["--against", "x.wav"])
      #expect(run.status == 1)
      #expect(run.text.contains("x.wav: FAILED from 0.0125 s on; 1 sample is not a number\n"))
    }
  }

  @Test("the sums are read from the current position of standard input")
  func standardInputGoesOn() throws {
    let sums = "nonsense\n" + (try sums("steady"))
    try program.write(sums, to: "sums")
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: program.path("sums")))
    _ = try input.read(upToCount: "nonsense\n".utf8.count)
    let run = try program.run(
      ["hash", "-r", "8000", "-d", ".2", "--check", "-"], inputHandle: input)
    #expect(run.text == "steady: OK\n" && run.errors.isEmpty)
  }

  @Test("the sums may come from standard input")
  func standardInput() throws {
    let sums = Array(try sums("steady").utf8)
    let run = try program.run(
      ["hash", "-r", "8000", "-d", ".2", "--check", "-"], input: sums)
    #expect(run.text == "steady: OK\n")
  }

  @Test("a preset that changed or is gone fails, the others do not")
  func changes() throws {
    try program.write("{}", to: "gone.json")
    let sums = try sums("mine.json", "gone.json", "light")
    let missing = sums.split(separator: "\n").map { $0.hasSuffix("gone.json") ? "\($0)x" : "\($0)" }
    try program.write(missing.joined(separator: "\r\n"), to: "sums")
    try program.write("{\"gain\": -3.01}", to: "mine.json")
    let run = try check("sums")
    #expect(run.status == 1)
    #expect(run.text == "mine.json: FAILED\ngone.jsonx: FAILED open or read\nlight: OK\n")
    #expect(run.errors.contains("1 listed preset could not be read; 1 computed checksum did NOT"))
  }

  @Test("malformed lines give a warning, and no failure beside valid ones; comments give none")
  func malformedLines() throws {
    try program.write("# sums\n\(try sums("light"))\nnonsense\n-\n", to: "sums")
    let run = try check("sums")
    #expect(run.status == 0)
    #expect(run.text == "light: OK\n")
    #expect(run.errors == "rainsynth: WARNING: 2 lines are improperly formatted\n")
  }

  @Test("one file holds several presets in several settings, and needs none of them repeated")
  func settingsInTheFile() throws {
    let short = ["hash", "--marks", "-q", "-d", ".1"]
    let stereo = try program.run(short + ["-r", "8kHz", "--gain=-7dB", "tent", "mine.json"]).text
    let mono = try program.run(short + ["-r8000", "-bf32", "-c1", "-srandom", "light"]).text
    try program.write(stereo + mono, to: "sums")
    let by = "# by rainsynth \(Program.version), sound revision \(Rain.soundRevision)\n"
    #expect(stereo.hasPrefix("\(by)# rainsynth hash --duration .1 --rate 8kHz --gain -7dB\n"))
    let run = try program.run("hash", "--check", "sums")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1] == "mine.json --duration .1 --rate 8kHz --gain -7dB: OK")
    // The text before ": OK" is a command line for hash.
    let words = lines[2].prefix { $0 != ":" }.split(separator: " ").map(String.init)
    #expect(words.contains("--channels"))
    let again = try program.run(["hash", "-q"] + words)
    #expect(again.text == mono.split(separator: "\n")[2] + "\n")
    // Flags beside --check come after those of the file.
    #expect(try program.run("hash", "-q", "--check", "sums", "-s", "9").status == 1)
    try program.write("# rainsynth hash --sample-rate 1\n\(try sums("light"))", to: "sums")
    let unknown = try program.run("hash", "--check", "sums")
    #expect(unknown.status == 1)
    #expect(unknown.text == "light --sample-rate 1: FAILED open or read\n")
    #expect(unknown.errors.contains("'--sample-rate'"))
    #expect(try program.run("hash", "--check", "sums", "-r", "1").status == 2)
  }

  @Test("a check says so when its sums have another sound revision")
  func revision() throws {
    let sums = try program.run("hash", "--marks", "-q", "-d.1", "-r8000", "light").text
    try program.write(
      sums.replacing("revision \(Rain.soundRevision)", with: "revision 99"), to: "sums")
    let run = try program.run("hash", "--check", "sums")
    #expect(run.status == 0)
    #expect(
      run.errors == "rainsynth: 'sums' has sound revision 99; this is \(Rain.soundRevision), "
        + "whose samples may differ\n")
    #expect(try program.run("hash", "-q", "--check", "sums").errors.isEmpty)
    try program.write(sums, to: "sums")
    #expect(try program.run("hash", "--check", "sums").errors.isEmpty)
  }

  @Test("a name with a NUL is a malformed line, as no file can have it")
  func noNames() throws {
    let hash = String(repeating: "0", count: 64)
    for name in ["./a\0b.json", "a\0", "\0/b"] {
      try program.write("\(hash)  \(name)\n\(try sums("light"))", to: "sums")
      let run = try check("sums")
      #expect(run.status == 0 && run.text == "light: OK\n")
      #expect(run.errors == "rainsynth: WARNING: 1 line is improperly formatted\n")
    }
  }

  @Test("a check of standard input goes on where the reader before it has stopped")
  func readOn() throws {
    try program.write("nonsense\n\(try sums("light"))", to: "sums")
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c",
      "{ read line; '\(try BuiltProgram.find().path)' hash -r 8000 -d .2 --check - 2>&1; } < sums",
    ]
    shell.currentDirectoryURL = URL(fileURLWithPath: program.path(""))
    shell.standardOutput = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(text == "light: OK\n")
  }

  @Test("a failed check prints the second from which on the sound differs")
  func place() throws {
    let settings = ["-r8000", "-d3", "-c1", "-bf32", "--patter-rate", "0", "--pink", "0"]
    func failure(_ words: String...) throws -> String {
      let run = try program.run(["hash", "--check", "sums"] + words)
      #expect(run.status == 1)
      return String(run.text.drop { $0 != ":" })
    }
    try program.write(try program.run(["hash", "--marks", "light"] + settings).text, to: "sums")
    #expect(try failure("--seed", "2") == ": FAILED from 0 s on\n")
    #expect(try failure("--fade-out", "1.5") == ": FAILED from 1 s on\n")
    #expect(try failure("--fade-out", ".5") == ": FAILED from 2 s on\n")
    let slice = ["hash", "--marks", "light", "--from", ".5"] + settings
    try program.write(try program.run(slice).text, to: "sums")
    #expect(try failure("--fade-out", "1") == ": FAILED from 1.5 s on\n")
  }

  @Test("a checkpoint is the beginning of the hash of the first seconds")
  func marks() throws {
    let silence = ["-r", "8000", "-c", "1", "--patter-rate", "0", "--pink", "0", "--drops", "0"]
    func lines(_ words: String...) throws -> [String] {
      let run = try program.run(["hash"] + silence + words)
      try #require(run.status == 0)
      return run.text.split(separator: "\n").map(String.init)
    }
    let marked = try lines("-d", "3.1", "--marks")
    #expect(marked.count == 4)
    #expect(try lines("-d", "3.1") == [marked[2]])
    let beginnings = try (1...3).map { try lines("-d", "\($0)")[0].prefix(8) }
    #expect(marked[3] == "# every 1s: \(beginnings.joined(separator: " "))")
    // The whole hash stands for the end.
    #expect(try lines("-d", "3", "--marks")[3].count == marked[3].count - 9)
    #expect(try lines("-d", "1", "--marks").count == 3)
    let far = try lines("-d", "33", "--marks")[3]
    #expect(far.hasPrefix("# every 2s: \(beginnings[1]) "))
    #expect(far.split(separator: " ").count == 3 + 16)
  }

  @Test("results come in the order of the presets, with any number of threads")
  func order() throws {
    let presets = ["tent", "light", "mine.json", "steady", "light", "drizzle", "puddles"]
    let words = ["hash", "-r8000", "-d.05", "--patter-rate", "0", "--pink", "0"] + presets
    let one = try program.run(words + ["-j1"]).text
    #expect(one.split(separator: "\n").map { String($0.dropFirst(66)) } == presets)
    #expect(try program.run(words + ["-j3"]).text == one)
  }

  @Test("--against prints from which time on, and by how much, the sound differs from a kept WAV")
  func against() throws {
    let drops = ["-r8000", "-d3", "--patter-rate", "0", "--pink", "0", "--no-dither"]
    func against(_ words: String...) throws -> BuiltProgram.Run {
      try program.run(["hash", "light", "--against", "kept.wav"] + drops + words)
    }
    #expect(try program.run(["render", "-p", "light", "-o", "kept.wav"] + drops).status == 0)
    let same = try against()
    #expect(same.status == 0)
    #expect(same.text.hasSuffix("  light\nkept.wav: OK\n"))

    let late = try against("--fade-out", "1")
    #expect(late.status == 1)
    #expect(late.text.contains("\nkept.wav: FAILED from 2."), "\(late.text)")
    #expect(late.errors.contains("'kept.wav'"))
    let longer = try against("-d4")
    #expect(longer.status == 1)
    #expect(longer.text.hasSuffix("kept.wav: FAILED 24000 frames, not 32000\n"))

    // In another format, the difference is its rounding: half a step, and its even distribution, -101
    // dBFS, but where no drop sounds.
    let finer = try against("-bf32")
    let words = finer.text.split(separator: " ").map(String.init)
    let levels = zip(words, words.dropFirst()).filter { $0.1.hasPrefix("dBFS") }
    #expect(levels.map(\.0).first == "-96.3")
    #expect((-110 ..< -100).contains(Double(levels.map(\.0).last ?? "") ?? 0))

    try program.write(try program.run(["hash", "--marks", "light"] + drops).text, to: "sums")
    let check = try program.run(
      "hash", "--check", "sums", "--against", "kept.wav", "--fade-out", "1")
    #expect(check.status == 1)
    let lines = check.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix(": FAILED from 2 s on"))
    #expect(lines[1].hasPrefix("kept.wav: FAILED from 2."))

    // What comes after the end of the kept WAV is not rendered for the comparison.
    let job = try Rendering(RenderJob(duration: .seconds(10)))
    try program.write(try program.run("render", "-d", "1", "-o", "-").output, to: "second.wav")
    let comparison = try Comparison(job, with: program.path("second.wav"))
    #expect(comparison.job.frames == 0..<44_100)

    #expect(try against("-c1").errors.contains("--rate 8000 --channels 2"))
    #expect(try against("-d1", "tent").status == 2)
    #expect(try program.run("hash", "-d.1", "--against", "none.wav").status == 1)
  }
}
