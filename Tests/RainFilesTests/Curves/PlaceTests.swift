import Foundation
import RainAudio
import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite("Weather and place")
struct PlaceTests {
  /// How loud a rain is in stereo, in LUFS; nil: it is silent, or has a sample that is no number.
  private func loudness(_ written: WrittenAutomation, seconds: Int, sampleRate: Int) throws
    -> Double?
  {
    var job = RenderJob(duration: .seconds(seconds))
    (job.sampleRate, job.writtenAutomation) = (sampleRate, written)
    let rendering = try Rendering(job)
    var renderer = JobRenderer(rendering, startingAt: 0)
    var loudness = Loudness(sampleRate: sampleRate, layout: .stereo)
    var frame = 0
    while frame < rendering.totalFrames {
      let count = renderer.renderRun(frame..<rendering.totalFrames)
      var samples: [Float] = []
      samples.reserveCapacity(2 * count)
      for index in 0..<count {
        samples.append(renderer.samples[index])
        samples.append(renderer.samples[count + index])
      }
      guard samples.allSatisfy(\.isFinite) else { return nil }
      loudness.update(samples.span)
      frame += count
    }
    return loudness.integrated
  }

  @Test("no name is that of a weather and of a place, so a rain of two words has one meaning")
  func names() {
    let kinds = Dictionary(grouping: Preset.shippedNames) { ShippedPresets.kind(of: $0) }
    let weathers = (kinds[.weather] ?? []) + (kinds[.drops] ?? [])
    #expect(!weathers.isEmpty && kinds[nil] == nil)
    #expect(Set(weathers).isDisjoint(with: Place.names))
    #expect(Set(kinds[.place] ?? []).isSubset(of: Place.names))
  }

  @Test("the documentation says how loud each place is")
  func documentedLevels() throws {
    let file = Repository.root.appendingPathComponent(
      "Sources/RainDSP/RainDSP.docc/WeatherAndPlace.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for name in Place.names {
      let level = Int(try Place(named: name).automation.rain[.level])
      let row = "| \(name) | \(level > 0 ? "+" : "")\(level) dB |"
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row)")
    }
  }

  /// The loudest that a slider other than the volume may make a rain, in LUFS.
  private static let loudest = -14.0

  @Test(
    "each weather is heard in each place, and is another rain there",
    .enabled(if: Build.isOptimised))
  func all() throws {
    var rains: Set<Rain> = []
    let weathers = try Preset.shippedNames.map { try Preset(named: $0) }
      .filter { $0.automation.place == Place.standardName && $0.name != Place.standardName }
    for weather in weathers {
      for name in Place.names {
        var wish = RainWish(weather: weather.layer)
        wish.own.place = try Place(named: name)
        var written = wish.resolved()
        rains.insert(written.rain.sounding)
        written.rain[.rainfall] = 30
        let loudness = try loudness(WrittenAutomation(written.rain), seconds: 2, sampleRate: 22_050)
        #expect(
          loudness.map { -45...Self.loudest ~= $0 } ?? false,
          "\(weather.name), \(name): \(loudness ?? .nan)")
      }
    }
    // Steady rain and a night differ in their course alone.
    #expect(weathers.count == 8 && rains.count >= 7 * 9)
  }

  @Test(
    "no slider but the volume is refused, or makes a place too loud",
    .enabled(if: Build.isOptimised),
    arguments: Place.names)
  func hands(name: String) throws {
    let place = try Place(named: name)
    for setting in Setting.allCases where setting != .gain {
      for number in [setting.row.handRange.lowerBound, setting.row.handRange.upperBound] {
        var written = place.automation
        written.set(setting, to: number)
        // In one second of a car, a single near drop decides.
        let loudness = try loudness(written, seconds: 2, sampleRate: 22_050)
        // Volumes of parts reach what the hardest rain has of them, which dynamics makes softer
        // there: a tin roof, itself 9 dB above open ground, has -6.8 LUFS with the loudest patter.
        let isVolume = [.dropLevel, .patterLevel, .pink].contains(setting)
        let loudest = isVolume ? Self.loudest + 7.5 : Self.loudest
        #expect(loudness ?? -70 <= loudest, "\(setting) \(number): \(loudness ?? -70) LUFS")
      }
    }
  }
}
