import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The high-pass of the bed")
struct HighPassTests {
  private static let cases: [(frequency: Double, rate: Int)] = [
    (20, 8000), (20, 44_100), (200, 8000), (200, 44_100), (200, 192_000), (4000, 44_100),
    (4000, 8000),
  ]

  @Test("is a plain recursion, over stretches and tiles", arguments: cases)
  func recursion(frequency: Double, rate: Int) {
    let sound = whiteNoise(tiles: 4, seed: 3)
    var filter = HighPass(frequency: frequency, sampleRate: rate)
    let frames = filtered(sound, tiles: 4) { filter.filter(&$0) }
    let k = tangent(min(frequency / Double(rate), 0.45) * .pi)
    let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
    // The coefficients as the filter uses them, rounded.
    let b = Double(Float(norm))
    let a1 = Double(Float(2 * (k * k - 1) * norm))
    let a2 = Double(Float((1 - 2.0.squareRoot() * k + k * k) * norm))
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    var power = 0.0
    for (sample, output) in zip(sound, frames) {
      let x = Double(sample)
      let y = b * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      power += (y - Double(output)) * (y - Double(output))
    }
    // Roundings of 2⁻²⁴ rise by the energy of 1/(1 + a₁ z + a₂ z²), near 1/(√8 · 2 (2k)³),
    // several of them a frame.
    let growth = max(1, 1 / (2.0.squareRoot() * 32 * k * k * k).squareRoot())
    #expect((power / Double(sound.count)).squareRoot() < 5 * 0x1p-24 * growth)
  }

  @Test(
    "is 3 dB down at its frequency, falls by 12 dB an octave below, passes what lies above",
    arguments: cases)
  func response(frequency: Double, rate: Int) {
    var filter = HighPass(frequency: frequency, sampleRate: rate)
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
    // No constant part passes.
    #expect(spectrum.powers[0] < 1e-12)
  }

  @Test("after its memory nobody can tell where it began", arguments: cases)
  func memory(frequency: Double, rate: Int) {
    var whole = HighPass(frequency: frequency, sampleRate: rate)
    var late = HighPass(frequency: frequency, sampleRate: rate)
    let early = 2
    let from = early + whole.memoryTiles
    let tiles = from + 2
    let sound = whiteNoise(tiles: tiles, seed: 4)
    let expected = filtered(sound, tiles: tiles) { whole.filter(&$0) }
    _ = filtered(whiteNoise(tiles: 3, seed: 5), tiles: 3) { late.filter(&$0) }
    let rest = Array(sound.dropFirst(early * Tile.frames))
    let frames = filtered(rest, tiles: tiles - early) { late.filter(&$0) }
    #expect(
      Array(frames.dropFirst((from - early) * Tile.frames))
        == Array(expected.dropFirst(from * Tile.frames)))
  }

  private func tangent(_ x: Double) -> Double { CLibrary.sine(x) / CLibrary.cosine(x) }
}
