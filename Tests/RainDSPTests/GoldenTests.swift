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
    ("steady", 0xDAEE_283E_F388_58AF),
    ("steady, mono", 0x9263_96CA_1404_707A),
    ("drops", 0x6305_AA4E_DE58_2A57),
    ("patter", 0x8AD4_4DDC_C1CB_40A1),
    ("white", 0x87BE_B779_92BE_3DE2),
    ("pink", 0x34C9_CAEA_49EF_48F5),
    ("brown", 0x0232_9B37_9BE3_D0F4),
    ("water, muffled", 0x7BDF_2D9B_5F57_008D),
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
