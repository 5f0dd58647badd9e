import CommandLineKit
import Foundation
import RainSynthCommands
import Testing

/// The ways in which the program ends, each with command lines that end so.
@Suite struct ExitStatusTests {
  @Test("an error that nobody has foreseen is no wrong usage")
  func unknownError() {
    #expect(Failure(CancellationError()).status == .couldNot)
  }

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
        "render -d .01 -o there.wav", "render -d .01 -o dir", "render -d .01 -o nowhere/x.wav",
        "render -d 1000000000h -o x.wav", "render -d .01 -o there.wav/x.wav",
        "render -o x.wav -p no.json",
        "batch -d .01 -O dir light bad.json", "batch -d .01 -O there.wav/x light",
        "batch -d 1000000000h -r 192000 -b f32 -O dir light steady",
        "hash -d 0 --check wrong",
        "hash --check there.wav", "drop -o there.wav", "preset check no.json", "info no.wav",
      ]
    ),
    (
      2,
      [
        "", "rain", "--rain", "render", "render --rain -o x.wav", "render -d",
        "render -d rain -o x.wav",
        "render -d 0 rain -o x.wav", "render --drops nan -o x.wav", "render -p rain -o x.wav",
        "render -p bad.json -o x.wav", "render --loop -d 0 -o x.wav", "stream --fade-out 1",
        "render --rf64 never -o x.wav", "batch light", "batch -O dir", "hash rain",
        "hash bad.json", "drop --drops 0", "preset", "preset show rain", "preset check bad.json",
        "completions rain", "help rain", "man rain",
      ]
    ),
  ]

  @Test("each way to end has its status, and every failure prints one line")
  func endings() async throws {
    for (status, lines) in Self.endings {
      for line in lines {
        let program = try BuiltProgram()
        try program.makeFolder("dir")
        try program.write("{}", to: "mine.json")
        try program.write("{\"rain\": 1}", to: "bad.json")
        try program.write("there", to: "there.wav")
        try program.write("there", to: "there")
        let sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        try program.write("\(sum)  light\n", to: "good")
        try program.write("\(sum.reversed().map(String.init).joined())  light\n", to: "wrong")
        try await program.write(
          program.call("render", "-d", "0", "-o", "-").output, to: "sound.wav")
        let run = try await program.call(line.split(separator: " ").map(String.init))
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
