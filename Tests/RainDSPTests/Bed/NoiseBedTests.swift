import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The bed of noise")
struct NoiseBedTests {
  /// White noise alone, without filters.
  private func rain(correlation: Double = 0) -> Rain {
    var rain = Rain.silent
    rain[.white] = 0.3
    rain[.gust] = 0
    rain[.bedHighpass] = 20
    rain[.bedLowpass] = 20_000
    rain[.bedCorrelation] = correlation
    return rain
  }

  private func tiles(
    _ count: Int, of rain: Rain, sampleRate: Int = 44_100, channels: Int = 2
  ) -> (left: [Float], right: [Float]) {
    let timeline = Timeline(sampleRate: sampleRate, frames: nil)
    var automation = AutomationReader(rain, timeline)
    var bed = NoiseBed(
      RainBounds(rain), timeline: timeline, layout: channels == 1 ? .mono : .stereo,
      root: Source.root(seed: 1))
    var output = Planes(count: channels, frames: Tile.frames)
    var left: [Float] = []
    var right: [Float] = []
    for tile in 0..<count {
      for part in 0..<bed.parts {
        bed.render(part: part, tile: tile, of: &automation, into: &output)
      }
      for frame in 0..<Tile.frames {
        left.append(output[0, frame])
        right.append(output[channels - 1, frame])
      }
    }
    return (left, right)
  }

  /// The correlation of the channels within bands, and the density of both: sum and difference of
  /// two channels have the powers 2 (1 + r) and 2 (1 - r).
  private func bands(
    _ bed: (left: [Float], right: [Float]), _ bands: [Range<Double>], sampleRate: Int
  ) -> [(correlation: Double, left: Double, right: Double, error: Double)] {
    func spectrum(_ sound: [Float]) -> Spectrum {
      Spectrum(of: sound, sampleRate: sampleRate, segment: 4096)
    }
    let sum = spectrum(zip(bed.left, bed.right).map { $0 + $1 })
    let difference = spectrum(zip(bed.left, bed.right).map { $0 - $1 })
    let left = spectrum(bed.left)
    let right = spectrum(bed.right)
    return bands.map { band in
      let a = sum.density(band)
      let b = difference.density(band)
      return (
        (a - b) / (a + b), left.density(band), right.density(band), left.standardError(band)
      )
    }
  }

  @Test(
    "the channels are correlated by 0.66 well below bedCorrelation and not at all well above",
    .enabled(if: Build.isOptimised))
  func correlation() {
    let bed = tiles(40, of: rain(correlation: 1200))
    let found = bands(bed, [60..<200, 1000..<1400, 8000..<16_000], sampleRate: 44_100)
    // 0.66/(1 + (f/1200 Hz)²). 140 Hz for 3.7 s: 2 B T numbers, 1/√1000 of (1 - r²).
    let low: Double = 0.01 + 5 * 0.5 / 1000.squareRoot()
    #expect(abs(found[0].correlation - 0.71) < low)
    let middle: Double = 0.01 + 5 * 0.87 / 2900.squareRoot()
    #expect(abs(found[1].correlation - 0.36) < middle)
    let high: Double = 0.02 + 5 / 59_000.squareRoot()
    #expect(abs(found[2].correlation) < high)
    let apart = bands(tiles(20, of: rain()), [60..<400, 8000..<16_000], sampleRate: 44_100)
    let error: Double = 1 / 1200.squareRoot()
    for band in apart { #expect(abs(band.correlation) < 5 * error) }
  }

  @Test(
    "correlation changes the power of neither channel at any frequency",
    .enabled(if: Build.isOptimised), arguments: [(1200.0, 44_100), (8000, 44_100), (1200, 8000)])
  func sharedPower(correlation: Double, sampleRate: Int) {
    let edges =
      Spectrum.bands(from: 125, to: 0.48 * Double(sampleRate), perOctave: 1)
      + [0.42 * Double(sampleRate)..<0.48 * Double(sampleRate)]
    let shared = bands(
      tiles(20, of: rain(correlation: correlation), sampleRate: sampleRate), edges,
      sampleRate: sampleRate)
    let apart = bands(tiles(20, of: rain(), sampleRate: sampleRate), edges, sampleRate: sampleRate)
    for ((a, b), band) in zip(zip(shared, apart), edges) {
      let tolerance = 0.1 + 5 * a.error * 2.0.squareRoot()
      #expect(abs(CLibrary.decibels(a.left / b.left)) < tolerance, "\(band) Hz")
      #expect(abs(CLibrary.decibels(a.right / b.right)) < tolerance, "\(band) Hz")
      #expect(abs(CLibrary.decibels(a.left / a.right)) < tolerance, "\(band) Hz")
    }
  }

  @Test("each color has its level before the filters of the bed, and their powers add up")
  func levels() {
    let rate = 44_100
    var highPass = ConstantHighPass(.init(frequency: 300, sampleRate: rate))
    var lowPass = ConstantFirstOrder(.init(lowPass: 5000, sampleRate: rate))
    func shaped(_ color: NoiseColor) -> Double {
      var filter = NoiseFilter(color.row(sampleRate: rate).roots)
      return energy(
        filtered([1], tiles: 6) { tile in
          filter.filter(&tile)
          highPass.filter(&tile)
          lowPass.filter(&tile)
        })
    }
    let expected = (
      white: 0.01 * 0.925 * 0.925 * shaped(.white), pink: 0.04 * shaped(.pink),
      brown: 0.01 * 4.97 * 4.97 * shaped(.brown)
    )
    var rain = Rain.silent
    rain[.gust] = 0
    rain[.bedCorrelation] = 0
    func power(_ white: Double, _ pink: Double, _ brown: Double) -> Double {
      rain[.white] = white
      rain[.pink] = pink
      rain[.brown] = brown
      return Sample(tiles(24, of: rain, channels: 1).left).power
    }
    // 2.2 s of noise that is 200 Hz wide or more: one standard error is 5 % or less.
    #expect(abs(power(0.1, 0, 0) / expected.white - 1) < 5 * 0.01)
    #expect(abs(power(0, 0.2, 0) / expected.pink - 1) < 5 * 0.03)
    #expect(abs(power(0, 0, 0.1) / expected.brown - 1) < 5 * 0.05)
    let all = expected.white + expected.pink + expected.brown
    #expect(abs(power(0.1, 0.2, 0.1) / all - 1) < 5 * 0.03)
  }

  @Test("the surface colors it")
  func surface() {
    var plain = rain()
    plain[.white] = 0.2
    var roof = plain
    roof.surface = .roof
    let edges = Spectrum.bands(from: 500, to: 4000, perOctave: 1)
    let before = bands(tiles(12, of: plain), edges, sampleRate: 44_100)
    let after = bands(tiles(12, of: roof), edges, sampleRate: 44_100)
    for ((a, b), band) in zip(zip(before, after), edges) {
      let color = roof.surface.color(bubbles: 1)
      let low = CLibrary.decibels(color.magnitude(at: band.upperBound)) * 2
      let high = CLibrary.decibels(color.magnitude(at: band.lowerBound)) * 2
      let tolerance = 0.3 + 5 * a.error * 2.0.squareRoot()
      for level in [CLibrary.decibels(b.left / a.left), CLibrary.decibels(b.right / a.right)] {
        #expect(level > low - tolerance && level < high + tolerance, "\(band) Hz")
      }
    }
  }

  @Test("its level follows the gust curve to the power of bedModulation")
  func modulation() {
    var still = rain()
    still[.gust] = 0.5
    still[.bedModulation] = 0
    var moving = still
    moving[.bedModulation] = 1
    let bare = tiles(12, of: still, channels: 1).left
    let modulated = tiles(12, of: moving, channels: 1).left
    // White noise has most of its power above the middle, and its difference from frame to frame nearly
    // all; the rest of a running mean lies below.
    func powers(_ sound: [Float], low: Bool) -> [Double] {
      var mean: Float = 0
      var before: Float = 0
      return (0..<12).map { tile in
        var power = 0.0
        for frame in tile * Tile.frames..<(tile + 1) * Tile.frames {
          mean += (sound[frame] - mean) * 0.01
          let x = low ? mean : sound[frame] - before
          before = sound[frame]
          power += Double(x * x)
        }
        return power
      }
    }
    for low in [false, true] {
      var gusty = still
      (gusty[.gust], gusty[.bedModulation]) = (0.5, 1)
      var gusts = GustCurve(
        low ? .lowBed : .bed, in: RainBounds(gusty), Timeline(sampleRate: 44_100, frames: nil),
        Source.root(seed: 1))
      let ratios = zip(powers(modulated, low: low), powers(bare, low: low)).map { $0 / $1 }
      for (tile, ratio) in ratios.enumerated() {
        let factor = gusts.factor(at: tile * Tile.frames + Tile.frames / 2)
        let error: Double = ratio / (factor * factor) - 1
        #expect(abs(error) < 0.12, "tile \(tile), low end: \(low)")
      }
    }
    #expect(bare != modulated)
    var half = moving
    half[.gust] = 0
    #expect(tiles(12, of: half, channels: 1).left == bare)
  }

  @Test("it is silent when all colors are at 0")
  func silent() {
    var rain = Rain.silent
    func isSilent() -> Bool {
      NoiseBed(
        RainBounds(rain), timeline: Timeline(sampleRate: 44_100, frames: nil), layout: .stereo,
        root: RandomKey(seed: 1)
      )
      .isSilent
    }
    #expect(isSilent())
    for color in NoiseColor.allCases {
      rain = .silent
      rain[color.setting] = 0.01
      #expect(!isSilent())
    }
  }

  @Test("white noise has the same power in every hertz at every sample rate")
  func density() {
    let low = bands(tiles(12, of: rain(), sampleRate: 44_100), [1000..<8000], sampleRate: 44_100)
    let high = bands(tiles(48, of: rain(), sampleRate: 176_400), [1000..<8000], sampleRate: 176_400)
    #expect(abs(CLibrary.decibels(low[0].left / high[0].left)) < 0.3)
  }

  @Test("at equal settings white, pink and brown noise are equally loud through the default bed")
  func loudness() {
    func loudness(_ path: any WritableKeyPath<Rain, Double> & Sendable) -> Double {
      var rain = Rain.silent
      rain[.gust] = 0
      rain[keyPath: path] = 0.1
      let (left, right) = tiles(60, of: rain)
      // A-weighting is near the loudness filter for such noise: 1 kHz and above count fully.
      let spectrum = Spectrum(
        of: zip(left, right).map { $0 + $1 }, sampleRate: 44_100, segment: 2048)
      let bands: [(Range<Double>, Double)] = [
        (150..<300, -1), (300..<1200, 0), (1200..<2400, 1.5), (2400..<12_000, 4),
      ]
      var power = 0.0
      for (band, weight) in bands {
        let width: Double = band.upperBound - band.lowerBound
        power += spectrum.density(band) * width * CLibrary.power(10, weight / 10)
      }
      return CLibrary.decibels(power)
    }
    let levels = [\Rain[.white], \.[.pink], \.[.brown]].map(loudness)
    #expect(levels.allSatisfy { abs($0 - levels[1]) < 1.5 }, "\(levels)")
  }
}
