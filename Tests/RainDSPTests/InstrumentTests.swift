import RainTestSupport
import Testing

/// The measuring instruments must be right themselves: with a spectrum that is always flat, all noise
/// would be white.
@Suite("The measuring instruments")
struct InstrumentTests {
  @Test("a sine's power lies in the band that holds its frequency")
  func sine() {
    let sound = (0..<8192).map { Float(CLibrary.sine(2 * .pi * 1000 * Double($0) / 8000)) }
    let spectrum = Spectrum(of: sound, sampleRate: 8000, segment: 1024)
    #expect(abs(spectrum.powers.reduce(0, +) - 0.5) < 1e-3)
    #expect(abs(spectrum.density(960..<1040) * 80 - 0.5) < 0.05)
    #expect(spectrum.density(1100..<4000) < 1e-9)
    #expect(spectrum.density(10..<900) < 1e-9)
  }

  @Test("an impulse has the same power at every frequency, a difference falls to 0 at 0 Hz")
  func impulseResponse() {
    var response = [Float](repeating: 0, count: 64)
    response[0] = 1
    let flat = Spectrum(ofImpulseResponse: response, sampleRate: 6400)
    #expect(flat.binWidth == 100)
    let whole: Double = 1 / 64
    let each: Double = 2 / 4096
    #expect(abs(flat.powers.reduce(0, +) - whole) < 1e-12)
    #expect(flat.powers.dropFirst().dropLast().allSatisfy { abs($0 - each) < 1e-12 })
    response[1] = -1
    let rising = Spectrum(ofImpulseResponse: response, sampleRate: 6400)
    #expect(rising.powers[0] < 1e-20)
    #expect(abs(rising.powers[32] - 2 * each) < 1e-12)
  }

  @Test("bands reach from edge to edge in equal ratios")
  func bands() {
    let bands = Spectrum.bands(from: 40, to: 160, perOctave: 2)
    #expect(bands.count == 4)
    #expect(bands.first?.lowerBound == 40)
    #expect(abs((bands.last?.upperBound ?? 0) - 160) < 1e-9)
  }

  @Test("the fit of points on a line is that line")
  func line() {
    let fit = LineFit([0.0, 1, 5, 9].map { (x: $0, y: 2 - 3 * $0, weight: 1 + $0) })
    #expect(abs(fit.slope + 3) < 1e-12)
    #expect(abs(fit.intercept - 2) < 1e-12)
    #expect(abs(fit.y(at: 4) + 10) < 1e-12)
    let even = LineFit([(x: -1, y: 0, weight: 2), (x: 1, y: 0, weight: 2)])
    #expect(even.standardError == 0.5)
  }

  @Test("mean, variance and correlation of known numbers are right")
  func sample() {
    let sample = Sample([1.0, 2, 3, 4])
    #expect(sample.mean == 2.5)
    #expect(sample.power == 7.5)
    #expect(abs(sample.variance - 5 / 3.0) < 1e-12)
    #expect(abs(sample.correlation(with: Sample([3.0, 5, 7, 9])) - 1) < 1e-12)
    #expect(abs(sample.correlation(with: Sample([4.0, 3, 2, 1])) + 1) < 1e-12)
    #expect(abs(Sample([1.0, -1, 1, -1, 1, -1]).autocorrelation(lag: 1) + 1) < 1e-12)
    #expect(abs(Sample([1.0, -1, 1, -1, 1, -1]).autocorrelation(lag: 2) - 1) < 1e-12)
  }

  @Test("evenly spread numbers are uniform, others are not")
  func kolmogorovSmirnov() {
    let even = Sample((0..<1000).map { (Double($0) + 0.5) / 1000 })
    #expect(abs(even.kolmogorovSmirnov { $0 } - 0.5 / 1000 * 1000.squareRoot()) < 1e-9)
    #expect(even.kolmogorovSmirnov { $0 * $0 } > Sample.fiveStandardErrors)
    #expect(Sample(even.numbers.map { $0 * 0.8 }).kolmogorovSmirnov { $0 } > 6)
  }

  @Test("the fingerprint is FNV-1a and distinguishes 0 from -0")
  func fingerprints() {
    #expect(fingerprint([]) == 0xCBF2_9CE4_8422_2325)
    // The bytes "fooq" and the published FNV-1a of "foo", one step on.
    let foo: UInt64 = 0xDCB2_7518_FED9_D577
    let fooq = (foo ^ 0x71) &* 0x0000_0100_0000_01B3
    #expect(fingerprint([Float(bitPattern: 0x716F_6F66)]) == fooq)
    #expect(fingerprint([0, 1]) != fingerprint([-0.0, 1]))
    #expect(fingerprint([0, 1]) != fingerprint([1, 0]))
  }
}
