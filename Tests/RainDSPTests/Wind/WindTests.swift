import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The wind")
struct WindTests {
  /// Wind alone, even.
  private func wind(_ speed: Double, _ surface: Surface = .ground) -> Rain {
    var rain = Rain.silent
    rain[.wind] = speed
    rain[.gust] = 0
    rain[.dynamics] = 1
    rain.surface = surface
    return rain
  }

  private func spectrum(of rain: Rain) -> Spectrum {
    let frames = rendered(rain, 0..<40 * 11_025, channels: 1)
    return Spectrum(of: frames, sampleRate: 11_025, segment: 2048)
  }

  @Test(
    "the power of edges grows as the sixth power of the speed, and their spectrum shifts with it")
  func speed() {
    let (slow, fast) = (spectrum(of: wind(6)), spectrum(of: wind(12)))
    func gain(_ band: Range<Double>) -> Double {
      10 * Elementary.log2(fast.density(band) / slow.density(band)) / Elementary.log2(10)
    }
    // 18.1 dB twice as fast, and above the edge 6 more.
    #expect((17...20).contains(gain(60..<100)))
    #expect((22...25).contains(gain(2000..<4000)))
  }

  @Test("a howl has its line at 0.2 u/d, as high over the noise as it says")
  func howl() {
    for (speed, pitch) in [(6.0, 400.0), (12.0, 800.0)] {
      var rain = wind(speed)
      let noise = spectrum(of: rain)
      rain[.howl] = 1
      let howl = spectrum(of: rain)
      func rise(_ pitch: Double) -> Double {
        let band = pitch * 0.99..<pitch * 1.01
        return 10 * Elementary.log2(howl.density(band) / noise.density(band)) / Elementary.log2(10)
      }
      #expect((16...21).contains(rise(pitch)) && (10...15).contains(rise(pitch * 3 / 4.7)))
      #expect(abs(rise(pitch * 2)) < 3 && abs(rise(pitch / 3)) < 3)
    }
  }

  @Test("leaves have a plateau where edges have no more")
  func leaves() {
    let (open, leaves) = (spectrum(of: wind(8)), spectrum(of: wind(8, .leaves)))
    func fall(_ spectrum: Spectrum) -> Double {
      spectrum.density(400..<600) / spectrum.density(3000..<4500)
    }
    #expect(fall(open) > 100 && fall(leaves) < 20)
  }

  @Test("it moves with the gusts of the rain")
  func gusts() {
    var rain = wind(8)
    (rain[.gust], rain[.pink], rain[.bedModulation], rain[.drift]) = (0.5, 0.01, 1, 0)
    let timeline = Timeline(sampleRate: 11_025, frames: nil)
    let (bounds, root) = (RainBounds(rain), Source.root(seed: 3))
    func levels(_ follower: GustCurve.Follower) -> [Double] {
      var gusts = GustCurve(follower, in: bounds, timeline, root)
      gusts.apply(AutomationReader(rain, timeline))
      var factors = FixedArray<Float>(repeating: 0, count: 2400)
      gusts.read(into: &factors, from: 0, step: 11_025)
      return (0..<2400).map { Elementary.log(Double(factors[$0])) }
    }
    func correlation(_ a: [Double], _ b: [Double]) -> Double {
      let (x, y) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
      func sum(_ p: [Double], _ q: [Double], _ u: Double, _ v: Double) -> Double {
        zip(p, q).reduce(0) { $0 + ($1.0 - u) * ($1.1 - v) }
      }
      return sum(a, b, x, y) / (sum(a, a, x, x) * sum(b, b, y, y)).squareRoot()
    }
    #expect(correlation(levels(.wind), levels(.bed)) > 0.45)
    #expect(correlation(levels(.ripple), levels(.bed)).magnitude < 0.15)
  }

  @Test("without wind no sample differs, whatever keeps it back")
  func none() {
    var rain = Rain()
    (rain[.wall], rain[.opening], rain[.thunderDistance]) = (10, -40, 2)
    #expect(rendered(rain, 0..<30_000) == rendered(Rain(), 0..<30_000))
  }
}

@Suite("The wall that keeps back wind and thunder")
struct WallTests {
  @Test("it follows the law of mass, down to what comes in past it")
  func transmission() {
    func level(_ frequency: Double, mass: Double) -> Double {
      let law = WallLaw(mass: mass, opening: -28, sampleRate: 44_100)
      var filter = FirstOrderFilter(slowest: law.coefficients)
      var (before, after) = (0.0, 0.0)
      for index in 0..<12 {
        var tile = LaneTile()
        var frames = FixedArray<Float>(repeating: 0, count: Tile.frames)
        for frame in 0..<Tile.frames {
          let turns = frequency * Double(index * Tile.frames + frame) / 44_100
          frames[frame] = Float(Elementary.sine(turns: turns))
        }
        tile.gather(frames)
        filter.filter(&tile, by: law.coefficients)
        if index < 4 { continue }
        for frame in 0..<Tile.frames { before += Double(frames[frame] * frames[frame]) }
        tile.scatter(into: &frames)
        for frame in 0..<Tile.frames { after += Double(frames[frame] * frames[frame]) }
      }
      return Elementary.decibels(amplitude: (after / before).squareRoot())
    }
    // 20 lg(m f) - 47 dB, beside what comes in.
    #expect((level(63, mass: 10) + 9).magnitude < 1)
    #expect((-28 ... -24).contains(level(1000, mass: 10)))
    #expect((level(1000, mass: 0.1) + 0.8).magnitude < 0.3)
  }

  @Test("thunder and wind are as loud outside in every place")
  func places() {
    var rain = Rain.silent
    (rain[.wind], rain[.gust]) = (8, 0)
    let open = rendered(rain, 0..<30_000)
    (rain[.level], rain[.trim], rain[.dynamics]) = (-12, 3, 1)
    (rain[.gust], rain[.wind]) = (0, 8)
    let loud = energy(rendered(rain, 0..<30_000)) / energy(open)
    #expect((loud - 1).magnitude < 1e-3)
  }
}
