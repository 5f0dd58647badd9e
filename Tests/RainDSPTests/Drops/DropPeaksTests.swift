import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The peaks of drops")
struct DropPeaksTests {
  /// Rendered peaks of drops in mono, relative to the computed ones, in dB, sorted.
  private func errors(_ rain: Rain, sampleRate: Int, count: Int) throws -> [Double] {
    try Drops(rain, in: 0..<sampleRate * 60, sampleRate: sampleRate).prefix(count).map { _, drop in
      let peak = drop.samples(sampleRate: sampleRate, channels: 1).reduce(0) {
        max($0, $1.magnitude)
      }
      return 20 * Elementary.log2(Double(peak) / drop.peaks(sampleRate: sampleRate).loudest)
        / Elementary.log2(10)
    }.sorted()
  }

  @Test(
    "are those of rendered drops, most of them within 1 dB, on cloth and glass within 2 dB",
    arguments: Surface.allCases,
    [44_100, 96_000])
  func rendering(surface: Surface, sampleRate: Int) throws {
    var rain = Rain()
    rain.surface = surface
    let count = Build.isOptimised ? 300 : 30
    let errors = try errors(rain, sampleRate: sampleRate, count: count)
    #expect(abs(errors[count / 2]) < 0.8, "the median: \(errors[count / 2])")
    let near = errors.filter { abs($0) < ([.fabric, .glass].contains(surface) ? 2 : 1) }
    #expect(near.count > count / 2, "\(near.count) of \(count)")
    #expect(errors[count / 6] > -3 && errors[count * 5 / 6] < 3, "two of three")
    #expect(errors[count / 40] > -6 && errors[count * 39 / 40] < 6, "19 of 20")
  }

  /// Each setting at the ends of its range, and faint beyond hearing where it may be 0.
  private static func extremes(_ setting: Setting) -> [Double] {
    let range = setting.row.range
    let faint =
      range.contains(0)
      ? [.leastNonzeroMagnitude, .leastNormalMagnitude / 8, 1e-160, 1e-107, 1e-40] : []
    return setting.row.isChoice
      ? setting.row.words.map(\.number) : [range.lowerBound, range.upperBound] + faint
  }

  @Test(
    "are numbers, and so is all sound, with each setting at its least, faintest and greatest value",
    arguments: Setting.allCases)
  func extremes(setting: Setting) throws {
    for value in Self.extremes(setting) {
      for surface in [Surface.open, .water, .metal] {
        var rain = Rain()
        (rain.surface, rain[.puddles]) = (surface, 0.5)
        rain[setting] = value
        if (try? rain.validate()) == nil { continue }
        let label = Comment("\(setting.name) \(value) on \(surface)")
        for (_, drop) in try Drops(rain, in: 0..<40_000, sampleRate: 8000).prefix(20) {
          #expect(drop.peaks(sampleRate: 8000).loudest.isFinite, label)
        }
        if rain[.drops] > 20_000 || rain[.patterRate] > 20_000 { continue }
        var renderer = try RainRenderer(rain, sampleRate: 8000)
        let sound = rendered(by: &renderer, frames: 2 * Tile.frames, channels: 2)
        #expect(sound.allSatisfy { $0.isFinite }, label)
      }
    }
  }
}
