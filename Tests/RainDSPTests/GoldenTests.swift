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
    ("steady", 0xE3BE_8F14_9E1A_482B),
    ("steady, mono", 0x8BE3_E3A4_EFD6_75DD),
    ("drops", 0xC3D2_270A_23A1_FDC5),
    ("patter", 0x36F9_8D43_3767_2A98),
    ("white", 0xED3A_7BAD_27B6_8753),
    ("pink", 0x91FD_51C1_8E5A_CBCF),
    ("brown", 0xE05F_964B_99E3_1EF4),
    ("water, muffled", 0x5890_79C4_A971_20C5),
    ("regular drops", 0xA2ED_E72E_6196_77C7),
    ("running water", 0xEC79_B638_572D_ADD4),
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
      rain.lowpass = 1500
    case "regular drops":
      rain.drops = 600
      rain.regularity = 0.34
    case "running water":
      rain.eaves = 12
      rain.gutter = 0.05
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
