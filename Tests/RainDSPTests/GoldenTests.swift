import RainDSP
import RainTestSupport
import Testing

/// Fingerprints of sounds: they say *changed*, other tests say *wrong*.
///
/// To renew them after a change that was meant to change the sound, run these tests and copy the
/// number of each failure over the one in the table.
@Suite("The sound is what it was")
struct GoldenTests {
  private static let golden: [(name: String, fingerprint: UInt64)] = [
    ("steady", 0xB378_4550_E2DB_11FB),
    ("steady, mono", 0x7BAA_B4BF_0859_5056),
    ("drops", 0xD3E0_559F_65B5_3111),
    ("patter", 0xF18B_9A94_B1BC_3094),
    ("white", 0x1802_B793_C475_926D),
    ("pink", 0x3C16_3250_ED9E_86B9),
    ("brown", 0xCC54_1DC7_FEED_6920),
    ("water, muffled", 0x40D3_F1EA_85D4_D9DD),
  ]

  private func rain(_ name: String) -> Rain {
    var rain = Rain.silent
    switch name {
    case "drops": rain.drops = 1200
    case "patter": rain.patterRate = 5000
    case "white": rain.white = 0.1
    case "pink": rain.pink = 0.1
    case "brown": rain.brown = 0.1
    case "water, muffled":
      rain.drops = 600
      rain.surface = .water
      rain.muffle = 1500
    default: rain = Rain()
    }
    return rain
  }

  @Test("one second at 44.1 kHz, to the last bit", arguments: golden.map(\.name))
  func second(name: String) {
    let channels = name.hasSuffix("mono") ? 1 : 2
    let sound = rendered(
      rain(name), 0..<44_100, sampleRate: 44_100, channels: channels, seed: 2026)
    let expected = Self.golden.first { $0.name == name }?.fingerprint ?? 0
    let found = fingerprint(sound)
    #expect(
      found == expected, "\(name): 0x\(String(found, radix: 16, uppercase: true))")
  }
}
