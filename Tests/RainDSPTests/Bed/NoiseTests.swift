import RainTestSupport
import Testing

@testable import RainDSP

@Suite("White, pink and brown noise")
struct NoiseTests {
  private static let tiles = 32

  private func noise(_ color: NoiseColor, _ sampleRate: Int, seed: UInt64 = 1) throws -> [Float] {
    var noise = try Noise(color, sampleRate: sampleRate, key: RandomKey(seed: seed))
    return rendered(by: &noise, frames: Self.tiles * Tile.frames)
  }

  /// The next frames of a noise, in blocks.
  private func rendered(
    by noise: inout Noise, frames: Int, blocks: Int = Tile.frames
  ) -> [Float] {
    var sound: [Float] = []
    while sound.count < frames {
      var block = [Float](repeating: .nan, count: min(blocks, frames - sound.count))
      var span = block.mutableSpan
      noise.render(into: &span)
      sound += block
    }
    return sound
  }

  @Test("white noise has RMS 1, mean 0 and independent numbers evenly spread over ±√3")
  func white() {
    let sample = Sample(whiteNoise(tiles: 16, seed: 1))
    let count = Double(sample.numbers.count)
    // The variance of x² is 9/5 - 1; of RMS 1 ± e, the power is 1 ± 2e.
    #expect(abs(sample.power - 1) < 5 * (0.8 / count).squareRoot())
    #expect(5 * (0.8 / count).squareRoot() < 0.02)
    #expect(abs(sample.mean) < 5 / count.squareRoot())
    let root3 = 3.0.squareRoot()
    #expect(
      sample.kolmogorovSmirnov { ($0 + root3) / (2 * root3) } < Sample.fiveStandardErrors)
    // The upper and the lower bits of a draw are frames of their own.
    for parity in 0..<2 {
      let half = Sample((0..<sample.numbers.count / 2).map { sample.numbers[2 * $0 + parity] })
      #expect(abs(half.power - 1) < 5 * (1.6 / count).squareRoot())
      #expect(abs(half.mean) < 5 / (count / 2).squareRoot())
      #expect(
        half.kolmogorovSmirnov { ($0 + root3) / (2 * root3) } < Sample.fiveStandardErrors)
    }
    // Neighbours in time, in random lanes, in lanes of the tile and in tiles.
    for lag in [1, 2, 3, 4, 8, 255, 256, 257, 2048, 4096] {
      #expect(abs(sample.autocorrelation(lag: lag)) < 5 / (count - 4096).squareRoot())
    }
  }

  @Test("pink and brown noise have mean 0 and independent channels")
  func channels() throws {
    let rate = 22_050
    for color in NoiseColor.allCases where color != .white {
      let left = Sample(try noise(color, rate, seed: 1))
      let right = Sample(try noise(color, rate, seed: 2))
      let count = Double(left.numbers.count)
      // Σ |autocorrelation|² frames count as one independent frame: the mean of |H|⁴ over frequency.
      let spectrum = Spectrum(of: left.numbers.map(Float.init), sampleRate: rate, segment: 8192)
      let bins = Double(spectrum.powers.count - 1)
      let together = spectrum.powers.reduce(0) { $0 + $1 * bins * $1 * bins } / bins
      #expect(abs(left.correlation(with: right)) < 5 * (together / count).squareRoot())
      // The variance of the mean is the density at 0 Hz over twice the duration.
      let constant = spectrum.density(2..<10) / (2 * spectrum.duration)
      #expect(abs(left.mean) < 5 * constant.squareRoot())
      #expect(abs(left.mean) < 0.1)
    }
  }

  @Test("the same key gives the same noise; another key, color or tile gives another")
  func keys() throws {
    for color in NoiseColor.allCases {
      #expect(try noise(color, 8000) == noise(color, 8000))
      #expect(try noise(color, 8000) != noise(color, 8000, seed: 2))
    }
    #expect(try noise(.white, 8000) != noise(.pink, 8000))
    #expect(try noise(.white, 8000) == whiteNoise(tiles: Self.tiles, seed: 1))
    let two = whiteNoise(tiles: 2, seed: 1)
    #expect(Array(two.prefix(Tile.frames)) != Array(two.suffix(Tile.frames)))
  }

  @Test("blocks and the first frame do not change a frame", arguments: NoiseColor.allCases)
  func blocks(color: NoiseColor) throws {
    var whole = try Noise(color, sampleRate: 8000, key: RandomKey(seed: 3))
    whole.seek(to: -5000)
    let frames = rendered(by: &whole, frames: 20_000)
    var late = try Noise(color, sampleRate: 8000, key: RandomKey(seed: 3))
    for (start, count, blocks) in [(-5000, 9000, 1), (9000, 4321, 77), (-1, 2, 2), (0, 9000, 4096)]
    {
      late.seek(to: start)
      let found = rendered(by: &late, frames: count, blocks: blocks)
      #expect(found == Array(frames[start + 5000..<start + 5000 + count]))
      let next = late.frame
      #expect(next == start + count)
    }
  }

  @Test("the noise of a bed is that of its key")
  func bed() throws {
    var rain = Rain.silent
    (rain[.gust], rain[.drift]) = (0, 0)
    rain[.echoTime] = 0
    rain[.bedHighpass] = 20
    rain[.bedLowpass] = 20_000
    for color in NoiseColor.allCases {
      rain[.white] = 0
      rain[.pink] = 0
      rain[.brown] = 0
      rain[color.setting] = 0.01
      let bed = RainDSPTests.rendered(rain, 0..<10_000, channels: 1, seed: 5)
      let row = color.row(sampleRate: 11_025)
      var noise = try Noise(
        color, sampleRate: 11_025, key: Source.root(seed: 5).child(row.source).child(0))
      for (x, y) in zip(bed, rendered(by: &noise, frames: 10_000)) {
        #expect(abs(x - Float(0.01 * row.level) * y) < 1e-6)
      }
    }
  }

  @Test("a sample rate outside the range is refused by name")
  func wrongSampleRate() {
    let error = #expect(throws: InvalidSetting.self) {
      _ = try Noise(.pink, sampleRate: 7999, key: RandomKey(seed: 1))
    }
    #expect(error?.description == "sampleRate is 7999; it has to lie within 8000 to 192000")
  }

  @Test("no color shares its random numbers with another source")
  func sources() {
    let colors = NoiseColor.allCases.map { $0.row(sampleRate: 44_100).source }
    #expect(Set(colors).count == colors.count)
    #expect(colors.allSatisfy { Source(rawValue: $0) == nil })
  }
}
