import Testing

@testable import RainDSP

@Suite("The color of a spot")
struct SpotTests {
  private func spot(
    seed: UInt64, _ surface: Surface = .open, amount: Double = 1, number: Double = 0
  ) -> SpotLaw {
    var rain = Rain()
    (rain.surface, rain[.spot], rain[.spotNumber]) = (surface, amount, number)
    return SpotLaw(AutomationMoment(rain), Source.root(seed: seed))
  }

  private static let pitches = (0..<12).map { 200 * Elementary.exp2(Double($0) / 2) }

  private func decibels(_ spot: SpotLaw) -> [Double] {
    Self.pitches.map { Elementary.decibels(amplitude: spot.magnitude(at: $0)) }
  }

  @Test("spots differ as recordings do, in each band, and lean to either side")
  func spread() {
    let spots = (0..<400 as Range<UInt64>).map { spot(seed: $0) }
    let colors = spots.map { decibels($0) }
    for band in Self.pitches.indices {
      let levels = colors.map { $0[band] }
      let mean = levels.reduce(0, +) / 400
      let deviation = (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 400).squareRoot()
      // Five standard errors of a deviation are 18 %.
      #expect(deviation > 0.8 && deviation < 6, "\(Self.pitches[band]) Hz: \(deviation) dB")
    }
    let leans = spots.map { $0.lean }
    #expect(abs(leans.reduce(0, +) / 400) < 5 / 20)
    #expect(leans.contains { $0 > 0.7 } && leans.contains { $0 < -0.7 })
  }

  @Test("the spot of a number is that of no seed")
  func ofNumbers() {
    for number in 1...20 {
      let one = spot(seed: 3, number: Double(number))
      #expect(decibels(one) == decibels(spot(seed: 4, number: Double(number))))
      #expect(decibels(one) != decibels(spot(seed: UInt64(number))))
    }
  }

  @Test("the weighted amplitude of all half octaves stays", arguments: [Surface.open, .fabric])
  func loudness(_ surface: Surface) {
    for seed in 0..<50 as Range<UInt64> {
      let spot = spot(seed: seed, surface)
      var (sum, whole) = (0.0, 0.0)
      for step in 0..<15 {
        let frequency = 125 * Elementary.exp2(Double(step) / 2)
        let weight = SpotLaw.weight(at: frequency, onThing: surface == .fabric)
        sum += weight * spot.magnitude(at: frequency)
        whole += weight
      }
      #expect(abs(sum / whole - 1) < 1e-6)
    }
  }

  @Test("a film darkens heavy rain on ground, and nothing at 10 mm/h or on a thing")
  func film() {
    func tilt(_ rainfall: Double, _ surface: Surface = .open) -> Double {
      var rain = Rain()
      (rain[.rainfall], rain.surface, rain[.spot]) = (rainfall, surface, 0)
      let spot = SpotLaw(AutomationMoment(rain), Source.root(seed: 1))
      return Elementary.decibels(
        amplitude: spot.magnitude(at: 8000) / spot.magnitude(at: 1000))
    }
    #expect(tilt(1) == 0 && tilt(10) == 0 && tilt(75, .metal) == 0 && tilt(75, .leaves) == 0)
    // 1 + 2π f d/v with d = 0.6 mm (7.5^⅓ - 1) at 8 and 1 kHz, in steps of a quarter of an octave.
    let depth = 0.6e-3 * (Elementary.power(7.5, 1.0 / 3) - 1)
    let slope = 2 * .pi * depth / SizeLaw.referenceSpeed
    let wanted = -Elementary.decibels(amplitude: (1 + 8000 * slope) / (1 + 1000 * slope)) / 2
    #expect(abs(tilt(75) - wanted) < 0.3)
    #expect(tilt(25) < -1.5 && tilt(25) > tilt(75))
  }

  @Test("all ground of a seed is one spot, a canopy another, and 0 is none")
  func identity() {
    let open = decibels(spot(seed: 7))
    #expect(decibels(spot(seed: 7, .concrete)) == open && decibels(spot(seed: 7, .water)) == open)
    #expect(decibels(spot(seed: 7, .leaves)) != open && decibels(spot(seed: 8)) != open)
    let none = spot(seed: 7, amount: 0)
    #expect(none.isNeutral && none.magnitude(at: 300) == 1 && none.highPass(300) == 300)
    #expect(none.lowPass(5000) == 5000 && none.lean == 0)
  }

  @Test("a number is one spot for all seeds, and between two numbers lies a mixture")
  func numbers() {
    #expect(decibels(spot(seed: 1, number: 3)) == decibels(spot(seed: 2, number: 3)))
    let (three, four) = (spot(seed: 1, number: 3), spot(seed: 1, number: 4))
    let half = spot(seed: 1, number: 3.5)
    for pitch in Self.pitches {
      let mean = (three.magnitude(at: pitch) + four.magnitude(at: pitch)) / 2
      #expect(abs(half.magnitude(at: pitch) - mean) < 1e-12)
    }
  }

  @Test("the bed has the color by its corners, within their bounds")
  func bed() {
    func power(_ corner: Double, _ frequency: Double, high: Bool) -> Double {
      let x = high ? corner / frequency : frequency / corner
      return 1 / (1 + (high ? x * x * x * x : x * x))
    }
    for seed in 0..<100 as Range<UInt64> {
      let spot = spot(seed: seed)
      let (high, low) = (spot.highPass(300), spot.lowPass(5000))
      #expect(high >= 150 && high <= 600 && low >= 2500 && low <= 10_000)
      let wanted = spot.magnitude(at: 6000) / spot.bedLevel
      guard low > 2500 && low < 10_000 else { continue }
      let got = power(low, 6000, high: false) / power(5000, 6000, high: false)
      #expect(abs(got / (wanted * wanted) - 1) < 1e-9 || got > 0.97)
      guard high > 150 && high < 600 else { continue }
      let rise = spot.magnitude(at: 250) / spot.bedLevel
      let risen = power(high, 250, high: true) / power(300, 250, high: true)
      #expect(abs(risen / (rise * rise) - 1) < 1e-9 || power(high, 250, high: true) > 0.97)
    }
  }

  @Test("near drops, patter and bed have it; what leans is louder at one side")
  func sound() {
    var sources = [Rain](repeating: .silent, count: 3)
    sources[0][.drops] = 3000
    (sources[1][.patterRate], sources[1][.patterLevel]) = (1000, 0.02)
    sources[2][.pink] = 0.05
    for rain in sources {
      var colored = rain
      (colored[.spot], colored[.spotNumber]) = (1, 5)
      let (plain, sound) = (rendered(rain, 0..<11_025), rendered(colored, 0..<11_025))
      #expect(plain != sound)
      // The next number is the same spot for another seed, so the same sound at 0 % of it.
      colored[.spot] = 0
      #expect(rendered(colored, 0..<11_025) == plain)
    }
    var rain = sources[2]
    rain[.width] = 0
    rain[.bedCorrelation] = 0
    for number in 1...8 {
      (rain[.spot], rain[.spotNumber]) = (2, Double(number))
      let lean = spot(seed: 1, amount: 2, number: Double(number)).lean
      let frames = rendered(rain, 0..<220_500)
      var power = (left: 0.0, right: 0.0)
      for index in stride(from: 0, to: frames.count, by: 2) {
        power.left += Double(frames[index] * frames[index])
        power.right += Double(frames[index + 1] * frames[index + 1])
      }
      let seen = Elementary.decibels(amplitude: power.left / power.right) / 2
      #expect(abs(seen - lean) < 0.5, "spot \(number) leans by \(seen) dB, not \(lean)")
    }
  }

  @Test("a restart has the spot of the new seed")
  func restart() throws {
    var live = try RainRenderer(
      .init(RainAutomation(Rain()), sampleRate: 11_025, seed: 1, isLive: true))
    var frames = [Float](repeating: 0, count: 2 * 4096)
    var span = frames.mutableSpan
    live.render(into: &span)
    let isRestarted = live.restart(Rain(), seed: 9, at: 0)
    #expect(isRestarted)
    live.render(into: &span)
    var other = try RainRenderer(
      .init(RainAutomation(Rain()), sampleRate: 11_025, seed: 9, isLive: true))
    var expected = [Float](repeating: 0, count: 2 * 4096)
    var expectedSpan = expected.mutableSpan
    other.render(into: &expectedSpan)
    #expect(frames == expected)
  }
}
