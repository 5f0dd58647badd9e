import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The second-order high-pass")
struct HighPassTests {
  private static let cases: [(frequency: Double, rate: Int)] = [
    (20, 8000), (20, 44_100), (200, 8000), (200, 44_100), (200, 192_000), (4000, 44_100),
    (4000, 8000),
  ]

  @Test("equals the plain recursion across lanes and tiles", arguments: cases)
  func recursion(frequency: Double, rate: Int) {
    let sound = whiteNoise(tiles: 4, seed: 3)
    var filter = ConstantHighPass(.init(frequency: frequency, sampleRate: rate))
    let frames = filtered(sound, tiles: 4) { filter.filter(&$0) }
    let expected = recursion(sound, frequency: frequency, rate: rate)
    let error = zip(expected, frames).reduce(0) {
      $0 + ($1.0 - Double($1.1)) * ($1.0 - Double($1.1))
    }
    // Roundings of 2⁻²⁴ rise by the energy of 1/(1 + a₁ z + a₂ z²), near 1/(√8 · 2 (2k)³),
    // several of them a frame.
    let k = tangent(min(frequency / Double(rate), 0.45) * .pi)
    let growth = max(1, 1 / (2.0.squareRoot() * 32 * k * k * k).squareRoot())
    #expect((error / Double(sound.count)).squareRoot() < 5 * 0x1p-24 * growth)
  }

  @Test(
    "a decaying state passes from lane to lane without a step",
    arguments: [
      (60.0, 192_000, -70.0), (200, 192_000, -80), (120, 96_000, -84), (200, 44_100, -112),
    ])
  func seams(frequency: Double, rate: Int, decibels: Double) {
    // Brown noise leaves large states.
    var sum: Float = 0
    let sound = whiteNoise(tiles: 4, seed: 3).map { x in
      sum = sum * 0.9999 + x
      return sum
    }
    var filter = ConstantHighPass(.init(frequency: frequency, sampleRate: rate))
    let frames = filtered(sound, tiles: 4) { filter.filter(&$0) }
    let expected = recursion(sound, frequency: frequency, rate: rate)
    // Steps stand out in second differences: coefficients that are 2⁻²⁴ off leave 5 to 30 dB more.
    func roughness(_ x: [Double]) -> Double {
      (2..<x.count).reduce(0) { sum, n in
        let bend = x[n] - 2 * x[n - 1] + x[n - 2]
        return sum + bend * bend
      }
    }
    let errors = zip(expected, frames).map { $0 - Double($1) }
    #expect(CLibrary.decibels(roughness(errors) / roughness(expected)) < decibels)
  }

  /// The plain recursion, with the coefficients as the filter uses them, rounded to Float.
  private func recursion(_ sound: [Float], frequency: Double, rate: Int) -> [Double] {
    let k = tangent(min(frequency / Double(rate), 0.45) * .pi)
    let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
    let b = Double(Float(norm))
    let a1 = Double(Float(2 * (k * k - 1) * norm))
    let a2 = Double(Float((1 - 2.0.squareRoot() * k + k * k) * norm))
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return sound.map { sample in
      let x = Double(sample)
      let y = b * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      return y
    }
  }

  @Test(
    "is 3 dB down at its frequency, falls by 12 dB an octave below and is flat above",
    arguments: cases)
  func response(frequency: Double, rate: Int) {
    var filter = ConstantHighPass(.init(frequency: frequency, sampleRate: rate))
    let response = filtered([1], tiles: 16) { filter.filter(&$0) }
    let spectrum = Spectrum(ofImpulseResponse: response, sampleRate: rate)
    let k = tangent(min(frequency / Double(rate), 0.45) * .pi)
    // Single precision moves the corner by some 2⁻²⁴/k² of itself.
    let tolerance = 0.02 + 40 * 0x1p-24 / (k * k)
    for octave in [-2.0, -1, 0, 1, 3] {
      let f = frequency * CLibrary.exponential2(octave)
      let bin = Int(f / spectrum.binWidth + 0.5)
      guard bin >= 1 && bin < spectrum.powers.count - 1 else { continue }
      let s = tangent(.pi * Double(bin) / Double(response.count)) / k
      let expected = CLibrary.decibels(s * s * s * s / (1 + s * s * s * s))
      let level = CLibrary.decibels(
        spectrum.powers[bin] * Double(response.count) * Double(response.count) / 2)
      #expect(abs(level - expected) < tolerance, "\(f) Hz")
    }
    // 0 Hz does not pass.
    #expect(spectrum.powers[0] < 1e-12)
  }

  @Test("after the memory the output does not depend on where the filter began", arguments: cases)
  func memory(frequency: Double, rate: Int) {
    var whole = ConstantHighPass(.init(frequency: frequency, sampleRate: rate))
    var late = ConstantHighPass(.init(frequency: frequency, sampleRate: rate))
    let (expected, frames) = afterMemory(
      whole.memoryTiles, whole: { whole.filter(&$0) }, late: { late.filter(&$0) })
    #expect(expected.count == 2 * Tile.frames)
    #expect(frames == expected)
  }

  private func tangent(_ x: Double) -> Double { CLibrary.sine(x) / CLibrary.cosine(x) }
}
