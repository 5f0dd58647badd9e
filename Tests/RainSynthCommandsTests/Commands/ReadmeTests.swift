import Foundation
import RainFiles
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

  @Test("the README describes weathers and places as their presets do")
  func descriptions() throws {
    let readme = try String(
      contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    var names: [String] = []
    for row in readme.matches(of: /\| ([a-z-]+) \| (.*?)(?: \(the default\))? \|/) {
      guard let preset = try? Preset(named: String(row.1)) else { continue }
      #expect(preset.summary.lowercased() == "\(row.2.lowercased()).", "\(row.1)")
      names.append(preset.name)
    }
    #expect(
      Set(names + ["cave-drips", "water-glass", "bubbles", "classic-app", "classic-plugin"])
        == Set(Preset.shippedNames))
  }
}
