import RainDSP
import RainTestSupport
import Testing

/// Fingerprints of sounds. They show that a sound has changed; other tests show whether it is wrong.
///
/// To renew them after a change that was meant to change the sound, run these tests and copy the
/// number of each failure over the one in the table.
@Suite("The sound has not changed")
struct GoldenTests {
  static let golden: [(name: String, fingerprint: UInt64)] = [
    ("steady", 0x9807_5F5A_136B_D672),
    ("steady, mono", 0x6693_5E82_B415_6CBE),
    ("drops", 0xA45C_277F_70F9_4FF9),
    ("patter", 0x1AE7_32D7_2C2D_B11F),
    ("white", 0xB4D6_4C8F_FD87_6F2B),
    ("pink", 0xB781_F027_D456_205A),
    ("brown", 0x63D5_E0D1_89BE_E6D2),
    ("water, muffled", 0x69CF_3BA3_B178_BD4A),
    ("regular drops", 0xB4D0_F2A2_32F4_4C8B),
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
    case "regular drops":
      rain.drops = 600
      rain.regularity = 0.34
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
