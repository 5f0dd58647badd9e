import RainDSP
import RainFiles
import RainPresets
import Testing

@Suite("Bytes that are delivered")
struct DeliveryTests {
  @Test("on an actor, others get to run while it renders, and the bytes are the same")
  @MainActor func actor() async throws {
    let rendering = try Rendering(RenderJob(duration: .seconds(60)))
    for threads in [1, 2] {
      var turns = 0
      let others = Task { @MainActor in
        while !Task.isCancelled {
          turns += 1
          await Task.yield()
        }
      }
      var bytes: [UInt8] = []
      _ = await rendering.deliver(threads: threads) { bytes += $0 }
      others.cancel()
      // One that kept the actor would leave it none, or one.
      #expect(turns > 2)
      #expect(bytes == (await elsewhere(rendering)))
    }
  }

  @concurrent private func elsewhere(_ rendering: Rendering) async -> [UInt8] {
    var bytes: [UInt8] = []
    _ = await rendering.deliver(threads: 1) { bytes += $0 }
    return bytes
  }

  @Test("on an actor, rain without an end can be cancelled")
  @MainActor func endless() async throws {
    let rendering = try Rendering(RenderJob(duration: nil))
    let rain = Task { @MainActor in
      try await rendering.deliver(threads: 1) { _ in try Task.checkCancellation() }
    }
    // A turn of the actor, which it gets only if the rain leaves it.
    try await Task.sleep(for: .milliseconds(20))
    rain.cancel()
    await #expect(throws: CancellationError.self) { try await rain.value }
  }
}
