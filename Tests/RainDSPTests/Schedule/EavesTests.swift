import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Eaves")
struct EavesTests {
  private static let rate = 8000

  private func drips(
    _ points: Double, _ frames: Range<Int>, loop: Int? = nil, run: Int = Tile.frames
  ) -> [Arrival] {
    var eaves = Eaves(
      most: 24, timeline: Timeline(sampleRate: Self.rate, frames: loop),
      root: Source.root(seed: 5))
    eaves.apply(points, startingAt: frames.lowerBound)
    eaves.seek(to: frames.lowerBound)
    var arrivals: [Arrival] = []
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      frame = min(frame + run, frames.upperBound)
      while let arrival = eaves.next(before: frame) { arrivals.append(arrival) }
    }
    return arrivals
  }

  @Test("each place has a beat of its own, whose gaps differ by 2 to 8 %")
  func beats() {
    let arrivals = drips(24, 0..<Self.rate * 600)
    let points = Dictionary(grouping: arrivals) { $0.dripPoint?.bits }
    #expect(points.count == 24 && points[nil] == nil)
    var periods: Set<Int> = []
    for drips in points.values {
      let frames = drips.map { Double($0.frame) }
      let gaps = Sample(zip(frames.dropFirst(), frames).map { $0 - $1 })
      #expect((0.02...0.08).contains(gaps.standardDeviation / gaps.mean))
      #expect((0.35...4).contains(gaps.mean / Double(Self.rate)))
      periods.insert(Int(gaps.mean))
    }
    #expect(periods.count == 24)
    let perMinute = Double(arrivals.count) / 10
    #expect(abs(perMinute / Eaves.perMinute(24) - 1) < 0.1)
  }

  @Test("more places leave the beats of the others as they are")
  func more() {
    let few = Set(drips(3, 0..<Self.rate * 60))
    #expect(few.count > 50)
    #expect(few.isSubset(of: drips(4, 0..<Self.rate * 60)))
    #expect(drips(2.1, 0..<Self.rate * 60).count == few.count)
    #expect(drips(0, 0..<Self.rate * 60).isEmpty)
  }

  @Test("drips are the same from any frame, in any runs, and in each repetition of a loop")
  func anywhere() {
    let whole = Set(drips(9, 0..<80_000))
    #expect(Set(drips(9, 0..<80_000, run: 77)) == whole)
    #expect(Set(drips(9, 33_333..<80_000)) == whole.filter { $0.frame >= 33_333 })
    let loop = 60_011
    let first = drips(9, loop..<2 * loop, loop: loop)
    let second = drips(9, 2 * loop..<3 * loop, loop: loop)
    #expect(first.count > 30)
    #expect(
      Set(second)
        == Set(first.map { Arrival(frame: $0.frame + loop, key: $0.key, dripPoint: $0.dripPoint) }))
  }

  @Test("a place drips at one spot, drops of one size, into water or from leaves onto leaves")
  func points() throws {
    var rain = Rain.silent
    rain[.eaves] = 3
    rain[.puddles] = 0
    for (surface, below) in [(Surface.metal, Surface.water), (.open, .water), (.leaves, .leaves)] {
      rain.surface = surface
      let drops = try Drops(rain, in: 0..<44_100 * 60).map(\.drop)
      #expect(drops.count > 50)
      #expect(Set(drops.map(\.azimuth)).count == 3)
      #expect(Set(drops.map(\.distance)).count == 3)
      #expect(Set(drops.map(\.diameter)).count == 3)
      #expect(drops.allSatisfy { $0.surface == below && $0.diameter >= 4 })
      // Each drip sounds in its own way.
      #expect(Set(drops.map(\.impact.amplitude)).count > 50)
    }
  }

  @Test("a curve begins and ends places, the same in slices")
  func curve() throws {
    var rain = Rain.silent
    rain[.eaves] = 1
    let automation = try RainAutomation(
      rain,
      curves: [
        RainAutomation.Curve(.eaves, [.init(at: 0, 0), .init(at: 20, 12)])
      ])
    let whole = Array(try Drops(automation, in: 0..<44_100 * 30))
    let (first, last) = (
      whole.count { $0.frame < 44_100 * 10 }, whole.count { $0.frame >= 44_100 * 20 }
    )
    #expect(first > 3 && last > 2 * first)
    let part = Array(try Drops(automation, in: 44_100 * 12..<44_100 * 30))
    #expect(part.map(\.frame) == whole.map(\.frame).filter { $0 >= 44_100 * 12 })
  }
}
