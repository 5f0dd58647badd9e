import Testing

@testable import RainDSP

@Suite("Where drops fall")
struct DropRingTests {
  @Test("drops fall evenly over the area of the ring")
  func distance() {
    let ring = DropRing(near: 1, far: 6)
    #expect(ring.distance(0) == 1 && abs(ring.distance(1) - 6) < 1e-12)
    for k in 1..<10 {
      let r = ring.distance(Double(k) / 10)
      // The area within r.
      #expect(abs((r * r - 1) / 35 - Double(k) / 10) < 1e-12)
    }
    #expect(DropRing(near: 3, far: 3).distance(0.7) == 3)
  }

  @Test("the level falls as 1/r, and its mean square is that over the ring")
  func level() {
    for (near, far) in [(1.0, 6.0), (1.2, 25), (2, 2), (2, 2.001)] {
      let ring = DropRing(near: near, far: far)
      #expect(abs(ring.level(distance: 2 * near) - 0.5) < 1e-12)
      let count = 20_000
      let mean = (0..<count).reduce(0.0) { sum, k in
        let level = ring.level(distance: ring.distance((Double(k) + 0.5) / Double(count)))
        return sum + level * level / Double(count)
      }
      #expect(abs(ring.meanPower / mean - 1) < 1e-4)
    }
  }
}
