import Foundation
import RainDSP
import RainTestSupport
import Testing

/// The names that settings had in earlier versions.
@Suite struct OtherNamesTests {
  private let program = BuiltProgram()
  private let settings = "-d 1 -r 8000 -c 1 -q".words

  private func bytes(_ words: String...) async throws -> [UInt8] {
    let run = try await program.call(["stream"] + settings + words)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return run.output
  }

  @Test("no two settings share a name, now or earlier")
  func unique() {
    let names = Setting.allCases.flatMap { [$0.name] + $0.row.otherNames }
    #expect(Set(names).count == names.count)
    #expect(names.count > Setting.allCases.count)
    for setting in Setting.allCases {
      for name in setting.row.otherNames { #expect(Setting(named: name) == setting) }
    }
  }

  @Test("flags, presets, curves, draws and live read an earlier name as the one of today")
  func everywhere() async throws {
    let today = try await bytes("--lowpass", "900", "--highpass", "200", "--echo-level", "-3")
    #expect(try await bytes("--muffle=900", "--low-cut", "200", "--space-db", "-3dB") == today)
    try program.write(#"{"muffle": 900, "lowCut": 200, "spaceDb": -3}"#, to: "old.json")
    #expect(try await bytes("-p", "old.json") == today)

    let moving = try await bytes("--curve", "lowpass=0=900;1=5000")
    #expect(try await bytes("--curve", "muffle=0=900;1=5000") == moving)
    try program.write(#"{"curves": {"muffle": [[0, 900], [1, 5000]]}}"#, to: "moving.json")
    #expect(try await bytes("-p", "moving.json") == moving)

    let clips = "vary -n 1 -O".words
    #expect(
      try await program.call(clips + ["a"] + settings + ["--vary", "muffle=900"]).status == 0)
    #expect(
      try await program.call(clips + ["b"] + settings + ["--vary", "lowpass=900"]).status == 0)
    let waves = try program.files(in: "a").filter { $0.hasSuffix(".wav") }
    #expect(waves.count == 1)
    for wave in waves {
      #expect(try program.contents(of: "a/\(wave)") == program.contents(of: "b/\(wave)"))
    }
  }

  @Test("help shows the names of today alone")
  func messages() async throws {
    let help = String(decoding: try await program.call("help render").output, as: UTF8.self)
    #expect(help.contains("--lowpass") && !help.contains("muffle") && !help.contains("--low-cut"))
  }
}
