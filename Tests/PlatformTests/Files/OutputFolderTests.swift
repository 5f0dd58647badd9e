import Foundation
import Platform
import Testing

@Suite("Output folder")
struct OutputFolderTests {
  @Test("several threads make the same folders at the same time")
  func threads() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/rainsynth-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for round in 0..<40 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in 0..<4 {
          group.addTask { try OutputFolder.make("\(folder)/\(round)/a/b/\(thread)") }
        }
        try await group.waitForAll()
      }
      for thread in 0..<4 {
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(round)/a/b/\(thread)"))
      }
    }
  }
}
