import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite("The size of drops, in each place")
struct DropSizePlaceTests {
  private static let rate = 44_100
  private static let sizes = [0.5, 0.7, 1, 1.4, 2]

  /// Twenty seconds at 10 mm/h.
  private func sound(_ place: String, size: Double, seed: UInt64) throws -> [Float] {
    var rain = try Preset(named: place).rain
    (rain[.rainfall], rain[.drift], rain[.dropSize]) = (10, 0, size)
    var renderer = try RainRenderer(rain, sampleRate: Self.rate, channels: 1, seed: seed)
    var sound = [Float](repeating: 0, count: 20 * Self.rate)
    var span = sound.mutableSpan
    renderer.render(into: &span)
    return sound
  }

  /// The level in dB, and how far over the median of all milliseconds the one in a thousand stands, of the slope of a sound.
  private func figures(_ sound: [Float]) -> (level: Double, peaks: Double) {
    let energies = stride(from: 1, to: sound.count - 44, by: 44).map { start in
      (start..<start + 44).reduce(0.0) { sum, frame in
        let slope = Double(sound[frame] - sound[frame - 1])
        return sum + slope * slope
      }
    }.sorted()
    let power = sound.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(sound.count)
    return (
      CLibrary.decibels(power),
      CLibrary.decibels(energies[energies.count * 999 / 1000] / energies[energies.count / 2])
    )
  }

  @Test(
    "makes drops stand out more, the larger the more, at one level",
    arguments: [
      "open", "street", "forest", "puddles", "window", "car", "umbrella", "tent", "tin-roof",
    ])
  func rise(place: String) throws {
    let rows = try Self.sizes.map { size in
      let draws = try (1...24).map { figures(try sound(place, size: size, seed: $0)) }
      return (level: Sample(draws.map(\.level)).mean, peaks: Sample(draws.map(\.peaks)).mean)
    }
    for (row, next) in zip(rows, rows.dropFirst()) {
      // What chance adds: in a street, peaks of one seed differ by 1.3 dB.
      #expect(next.peaks > row.peaks - 0.3, "\(rows)")
      #expect((next.level - row.level).magnitude < 1.5, "\(rows)")
    }
    #expect(rows[rows.count - 1].peaks > rows[0].peaks + 2, "\(rows)")
  }
}
