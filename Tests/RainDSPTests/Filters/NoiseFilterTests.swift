import RainTestSupport
import Testing

@testable import RainDSP

/// The filters of pink and brown noise, exactly: all that they do is in their impulse response.
@Suite("The filters of pink and brown noise")
struct NoiseFilterTests {
  private static let sampleRates = [
    8000, 11_025, 22_050, 37_800, 44_100, 48_000, 50_000, 50_001, 96_000, 192_000,
  ]

  private func pink(_ sampleRate: Int) -> [Float] {
    var filter = PinkFilter(sampleRate: sampleRate)
    return filtered([1], tiles: filter.memoryTiles + 1) { filter.filter(&$0) }
  }

  private func brown(_ sampleRate: Int) -> [Float] {
    var filter = BrownFilter(sampleRate: sampleRate)
    return filtered([1], tiles: filter.memoryTiles + 1) { filter.filter(&$0) }
  }

  private func power(_ response: [Float]) -> Double {
    response.reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// How far the response lies off the line of a slope, in dB, from 40 Hz to .45 of the rate; the
  /// line is laid half-way between the farthest points.
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

  @Test("pink falls by 3.01 dB an octave, within .28 dB", arguments: sampleRates)
  func pinkSlope(sampleRate: Int) {
    #expect(deviation(pink(sampleRate), sampleRate: sampleRate, slope: -3.0103) < 0.282)
  }

  @Test("brown falls by 6.02 dB an octave, within .3 dB", arguments: sampleRates)
  func brownSlope(sampleRate: Int) {
    #expect(deviation(brown(sampleRate), sampleRate: sampleRate, slope: -6.0206) < 0.3)
  }

  @Test("what has RMS 1 keeps it, within .1 %", arguments: sampleRates)
  func unitPower(sampleRate: Int) {
    #expect(abs(power(pink(sampleRate)).squareRoot() - 1) < 1e-3)
    #expect(abs(power(brown(sampleRate)).squareRoot() - 1) < 1e-3)
  }

  @Test("nothing sounds on after the memory")
  func ends() {
    for sampleRate in [8000, 44_100] {
      #expect(pink(sampleRate).suffix(Tile.frames).allSatisfy { $0.magnitude < 1e-7 })
      var filter = PinkFilter(sampleRate: sampleRate)
      let longer = filtered([1], tiles: filter.memoryTiles + 3) { filter.filter(&$0) }
      #expect(longer.suffix(Tile.frames).allSatisfy { $0 == 0 })
    }
  }

  @Test("after its memory nobody can tell where pink noise began", arguments: [8000, 44_100])
  func memory(sampleRate: Int) {
    let key = RandomKey(seed: 9)
    var whole = PinkNoise(sampleRate: sampleRate, key: key)
    var late = PinkNoise(sampleRate: sampleRate, key: key)
    var a = LaneTile()
    var b = LaneTile()
    let from = whole.memoryTiles + 2
    for index in -3..<from { whole.render(tile: index, into: &a) }
    for index in [100, 101] + Array(2..<from) { late.render(tile: index, into: &b) }
    for index in from..<from + 2 {
      whole.render(tile: index, into: &a)
      late.render(tile: index, into: &b)
      #expect(a.frames == b.frames)
    }
  }
}
