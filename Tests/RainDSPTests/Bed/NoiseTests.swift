import RainDSP
import RainTestSupport
import Testing

@Suite("White, pink and brown noise")
struct NoiseTests {
  private static let sampleRates = [22_050, 44_100, 48_000, 96_000, 192_000]
  private static let tiles = 32

  private func pink(_ sampleRate: Int, seed: UInt64) -> [Float] {
    var noise = PinkNoise(sampleRate: sampleRate, key: RandomKey(seed: seed))
    var tile = LaneTile()
    // The first tiles still lack a part of their past.
    for index in -noise.memoryTiles..<0 { noise.render(tile: index, into: &tile) }
    return (0..<Self.tiles).flatMap { index in
      noise.render(tile: index, into: &tile)
      return tile.frames
    }
  }

  private func brown(_ sampleRate: Int, seed: UInt64) -> [Float] {
    var noise = BrownNoise(sampleRate: sampleRate, key: RandomKey(seed: seed))
    var tile = LaneTile()
    for index in -noise.memoryTiles..<0 { noise.render(tile: index, into: &tile) }
    return (0..<Self.tiles).flatMap { index in
      noise.render(tile: index, into: &tile)
      return tile.frames
    }
  }

  /// The slope in dB an octave from 40 Hz to 16 kHz or .45 of the rate is within .3 dB, and no
  /// half-octave lies farther off the line than five standard errors and .3 dB.
  private func expectSlope(_ slope: Double, of sound: [Float], sampleRate: Int) {
    var segment = 1
    while segment < sampleRate / 4 { segment *= 2 }
    let spectrum = Spectrum(of: sound, sampleRate: sampleRate, segment: segment)
    let bands = Spectrum.bands(
      from: 40, to: min(16_000, 0.45 * Double(sampleRate)), perOctave: 2)
    let points = bands.map { band in
      let error = spectrum.standardError(band)
      return (
        x: CLibrary.logarithm2(band.lowerBound), y: CLibrary.decibels(spectrum.density(band)),
        weight: 1 / (error * error)
      )
    }
    let fit = LineFit(points)
    #expect(5 * fit.standardError < 0.3, "too little sound to tell")
    #expect(abs(fit.slope - slope) < 0.3)
    for (band, point) in zip(bands, points) {
      let off = point.y - fit.y(at: point.x)
      #expect(
        abs(off) < 0.3 + 5 * spectrum.standardError(band),
        "\(band) Hz: \(off) dB at \(sampleRate) Hz")
    }
  }

  @Test("white has a slope of 0, pink -3.01, brown -6.02 dB an octave", arguments: sampleRates)
  func slopes(sampleRate: Int) {
    let white = whiteNoise(tiles: Self.tiles, seed: UInt64(sampleRate))
    expectSlope(0, of: white, sampleRate: sampleRate)
    let pink = pink(sampleRate, seed: 1)
    expectSlope(-3.0103, of: pink, sampleRate: sampleRate)
    let brown = brown(sampleRate, seed: 1)
    expectSlope(-6.0206, of: brown, sampleRate: sampleRate)
  }

  @Test("white noise has RMS 1 and no constant part, between -√3 and √3, every number alone")
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
    // The neighbours in time, in the lanes, in the lanes and in the tiles.
    for lag in [1, 2, 3, 4, 8, 255, 256, 257, 2048, 4096] {
      #expect(abs(sample.autocorrelation(lag: lag)) < 5 / (count - 4096).squareRoot())
    }
  }

  @Test("pink and brown noise have no constant part, and channels are independent")
  func channels() {
    let rate = 22_050
    for make in [pink, brown] {
      let left = Sample(make(rate, 1))
      let right = Sample(make(rate, 2))
      let count = Double(left.numbers.count)
      // Σ |autocorrelation|² frames are worth one: the mean of |H|⁴ over frequency.
      let spectrum = Spectrum(of: left.numbers.map(Float.init), sampleRate: rate, segment: 8192)
      let bins = Double(spectrum.powers.count - 1)
      let together = spectrum.powers.reduce(0) { $0 + $1 * bins * $1 * bins } / bins
      #expect(abs(left.correlation(with: right)) < 5 * (together / count).squareRoot())
      // The mean has the variance of the density at 0 Hz over twice the duration.
      let constant = spectrum.density(2..<10) / (2 * spectrum.duration)
      #expect(abs(left.mean) < 5 * constant.squareRoot())
      #expect(abs(left.mean) < 0.1)
    }
  }

  @Test("the same key gives the same noise, another key or tile another")
  func keys() {
    #expect(whiteNoise(tiles: 1, seed: 1) == whiteNoise(tiles: 1, seed: 1))
    #expect(whiteNoise(tiles: 1, seed: 1) != whiteNoise(tiles: 1, seed: 2))
    let two = whiteNoise(tiles: 2, seed: 1)
    #expect(Array(two.prefix(Tile.frames)) != Array(two.suffix(Tile.frames)))
  }
}
