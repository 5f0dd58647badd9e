import Testing

@testable import RainDSP

@Suite("The law of bubbles")
struct BubbleLawTests {
  private func rain(_ rainfall: Double, drips: Double = 0) -> Rain {
    var rain = Rain()
    (rain[.rainfall], rain[.drips]) = (rainfall, drips)
    return rain
  }

  @Test("the crater of a drop of 2 mm has a third of its energy")
  func crater() {
    let crater = BubbleLaw.crater(diameter: 2, speed: SizeLaw.referenceSpeed)
    #expect(abs(crater - 0.0079) < 0.0001)
    // The water that was lifted, a hemisphere: π ρ g r⁴/4, and the drop: π/12 ρ D³ v².
    let lifted = 9.81 * crater * crater * crater * crater / 4
    let speed = SizeLaw.referenceSpeed
    #expect(abs(lifted / (8e-9 * speed * speed / 12) - 1.0 / 3) < 1e-9)
  }

  @Test("water is calm up to 10 mm/h; a downpour leaves a quarter of its bubbles")
  func share() {
    for rainfall in [0.1, 1, 10] {
      #expect(BubbleLaw.share(crater: 0.01, in: rain(rainfall)) == 1)
      #expect(BubbleLaw.smallLevel(in: rain(rainfall)) == 1)
    }
    let downpour = BubbleLaw.share(crater: 0.01, in: rain(25))
    #expect(downpour > 0.2 && downpour < 0.3)
    #expect(BubbleLaw.share(crater: 0.01, in: rain(75)) < 0.02)
    #expect(BubbleLaw.share(crater: 0.015, in: rain(25)) < downpour)
    // What drips into still water makes no waves.
    #expect(BubbleLaw.share(crater: 0.01, in: rain(75, drips: 1)) == 1)
  }

  @Test("of the large drops on water, as many have a bubble as the law says")
  func drops() throws {
    func shares(_ rainfall: Double) throws -> (seen: Double, wanted: Double, drops: Double) {
      var rain = rain(rainfall)
      (rain[.drops], rain[.gust], rain.surface) = (60_000, 0, .water)
      var (all, trapped, wanted) = (0.0, 0.0, 0.0)
      try Drops(rain, in: 0..<(4 * 44_100)).forEachDrop { _, drop, _ in
        guard drop.diameter > 2.2 else { return }
        let crater = BubbleLaw.crater(diameter: drop.diameter, speed: drop.speed)
        all += 1
        wanted += 0.8 * BubbleLaw.share(crater: crater, in: rain)
        if drop.bubble != nil { trapped += 1 }
      }
      return (trapped / all, wanted / all, all)
    }
    for rainfall in [10.0, 25, 75] {
      let (seen, wanted, drops) = try shares(rainfall)
      let error = (wanted * (1 - wanted) / drops).squareRoot()
      #expect(drops > 500 && abs(seen - wanted) < 5 * error, "\(rainfall) mm/h: \(seen), \(wanted)")
    }
  }
}
