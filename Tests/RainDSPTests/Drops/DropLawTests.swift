import RainTestSupport
import Testing

@testable import RainDSP

/// The laws by which size, settings and chance make a drop, each against its formula.
@Suite("The laws of a drop")
struct DropLawTests {
  private func drops(_ count: Int, in rain: Rain) -> [Drop] {
    let law = DropLaw(validated: rain)
    return (0..<count).map { law.drop(RandomKey(seed: 21).child($0)) }
  }

  private var rain: Rain {
    var rain = Rain()
    (rain[.puddles], rain[.dropLevel]) = (0, 0)
    rain[.air] = 0
    rain[.bubbleProbability] = 1
    rain[.bubbleFrequency] = 1500
    rain[.splash] = 0.7
    return rain
  }

  /// The terminal speed of a drop in m/s, relative to that of 2 mm.
  private func speed(_ diameter: Double) -> Double {
    func metersPerSecond(_ d: Double) -> Double { 9.65 - 10.3 * CLibrary.exponential(-0.6 * d) }
    return metersPerSecond(diameter) / metersPerSecond(2)
  }

  /// We^½ Re^¼ of a drop in air, 367 for 2 mm.
  private func mundo(_ diameter: Double) -> Double {
    367 * CLibrary.power(diameter / 2, 0.75) * CLibrary.power(speed(diameter), 1.25)
  }

  private func damping(_ frequency: Double) -> Double {
    0.043 * frequency + 0.0014 * CLibrary.power(frequency, 1.5)
  }

  /// How strongly a drop strikes, at most 4.
  private func strength(_ diameter: Double) -> Double {
    min(4, CLibrary.power(diameter / 2, 1.5) * speed(diameter))
  }

  private func expectNear(_ found: Double, _ expected: Double, _ what: String) {
    #expect(abs(found / expected - 1) < 1e-6, "\(what)")
  }

  @Test("a new law has the drops of one that has taken the settings of a moment")
  func sounding() {
    var rain = rain
    (rain[.rainfall], rain[.dropSize], rain[.drops]) = (30, 2, 200_000)
    let law = DropLaw(validated: rain)
    var other = DropLaw(validated: rain)
    other.apply(AutomationMoment(rain))
    for key in (0..<20).map({ RandomKey(seed: 21).child($0) }) {
      let (drop, same) = (law.drop(key), other.drop(key))
      #expect(drop == same)
    }
  }

  @Test("without variation, the size alone decides")
  func size() throws {
    var rain = rain
    rain[.variation] = 0
    for drop in drops(40, in: rain) {
      let size = drop.diameter / 2
      let strength = strength(drop.diameter)
      expectNear(drop.impact.amplitude, rain[.impactAmplitude] * strength, "impact amplitude")
      // D/v: 2 mm at 6.55 m/s.
      expectNear(drop.impact.duration, 0.000305 * size / speed(drop.diameter), "impact duration")
      expectNear(drop.impact.nominalDuration, 0.000305, "nominal duration")
      // Below a Mundo number of 57.7, which is 0.7 mm, nothing splashes.
      let share = 1 - 57.7 / mundo(drop.diameter)
      #expect((drop.splash != nil) == (share > 0))
      if let splash = drop.splash {
        // 6 dB over the impact of 2 mm, whose energy is (0.35 A)² D/v.
        let whole = 2 * 0.7 * 0.35 * rain[.impactAmplitude] * strength * 0.305.squareRoot()
        #expect(
          abs(splash.amplitude / (whole * (share / 0.843).squareRoot()) - 1) < 1e-3,
          "splash amplitude")
        expectNear(
          splash.frequency, 6600 * CLibrary.power(size, -0.4), "splash frequency")
        expectNear(splash.spreadTime, 0.0025 * size, "splash spread")
      }
      expectNear(drop.delay, 0.005 * size, "delay")
      let bubble = try #require(drop.bubble)
      expectNear(bubble.frequency, 1500 / size, "bubble frequency")
      expectNear(
        bubble.decay, 240 * damping(bubble.frequency) / damping(2200), "bubble decay")
      #expect(!bubble.hasSecondMode)
    }
  }

  @Test(
    "each jitter is log-normal around its setting, clamped at 2.5 sigma, independent of the others")
  func jitters() {
    var rain = rain
    rain[.sizeSpread] = 0
    rain[.variation] = 1.5
    rain[.pitchSpread] = 0
    let drops = drops(600, in: rain)
    let bubbles = drops.compactMap(\.bubble)
    let splashes = drops.compactMap(\.splash)
    #expect(splashes.count == drops.count)
    let jitters: [(name: String, spread: Double, numbers: [Double])] = [
      (
        "impactJitter", 0.25,
        drops.map { $0.impact.amplitude / (rain[.impactAmplitude] * strength(2)) }
      ),
      ("durationJitter", 0.25, drops.map { $0.impact.duration / 0.000305 }),
      ("splash frequency", 0.5545, splashes.map { $0.frequency / 6600 }),
      ("splash decay", 0.4, splashes.map { $0.spreadTime / 0.0025 }),
      ("delayJitter", 0.3, drops.map { $0.delay / 0.005 }),
      ("decayJitter", 0.3, bubbles.map { $0.decay / (240 * damping(1500) / damping(2200)) }),
    ]
    let samples = jitters.map { jitter in
      Sample(jitter.numbers.map { CLibrary.logarithm($0) / (1.5 * jitter.spread) })
    }
    for (jitter, sample) in zip(jitters, samples) {
      #expect(sample.numbers.allSatisfy { abs($0) < 2.5 + 1e-6 }, "\(jitter.name)")
      // Between the cuts, which hold 1.2 %, it is normal.
      #expect(
        sample.kolmogorovSmirnov(CLibrary.normalDistribution)
          < Sample.fiveStandardErrors + 0.0062 * 600.squareRoot(), "\(jitter.name)")
    }
    for (k, a) in samples.enumerated() {
      for b in samples[(k + 1)...] { #expect(abs(a.correlation(with: b)) < 5 / 600.squareRoot()) }
    }
  }

  @Test("pitches spread in octaves, wider upwards than downwards")
  func pitches() {
    var rain = rain
    rain[.sizeSpread] = 0
    rain[.pitchSpread] = 0.5
    let octaves = drops(600, in: rain).compactMap(\.bubble).map {
      CLibrary.logarithm2($0.frequency / 1500) / 0.5
    }
    let normal = Sample(octaves.map { $0 > 0 ? $0 : $0 / 0.45 })
    #expect(
      normal.kolmogorovSmirnov(CLibrary.normalDistribution)
        < Sample.fiveStandardErrors + 0.0062 * 600.squareRoot())
  }

  @Test("number, strength and chirp of bubbles follow their laws")
  func bubbles() {
    var rain = rain
    rain[.bubbleJitter] = 0
    rain[.pitchSpread] = 0
    rain[.sizeSpread] = 0
    rain[.bubbleProbability] = 0.3
    rain[.chirp] = 0.2
    let bubbles = drops(3000, in: rain).compactMap(\.bubble)
    // 900 ± 5 √(3000 · 0.3 · 0.7).
    #expect(abs(bubbles.count - 900) < 126)
    // With clear air the edge lies at 18 kHz.
    let full = BubbleLaw.amplitude(in: rain) * strength(2) / (1 + 1.0 / 144).squareRoot()
    let strengths = Sample(
      bubbles.map { (($0.amplitude / full - 0.413_793) / 2.344_828).squareRoot() })
    let chirps = Sample(bubbles.map { $0.chirp / 0.4 })
    #expect(strengths.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
    #expect(chirps.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
    #expect(abs(strengths.correlation(with: chirps)) < 5 / 900.squareRoot())
    // Without the spread, and with every jitter at 0, bubbles of one size are equally strong.
    rain[.bubbleSpread] = 0
    let even = Set(self.drops(300, in: rain).compactMap { $0.bubble?.amplitude })
    #expect(even.count == 1 && abs((even.first ?? 0) / full - 1) < 1e-9)
  }

  @Test("where too many parts would sound at once, fewer drops have them, as loud together")
  func crowds() {
    var rain = rain
    rain[.bubbleDecay] = 5
    rain[.impactDuration] = 90
    rain[.splashDecay] = 30
    rain[.drops] = 60
    let calm = drops(10_000, in: rain)
    rain[.drops] = 1_000_000
    let crowd = drops(10_000, in: rain)
    func expectBound(_ name: String, _ part: (Drop) -> (amplitude: Double, seconds: Double)?) {
      var power = (calm: 0.0, crowd: 0.0)
      var time = (calm: 0.0, crowd: 0.0)
      for (one, other) in zip(calm, crowd) {
        guard let alone = part(one) else { continue }
        let level = alone.amplitude / one.distance
        let loudening = (part(other)?.amplitude ?? 0) / alone.amplitude
        #expect(loudening == 0 || loudening > 1 - 1e-9, "\(name)")
        power.calm += level * level
        power.crowd += level * level * loudening * loudening
        time.calm += alone.seconds
        time.crowd += loudening > 0 ? alone.seconds : 0
      }
      let atOnce = 1_000_000.0 / 60 / Double(calm.count)
      #expect(time.crowd < 0.9 * time.calm, "\(name): a crowd")
      #expect(time.crowd * atOnce < 1536 * 1.1, "\(name): bounded")
      #expect(abs(power.crowd / power.calm - 1) < 0.1, "\(name): power")
    }
    expectBound("impact") { ($0.impact.amplitude, $0.impact.time) }
    expectBound("splash") { drop in
      drop.splash.map { ($0.amplitude, $0.spreadTime) }
    }
    expectBound("bubble") { drop in
      drop.bubble.map { ($0.amplitude, DampedSine.time(decay: $0.decay)) }
    }
  }

  @Test("places are even over the ring of a size, which is wider for drops that strike harder")
  func places() {
    let drops = drops(1000, in: rain)
    let areas = Sample(
      drops.map { drop in
        let distance = drop.distance / strength(drop.diameter)
        return (distance * distance - 1) / 35
      })
    let azimuths = Sample(drops.map(\.azimuth))
    let diameters = Sample(drops.map(\.diameter))
    #expect(areas.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
    #expect(azimuths.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
    let limit = 5 / 1000.squareRoot()
    #expect(abs(areas.correlation(with: azimuths)) < limit)
    #expect(abs(areas.correlation(with: diameters)) < limit)
    #expect(abs(azimuths.correlation(with: diameters)) < limit)
  }

  @Test("air lowers the cutoff of far drops: an octave every 4 m at 1")
  func air() throws {
    var rain = rain
    rain[.variation] = 0
    rain[.sizeSpread] = 0
    let clear = drops(20, in: rain)
    rain[.air] = 0.8
    for (drop, bare) in zip(drops(20, in: rain), clear) {
      let edge = 18_000 * CLibrary.exponential2(-0.8 * (drop.distance - 1) / 4)
      let found = try #require(drop.bubble).amplitude
      let before = try #require(bare.bubble).amplitude
      func gain(_ edge: Double) -> Double { 1 / (1 + 1500 * 1500 / (edge * edge)).squareRoot() }
      expectNear(found / before, gain(edge) / gain(18_000), "bubble")
      // The low-pass passes 0 Hz and halves the power at its edge.
      expectNear(drop.airCutoff, edge, "cutoff of the air")
    }
  }

  @Test("plates and cloth ring by their law and sound with the force; ground does neither")
  func modes() throws {
    var rain = rain
    rain[.variation] = 0
    for surface in Surface.allCases {
      rain.surface = surface
      let response = surface.response
      for drop in drops(5, in: rain) {
        #expect((drop.impact.shape == .force) == response.moves)
        #expect((drop.modes != nil) == response.moves && drop.modes?.law == response.modes)
        guard let modes = drop.modes else { continue }
        let impact = 0.35 * drop.impact.amplitude * 0.305.squareRoot()
        #expect(abs(modes.amplitude / (response.ring * impact) - 1) < 1e-3)
        expectNear(modes.blow, drop.impact.duration, "time of the blow")
      }
    }
    rain.surface = .metal
    rain.impactShape = .halfSine
    #expect(drops(5, in: rain).allSatisfy { $0.impact.shape == .halfSine })
  }

  @Test("a blow lasts longer where the ground gives")
  func give() {
    for (surface, give) in [(Surface.concrete, 1.0), (.ground, 1.4), (.leaves, 1.5)] {
      var rain = rain
      rain[.variation] = 0
      rain[.sizeSpread] = 0
      rain.surface = surface
      #expect(
        drops(5, in: rain).allSatisfy {
          // Drips, which have fallen from leaves, strike slower.
          let speed = $0.speed / SizeLaw.referenceSpeed
          return $0.diameter != 2 || abs($0.impact.duration * speed / (0.000305 * give) - 1) < 1e-6
        })
    }
  }

  @Test(
    "drips have fallen from 1 m: they strike softer than raindrops of their size, and near or far")
  func fallOfDrips() {
    var rain = rain
    rain[.variation] = 0
    rain[.drips] = 1
    for drop in drops(50, in: rain) {
      let terminal = 9.65 - 10.3 * CLibrary.exponential(-0.6 * drop.diameter)
      let fallen =
        terminal * (1 - CLibrary.exponential(-2 * 9.81 / (terminal * terminal))).squareRoot()
      // 4.2 m/s from 1 m, as the drag allows.
      #expect((4...4.4).contains(fallen))
      let strength = CLibrary.power(drop.diameter / 2, 1.5) * fallen / 6.5477
      #expect(abs(drop.impact.amplitude / (rain[.impactAmplitude] * strength) - 1) < 1e-4)
      #expect((1...6).contains(drop.distance))
    }
  }

  @Test("the low-pass of the air is its recursion, frame by frame")
  func dulled() {
    var rain = rain
    rain[.splash] = 0
    rain[.bubbleProbability] = 0
    rain[.air] = 1
    for drop in drops(10, in: rain) {
      let rate = 44_100
      let count = drop.timing(sampleRate: rate).frames
      let frames = sound(count) { drop.render(into: &$0, sampleRate: rate) }
      let bare = sound(count) { drop.impact.render(adding: &$0, sampleRate: rate) }
      let edge = 18_000 * CLibrary.exponential2(-(drop.distance - 1) / 4)
      let p = CLibrary.exponential(-2 * .pi * edge / Double(rate))
      var y = 0.0
      for frame in 0..<drop.impact.frames(sampleRate: rate) {
        y += (1 - p) * (Double(bare[frame]) - y)
        #expect(abs(Double(frames[frame]) - y) < 1e-5)
      }
    }
  }

  @Test("on water the size decides: 0.8 to 1.1 mm trap a high bubble, above 2.2 mm most a low one")
  func water() {
    var rain = rain
    rain.surface = .water
    rain[.bubbleProbability] = 0
    rain[.bubbleFrequency] = 3000
    rain[.pitchSpread] = 0
    let drops = drops(6000, in: rain)
    func share(_ range: Range<Double>) -> Double {
      let some = drops.filter { range.contains($0.diameter) }
      return Double(some.count { $0.bubble != nil }) / Double(max(1, some.count))
    }
    #expect(share(0.6..<0.8) == 0 && share(0.8..<1.1) == 1 && share(1.1..<2.2) == 0)
    #expect(abs(share(2.2..<5.8) - 0.8) < 0.1)
    for drop in drops {
      guard let bubble = drop.bubble else { continue }
      if drop.diameter < 1.1 {
        // 13 to 16 kHz, where the setting is that of nature, 11,650 Hz for 2 mm.
        #expect((13_000...16_000).contains(bubble.frequency * 11_650 / 3000))
      } else {
        expectNear(bubble.frequency, 3000 * CLibrary.power(drop.diameter / 2, -1.6), "pitch")
      }
    }
    // 10 kHz at 2.2 mm, as measured.
    #expect(abs(DropLaw.largeBubble * CLibrary.power(1.1, -1.6) / 10_000 - 1) < 1e-3)
  }

  @Test("the pitch of a bubble stays within hearing, so that 44.1 kHz can carry it")
  func highest() {
    var rain = rain
    rain[.bubbleFrequency] = 18_000
    rain[.pitchSpread] = 3
    for drop in drops(200, in: rain) {
      guard let bubble = drop.bubble else { continue }
      #expect(bubble.frequency <= 18_000 && bubble.frames(sampleRate: 44_100) > 0)
    }
  }

  @Test("dropLevel is the level of all drops in decibels, and drips are drops of 4 mm and more")
  func levelAndDrips() {
    var louder = rain
    louder[.dropLevel] = 6
    for (a, b) in zip(drops(20, in: rain), drops(20, in: louder)) {
      expectNear(b.level / a.level, CLibrary.power(10, 0.3), "level")
    }
    var dripping = rain
    dripping[.drips] = 0.25
    func large(_ rain: Rain) -> Double {
      Double(drops(2000, in: rain).count { $0.diameter >= 4 }) / 2000
    }
    let natural = large(rain)
    // A quarter of them, and those that fall as large: five standard errors of 2,000.
    #expect(natural < 0.1 && abs(large(dripping) - 0.25 - 0.75 * natural) < 0.05)
  }
}
