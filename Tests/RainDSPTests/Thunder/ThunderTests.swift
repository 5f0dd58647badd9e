import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Thunder")
struct ThunderTests {
  /// Thunder alone.
  private func storm(_ rate: Double, _ distance: Double) -> Rain {
    var rain = Rain.silent
    (rain[.thunder], rain[.thunderDistance]) = (rate, distance)
    return rain
  }

  @Test(
    "the air takes what ISO 9613-1 says", arguments: [(250, 1.018), (1000, 3.64), (4000, 26.21)])
  func air(frequency: Double, decibels: Double) {
    #expect(abs(ThunderLaw.absorption(frequency) / decibels - 1) < 0.005)
  }

  @Test("it begins when sound has come the distance of its flash, and all is silent before")
  func delay() throws {
    let rate = 11_025
    let rain = storm(1, 3)
    let flash = try #require(
      try Array(Flashes(RainAutomation(rain), in: 0..<600 * rate, sampleRate: rate)).first)
    let start = flash.frame + Int(flash.delay * Double(rate))
    let before = rendered(rain, 0..<start - 3 * rate, channels: 1)
    #expect(before.allSatisfy { $0 == 0 })
    let early = energy(rendered(rain, start - 2 * rate..<start - rate / 2, channels: 1))
    let loud = energy(rendered(rain, start..<start + 20 * rate, channels: 1))
    #expect(loud > 0 && early < 1e-3 * loud)
  }

  @Test("what is heard first comes when its flash says, near and far", arguments: [0.5, 1, 4, 8])
  func beginning(distance: Double) throws {
    let (rate, rain) = (11_025, storm(1, distance))
    for seed in 1...6 as ClosedRange<UInt64> {
      let flash = try #require(
        try Array(
          Flashes(RainAutomation(rain), in: 0..<600 * rate, sampleRate: rate, seed: seed)
        ).first)
      let start = flash.frame + Int(flash.delay * Double(rate))
      func peak(_ frames: Range<Int>) -> Float {
        rendered(rain, frames, channels: 1, seed: seed).map(\.magnitude).max() ?? 0
      }
      let loudest = peak(start..<start + 10 * rate)
      #expect(peak(max(0, start - 2 * rate)..<start - rate / 7) < 0.05 * loudest, "seed \(seed)")
      #expect(peak(start - rate / 7..<start + rate / 7) > 0.02 * loudest, "seed \(seed)")
    }
  }

  @Test("outside it is as loud in every place, whatever the level of the rain there")
  func outside() {
    var rain = storm(20, 2)
    (rain[.wind], rain[.dynamics]) = (8, 0.5)
    let plain = energy(rendered(rain, 0..<200_000, channels: 1))
    (rain[.level], rain[.trim]) = (12, -5)
    #expect(abs(energy(rendered(rain, 0..<200_000, channels: 1)) / plain - 1) < 1e-4)
  }

  @Test(
    "from any frame it is the same, also where it sounds on across the seek", arguments: [1, 9])
  func seeks(seed: UInt64) {
    var rain = storm(20, 2)
    (rain[.wind], rain[.wall]) = (9, 5)
    for layout in [1, 2] {
      let whole = rendered(rain, 0..<500_000, channels: layout, seed: seed)
      for start in [90_001, 262_144, 400_123] {
        let part = rendered(rain, start..<start + 60_000, channels: layout, seed: seed)
        #expect(Array(whole[layout * start..<layout * (start + 60_000)]) == part)
      }
    }
  }

  @Test("far thunder is darker and softer than near thunder")
  func distances() {
    func spectrum(_ distance: Double) -> Spectrum {
      var rain = storm(6, distance)
      rain[.dynamics] = 1
      let frames = rendered(rain, 0..<1_600_000, channels: 1)
      return Spectrum(of: frames, sampleRate: 11_025, segment: 2048)
    }
    let (near, far) = (spectrum(2), spectrum(10))
    let (low, high) = (60.0..<120, 800.0..<1200)
    #expect(near.density(low) > 4 * far.density(low))
    // The air takes 27 dB more of 1 kHz than of 90 Hz on eight more km; a channel goes on away from
    // where it is nearest, so they differ by less.
    #expect(near.density(high) / near.density(low) > 50 * far.density(high) / far.density(low))
  }

  @Test("a longer pulse is lower, and none has an offset")
  func pulses() {
    let pulses = ThunderPulses(sampleRate: 11_025, isEmpty: false)
    let row = ThunderPulses.row(distance: 1)
    for step in [0.0, 3, 6] {
      let range = pulses.range(row: row, step: step)
      let frames = range.map { pulses.frames[$0] }
      #expect(frames.reduce(0, +).magnitude < 1e-4 * frames.reduce(0) { $0 + $1.magnitude })
    }
    #expect(pulses.range(row: row, step: 6).count > pulses.range(row: row, step: 0).count)
  }
}
