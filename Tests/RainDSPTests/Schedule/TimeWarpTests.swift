import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The clock of the drops")
struct TimeWarpTests {
  private let timeline = Timeline(sampleRate: 44_100, frames: nil)

  private func gusts(_ spread: Double) -> GustCurve {
    GustCurve(spread: spread, key: RandomKey(seed: 1), timeline: timeline)
  }

  private func clusters(_ spread: Double) -> GustCurve {
    GustCurve(spread: spread, curves: .clusters, key: RandomKey(seed: 2), timeline: timeline)
  }

  @Test("shows the integral of both swells, and tells when it showed what")
  func integral() {
    var clock = TimeWarp(gusts: gusts(0.6), clusters: clusters(0.4), timeline: timeline)
    var slow = gusts(0.6)
    var fast = clusters(0.4)
    for second in [0, 1, 7, 8, 3_600_000] {
      let read = clock.read(second)
      let steps = 4096
      var reading = 0.0
      var least = 0.0
      for step in 0..<steps {
        let offset = (Double(step) + 0.5) / Double(steps)
        let rate =
          slow.factor(second: second, offset: offset) * fast.factor(second: second, offset: offset)
        // Half-way through the step.
        reading += rate / Double(steps) / 2
        if reading < read.lastReading {
          let found = read.offset(reading: reading, among: clock.times)
          // Straight lines over 1/256 s: an eighth of that.
          #expect(abs(found - offset) < 5e-4)
          #expect(found >= least)
          least = found
        }
        reading += rate / Double(steps) / 2
      }
      #expect(abs(reading / read.lastReading - 1) < 1e-4)
      #expect(read.offset(reading: 0, among: clock.times) == 0)
      #expect(abs(read.offset(reading: read.lastReading, among: clock.times) - 1) < 1e-12)
    }
  }

  @Test("without swells it is like any other, to the end of a lap, too")
  func even() {
    let timeline = Timeline(sampleRate: 44_100, frames: 66_150)
    let flat = { GustCurve(spread: 0, key: RandomKey(seed: 1), timeline: timeline) }
    var clock = TimeWarp(gusts: flat(), clusters: flat(), timeline: timeline)
    let whole = clock.read(0)
    #expect(whole.lastReading == 1)
    #expect(whole.offset(reading: 0.3, among: clock.times) == 0.3)
    let half = clock.read(1)
    #expect(half.lastReading == 0.5)
    var swelling = TimeWarp(
      gusts: GustCurve(spread: 0.5, key: RandomKey(seed: 1), timeline: timeline), clusters: flat(),
      timeline: timeline)
    let part = swelling.read(1)
    #expect(abs(part.offset(reading: part.lastReading, among: swelling.times) - 0.5) < 1e-7)
  }
}
