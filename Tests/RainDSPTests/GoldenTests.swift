import RainTestSupport
import Testing

@testable import RainDSP

/// Fingerprints of sounds. They show that a sound has changed; other tests show whether it is wrong.
///
/// After a change that was meant to change the sound, `make golden` renews the tables.
@Suite("The sound has not changed")
struct GoldenTests {
  static let golden: [(name: String, fingerprint: UInt64)] = [
    ("steady", 0x1F22_2C08_FC7E_BFFD),
    ("steady, mono", 0xCBDB_50B5_B9B3_922B),
    ("drops", 0x630C_E8E7_77CC_181B),
    ("patter", 0xA245_B99A_4EA9_5F15),
    ("white", 0xED3A_7BAD_27B6_8753),
    ("pink", 0x91FD_51C1_8E5A_CBCF),
    ("brown", 0xE05F_964B_99E3_1EF4),
    ("water, muffled", 0xA7B9_6221_9061_3F86),
    ("regular drops", 0x6D01_6661_B4B9_4B2D),
    ("running water", 0xDB45_9595_7E7E_3016),
  ]

  /// What layouts, loops, curves, stems and live takes add, each at a low and at a high rate.
  static let farther: [(name: String, fingerprint: UInt64)] = [
    ("5.1, 11025 Hz", 0xC4A4_A43F_2185_253E),
    ("5.1, 48000 Hz", 0x872C_B27D_FD1C_4C08),
    ("foa, 11025 Hz", 0xC47D_0E78_F389_50F2),
    ("foa, 48000 Hz", 0x479F_7299_5B0A_31EB),
    ("5.1.4, 11025 Hz", 0xB8E2_7FAC_ADA3_87DF),
    ("5.1.4, 48000 Hz", 0x0DB6_81B0_39F9_8223),
    ("7.1.2, 11025 Hz", 0x0476_2417_1713_B494),
    ("7.1.2, 48000 Hz", 0x696F_A7E2_385F_81E4),
    ("7.1.4, 11025 Hz", 0xD854_BD07_2331_1B9B),
    ("7.1.4, 48000 Hz", 0xD34B_E541_AFE9_2A5A),
    ("loop, 11025 Hz", 0x35C3_F9A9_0381_4197),
    ("loop, 48000 Hz", 0x6F22_E168_4D40_EFB2),
    ("curves, 11025 Hz", 0xD6E5_CB96_57BA_BE9F),
    ("curves, 48000 Hz", 0x89B0_899E_F794_BF5C),
    ("stems, 11025 Hz", 0xF6AD_6487_3792_21B6),
    ("stems, 48000 Hz", 0x9497_D604_634B_7AD0),
    ("live take, 11025 Hz", 0xF26E_9808_9F95_7A37),
    ("live take, 48000 Hz", 0x8F45_760F_61D2_3142),
  ]

  /// The hashes of layouts that came after revision 11, whose own hashes they leave as they are.
  static let ears: [(name: String, fingerprint: UInt64)] = [
    ("binaural, 11025 Hz", 0x7162_18ED_3296_4ED5),
    ("binaural, 48000 Hz", 0xDC28_8A48_DBFC_B1A1),
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

  @Test("some tiles in, in all layouts, to the last bit", arguments: (farther + ears).map(\.name))
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
    expect(sound, name, Self.farther + Self.ears)
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
