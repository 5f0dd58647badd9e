import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The splash")
struct SplashTests {
  private let key = RandomKey(seed: 77)

  private func splash(_ index: Int, frequency: Double = 4000, spreadTime: Double = 2.5e-3) -> Splash
  {
    Splash(
      amplitude: 0.5, frequency: frequency, spreadTime: spreadTime, key: key.child(index))
  }

  private func frames(_ splash: Splash, rate: Int) -> [Float] {
    sound(splash.frames(sampleRate: rate)) { splash.render(adding: &$0, sampleRate: rate) }
  }

  private func droplets(_ count: Int) -> [Splash.Droplets] {
    (0..<count).map { splash($0).droplets(sampleRate: 44_100) }
  }

  @Test(
    "has the energy of its amplitude over a millisecond, at every sample rate",
    arguments: [24_000, 44_100, 96_000, 192_000])
  func level(rate: Int) {
    let energies = Sample(
      (0..<100).map { energy(frames(splash($0, frequency: 1000), rate: rate)) / Double(rate) })
    let expected = 0.25 * 1e-3
    #expect(abs(energies.mean - expected) < 5 * energies.standardError + 0.05 * expected)
    #expect(5 * energies.standardError < 0.3 * expected)
  }

  @Test("has three to eight droplets, each number as often")
  func count() {
    let counts = droplets(3000).map(\.count)
    for count in 3...8 {
      // 500 ± 5 √(3000 · 1/6 · 5/6).
      #expect(abs(Double(counts.count { $0 == count }) - 500) < 102)
    }
    #expect(counts.allSatisfy { (3...8).contains($0) })
  }

  @Test("each droplet has its own delay, pitch and quality, by their laws")
  func laws() {
    let firsts = droplets(1000).map { $0.list[0] }
    let delays = Sample(firsts.map { $0.delay / 2.5e-3 })
    // Beyond three times the mean, 5 %, they are clamped.
    #expect(
      delays.kolmogorovSmirnov { 1 - CLibrary.exponential(-$0) }
        < Sample.fiveStandardErrors + 0.05 * 1000.squareRoot())
    #expect(delays.numbers.allSatisfy { $0 <= 3 + 1e-9 })
    let pitches = Sample(firsts.map { CLibrary.logarithm2($0.tick.frequency / 4000) / 0.25 })
    #expect(
      pitches.kolmogorovSmirnov(CLibrary.normalDistribution)
        < Sample.fiveStandardErrors + 0.0062 * 1000.squareRoot())
    let qualities = Sample(
      firsts.map {
        CLibrary.logarithm(.pi * $0.tick.frequency / $0.tick.decay) / CLibrary.logarithm(12)
      })
    #expect(qualities.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
    #expect(abs(delays.correlation(with: pitches)) < 5 / 1000.squareRoot())
    #expect(abs(pitches.correlation(with: qualities)) < 5 / 1000.squareRoot())
    #expect(abs(delays.correlation(with: qualities)) < 5 / 1000.squareRoot())
  }

  @Test("ends after its frames, within the bound of its law, at every sample rate and setting")
  func ends() {
    for rate in [8000, 44_100, 192_000] {
      for spreadTime in [4.4e-6, 0.0002, 0.003, 0.1] {
        for frequency in [80.0, 4000, 40_000] {
          let splash = splash(3, frequency: frequency, spreadTime: spreadTime)
          let count = splash.frames(sampleRate: rate)
          let most = Splash.mostTime(frequency: frequency, spreadTime: spreadTime) * Double(rate)
          #expect(count % 8 == 0 && Double(count) <= most + 16)
          let rendered = frames(splash, rate: rate)
          #expect(rendered.suffix(16).allSatisfy { $0 == 0 })
          #expect(rendered.allSatisfy { $0.isFinite })
        }
      }
    }
  }

  @Test("its droplets are at the same times and pitches at every sample rate")
  func rates() {
    let splash = splash(5)
    let droplets = splash.droplets(sampleRate: 44_100)
    for rate in [44_100, 192_000] {
      let rendered = frames(splash, rate: rate)
      let first = (0..<droplets.count).map { droplets.list[$0].delay }.min() ?? 0
      let onset = rendered.firstIndex { $0 != 0 } ?? 0
      #expect(abs(Double(onset) / Double(rate) - first) < 2.0 / Double(rate))
    }
  }
}
