import RainDSP
import RainFiles
import Testing

/// What presets say of settings that change no sample.
@Suite struct UnusedKeysTests {
  private func preset(_ members: String) throws -> Preset {
    try Preset(json: Array("{\(members)}".utf8), file: "mine.json")
  }

  @Test("keys that change no sample are named with their reason")
  func keys() throws {
    let metal = try preset(
      #""surface": "metal", "puddles": 0, "chirp": 0.5, "delay": 20, "bubbleProbability": 0"#)
    #expect(
      metal.unusedKeys == [
        "no drop of this rain has a bubble, so delay and chirp change nothing; puddles 0.2 or "
          + "surface water changes that"
      ])
    let still = try preset(#""drops": 0, "patterRate": 0, "echoLevel": -3, "air": 1, "lfe": 0.1"#)
    #expect(
      still.unusedKeys == [
        "no near drop sounds, so air changes nothing; drops 1200 or eaves 4 changes that",
        "neither near drops nor patter sound, so echoLevel changes nothing; drops 1200 or "
          + "patterRate 1000 changes that",
      ])
  }

  @Test("keys that sound, that steady rain has, or that rainfall sets are not named")
  func used() throws {
    for members in [
      #""surface": "water", "chirp": 0.5"#, #""width": 0.5, "lfe": 0.2"#,
      #""rainfall": 30, "dropLevel": -3"#, #""puddles": 0, "bubbleProbability": 0, "chirp": 0.1"#,
      #""drops": 0, "dropLevel": -60, "drips": 0"#,
      #""puddles": 0, "chirp": 0.3, "curves": {"surface": [[0, "ground"], [9, "water"]]}"#,
    ] {
      #expect(try preset(members).unusedKeys.isEmpty, "\(members)")
    }
  }

  /// Values of a setting far from each other.
  private func values(_ setting: Setting) -> [Double] {
    let row = setting.row
    let (low, high) = (row.range.lowerBound, row.range.upperBound)
    if row.isChoice { return row.words.map(\.number) }
    let middle =
      row.scale == .ratio ? (max(low, 1e-4 * high) * high).squareRoot() : (low + high) / 2
    return [low, middle]
  }

  /// Whether the first seconds of two automations differ in a sample.
  private func differ(_ a: RainAutomation, _ b: RainAutomation, seconds: Int) throws -> Bool {
    var a = try RainRenderer(.init(a, sampleRate: 22_050))
    var b = try RainRenderer(.init(b, sampleRate: 22_050))
    var (of, other) = ([Float](repeating: 0, count: 4096), [Float](repeating: 0, count: 4096))
    for _ in 0..<seconds * 22_050 / 2048 {
      var span = of.mutableSpan
      a.render(into: &span)
      span = other.mutableSpan
      b.render(into: &span)
      if of != other { return true }
    }
    return false
  }

  @Test(
    "all settings that a shipped preset uses change a sample, and no other",
    arguments: Preset.shippedNames)
  func shipped(_ name: String) throws {
    let preset = try Preset(named: name)
    #expect(preset.unusedKeys.isEmpty)
    if !preset.automation.curves.isEmpty { return }
    let automation = RainAutomation(preset.rain)
    let use = UsedSettings(of: automation, layout: .stereo)
    for setting in Setting.stored {
      let isUsed = use.lack(for: setting) == nil
      let changes = try values(setting).contains { value in
        var rain = preset.rain
        rain[setting] = value
        for (low, high) in Rain.orderedPairs where rain[low] > rain[high] {
          rain[setting] = rain[setting == low ? high : low]
        }
        return try differ(automation, RainAutomation(rain), seconds: isUsed ? 240 : 1)
      }
      #expect(changes == isUsed, "\(setting.name)")
    }
  }
}
