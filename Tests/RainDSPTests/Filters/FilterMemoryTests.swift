import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The memory of a filter")
struct FilterMemoryTests {
  private func memory(frames: Int) -> FilterMemory<PoleDecay> {
    FilterMemory(slowest: carry(frames: frames))
  }

  private func carry(frames: Int, pole: Double = 0.5) -> FilterCarry<PoleDecay> {
    FilterCarry(
      frames: frames, laneDecay: PoleDecay([pole], doublings: 0),
      tileDecay: PoleDecay([pole], doublings: 0))
  }

  @Test("reaches back until a state has decayed by 2⁻³⁰, and no tile farther")
  func reach() {
    for pole in [1e-12, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9996, 0.999_67, -0.7] {
      let frames = PoleDecay.frames(pole: pole)
      #expect(frames >= 1)
      #expect(CLibrary.power(pole.magnitude, Double(frames)) <= 0x1p-30)
      #expect(
        frames == 1 || CLibrary.power(pole.magnitude, Double(frames - 1)) > 0x1p-30 * 0.999)
    }
    for frames in [1, 4095, 4096, 4097, 8192, 8193, 60_000] {
      let tiles = memory(frames: frames).mostTiles
      #expect(tiles * Tile.frames >= frames && (tiles - 1) * Tile.frames < frames)
    }
  }

  @Test("the newest end counts in full, each older one decays once more, and no others count")
  func tiles() {
    var memory = memory(frames: 3 * Tile.frames)
    let carry = carry(frames: 3 * Tile.frames)
    func state() -> Float { memory.enteringTile[0] }
    func end(_ x: Float) -> SIMD4<Float> { SIMD4(x, 0, 0, 0) }
    #expect(state() == 0)
    memory.append(end(8), carry)
    #expect(state() == 8)
    memory.append(end(16), carry)
    #expect(state() == 16 + 4)
    memory.append(end(32), carry)
    #expect(state() == 32 + 8 + 2)
    memory.append(end(64), carry)
    #expect(state() == 64 + 16 + 4)
    memory.append(end(0), carry)
    #expect(state() == 32 + 8)
    memory.clear()
    #expect(state() == 0)
  }

  @Test("a lane begins in the state that the lane before leaves, a tile in that of the tile before")
  func lanes() {
    var memory = memory(frames: 1)
    // Lane l ends in l + 1 from silence.
    let ends = SIMD16<Float>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    var entering: Float = 0
    for _ in 0..<2 {
      var states = InlineArray<1, SIMD16<Float>>(repeating: ends)
      memory.carry(&states, by: carry(frames: 1))
      #expect(states[0][0] == entering)
      for lane in 1..<16 { #expect(states[0][lane] == ends[lane - 1] + 0.5 * states[0][lane - 1]) }
      // A memory of one tile holds the end from silence alone.
      var end: Float = 0
      for lane in 0..<16 { end = ends[lane] + 0.5 * end }
      entering = end
    }
  }

  @Test("where decays move, each tile decays by its own, and the newest says how many count")
  func moving() {
    var memory = FilterMemory(slowest: carry(frames: 3 * Tile.frames))
    func state() -> Float { memory.enteringTile[0] }
    let slow = carry(frames: 3 * Tile.frames, pole: 0.5)
    let slower = carry(frames: 2 * Tile.frames, pole: 0.25)
    memory.append(SIMD4(8, 0, 0, 0), slow)
    memory.append(SIMD4(16, 0, 0, 0), slower)
    let second: Float = 16 + 0.25 * 8
    #expect(state() == second)
    memory.append(SIMD4(32, 0, 0, 0), slow)
    let third: Float = 32 + 0.5 * second
    #expect(state() == third)
    memory.append(SIMD4(64, 0, 0, 0), carry(frames: 1))
    #expect(state() == 64)
    memory.append(.zero, nil)
    #expect(state() == 0)
    memory.append(SIMD4(1, 0, 0, 0), slow)
    #expect(state() == 1)
  }

  @Test("several poles decay independently; below 2⁻³⁰ a state counts as 0")
  func poles() {
    let decay = PoleDecay([0.999, 0.9, 0.5], doublings: 3)
    let state = decay.applied(to: SIMD4(1, 1, 1, 1))
    #expect(abs(state[0] - 0.992_027_9) < 1e-6)
    #expect(abs(state[1] - 0.430_467_2) < 1e-6)
    #expect(state[2] == 0x1p-8 && state[3] == 0)
    #expect(PoleDecay([0.5], doublings: 8).factors == .zero)
  }
}
