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

  @Test("what hash has printed, --check finds right, and only with the same settings")
  func roundTrip() throws {
    try program.write(try sums("tent", "mine.json", "./odd name \\.json"), to: "sums")
    let run = try check("sums")
    #expect(run.status == 0)
    #expect(run.text == "tent: OK\nmine.json: OK\n./odd name \\.json: OK\n")
    #expect(run.errors.isEmpty)
    #expect(try program.run(["hash"] + settings + ["--check", "sums"]).text.isEmpty)

    let other = try check("sums", "--seed", "2")
    #expect(other.status == 1)
    #expect(other.text == "tent: FAILED\nmine.json: FAILED\n./odd name \\.json: FAILED\n")
    #expect(other.errors == "rainsynth: WARNING: 3 computed checksums did NOT match\n")
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

  @Test("lines of another form are warned of, and are no failure beside others")
  func malformedLines() throws {
    try program.write("# sums\n\(try sums("light"))\nnonsense\n", to: "sums")
    let run = try check("sums")
    #expect(run.status == 0)
    #expect(run.text == "light: OK\n")
    #expect(run.errors == "rainsynth: WARNING: 2 lines are improperly formatted\n")
  }
}
