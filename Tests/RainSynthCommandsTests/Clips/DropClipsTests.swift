import Foundation
import RainTestSupport
import Testing

/// Many drops, each in a WAV of its own.
@Suite struct DropClipsTests {
  private let program = BuiltProgram()

  private func objects() throws -> [[String: Any]] { try program.list("out/manifest.jsonl") }

  @Test("are those of drop and of drops, whole, with the peak asked for", arguments: ["1", "2"])
  func numbers(channels: String) async throws {
    let settings = ["-p", "puddles", "-c", channels, "-r", "96000", "-q"]
    let run = try await program.call(
      "drop --count 20 --number 3 --peak -3dB -O out".words + settings)
    #expect(run.status == 0, "\(run.errors)")
    let objects = try objects()
    #expect(objects.map { $0["number"] as? Int } == (3..<23).map { $0 })
    let log = try await program.call("drops --format jsonl -d 60".words + settings).text
      .split(separator: "\n")
    for (object, row) in zip(objects, log.dropFirst(2)) {
      let number = try #require(object["number"] as? Int)
      let file = "out/puddles-drop-\(number < 10 ? "00000" : "0000")\(number).wav"
      #expect(object["file"] as? String == String(file.dropFirst(4)))
      #expect(abs(try #require(object["peak"] as? Double) + 3) < 0.01)
      for (key, value) in try json(row.utf8) { #expect("\(value)" == object[key].map { "\($0)" }) }
      let wave = try WaveChunks(try program.contents(of: file))
      let samples = try #require(wave.contents["data"])
      #expect(samples.count == (object["frames"] as? Int ?? 0) * (Int(channels) ?? 0) * 2)
      let one = try await program.call(
        "drop --number \(number) --peak -3 -o one.wav -f".words + settings)
      #expect(one.status == 0)
      #expect(try program.contents(of: "one.wav") == program.contents(of: file))
      // Whole: it ends in silence, but for the dither of a step.
      let last = samples.suffix(2)
      let value = Int16(bitPattern: last.reversed().reduce(0) { $0 << 8 | UInt16($1) })
      #expect(abs(Int(value)) <= 40)
    }
    let info = try await program.call("info one.wav")
    #expect(info.text.contains("--number=22 --peak=-3"))
  }

  @Test("have the level of the mix without --peak, and stay where they are the same")
  func again() async throws {
    let words = "drop --count 5 -O out -q -r 22050".words
    #expect(try await program.call(words).status == 0)
    let one = try await program.call("drop --number 4 -o one.wav -r 22050 -q")
    #expect(one.status == 0)
    #expect(
      try program.contents(of: "one.wav") == program.contents(of: "out/steady-drop-000004.wav"))
    try program.remove("out/steady-drop-000002.wav")
    try program.remove("out/manifest.jsonl")
    #expect(try await program.call(words).status == 0)
    #expect(try objects().count == 5)
    // Others stay.
    let other = try await program.call(words + ["-s", "2"])
    #expect(
      other.status == 1
        && other.errors.contains("steady-drop-000001.wav: exists, and is not drop 1 of this run"))
    try program.remove("out/manifest.jsonl")
    try program.write("mine", to: "out/steady-drop-000001.wav")
    let foreign = try await program.call(words)
    #expect(foreign.status == 1 && foreign.errors.contains("steady-drop-000001.wav: exists"))
    #expect(try program.contents(of: "out/steady-drop-000001.wav") == Array("mine".utf8))
    #expect(try await program.call(words + "-f -s 2".words).status == 0)
  }

  @Test("of another run are added to the list, which keeps what it says, also lines of others")
  func fewerAndMore() async throws {
    let words = "drop -O out -r 22050 --count".words
    let run = try await program.call(words + ["6"])
    #expect(run.status == 0 && run.errors.hasPrefix("rainsynth: out: 6 files, "), "\(run.errors)")
    let list = try program.contents(of: "out/manifest.jsonl")
    let fewer = try await program.call(words + ["2"])
    #expect(fewer.status == 0 && fewer.errors.isEmpty, "\(fewer.errors)")
    #expect(try program.contents(of: "out/manifest.jsonl") == list)
    #expect(try await program.call(words + "4 --number 5".words).status == 0)
    #expect(try objects().map { $0["number"] as? Int } == (1...8).map { $0 })
    #expect(try await program.call(words + "3 -s 2 -f".words).status == 0)
    #expect(try objects().map { $0["seed"] as? Int } == [2, 2, 2, 1, 1, 1, 1, 1])
    // A list of somebody else, and a line of somebody else, stay.
    let mine = try program.contents(of: "out/manifest.jsonl") + Array("mine\n".utf8)
    try program.write(mine, to: "out/manifest.jsonl")
    let foreign = try await program.call(words + ["9"])
    #expect(foreign.status == 1 && foreign.errors.contains("drop has not written it"))
    #expect(try program.contents(of: "out/manifest.jsonl") == mine)
    #expect(try await program.call(words + ["9", "-f"]).status == 0)
    #expect(try objects().count == 9)
  }

  @Test("are written by an encoder, and known again by what they are")
  func encoded() throws {
    let script = "cat > /dev/null; for path; do :; done; echo $$ > \"$path\""
    let path = try program.makePlayers(["mine": script])
    func run(_ words: String) throws -> BuiltProgram.Run {
      try program.run(
        ["drop", "--count", "3", "--ending", "wv", "--encoder", "mine", "-q", "-O", "my drops"]
          + words.words, environment: ["PATH": "\(path):/bin:/usr/bin"])
    }
    #expect(try run("").status == 0)
    let files = (1...3).map { "steady-drop-00000\($0).wv" }
    #expect(try program.files(in: "my drops") == ["manifest.jsonl"] + files)
    let list = try program.contents(of: "my drops/manifest.jsonl")
    let rows = try program.list("my drops/manifest.jsonl")
    #expect(rows.map { $0["file"] as? String } == files)
    #expect(rows.allSatisfy { $0["encoder"] as? String == "mine" && $0["fileSha256"] != nil })
    #expect(try run("").status == 0)
    #expect(try program.contents(of: "my drops/manifest.jsonl") == list)
    // Another drop of that number stays as it is.
    let other = try run("--surface metal")
    #expect(other.status == 1 && other.errors.contains("is not drop 1 of this run"))
  }

  @Test("one is found by its diameter, and stands beside the theory", arguments: [2.5, 3, 4])
  func diameter(_ millimeters: Double) async throws {
    let run = try await program.call("drop -p puddles --drips 0 --diameter \(millimeters) -c 1")
    #expect(run.status == 0, "\(run.errors)")
    let text = run.text.replacing("\n", with: " ")
    func number(_ name: String) throws -> Double {
      let rest = try #require(text.firstRange(of: name)).upperBound
      return try #require(
        Double(text[rest...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }))
    }
    #expect(abs(try number("diameter") / millimeters - 1) < 0.006)
    #expect(abs(try number("Minnaert radius") * number("bubble") / 3260 - 1) < 0.02)
    #expect(abs(try number("speed") - (9.65 - 10.3 * exp(-0.6 * millimeters))) < 0.1)
  }

  @Test("where too few drops fall, a note says how many there are")
  func few() async throws {
    let few = try await program.call("drop --drops 0.01 --count 1000 -O few")
    #expect(few.status == 0 && few.errors.contains("of 1000 drops fall within a day"))
  }
}
