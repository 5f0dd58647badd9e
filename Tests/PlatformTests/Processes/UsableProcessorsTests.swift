#if os(Linux)
@testable import Platform
import RainTestSupport
import Testing

@Suite("Usable processors")
struct UsableProcessorsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("there is at least one, and not more than the machine has")
  func range() { #expect(1...Int(sysconf(Int32(_SC_NPROCESSORS_CONF))) ~= UsableProcessors.count) }

  @Test(
    "a quota of time counts as so many processors, rounded up",
    arguments: [
      ("200000 100000\n", 2), ("150000 100000\n", 2), ("1000 100000\n", 1), ("max 100000\n", nil),
      ("", nil), ("0 0\n", nil), ("100000\n", nil),
    ] as [(String, Int?)])
  func quota(text: String, processors: Int?) throws {
    try folder.makeFile("cpu.max", text)
    #expect(UsableProcessors.quota(inControlGroup: "/a/b", below: folder.path) == processors)
    #expect(UsableProcessors.quota(inControlGroup: "/", below: folder.path) == processors)
  }
}
#endif
