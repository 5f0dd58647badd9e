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
    ("steady", 0x0BD1_7C7F_5CD4_0BF4),
    ("steady, mono", 0xDD08_E7FD_0D11_4D4A),
    ("drops", 0x4FA2_9AE3_2927_092F),
    ("patter", 0x3BD3_EC0F_00C4_1E24),
    ("white", 0x5352_1498_70A9_C89C),
    ("pink", 0xCE8C_2187_8629_A1DA),
    ("brown", 0xDDBF_351C_B298_301A),
    ("water, muffled", 0x4E85_4A1A_B3DF_C3C9),
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
