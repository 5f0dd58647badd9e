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
        "no drop of this rain has a bubble, so delay and chirp change nothing; surface water changes that"
      ])
    let still = try preset(#""drops": 0, "patterRate": 0, "echoLevel": -3, "air": 1, "lfe": 0.1"#)
    #expect(
      still.unusedKeys == [
        "no near drop sounds, so air changes nothing; drops 1200 changes that",
        "neither near drops nor patter sound, so echoLevel changes nothing; "
          + "drops 1200 changes that",
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

  @Test("a shipped preset names no setting that changes nothing", arguments: Preset.shippedNames)
  func shipped(_ name: String) throws { #expect(try Preset(named: name).unusedKeys.isEmpty) }
}
