import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Surfaces")
struct SurfaceTests {
  private static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000]

  @Test("a color keeps the mean power of the octaves and lifts or lowers those between its edges")
  func color() {
    for surface in Surface.allCases {
      let color = surface.color(bubbles: 1)
      let powers = Self.octaves.map { color.magnitude(at: $0) * color.magnitude(at: $0) }
      let mean = powers.reduce(0, +) / 7
      #expect(abs(mean - 1) < 1e-9, "\(surface)")
      let hump = color.humps[0]
      let middle = (hump.low * hump.high).squareRoot()
      // The formula at the middle of the hump, where L(f/high) - L(f/low) is real.
      let peak = 1 + hump.gain * (hump.high - hump.low) / (hump.high + hump.low)
      let found = color.magnitude(at: middle) / color.level
      #expect(abs(found - peak) < 1e-9)
      for frequency in [20.0, 20_000] {
        let (edge, middle) = (color.magnitude(at: frequency), color.magnitude(at: middle))
        #expect(hump.gain < 0 ? edge >= middle : edge <= middle)
      }
    }
    // Where shares of the drops strike others, no band leaves the range of both by more than what phases do.
    for (one, other) in Surface.allCases.flatMap({ one in Surface.allCases.map { (one, $0) } }) {
      let (a, b) = (one.color(bubbles: 1), other.color(bubbles: 1))
      var before = a
      for share in stride(from: 0, through: 1, by: 0.125) {
        let mixed = SurfaceColor.between(a, b, share: share)
        for frequency in [63] + Self.octaves + [16_000] {
          let ends = [a.magnitude(at: frequency), b.magnitude(at: frequency)]
          let found = mixed.magnitude(at: frequency)
          #expect(found < 1.12 * ends[0] || found < 1.12 * ends[1], "\(one), \(other), \(share)")
          #expect(1.12 * found > ends[0] || 1.12 * found > ends[1], "\(one), \(other), \(share)")
          // It goes from the one to the other without a way back of more than that.
          let way = (found - before.magnitude(at: frequency)) * (ends[1] - ends[0])
          #expect(way > -0.12 * ends[0] * ends[1], "\(one), \(other), \(share), \(frequency)")
        }
        before = mixed
      }
    }
    // By default the bubbles have the hump of the row, and four times the decay half of it or more.
    var rain = Rain()
    #expect(AutomationMoment(rain).bubbles == 1)
    rain[.bubbleDecay] *= 4
    // They decay faster, and peak as high: the amplitude makes up for the soft onset.
    let makeup =
      BubbleLaw.peak(decayPerPeriod: 0.132_058) / BubbleLaw.peak(decayPerPeriod: 0.528_233)
    #expect(abs(AutomationMoment(rain).bubbles - 0.5 * makeup) < 1e-5)
    #expect(
      Surface.open.color(bubbles: 1).isNeutral && !Surface.metal.color(bubbles: 1).isNeutral)
  }

  @Test("the bed takes the color of the surface", arguments: [Surface.roof, .fabric, .metal])
  func bed(surface: Surface) {
    let rate = 44_100
    let coefficients = SurfaceFilter.Coefficients(surface.color(bubbles: 1), sampleRate: rate)
    var filter = SurfaceFilter(slowest: coefficients)
    let response = filtered([1], tiles: 2) { filter.filter(&$0, by: coefficients) }
    let spectrum = Spectrum(ofImpulseResponse: response, sampleRate: rate)
    let flat = Spectrum(
      ofImpulseResponse: filtered([1], tiles: 2) { _ in }, sampleRate: rate)
    // Far below half the rate a digital low-pass equals the analogue one.
    for band in Spectrum.bands(from: 88, to: 2900, perOctave: 6) {
      let middle = (band.lowerBound * band.upperBound).squareRoot()
      let level = CLibrary.decibels(spectrum.density(band) / flat.density(band))
      let magnitude = surface.color(bubbles: 1).magnitude(at: middle)
      #expect(abs(level - CLibrary.decibels(magnitude * magnitude)) < 0.6, "\(band)")
    }
  }

  @Test("the ticks of the patter take the color of the surface, at the same level")
  func patter() {
    let plain = TickTable(
      low: 300, high: 15_000, color: Surface.open.color(bubbles: 1), sampleRate: 44_100)
    let roof = TickTable(
      low: 300, high: 15_000, color: Surface.roof.color(bubbles: 1), sampleRate: 44_100)
    var mean = 0.0
    for k in 0..<plain.count {
      let pitch =
        300
        * CLibrary.exponential2(
          CLibrary.logarithm2(50) * (Double(k) + 0.5) / Double(plain.count))
      let color = Surface.roof.color(bubbles: 1).magnitude(at: pitch)
      mean += color * color / Double(plain.count)
      let frame = plain.range(of: k).lowerBound + 1
      let ratio = Double(roof.frames[frame] / plain.frames[frame])
      #expect(abs(ratio / color - 1) < 1e-4)
    }
    #expect(abs(roof.energy / (plain.energy * mean) - 1) < 1e-9)
  }

  @Test(
    "on water, the level of bubbles moves a third-octave of all rain by 6 dB, and on ground none")
  func bubbles() throws {
    func level(_ surface: Surface, _ bubbles: Double) throws -> Double {
      var rain = Rain()
      (rain.surface, rain[.bubbleAmplitude]) = (surface, bubbles)
      rain[.puddles] = 0
      var renderer = try RainRenderer(rain, sampleRate: 44_100, channels: 1, seed: 5)
      let sound = rendered(by: &renderer, frames: 88_200, blocks: 4096, channels: 1)
      let spectrum = Spectrum(of: sound, sampleRate: 44_100, segment: 2048)
      return CLibrary.decibels(spectrum.density(11_300..<14_250))
    }
    #expect(try level(.water, 0.36) - level(.water, 0) > 6)
    #expect(try level(.open, 0.36) == level(.open, 0))
  }

  @Test("puddles is the share of drops that fall into water, on ground and nowhere else")
  func puddles() {
    var rain = Rain()
    rain.surface = .concrete
    rain[.puddles] = 0.3
    // Drips: four in five trap a bubble in water, by their size.
    rain[.drips] = 1
    let law = DropLaw(validated: rain)
    let count = 4000
    let wet = (0..<count).filter {
      let drop = law.drop(RandomKey(seed: 8).child($0))
      // No drop on concrete traps a bubble; in water a share of 0.8 does.
      #expect(drop.bubble == nil || drop.bubble?.hasSecondMode == true)
      return drop.bubble != nil
    }
    let expected = 0.3 * 0.8
    let error = (expected * (1 - expected) / Double(count)).squareRoot()
    #expect(abs(Double(wet.count) / Double(count) - expected) < 5 * error)
  }

  @Test("leaves drip drops of 4 mm and more, larger than all others of light rain")
  func drips() {
    var rain = Rain()
    rain[.rainfall] = 2
    rain[.puddles] = 0
    func large(_ surface: Surface) -> Double {
      rain.surface = surface
      let law = DropLaw(validated: rain)
      let diameters = (0..<4000).map { law.drop(RandomKey(seed: 9).child($0)).diameter }
      #expect(diameters.allSatisfy { $0 <= DropSize.largest })
      return Double(diameters.filter { $0 >= 4 }.count) / 4000
    }
    let natural = large(.open)
    #expect(natural < 0.01)
    let expected = 0.29 + 0.71 * natural
    let error = (0.29 * 0.71 / 4000).squareRoot()
    #expect(abs(large(.leaves) - expected) < 5 * error)
  }
}
