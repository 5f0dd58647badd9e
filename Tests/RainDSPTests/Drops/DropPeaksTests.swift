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
}
