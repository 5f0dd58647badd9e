import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The past of a tile")
struct FilterMemoryTests {
  @Test("reaches as far back as anything is left of a state, and no tile farther")
  func reach() {
    for decay in [1e-12, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9996, 0.999_67] {
      let frames = FilterMemory.memoryFrames(decay: decay)
      #expect(frames >= 1)
      #expect(CLibrary.power(decay, Double(frames)) <= 0x1p-30)
      #expect(frames == 1 || CLibrary.power(decay, Double(frames - 1)) > 0x1p-30 * 0.999)
    }
    for frames in [1, 4095, 4096, 4097, 8192, 8193, 60_000] {
      let past = FilterMemory(memoryFrames: frames)
      let tiles = past.tiles
      #expect(tiles * Tile.frames >= frames && (tiles - 1) * Tile.frames < frames)
    }
  }

  @Test("the newest end counts whole, each older one decayed once more, and no others")
  func state() {
    var past = FilterMemory(memoryFrames: 3 * Tile.frames)
    func state() -> Float { past.state { $0 * 0.5 }[0] }
    func end(_ x: Float) -> SIMD8<Float> { SIMD8(x, 0, 0, 0, 0, 0, 0, 0) }
    #expect(state() == 0)
    past.append(end(8))
    #expect(state() == 8)
    past.append(end(16))
    #expect(state() == 16 + 4)
    past.append(end(32))
    #expect(state() == 32 + 8 + 2)
    past.append(end(64))
    #expect(state() == 64 + 16 + 4)
    past.append(end(0))
    #expect(state() == 32 + 8)
    past.clear()
    #expect(state() == 0)
  }
}
