import Foundation
import RainTestSupport
import Testing

@Suite struct ReadmeTests {
  @Test(
    "the commands of the README work, with shorter durations", .enabled(if: Build.isOptimised))
  func commands() throws {
    let report = FileManager.default.temporaryDirectory
      .appendingPathComponent("rainsynth-readme-\(UUID().uuidString)")
    try Data().write(to: report)
    defer { try? FileManager.default.removeItem(at: report) }
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    child.arguments = [
      "bash", Repository.scripts.appendingPathComponent("readme").path,
      try BuiltProgram.find().path, "short",
    ]
    child.standardOutput = try FileHandle(forWritingTo: report)
    try child.run()
    child.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: report), as: UTF8.self)
    #expect(child.terminationStatus == 0, "\(text)")
  }
}
