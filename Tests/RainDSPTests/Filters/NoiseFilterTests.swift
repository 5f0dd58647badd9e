import RainTestSupport
import Testing

@testable import RainDSP

/// The filters of pink and brown noise, measured by their impulse responses.
@Suite("The filters of pink and brown noise")
struct NoiseFilterTests {
  private static let sampleRates = [
    8000, 11_025, 22_050, 37_800, 44_100, 48_000, 50_000, 50_001, 96_000, 192_000,
  ]

  private func filter(_ color: NoiseColor, _ sampleRate: Int) -> NoiseFilter {
    NoiseFilter(color.row(sampleRate: sampleRate).roots)
  }

  /// The impulse response of a color's filter, over its memory.
  private func response(_ color: NoiseColor, _ sampleRate: Int) -> [Float] {
    var filter = filter(color, sampleRate)
    return filtered([1], tiles: filter.memoryTiles + 1) { filter.filter(&$0) }
  }

  private func power(_ response: [Float]) -> Double {
    response.reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// The greatest distance of the response from a line of that slope, in dB, from 40 Hz to 0.45 of the
  /// rate. The line is laid half-way between the farthest points.
  private func deviation(_ response: [Float], sampleRate: Int, slope: Double) -> Double {
    // A quarter of a second: 15 time constants of a pole at 10 Hz.
    var count = 1
    while count < sampleRate / 4 { count *= 2 }
    let silence = [Float](repeating: 0, count: max(0, count - response.count))
    let spectrum = Spectrum(
      ofImpulseResponse: Array((response + silence).prefix(count)), sampleRate: sampleRate)
    let top = 0.45 * Double(sampleRate)
    let bins = Int(40 / spectrum.binWidth + 1)...Int(top / spectrum.binWidth)
    let off = bins.map { bin in
      CLibrary.decibels(spectrum.powers[bin])
        - slope * CLibrary.logarithm2(Double(bin) * spectrum.binWidth)
    }
    return ((off.max() ?? .infinity) - (off.min() ?? 0)) / 2
  }

  @Test("pink falls by 3.01 dB an octave, within 0.28 dB", arguments: sampleRates)
  func pinkSlope(sampleRate: Int) {
    #expect(deviation(response(.pink, sampleRate), sampleRate: sampleRate, slope: -3.0103) < 0.282)
  }

  @Test("brown falls by 6.02 dB an octave, within 0.3 dB", arguments: sampleRates)
  func brownSlope(sampleRate: Int) {
    #expect(deviation(response(.brown, sampleRate), sampleRate: sampleRate, slope: -6.0206) < 0.3)
  }

  @Test("every color keeps an RMS of 1, within 0.1 %", arguments: sampleRates)
  func unitPower(sampleRate: Int) {
    for color in NoiseColor.allCases {
      #expect(abs(power(response(color, sampleRate)).squareRoot() - 1) < 1e-3)
    }
  }

  @Test("the response ends with the memory")
  func ends() {
    for sampleRate in [8000, 44_100] {
      #expect(response(.pink, sampleRate).suffix(Tile.frames).allSatisfy { $0.magnitude < 1e-7 })
      var filter = filter(.pink, sampleRate)
      let longer = filtered([1], tiles: filter.memoryTiles + 3) { filter.filter(&$0) }
      #expect(longer.suffix(Tile.frames).allSatisfy { $0 == 0 })
    }
  }

  @Test(
    "two, three and four poles are the product of poles and zeros",
    arguments: [
      ([0.9, 0.2], [0.5, 0.1]), ([0.99, 0.8, 0.3], [0.95, 0.6, -0.1]),
      ([0.999, 0.97, 0.7, 0.2], [0.99, 0.9, 0.5, 0.3]),
    ])
  func product(poles: [Double], zeros: [Double]) {
    var filter = NoiseFilter((poles: poles, zeros: zeros))
    let found = filtered([1], tiles: 3) { filter.filter(&$0) }
    // One section after the other, y[n] = x[n] - zero x[n-1] + pole y[n-1].
    var expected = [1.0] + [Double](repeating: 0, count: found.count - 1)
    for (pole, zero) in zip(poles, zeros) {
      var (input, output) = (0.0, 0.0)
      for index in expected.indices {
        let x = expected[index]
        output = x - zero * input + Double(Float(pole)) * output
        input = x
        expected[index] = output
      }
    }
    let scale = expected.reduce(0) { $0 + $1 * $1 }.squareRoot()
    for (x, y) in zip(found, expected) { #expect(abs(Double(x) - y / scale) < 1e-6) }
  }
}
