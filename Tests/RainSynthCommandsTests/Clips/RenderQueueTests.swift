import RainFiles
@testable import RainSynthCommands
import Testing

@Suite struct RenderQueueTests {
  @Test("all threads render, also where the jobs do not share them evenly")
  func threads() async throws {
    let rendering = try Rendering(RenderJob(duration: .seconds(1)))
    let jobs = [[Rendering]](repeating: [rendering], count: 5)
    let queue = RenderQueue(groups: jobs, sampleRate: 44_100) { _, _, threads, _ in threads }
    var shares: [Int] = []
    try await queue.run(
      threads: 14, progress: Progress(.never, sampleRate: 44_100, totalFrames: nil)
    ) { shares.append($1) }
    #expect(shares == [3, 3, 3, 3, 2])
  }
}
