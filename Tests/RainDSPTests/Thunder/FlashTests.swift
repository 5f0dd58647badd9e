import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Flashes of lightning")
struct FlashTests {
  private func flashes(
    _ rate: Double, distance: Double = 4, _ frames: Range<Int> = 0..<3600 * 8000,
    loop: Int? = nil
  ) throws -> [Flash] {
    var rain = Rain()
    (rain[.thunder], rain[.thunderDistance]) = (rate, distance)
    return try Array(
      Flashes(RainAutomation(rain), in: frames, sampleRate: 8000, seed: 5, loop: loop))
  }

  @Test("they light by chance, as often as the rate says")
  func rate() throws {
    let found = try flashes(4, 0..<36_000 * 8000)
    #expect(abs(Double(found.count) - 2400) < 5 * 2400.0.squareRoot())
    let gaps = zip(found.dropFirst(), found).map { Double($0.frame - $1.frame) / 8000 }
    // Of exponential gaps, whose mean is 15 s, e⁻¹ are longer.
    let longer = Double(gaps.count { $0 > 15 }) / Double(gaps.count)
    #expect(abs(longer - 0.368) < 5 * (0.368 * 0.632 / Double(gaps.count)).squareRoot())
    #expect(found.map(\.frame) == found.map(\.frame).sorted())
  }

  @Test("a higher rate adds flashes, and another distance moves none")
  func thinning() throws {
    let (few, many) = (try flashes(2), try flashes(8))
    #expect(Set(few.map(\.frame)).isSubset(of: many.map(\.frame)) && few.count < many.count)
    let near = try flashes(8, distance: 1)
    #expect(near.map(\.frame) == many.map(\.frame))
    for (a, b) in zip(near, many) { #expect(a.distance < b.distance) }
    #expect(try flashes(0).isEmpty)
  }

  @Test("a list of excerpts is that of the whole, in a loop, too", arguments: [nil, 400_000])
  func excerpts(loop: Int?) throws {
    let whole = try flashes(30, 0..<2_000_000, loop: loop)
    let parts = try [0..<700_001, 700_001..<700_002, 700_002..<2_000_000].flatMap {
      try flashes(30, $0, loop: loop)
    }
    #expect(whole.map(\.frame) == parts.map(\.frame) && whole.count > 10)
    guard let loop else { return }
    let first = whole.filter { $0.frame < loop }.map(\.frame)
    let second = whole.filter { (loop..<2 * loop).contains($0.frame) }.map { $0.frame - loop }
    #expect(first == second)
  }

  @Test("one in three strikes the ground, with 3.3 strokes in the mean")
  func kinds() throws {
    let found = try flashes(30, 0..<3600 * 8000)
    let ground = found.filter { $0.kind == .ground }
    #expect((0.29...0.37).contains(Double(ground.count) / Double(found.count)))
    let strokes = Double(ground.reduce(0) { $0 + $1.strokes }) / Double(ground.count)
    #expect((2.9...3.8).contains(strokes))
    #expect(found.allSatisfy { $0.kind == .ground || $0.strokes == 1 })
    #expect(found.allSatisfy { (0.3...25).contains($0.distance) && (0..<1).contains($0.azimuth) })
  }
}
