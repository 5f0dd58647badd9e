import RainTestSupport
import Testing

@testable import RainDSP

@Suite("What falls on the ground")
struct GroundDropsTests {
  typealias Fallen = (frame: Int, diameter: Double, speed: Double)

  private func drops(
    _ rain: Rain, squareMeters: Double = 1, seconds: Range<Int> = 0..<30, sampleRate: Int = 8000,
    seed: UInt64 = 1, loop: Int? = nil
  ) -> [Fallen] {
    var ground = GroundDrops(
      RainAutomation(rain), squareMeters: squareMeters, sampleRate: sampleRate, seed: seed,
      loop: loop)
    var all: [Fallen] = []
    ground.forEach(in: seconds.lowerBound * sampleRate..<seconds.upperBound * sampleRate) {
      all.append(($0, $1, $2))
    }
    return all
  }

  private func rain(_ rainfall: Double, dropSize: Double = 1, sizeSpread: Double = 1) -> Rain {
    var rain = Rain()
    (rain[.rainfall], rain[.dropSize], rain[.drift]) = (rainfall, dropSize, 0)
    rain[.sizeSpread] = sizeSpread
    return rain
  }

  @Test(
    "is the rainfall, with drops of the mean size of the law",
    arguments: [
      (0.5, 1.0, 1.0), (1, 1, 1), (3, 0.7, 1), (10, 1, 1), (10, 1.4, 1), (30, 1, 1), (30, 1, 0.5),
      (10, 2, 0),
    ])
  func law(rainfall: Double, dropSize: Double, sizeSpread: Double) {
    let drops = drops(rain(rainfall, dropSize: dropSize, sizeSpread: sizeSpread), seconds: 0..<60)
    var (water, squares, mass, first) = (0.0, 0.0, 0.0, 0.0)
    for drop in drops {
      let cube = drop.diameter * drop.diameter * drop.diameter
      water += cube
      squares += cube * cube
      mass += cube / drop.speed
      first += cube * drop.diameter / drop.speed
      #expect(drop.speed == DropSize.terminalSpeed(drop.diameter))
    }
    // Five standard errors of a sum of so many drops.
    let measured = 0.0036 * Double.pi / 6 * water / 60
    #expect(abs(measured / rainfall - 1) < 5 * squares.squareRoot() / water, "\(measured)")
    guard sizeSpread == 1 else { return }
    let mean = first / mass / (Rain.meanSize(at: rainfall) * dropSize)
    // Drops above 5.8 mm break up, which takes some of the largest.
    #expect(abs(mean - 1) < 0.04, "\(mean)")
  }

  @Test("the numbers of seconds and the gaps are those of chance")
  func chance() {
    let drops = drops(rain(10), seconds: 0..<120)
    var counts = [Double](repeating: 0, count: 120)
    for drop in drops { counts[drop.frame / 8000] += 1 }
    let mean = counts.reduce(0, +) / 120
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 119
    // The variance of a variance over its mean is 2/n: five standard errors.
    #expect(abs(variance / mean - 1) < 5 * (2.0 / 119).squareRoot(), "\(variance / mean)")
    let few = self.drops(rain(10), squareMeters: 0.002, seconds: 0..<600, sampleRate: 44_100)
    let gaps = zip(few, few.dropFirst()).map { Double($1.frame - $0.frame) / 44_100 }
    let rate = Double(few.count) / 600
    let distance = Sample(gaps).kolmogorovSmirnov { 1 - Elementary.exp(-rate * $0) }
    #expect(distance < Sample.fiveStandardErrors)
  }

  @Test("excerpts are parts of the whole, and a loop returns")
  func excerpts() {
    let whole = drops(rain(10), seconds: 0..<12)
    let parts = drops(rain(10), seconds: 0..<5) + drops(rain(10), seconds: 5..<12)
    #expect(whole.map(\.frame) == parts.map(\.frame))
    #expect(whole.map(\.diameter) == parts.map(\.diameter))
    let loop = drops(rain(10), seconds: 0..<6, loop: 24_000)
    let half = loop.count / 2
    #expect(loop[half...].map { $0.frame - 24_000 } == loop[..<half].map(\.frame))
  }

  @Test("more ground and more rain add drops to those that were there")
  func more() {
    let times = { (drops: [Fallen]) in Set(drops.map(\.frame)) }
    let some = times(drops(rain(3), seconds: 0..<4, sampleRate: 192_000))
    for more in [
      drops(rain(3), squareMeters: 1.5, seconds: 0..<4, sampleRate: 192_000),
      drops(rain(10), seconds: 0..<4, sampleRate: 192_000),
    ] {
      #expect(times(more).isSuperset(of: some))
      #expect(more.count > some.count)
    }
  }

  @Test("drift moves rainfall and sizes, and gusts move nothing")
  func drift() {
    var gusty = rain(10)
    (gusty[.gust], gusty[.patterGust]) = (0.6, 0.6)
    #expect(drops(gusty).map(\.frame) == drops(rain(10)).map(\.frame))
    var walking = rain(10)
    walking[.drift] = 0.8
    let minutes = [0, 1200, 2400, 3600].map { second in
      let drops = drops(walking, seconds: second..<second + 20)
      return drops.reduce(0) { $0 + $1.diameter } / Double(drops.count)
    }
    #expect((minutes.max() ?? 0) / (minutes.min() ?? 1) > 1.1, "\(minutes)")
  }
}
