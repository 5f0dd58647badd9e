import RainDSP
import Testing

/// The history of the sound.
///
/// A change that moves a sample changes the tables of ``GoldenTests``, which `make golden` renews. Then append a row
/// here and raise `Rain.soundRevision` to its number; never change a row that was published.
@Suite struct SoundRevisionTests {
  /// Each revision with the digest of its golden table.
  private static let history: [(revision: Int, digest: UInt64)] = [
    (1, 0x41B9_A20F_20B7_D2AC),
    (2, 0x4748_6A96_ADF7_6497),
    (3, 0x828E_1711_680B_6BB2),
    (4, 0x0D3E_7433_C2B5_887B),
    (5, 0xA9EA_100A_2FB8_69EB),
    (6, 0x2594_41A8_8428_375E),
    (7, 0x772E_72E2_E3E9_EF86),
    (8, 0xBBC7_22D2_EA01_C193),
    (9, 0x9245_D47C_1350_05C1),
    (10, 0x2A23_6E54_7231_D96C),
    (11, 0xE206_C81F_F942_D1F1),
  ]

  /// FNV-1a over the bytes of the fingerprints, the lowest first.
  private var goldenDigest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // The farther rows came after revision 7, those of two ears after 11.
    let rows =
      GoldenTests.golden + (Rain.soundRevision > 7 ? GoldenTests.farther : [])
      + (Rain.soundRevision > 11 ? GoldenTests.ears : [])
    for (_, fingerprint) in rows {
      for byte in 0..<8 {
        hash = (hash ^ (fingerprint >> (8 * byte) & 0xFF)) &* 0x0000_0100_0000_01B3
      }
    }
    return hash
  }

  @Test("the golden hashes are those of the latest sound revision")
  func digest() throws {
    let latest = try #require(Self.history.last)
    let found = String(goldenDigest, radix: 16, uppercase: true)
    #expect(
      latest.digest == goldenDigest,
      "the golden hashes changed: append (\(latest.revision + 1), 0x\(found))")
  }

  @Test("Rain.soundRevision is the latest row of the history, and each row follows the one before")
  func revision() {
    #expect(Self.history.map(\.revision) == Array(1...Self.history.count))
    #expect(Set(Self.history.map(\.digest)).count == Self.history.count)
    #expect(Rain.soundRevision == Self.history.last?.revision)
  }
}
