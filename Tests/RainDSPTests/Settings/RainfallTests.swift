import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Rainfall")
struct RainfallTests {
  private func rain(_ rainfall: Double) -> Rain {
    var rain = Rain()
    rain.setRainfall(rainfall)
    return rain
  }

  @Test("at 10 mm/h it is steady rain; over the whole range all settings stay valid")
  func range() throws {
    #expect(rain(10) == Rain())
    var before = rain(0.1)
    try before.validate()
    var rainfall = 0.1
    while rainfall < 200 {
      // Steps of a thirtieth of an octave: no setting jumps.
      rainfall = min(200, rainfall * 1.0234)
      let next = rain(rainfall)
      try next.validate()
      #expect(next.drops > before.drops && next.patterRate > before.patterRate)
      for path in [\Rain.drops, \.patterRate, \.patterLevel, \.pink] {
        #expect(abs(next[keyPath: path] / before[keyPath: path] - 1) < 0.02)
      }
      #expect(next.dropLevel > before.dropLevel && next.dropLevel < before.dropLevel + 0.2)
      before = next
    }
  }

  @Test("the named rainfalls increase and lie within the range")
  func names() {
    let steps = Setting.rainfall.row.words.map(\.number)
    #expect(steps == steps.sorted() && Set(steps).count == steps.count)
    #expect(
      Setting.rainfall.row.words.map(\.name) == [
        "drizzle", "light", "moderate", "heavy", "violent",
      ])
  }

  @Test(
    "harder rain is louder, by 9 to 15 dB a decade, as the power of its drops is",
    .enabled(if: Build.isOptimised))
  func loudness() {
    var levels: [Double] = []
    for rainfall in [0.1, 1, 10, 100] {
      let sound = rendered(rain(rainfall), 0..<6 * 22_050, sampleRate: 22_050, channels: 1)
      levels.append(CLibrary.decibels(Sample(sound).power))
    }
    for (soft, hard) in zip(levels, levels.dropFirst()) {
      #expect((9...15).contains(hard - soft), "\(levels)")
    }
  }

  @Test("surface, distances and echo stay as they are")
  func others() {
    var rain = Rain()
    rain.surface = .metal
    rain.distanceMin = 2
    rain.gain = -3
    rain.lowpass = 900
    var harder = rain
    harder.setRainfall(75)
    #expect(harder.surface == .metal && harder.distanceMin == 2)
    #expect(harder.gain == -3 && harder.lowpass == 900)
  }
}
