import Foundation
import RainDSP
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

/// presets/SHA256SUMS, by which everyone can check a build.
@Suite struct PublishedSumsTests {
  private static let path = Repository.presets
    .appendingPathComponent("SHA256SUMS").path

  @Test("the published sums are those of this build", .enabled(if: Build.isOptimised))
  func sums() async throws {
    let run = try await BuiltProgram().call(["hash", "--quiet", "--check", Self.path])
    #expect(
      run.status == 0, "\(run.text)\(run.errors)If the sound was meant to change: make sums")
  }

  @Test("every shipped preset has a sum, in stereo and in mono, and some in other layouts")
  func presets() throws {
    let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.first == "# by rainsynth \(ThisProgram.version), sound revision \(Rain.soundRevision)")
    #expect(
      lines.dropFirst().map { String($0.dropFirst(66)) } == Preset.shippedNames
        + Preset.shippedNames.map { "\($0) --rate 48000 --format f32 --channels 1" }
        + ["quad", "5.1", "7.1.4", "foa", "3oa", "binaural"].flatMap { layout in
          ["steady", "car", "forest"].map { "\($0) --channels \(layout)" }
        })
  }
}
