import Foundation
import RainSynthCommands
import Testing

/// The ways in which the program ends, each with command lines that end so.
@Suite struct ExitStatusTests {
  @Test("an error that nobody has foreseen is no wrong usage")
  func unknownError() { #expect(Failure(CancellationError()).status == .couldNot) }

  static let endings: [(status: Int32, lines: [String])] = [
    (
      0,
      [
        "render -d .01 -o x.wav", "render -d .01 -f -o there.wav", "render -d 0 -o -",
        "stream -d 0",
        "batch -d .01 -O dir light", "hash -d 0", "hash -d 0 --check good", "drop", "preset list",
        "preset check mine.json", "preset schema", "info sound.wav", "completions zsh", "man",
        "help",
        "help drop", "--help", "--version",
      ]
    ),
    (
      1,
      [
        "render -d .01 -o there.wav", "render -o x.wav -p no.json", "hash -d 0 --check wrong",
        "batch -d .01 -O dir light bad.json", "preset check no.json", "info no.wav",
        "batch -d 1000000000h -r 192000 -b f32 -O dir light steady",
      ]
    ),
    (
      2,
      [
        "", "--rain", "render --rain -o x.wav", "render -d rain -o x.wav",
        "render -p bad.json -o x.wav",
        "hash bad.json", "preset check bad.json",
      ]
    ),
  ]

  @Test("each way to end has its status, and every failure prints one line")
  func endings() async throws {
    for (status, lines) in Self.endings {
      for line in lines {
        let program = BuiltProgram()
        try program.makeFolder("dir")
        try program.write("{}", to: "mine.json")
        try program.write("{\"rain\": 1}", to: "bad.json")
        try program.write("there", to: "there.wav")
        try program.write("there", to: "there")
        let sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        try program.write("\(sum)  light\n", to: "good")
        try program.write("\(sum.reversed().map(String.init).joined())  light\n", to: "wrong")
        try await program.write(
          program.call("render -d 0 -o -").output, to: "sound.wav")
        let run = try await program.call(line)
        #expect(run.status == status, "\(line)")
        // The summary of rendered files is not an error.
        let isSilent = run.errors.split(separator: "\n").allSatisfy { $0.contains(" s, ") }
        #expect(isSilent == (status == 0), "\(line): \(run.errors)")
        #expect(status == 0 || run.errors.contains("rainsynth: "), "\(line)")
      }
    }
  }

  @Test("the manual page has the same table")
  func manualPage() throws {
    let page = ManualPage.text(of: RainSynth.program)
    let section = try #require(page.firstRange(of: "\n.SH EXIT STATUS\n"))
    let table = page[section.upperBound...].prefix { $0 != "H" }
    let statuses = table.split(separator: "\n").compactMap { Int32($0.prefix { $0.isNumber }) }
    #expect(statuses == Self.endings.map(\.status) + [Failure.Status.readerGone.rawValue])
    #expect(Failure.Status.allCases.map(\.rawValue) == Array(statuses.dropFirst()))
  }
}
