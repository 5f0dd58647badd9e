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

  @Test("no byte behind the name in an entry of a folder is read")
  func entryAtTheEndOfItsBuffer() throws {
    // A page that may be read, before one that may not.
    let page = sysconf(Int32(_SC_PAGESIZE))
    let mapped = unsafe mmap(
      nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let pages = unsafe try #require(mapped)
    defer { unsafe munmap(pages, 2 * page) }
    let isProtected = unsafe mprotect(pages + page, page, PROT_NONE) == 0
    try #require(isProtected)

    let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
    let alignment = MemoryLayout<dirent>.alignment
    let name = Array("drizzle.wav".utf8)
    let bytes = (offset + name.count + 1 + alignment - 1) / alignment * alignment
    let entry = unsafe pages + page - bytes
    unsafe (entry + offset).copyMemory(from: name + [0], byteCount: name.count + 1)
    #expect(unsafe FilePath.name(of: entry.assumingMemoryBound(to: dirent.self)) == name)
  }
}
