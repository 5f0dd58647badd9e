import RainDSP
import RainTestSupport
import Testing

@Suite("The splash")
struct SplashTests {
  private let key = RandomKey(seed: 77)

  private func frames(_ index: Int, frequency: Double, decayTime: Double, rate: Int) -> [Float] {
    let splash = Splash(
      amplitude: 0.5, frequency: frequency, decayTime: decayTime, key: key.child(index))
    return sound(splash.frames(sampleRate: rate)) { splash.render(adding: &$0, sampleRate: rate) }
  }

  /// ∫ (1 - e^(-t/o))² e^(-2t/T) dt, o = 0.6 ms.
  private func envelopeEnergy(_ decayTime: Double) -> Double {
    let fall = 2 / decayTime
    let onset = 1 / 0.0006
    return 1 / fall - 2 / (fall + onset) + 1 / (fall + 2 * onset)
  }

  @Test(
    "has the energy of the noise in its band, at every sample rate",
    arguments: [24_000, 44_100, 96_000, 192_000])
  func level(rate: Int) {
    let decayTime = 0.006
    let frequency = 1000.0
    let energies = Sample(
      (0..<60).map {
        energy(frames($0, frequency: frequency, decayTime: decayTime, rate: rate)) / Double(rate)
      })
    // Of white noise the band-pass lets alpha/(1 + alpha) through: the sum of its squared impulse
    // response.
    let alpha = CLibrary.sine(2 * .pi * frequency / Double(rate)) / 1.4
    let expected =
      0.25 * Double(rate) / 48_000 * alpha / (1 + alpha) * envelopeEnergy(decayTime)
    #expect(abs(energies.mean - expected) < 5 * energies.standardError + 0.02 * expected)
    #expect(5 * energies.standardError < 0.2 * expected)
  }

  @Test("has the spectrum of the band-pass at its frequency")
  func band() {
    let rate = 96_000
    let frequency = 4000.0
    var powers = [Double](repeating: 0, count: 1025)
    let count = 60
    for index in 0..<count {
      // A long decay, so that the envelope blurs the band little.
      let rendered = frames(index, frequency: frequency, decayTime: 0.02, rate: rate)
      let spectrum = Spectrum(
        ofImpulseResponse: Array(rendered.prefix(2048)), sampleRate: rate)
      for bin in powers.indices { powers[bin] += spectrum.powers[bin] }
    }
    func level(_ frequency: Double) -> Double {
      let middle = Int(frequency / (Double(rate) / 2048) + 0.5)
      let width = middle / 4
      let band = powers[middle - width...middle + width]
      return CLibrary.decibels(band.reduce(0, +) / Double(band.count))
    }
    let atMiddle = level(frequency)
    for f in [500.0, 1000, 2000, 8000, 16_000] {
      // The band-pass, under the bilinear transform.
      func warped(_ f: Double) -> Double {
        CLibrary.sine(.pi * f / Double(rate)) / CLibrary.cosine(.pi * f / Double(rate))
      }
      let ratio = warped(f) / warped(frequency)
      let expected = -CLibrary.decibels(1 + 0.49 * (ratio - 1 / ratio) * (ratio - 1 / ratio))
      // The bins of a band, times the renderings; 0.8 dB for the curve within the band.
      let numbers = (f / 46.9 / 2) * Double(count)
      #expect(
        abs(level(f) - atMiddle - expected) < 0.8 + 5 * 4.343 / numbers.squareRoot(), "\(f) Hz")
    }
  }

  @Test("sets in within 0.6 ms and decays with its decay time")
  func decay() {
    let rate = 96_000
    let decayTime = 0.004
    var course = [Double](repeating: 0, count: 24)
    for index in 0..<150 {
      let rendered = frames(index, frequency: 8000, decayTime: decayTime, rate: rate)
      // A millisecond each.
      for slot in course.indices {
        course[slot] += energy(rendered[slot * 96..<slot * 96 + 96])
      }
    }
    // From 5 to 13 ms the energy falls by e⁻⁴; some 10 numbers a slot and rendering: 2.6 %.
    let fall = CLibrary.logarithm(course[5] / course[13])
    #expect(abs(fall - 4) < 5 * 0.026 * 2.0.squareRoot())
    let early = (0..<150).reduce(0.0) { sum, index in
      let rendered = frames(index, frequency: 8000, decayTime: decayTime, rate: rate)
      return sum + energy(rendered.prefix(5))
    }
    // The first 0.05 ms: (1 - e^(-t/0.6 ms))² is below 0.01 there.
    #expect(early / 5 < 0.05 * course[3] / 96)
  }

  @Test("ends after its frames, at -60 dB, at every sample rate and setting")
  func ends() {
    for rate in [8000, 44_100, 192_000] {
      for decayTime in [4.4e-6, 0.0002, 0.003, 0.1] {
        for frequency in [80.0, 4000, 40_000] {
          let splash = Splash(
            amplitude: 1, frequency: frequency, decayTime: decayTime, key: key)
          let count = splash.frames(sampleRate: rate)
          let exact = CLibrary.logarithm(1000) * decayTime * Double(rate)
          #expect(count % 8 == 0 && Double(count) > exact && Double(count) <= exact + 8)
          let rendered = sound(count) { splash.render(adding: &$0, sampleRate: rate) }
          #expect(rendered.suffix(16).allSatisfy { $0 == 0 })
          #expect(rendered.allSatisfy { $0.isFinite })
        }
      }
    }
  }

  @Test("equal keys give equal noise, and other keys other noise")
  func keys() {
    func splash(_ index: Int) -> [Float] {
      frames(index, frequency: 4000, decayTime: 0.003, rate: 44_100)
    }
    #expect(splash(1) == splash(1))
    #expect(splash(1) != splash(2))
  }

  @Test("a narrow band has the power of a broad one, and a later start is silence before it")
  func bands() {
    func power(_ q: Double) -> Sample {
      Sample(
        (0..<80).map { index in
          let splash = Splash(
            amplitude: 0.5, frequency: 3000, q: q, decayTime: 0.02, key: key.child(index))
          let count = splash.frames(sampleRate: 48_000)
          return energy(sound(count) { splash.render(adding: &$0, sampleRate: 48_000) })
        })
    }
    let (broad, narrow) = (power(0.7), power(7))
    // The digital band-pass of a q of 0.7 is a little narrower than the analogue one.
    let error: Double = 5 * (broad.standardError + narrow.standardError) + 0.1 * broad.mean
    #expect(abs(narrow.mean - broad.mean) < error)
    let now = Splash(amplitude: 0.5, frequency: 3000, decayTime: 0.003, key: key)
    let later = Splash(amplitude: 0.5, frequency: 3000, start: 0.002, decayTime: 0.003, key: key)
    for rate in [8000, 44_100] {
      let lead = Int(0.002 * Double(rate) + 0.5)
      let first = sound(now.frames(sampleRate: rate)) { now.render(adding: &$0, sampleRate: rate) }
      let second = sound(later.frames(sampleRate: rate)) {
        later.render(adding: &$0, sampleRate: rate)
      }
      #expect(second.prefix(lead).allSatisfy { $0 == 0 })
      let frames = now.frames(sampleRate: rate)
      #expect(Array(second.dropFirst(lead).prefix(frames)) == Array(first.prefix(frames)))
    }
  }
}
