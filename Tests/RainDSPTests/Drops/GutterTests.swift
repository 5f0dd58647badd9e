import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Gutter")
struct GutterTests {
  private func gutter(_ level: Double) -> Rain {
    var rain = Rain.silent
    rain[.gutter] = level
    rain[.echoTime] = 0
    return rain
  }

  // 28,800 bubbles in two minutes, whose energies have a relative standard deviation of 3: 1.8 % of the power, five of
  // which are 0.4 dB. At 22,050 Hz the smallest bubbles, 0.2 dB, are missing.
  @Test("its RMS level is that of the setting", arguments: [0.001, 0.01])
  func level(_ level: Double) {
    let sound = rendered(gutter(level), 0..<22_050 * 120, sampleRate: 22_050, channels: 1)
    let decibels = Elementary.decibels(amplitude: Sample(sound).power.squareRoot() / level)
    #expect((-0.6...0.4).contains(decibels))
  }

  @Test("it comes from one place, and is the same from any frame")
  func place() {
    let rain = gutter(0.02)
    let whole = rendered(rain, 0..<33_000)
    #expect(rendered(rain, 17_000..<33_000, blocks: 100) == Array(whole[34_000...]))
    let (left, right) = (channel(0, of: whole), channel(1, of: whole))
    let ratio = Sample(left).power / Sample(right).power
    let later = rendered(rain, 330_000..<363_000)
    let laterRatio = Sample(channel(0, of: later)).power / Sample(channel(1, of: later)).power
    #expect(abs(ratio / laterRatio - 1) < 0.02)
    #expect(rendered(rain, 0..<33_000, seed: 2) != whole)
  }

  @Test("it runs in a loop without a seam")
  func loop() throws {
    var first = renderer(gutter(0.02), loop: 22_050)
    let twice = rendered(by: &first, frames: 44_100, channels: 2)
    #expect(Array(twice[..<44_100]) == Array(twice[44_100...]))
  }
}
