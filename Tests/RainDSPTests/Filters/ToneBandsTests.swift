import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The octave bands of the tone")
struct ToneBandsTests {
  private static let rates = [
    8000, 11_025, 16_001, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000,
  ]

  /// The level of the bands in dB at frequencies in Hz, measured by the spectrum of what they make of an impulse.
  private func response(_ levels: [Double], rate: Int) -> (Double, Double) -> Double {
    var rain = Rain()
    for (band, level) in levels.enumerated() { rain[Setting.tones[band]] = level }
    var bands = ToneBands(RainBounds(rain), sampleRate: rate, layout: .mono)
    // 4 Hz from one number of the spectrum to the next.
    let tiles = rate > 65_536 ? 16 : rate > 16_384 ? 8 : 4
    let impulse = filtered([1], tiles: tiles) { bands.filter(0, &$0) }
    let spectrum = Spectrum(ofImpulseResponse: impulse, sampleRate: rate)
    let count = Double(impulse.count)
    return { low, high in
      let bins = Int(low / spectrum.binWidth + 0.5)...Int(high / spectrum.binWidth + 0.5)
      let powers = bins.map { spectrum.powers[$0] }
      return CLibrary.decibels(
        powers.reduce(0, +) / Double(powers.count) * count * count / 2)
    }
  }

  /// The bands that a rate has.
  private func count(_ rate: Int) -> Int { Setting.toneCount(below: rate) }

  @Test("one band alone has its level at its centre, and the others have 0 dB", arguments: rates)
  func alone(rate: Int) {
    for band in 0..<count(rate) {
      for level in [-24.0, -12, -1, 1, 6, 12, 24] {
        var levels = [Double](repeating: 0, count: 9)
        levels[band] = level
        let response = response(levels, rate: rate)
        for other in 0..<count(rate) {
          let center = Setting.toneFrequency(other)
          #expect(
            abs(response(center, center) - levels[other]) < 1, "\(level) dB in \(band): \(other)")
        }
      }
    }
  }

  @Test("smooth curves of up to 12 dB an octave hold in each third octave", arguments: rates)
  func curves(rate: Int) {
    let octaves = (0..<9).map { Double($0) - 4 }
    var curves: [[Double]] = [[Double](repeating: 17, count: 9)]
    for slope in [-12.0, -6, 3, 12] {
      curves.append(octaves.map { max(-24, min(24, slope * $0)) })
      curves.append(octaves.map { 24 * CLibrary.sine(slope / 24 * $0 + slope) })
      curves.append(octaves.map { slope * 2 * CLibrary.exponential2(-$0 * $0 / 4) })
    }
    for levels in curves {
      let response = response(levels, rate: rate)
      for third in -12...12 {
        let octave = Double(third) / 3
        let center = 1000 * CLibrary.exponential2(octave)
        let edge = CLibrary.exponential2(1 / 6.0)
        let position = octave + 4
        guard center * edge < 0.45 * Double(rate), position <= Double(count(rate) - 1) else {
          continue
        }
        let band = min(Int(position), 7)
        let asked = levels[band] + (levels[band + 1] - levels[band]) * (position - Double(band))
        let level = response(center / edge, center * edge)
        #expect(abs(level - asked) < 1.5, "\(center) Hz at \(rate): \(levels)")
      }
    }
  }

  /// A rain whose tone is far from flat.
  private static var colored: Rain {
    var rain = Rain()
    for band in 0..<9 { rain[Setting.tones[band]] = [9.0, -6, 3, 0, -12, 5, 24, -3, 8][band] }
    return rain
  }

  @Test("slices, blocks and loops are those of the whole, also where the tone moves")
  func slices() throws {
    let automation = try RainAutomation(
      Self.colored,
      curves: [
        .init(.tone63, [.init(at: 0, 9), .init(at: 4, 24)]),
        .init(.tone4000, [.init(at: 1, 24), .init(at: 1.2, 0)]),
        .init(.tone1000, [.init(at: 2, -12), .init(at: 3, 0)]),
      ])
    for automation in [RainAutomation(Self.colored), automation] {
      for layout in [ChannelLayout.stereo, .surround5] {
        func frames(from start: Int, _ count: Int, blocks: Int) throws -> [Float] {
          var renderer = try RainRenderer(
            .init(automation, layout: layout, sampleRate: 22_050, seed: 3, startingAt: start))
          return rendered(
            by: &renderer, frames: count, blocks: blocks, channels: layout.channels)
        }
        let whole = try frames(from: 0, 90_000, blocks: Tile.frames)
        for (start, blocks) in [(1, 777), (30_011, 4096), (70_000, 333)] {
          let slice = try frames(from: start, 15_000, blocks: blocks)
          let first = start * layout.channels
          #expect(slice == Array(whole[first..<first + slice.count]), "\(layout) \(start)")
        }
      }
    }
  }

  @Test("at 0 dB it is not there: no filter, and the same bits")
  func neutral() {
    let none = ToneBands.areNeeded(by: RainBounds(Rain()), sampleRate: 44_100)
    #expect(!none)
    var high = Rain()
    high[.tone16000] = 24
    #expect(
      rendered(high, 0..<20_000, sampleRate: 8000) == rendered(Rain(), 0..<20_000, sampleRate: 8000)
    )
    #expect(
      rendered(high, 0..<20_000, sampleRate: 44_100)
        != rendered(Rain(), 0..<20_000, sampleRate: 44_100))
  }

  @Test("a live rain glides to a tone, and is then that rain; restarting finds its memory")
  func live() throws {
    var renderer = try RainRenderer(
      .init(RainAutomation(Rain()), layout: .stereo, sampleRate: 22_050, seed: 3, isLive: true))
    _ = rendered(by: &renderer, frames: 4 * Tile.frames, channels: 2)
    let moves = renderer.move(to: Self.colored)
    #expect(moves)
    let frames = 40 * Tile.frames
    let glided = rendered(by: &renderer, frames: frames, channels: 2)
    let start = 4 * Tile.frames
    let whole = rendered(
      Self.colored, start..<start + frames, sampleRate: 22_050, seed: 3)
    // Gusts of a second reach two seconds back; what comes after them is the same rain.
    let rest = 2 * 30 * Tile.frames
    #expect(glided[rest...].elementsEqual(whole[rest...]))
    let restarts = renderer.restart(Self.colored, seed: 3, at: 50_000)
    #expect(restarts)
    let again = rendered(by: &renderer, frames: 20_000, channels: 2)
    #expect(again == rendered(Self.colored, 50_000..<70_000, sampleRate: 22_050, seed: 3))
  }
}
