import Foundation
import RainDSP
import RainFiles
@testable import RainSynthCommands
import Testing

@Suite struct HashCheckTests {
  private let program = BuiltProgram()
  private let settings = "-q -r 8000 -d .2".words

  init() throws {
    try program.write("{\"gain\": -3}", to: "mine.json")
    try program.write("{\"gain\": -4,}", to: "odd name \\.json")
  }

  private func sums(_ presets: String...) async throws -> String {
    try await program.call(["hash"] + settings + presets).text
  }

  /// With every `OK` line, as without -q.
  private func check(_ words: String...) async throws -> BuiltProgram.Run {
    let run = try await program.call(["hash", "--check"] + words)
    // The flags are those of `settings`.
    let text = run.text.replacing(" --rate 8000 --duration .2: ", with: ": ")
    return BuiltProgram.Run(status: run.status, output: Array(text.utf8), errors: run.errors)
  }

  @Test("--check --json prints an object for each sum")
  func objects() async throws {
    try program.write(
      try await program.call("hash -d .1 -r 8000 light tent").text
        + String(repeating: "0", count: 64) + "  storm -d .1 -r 8000\n", to: "list")
    let run = try await program.call("hash -d .1 -r 8000 --check list --json")
    let objects = try run.text.split(separator: "\n").map { try json($0.utf8) }
    let names = objects.compactMap { ($0["name"] as? String)?.split(separator: " ").first }
    #expect(run.status == 1 && names == ["light", "tent", "storm"], "\(run.text)")
    #expect(objects.map { $0["same"] as? Bool } == [true, true, false], "\(run.text)")
  }

  @Test("--check accepts what hash has printed, and only with the same settings")
  func roundTrip() async throws {
    try program.write(try await sums("tent", "mine.json", "./odd name \\.json"), to: "sums")
    let run = try await check("sums")
    #expect(run.status == 0)
    #expect(run.text == "tent: OK\nmine.json: OK\n\\./odd name \\\\.json: OK\n")
    #expect(run.errors.isEmpty)
    #expect(try await program.call(["hash"] + settings + ["--check", "sums"]).text.isEmpty)

    let other = try await check("sums", "--seed", "2")
    #expect(other.status == 1)
    #expect(other.text == "tent: FAILED\nmine.json: FAILED\n\\./odd name \\\\.json: FAILED\n")
    #expect(other.errors == "rainsynth: WARNING: 3 computed checksums did NOT match\n")
  }

  @Test("names and flags of a sums file are escaped and shortened for a terminal")
  func safeText() async throws {
    let zeros = String(repeating: "0", count: 64)
    let evil = "./\u{1B}]0;pwned\u{7}\u{9B}\u{202E}x.json"
    let long = String(repeating: "x", count: 10_000)
    try program.write(
      "\(zeros)  \(evil)\n\(zeros)  ./\(long)\n\(zeros)  steady --x\u{1B}[2J \(long)\n",
      to: "sums")
    let run = try await check("sums")
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

  @Test("with a sums file of any bytes, the command ends with a message")
  func anyBytes() async throws {
    let zeros = String(repeating: "0", count: 64)
    let flags = " --duration 1" + String(repeating: " -d 1", count: 3000) + "\n"
    let inputs: [[UInt8]] = [
      [UInt8](repeating: 0xFF, count: 4_000_000), [UInt8](repeating: 0, count: 4_000_000),
      Array(String(repeating: "\(zeros)  ./gone.json\(flags)", count: 200).utf8),
      Array(("\(zeros)  steady --loop" + String(repeating: " -d 1", count: 700_000)).utf8),
      Array("\(zeros)  steady --curve 'gain=0=-9\n".utf8),
    ]
    for input in inputs {
      try program.write(input, to: "sums")
      let run = try await check("sums")
      #expect(run.status == 1 && run.errors.utf8.count < 50_000)
    }
  }

  @Test("the sums are read from the current position of standard input")
  func standardInputGoesOn() async throws {
    let sums = "nonsense\n" + (try await sums("steady"))
    try program.write(sums, to: "sums")
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: program.path("sums")))
    _ = try input.read(upToCount: "nonsense\n".utf8.count)
    let run = try program.run("hash --check -".words, inputHandle: input)
    #expect(run.text == "steady --rate 8000 --duration .2: OK\n" && run.errors.isEmpty)
  }

  @Test("a preset that changed or is gone fails, the others do not")
  func changes() async throws {
    try program.write("{}", to: "gone.json")
    let sums = try await sums("mine.json", "gone.json", "light")
    let missing = sums.split(separator: "\n").map { $0.replacing("gone.json", with: "gone.jsonx") }
    try program.write(missing.joined(separator: "\r\n"), to: "sums")
    try program.write("{\"gain\": -3.01}", to: "mine.json")
    let run = try await check("sums")
    #expect(run.status == 1)
    #expect(run.text == "mine.json: FAILED\ngone.jsonx: FAILED open or read\nlight: OK\n")
    #expect(run.errors.contains("1 listed preset could not be read; 1 computed checksum did NOT"))
  }

  @Test(
    "malformed lines, and names with a NUL, give a warning, and no failure beside valid ones; comments give none"
  )
  func malformedLines() async throws {
    let hash = String(repeating: "0", count: 64)
    let names = ["./a\0b.json", "a\0", "\0/b"].map { "\(hash)  \($0)\n" }.joined()
    try program.write("# sums\n\(try await sums("light"))\nnonsense\n-\n\(names)", to: "sums")
    let run = try await check("sums")
    #expect(run.status == 0)
    #expect(run.text == "light: OK\n")
    #expect(run.errors == "rainsynth: WARNING: 5 lines are improperly formatted\n")
  }

  @Test(
    "what hash has printed can be checked without any flag, and hold what differs from its defaults alone"
  )
  func flagsInTheLine() async throws {
    let short = "hash -q -d .1".words
    let stereo = try await program.call(
      short + "-r 8kHz --gain=-9 --gain=-3dB -b s16 tent mine.json".words
    ).text
    let mono = try await program.call(short + "-r8000 -bf32 -c1 -srandom light".words).text
    try program.write(stereo + mono, to: "sums")
    let run = try await program.call("hash --check sums")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    // The gain of mine.json is -3 already.
    #expect(
      lines.prefix(2) == [
        "tent --duration .1 --rate 8kHz --gain -3dB: OK", "mine.json --duration .1 --rate 8kHz: OK",
      ])
    // The text before ": OK" is a command line for hash.
    let words = try #require(lines.last).prefix { $0 != ":" }.split(separator: " ").map(String.init)
    #expect(try await program.call(["hash", "-q"] + words).text == mono)
    // Flags beside --check come after those of the line.
    #expect(try await program.call("hash -q --check sums -s 9").status == 1)
    #expect(try await program.call("hash --check sums -r 1").status == 2)
    // Without flags, the line is as before.
    #expect(try await program.call("hash -d10s -c2").text.hasSuffix("  steady\n"))
  }

  @Test("a name or a flag with blanks, quotation marks and dashes is read again")
  func quotedWords() async throws {
    let names = ["./two words.json", "./a --b.json", "'./c.json", "./it's.json", "./'d' --e.json"]
    try program.makeFolder("'.")
    for name in names { try program.write("{}", to: name) }
    let words = ["-d", ".1", "-r", "8000", "--curve", "gain = 0 = -9 ; 100% ~= 0 dB"]
    try program.write(try await program.call(["hash"] + words + names).text, to: "sums")
    let check = try await program.call("hash --check sums")
    #expect(check.status == 0, "\(check.errors)")
    let flags = "--duration .1 --rate 8000 --curve 'gain = 0 = -9 ; 100% ~= 0 dB': OK"
    #expect(
      check.text.split(separator: "\n").prefix(2) == [
        "./two words.json \(flags)", "'./a --b.json' \(flags)",
      ])
  }

  @Test("a line that cannot be checked says what it lacks")
  func lacks() async throws {
    let zeros = String(repeating: "0", count: 64)
    func errors(_ name: String) async throws -> String {
      try program.write("\(zeros)  \(name)\n", to: "sums")
      let run = try await program.call("hash -q --check sums -r8000")
      #expect(run.status == 1, "\(name)")
      return run.errors
    }
    #expect(
      try await errors("steady").contains(
        "a line without flags is that of --duration=10s --rate=44100 --channels=2 --format=s16"))
    #expect(try await !errors("steady --duration .1").contains("without flags"))
    #expect(try await errors("x.raw").contains("x.raw: the line names no preset"))
    #expect(try await errors("light --sample-rate 1").contains("'--sample-rate'"))
    #expect(try await errors("light --duration 1 tent").contains("'tent' is no flag"))
    #expect(try await errors("light --curve 'gain=0=-9").contains("a quotation mark is not closed"))
    #expect(try await errors("./gone.json").contains("./gone.json"))
  }

  @Test("--json prints what the lines say, with the sound revision")
  func asJSON() async throws {
    let words = "hash -d.1 -r8000 --json light mine.json".words
    let run = try await program.call(words)
    let list = try json(run.output, as: [[String: Any]].self)
    #expect(list.map { $0["preset"] as? String } == ["light", "mine.json"])
    #expect(list[0]["flags"] as? [String] == "--duration .1 --rate 8000".words)
    #expect(list[0]["revision"] as? Int == Rain.soundRevision)
    let line = try await program.call(words.filter { $0 != "--json" }).text.prefix(64)
    #expect(list[0]["sha256"] as? String == String(line))
  }

  @Test("a check says so when its sums have another sound revision")
  func revision() async throws {
    let sums =
      "# by rainsynth 9, sound revision \(Rain.soundRevision)\n"
      + (try await program.call("hash -q -d.1 -r8000 light").text)
    try program.write(
      sums.replacing("revision \(Rain.soundRevision)", with: "revision 99"), to: "sums")
    let run = try await program.call("hash --check sums")
    #expect(run.status == 0)
    #expect(
      run.errors == "rainsynth: 'sums' has sound revision 99; this is \(Rain.soundRevision), "
        + "whose samples may differ\n")
    #expect(try await program.call("hash -q --check sums").errors.isEmpty)
    try program.write(sums, to: "sums")
    #expect(try await program.call("hash --check sums").errors.isEmpty)
  }

  @Test("results come in the order of the presets, with any number of threads")
  func order() async throws {
    let presets = ["tent", "light", "mine.json", "steady", "light", "drizzle", "puddles"]
    let words = "hash -r8000 -d.05 --patter-rate 0 --pink 0".words + presets
    let one = try await program.call(words + ["-j1"]).text
    #expect(
      one.split(separator: "\n").map { String($0.dropFirst(66).prefix { $0 != " " }) } == presets)
    #expect(try await program.call(words + ["-j3"]).text == one)
  }
}
