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
    ("steady", 0x3336_DE97_1246_966E),
    ("steady, mono", 0x2013_891E_ED6C_FB85),
    ("drops", 0xE8AC_FB85_8EB6_DFFE),
    ("patter", 0x48B0_3BD0_7DB2_8C5B),
    ("white", 0x97D9_FB90_4133_0F2A),
    ("pink", 0x4013_291E_A9EE_8083),
    ("brown", 0x10E1_00DC_40BE_9222),
    ("water, muffled", 0xFB40_B3BC_FED1_AB6D),
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
