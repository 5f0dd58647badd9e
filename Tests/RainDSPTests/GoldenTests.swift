import RainDSP
import RainTestSupport
import Testing

/// Fingerprints of sounds: they say *changed*, other tests say *wrong*.
///
/// To renew them after a change that was meant to change the sound, run these tests and copy the
/// number of each failure over the one in the table.
@Suite("The sound has not changed")
struct GoldenTests {
  static let golden: [(name: String, fingerprint: UInt64)] = [
    ("steady", 0x3060_902C_2BC0_29F5),
    ("steady, mono", 0x687E_C0F0_3F53_1EDD),
    ("drops", 0x94BF_B7CE_788F_9DF3),
    ("patter", 0x1003_57E2_5AD4_3EFB),
    ("white", 0x8A37_1532_7675_EF0C),
    ("pink", 0xAF95_67B1_C689_4A80),
    ("brown", 0xE0F2_4E5D_13F3_085A),
    ("water, muffled", 0x181B_B2E7_1AD5_CCC2),
  ]

  private struct UnknownSound: Error {
    let name: String
  }

  private func rain(_ name: String) throws(UnknownSound) -> Rain {
    var rain = Rain.silent
    switch name {
    case "steady", "steady, mono": rain = Rain()
    case "drops": rain.drops = 1200
    case "patter": rain.patterRate = 5000
    case "white": rain.white = 0.1
    case "pink": rain.pink = 0.1
    case "brown": rain.brown = 0.1
    case "water, muffled":
      rain.drops = 600
      rain.surface = .water
      rain.muffle = 1500
    default: throw UnknownSound(name: name)
    }
    return rain
  }

  @Test("one second at 44.1 kHz, to the last bit", arguments: golden.map(\.name))
  func second(name: String) throws {
    let channels = name.hasSuffix("mono") ? 1 : 2
    let sound = rendered(
      try rain(name), 0..<44_100, sampleRate: 44_100, channels: channels, seed: 2026)
    let expected = Self.golden.first { $0.name == name }?.fingerprint ?? 0
    let found = fingerprint(sound)
    #expect(
      found == expected, "\(name): 0x\(String(found, radix: 16, uppercase: true))")
  }
}
