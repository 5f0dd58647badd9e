import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The first-order filter")
struct FirstOrderFilterTests {
  private static let cases: [(pole: Double, zero: Double)] = [
    (0.99967, 0), (0.9996, 0.9990), (0.998, -0.18), (0.96, 0), (0.5, 0.25), (-0.7, 0.3),
    (1e-3, 0), (1e-12, 0.5), (0, 0),
  ]

  @Test("equals the plain recursion across lanes and tiles", arguments: cases)
  func recursion(pole: Double, zero: Double) {
    let sound = whiteNoise(tiles: 5, seed: 3)
    var filter = ConstantFirstOrder(.init(pole: pole, zero: zero, gain: 0.8))
    let frames = filtered(sound, tiles: 5) { filter.filter(&$0) }
    let (p, z, g) = (Double(Float(pole)), Double(Float(zero)), Double(Float(0.8)))
    var s = 0.0
    var error = 0.0
    var peak = 0.0
    for (x, y) in zip(sound, frames) {
      let before = s
      s = Double(x) * g + s * p
      peak = max(peak, s.magnitude)
      error = max(error, (s - before * z - Double(y)).magnitude)
    }
    // Each frame rounds by three halves of 2⁻²³ at most, as errors of one sign they would grow by 1/(1
    // - p); of both signs they grow by its root. The input before the memory adds less than 2⁻²⁹.
    let growth = 1 / (1 - p * p).squareRoot()
    #expect(error < peak * 0x1p-23 * 5 * growth)
  }

  @Test("after the memory the output does not depend on where the filter began", arguments: cases)
  func memory(pole: Double, zero: Double) {
    var whole = ConstantFirstOrder(.init(pole: pole, zero: zero, gain: 1))
    var late = ConstantFirstOrder(.init(pole: pole, zero: zero, gain: 1))
    let (expected, frames) = afterMemory(
      whole.memoryTiles, whole: { whole.filter(&$0) }, late: { late.filter(&$0) })
    #expect(expected.count == 2 * Tile.frames)
    #expect(frames == expected)
  }

  @Test("silence after a sound gives exact zeros within the memory")
  func ends() {
    var filter = ConstantFirstOrder(.init(pole: 0.9996, gain: 1))
    let sound = whiteNoise(tiles: 1, seed: 6)
    let count = 2 + filter.memoryTiles
    let frames = filtered(sound, tiles: count) { filter.filter(&$0) }
    #expect(frames.dropFirst((count - 1) * Tile.frames).allSatisfy { $0 == 0 })
    #expect(frames[Tile.frames] != 0)
  }

  @Test("as a low-pass it has gain 1 at 0 Hz and is 3 dB down at its frequency")
  func lowPass() {
    for (frequency, rate) in [(200.0, 44_100), (1200, 44_100), (1200, 8000), (200, 192_000)] {
      var filter = ConstantFirstOrder(.init(lowPass: frequency, sampleRate: rate))
      let response = filtered([1], tiles: 4) { filter.filter(&$0) }
      #expect(abs(response.reduce(0) { $0 + Double($1) } - 1) < 1e-5)
      let pole = CLibrary.exponential(-2 * .pi * frequency / Double(rate))
      for n in [0, 1, 10, 600] {
        let expected = (1 - pole) * CLibrary.power(pole, Double(n))
        #expect(abs(Double(response[n]) - expected) < 1e-6)
      }
    }
  }

  @Test(
    "as a shelf it has the response of the analogue filter, warped by the tangent")
  func shelf() {
    func tangent(_ halfTurns: Double) -> Double {
      CLibrary.sine(.pi * halfTurns) / CLibrary.cosine(.pi * halfTurns)
    }
    for (frequency, rate) in [(3000.0, 44_100), (1200, 8000), (300, 11_025)] {
      for low in [0, 0.28.squareRoot(), 1, 1.72.squareRoot()] {
        var filter = ConstantFirstOrder(.init(shelf: frequency, low: low, sampleRate: rate))
        let response = filtered([1], tiles: 1) { filter.filter(&$0) }
        let spectrum = Spectrum(ofImpulseResponse: response, sampleRate: rate)
        // One-sided: but for the ends, a bin holds the power of both signs.
        let scale = Double(response.count) * Double(response.count) / 2
        for bin in stride(from: 1, to: spectrum.powers.count - 1, by: 97) {
          let x = Double(bin) * spectrum.binWidth
          let u = tangent(x / Double(rate)) / tangent(frequency / Double(rate))
          let expected = (u * u + low * low) / (u * u + 1)
          #expect(abs(spectrum.powers[bin] * scale - expected) < 1e-4, "\(x) Hz of \(rate), \(low)")
        }
      }
    }
  }
}
