import RainTestSupport
import Testing

@testable import RainDSP

/// Fingerprints of sounds. They show that a sound has changed; other tests show whether it is wrong.
///
/// After a change that was meant to change the sound, `make golden` renews the tables.
@Suite("The sound has not changed")
struct GoldenTests {
  static let golden: [(name: String, fingerprint: UInt64)] = [
    ("steady", 0xBF48_7681_F4D1_A5AA),
    ("steady, mono", 0xC9D8_122D_7EDF_00A0),
    ("drops", 0x7A32_4039_77FE_C0C6),
    ("patter", 0x9476_9D9A_29C4_0A6D),
    ("white", 0xA07B_55C0_E67F_44E2),
    ("pink", 0x8113_F025_05DE_1486),
    ("brown", 0xE784_5032_E6FE_1CC9),
    ("water, muffled", 0xFC4F_002C_8473_027D),
    ("regular drops", 0x6D01_6661_B4B9_4B2D),
    ("running water", 0xDB45_9595_7E7E_3016),
  ]

  /// What layouts, loops, curves, stems and live takes add, each at a low and at a high rate.
  static let farther: [(name: String, fingerprint: UInt64)] = [
    ("5.1, 11025 Hz", 0xFAD2_62B9_E8FA_A7EB),
    ("5.1, 48000 Hz", 0x9718_E9AB_6743_02D2),
    ("foa, 11025 Hz", 0xB850_038B_30CA_43BC),
    ("foa, 48000 Hz", 0x34AB_FF18_BDE0_62D4),
    ("5.1.4, 11025 Hz", 0x8D66_85A2_5C9F_B0F7),
    ("5.1.4, 48000 Hz", 0xADCF_A5FE_01D2_52F8),
    ("7.1.2, 11025 Hz", 0x7158_2271_F7C8_8028),
    ("7.1.2, 48000 Hz", 0x0D2F_8B51_ADE4_9F44),
    ("7.1.4, 11025 Hz", 0x1240_74E4_6B53_302E),
    ("7.1.4, 48000 Hz", 0x5959_5FC5_7A4A_2F02),
    ("loop, 11025 Hz", 0x44F3_C640_C0C6_2EDD),
    ("loop, 48000 Hz", 0xB7D2_5E79_2BB5_821D),
    ("curves, 11025 Hz", 0x6E03_7488_6131_4057),
    ("curves, 48000 Hz", 0x58D6_6BF7_B384_BBA1),
    ("stems, 11025 Hz", 0xC2D1_9FE8_5267_32AA),
    ("stems, 48000 Hz", 0x7F99_C5AF_258A_E924),
    ("live take, 11025 Hz", 0xDE5E_864D_0567_1E2C),
    ("live take, 48000 Hz", 0x8957_2669_DFEA_4E11),
  ]

  private struct UnknownSound: Error {
    let name: String
  }

  private func rain(_ name: String) throws(UnknownSound) -> Rain {
    var rain = Rain.silent
    switch name {
    case "steady", "steady, mono": rain = Rain()
    case "drops": rain[.drops] = 1200
    case "patter": rain[.patterRate] = 5000
    case "white": rain[.white] = 0.1
    case "pink": rain[.pink] = 0.1
    case "brown": rain[.brown] = 0.1
    case "water, muffled":
      rain[.drops] = 600
      rain.surface = .water
      rain[.lowpass] = 1500
    case "regular drops":
      rain[.drops] = 600
      rain[.regularity] = 0.34
    case "running water":
      rain[.eaves] = 12
      rain[.gutter] = 0.05
    default: throw UnknownSound(name: name)
    }
    return rain
  }

  @Test("one second at 44.1 kHz, to the last bit", arguments: golden.map(\.name))
  func second(name: String) throws {
    let channels = name.hasSuffix("mono") ? 1 : 2
    let sound = rendered(
      try rain(name), 0..<44_100, sampleRate: 44_100, channels: channels, seed: 2026)
    expect(sound, name, Self.golden)
  }

  /// As a row of the table, which `make golden` copies.
  private func expect(
    _ sound: [Float], _ name: String, _ table: [(name: String, fingerprint: UInt64)]
  ) {
    let digits = String(fingerprint(sound), radix: 16, uppercase: true)
    let padded = Array(String(repeating: "0", count: 16 - digits.count) + digits)
    let groups = stride(from: 0, to: 16, by: 4).map { String(padded[$0..<$0 + 4]) }
    #expect(
      fingerprint(sound) == table.first { $0.name == name }?.fingerprint,
      "(\"\(name)\", 0x\(groups.joined(separator: "_"))),")
  }

  /// All sources, and gusts whose times are no whole points of their curves.
  private static var gusty: Rain {
    var rain = Rain.everything
    (rain[.gustTime], rain[.patterGust], rain[.lfe]) = (7.3, 0.4, 0.5)
    return rain
  }

  /// Patter, filters and a surface that move, by less than a hundredth a tile: tables of the patter serve eight tiles.
  private static func moving(sampleRate: Int) throws -> RainAutomation {
    let end = Double(120 * Tile.frames) / Double(sampleRate)
    func curve(_ setting: Setting, _ first: Double, _ last: Double) -> RainAutomation.Curve {
      .init(setting, [.init(at: 0, first), .init(at: end, last)])
    }
    return try RainAutomation(
      gusty,
      curves: [
        curve(.surface, Surface.ground.number, Surface.leaves.number),
        curve(.patterLow, 700, 760), curve(.patterDistance, 4, 4.5), curve(.width, 0.78, 0.7),
        curve(.patterLevel, 0.02, 0.05), curve(.bedHighpass, 300, 500),
        curve(.bedLowpass, 5000, 3000), curve(.lowpass, 3000, 2000), curve(.highpass, 40, 400),
        curve(.gust, 0.5, 0.2),
      ])
  }

  @Test("some tiles in, in all layouts, to the last bit", arguments: farther.map(\.name))
  func later(name: String) throws {
    let words = name.split(separator: ",")
    let kind = String(words[0])
    let rate = try #require(Int(words[1].dropFirst().prefix { $0 != " " }))
    let frames = 8 * Tile.frames + 100..<9 * Tile.frames + 2500
    let sound: [Float]
    if let layout = ChannelLayout(rawValue: kind) {
      sound = try planes(RainAutomation(Self.gusty), layout, frames, sampleRate: rate, seed: 2026)
        .flatMap { $0 }
    } else {
      switch kind {
      case "loop":
        let loop = 33 * rate / 10 + 7
        sound = try planes(
          RainAutomation(Self.gusty), .stereo, loop - 3000..<loop + 3000, sampleRate: rate,
          seed: 2026, loop: loop
        ).flatMap { $0 }
      case "curves":
        sound = try planes(
          Self.moving(sampleRate: rate), .stereo, frames, sampleRate: rate, seed: 2026
        ).flatMap { $0 }
      case "stems": sound = try stemsOfTile(sampleRate: rate)
      case "live take": sound = try liveTake(sampleRate: rate)
      default: throw UnknownSound(name: name)
      }
    }
    expect(sound, name, Self.farther)
  }

  /// The stems of a tile, one after the other.
  private func stemsOfTile(sampleRate: Int) throws -> [Float] {
    var rain = Self.gusty
    // Into the limiter.
    rain[.gain] = 15
    var renderer = try RainRenderer(
      .stems(
        .init(
          RainAutomation(rain), layout: .stereo, sampleRate: sampleRate, seed: 2026,
          startingAt: 8 * Tile.frames)))
    var sound = [Float](repeating: 0, count: 2 * Tile.frames)
    var span = sound.mutableSpan
    renderer.render(planar: &span)
    var all: [Float] = []
    for stem in RainStem.allCases {
      span = sound.mutableSpan
      renderer.copy(stem, planar: &span)
      all += sound
    }
    return all
  }

  /// What was played while settings moved, which what was kept of it sounds again.
  private func liveTake(sampleRate: Int) throws -> [Float] {
    let controls = try RainControls(Self.gusty)
    var renderer = try RainRenderer(.init(controls, sampleRate: sampleRate, seed: 2026))
    var sound = rendered(by: &renderer, frames: 3000, channels: 2)
    var rain = Self.gusty
    (rain.surface, rain[.drops], rain[.lowpass], rain[.patterRatio]) = (.metal, 600, 900, 2)
    try controls.move(to: rain)
    sound += rendered(by: &renderer, frames: 5000, channels: 2)
    (rain[.gain], rain[.echoTime], rain[.pink]) = (-9, 0.5, 0.1)
    try controls.move(to: rain, over: 0.3)
    sound += rendered(by: &renderer, frames: 6000, channels: 2)
    var again = try RainRenderer(.init(controls.automation, sampleRate: sampleRate, seed: 2026))
    #expect(rendered(by: &again, frames: 14_000, channels: 2) == sound)
    return sound
  }
}
