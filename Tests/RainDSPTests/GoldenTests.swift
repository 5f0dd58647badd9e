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
    ("steady", 0x8C7A_85FE_9D8A_CE23),
    ("steady, mono", 0xA70B_E536_9598_470E),
    ("drops", 0xBC72_7A8D_E3C9_24C4),
    ("patter", 0x85EA_C48E_CE53_E25C),
    ("white", 0x1802_B793_C475_926D),
    ("pink", 0x3C16_3250_ED9E_86B9),
    ("brown", 0xCC54_1DC7_FEED_6920),
    ("water, muffled", 0xF08E_63D8_DBF7_0329),
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
