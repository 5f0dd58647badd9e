import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Warped time")
struct TimeWarpTests {
  private let timeline = Timeline(sampleRate: 44_100, frames: nil)

  private func gusts(_ spread: Double) -> GustCurve {
    GustCurve(spread: spread, timeline: timeline, seed: 1)
  }

  private func clusters(_ spread: Double) -> GustCurve {
    GustCurve(.clusters, spread: spread, timeline: timeline, seed: 2)
  }

  @Test("is the integral of both gust curves, and can be inverted")
  func integral() {
    var warp = TimeWarp(gusts: gusts(0.6), clusters: clusters(0.4), timeline: timeline)
    var slow = gusts(0.6)
    var fast = clusters(0.4)
    for second in [0, 1, 7, 8, 3_600_000] {
      let read = warp.second(second)
      let steps = 4096
      var warpedTime = 0.0
      var least = 0.0
      for step in 0..<steps {
        let offset = (Double(step) + 0.5) / Double(steps)
        let rate =
          slow.factor(second: second, offset: offset) * fast.factor(second: second, offset: offset)
        // Half-way through the step.
        warpedTime += rate / Double(steps) / 2
        if warpedTime < read.duration {
          let found = read.offset(warpedTime: warpedTime, among: warp.times)
          // Straight lines over 1/256 s: an eighth of that.
          #expect(abs(found - offset) < 8e-4)
          #expect(found >= least)
          least = found
        }
        warpedTime += rate / Double(steps) / 2
      }
      #expect(abs(warpedTime / read.duration - 1) < 1e-4)
      #expect(read.offset(warpedTime: 0, among: warp.times) == 0)
      #expect(abs(read.offset(warpedTime: read.duration, among: warp.times) - 1) < 1e-12)
    }
  }

  @Test("without gusts it is real time, up to the end of a loop")
  func even() {
    let timeline = Timeline(sampleRate: 44_100, frames: 66_150)
    let flat = GustCurve(spread: 0, timeline: timeline, seed: 1)
    var warp = TimeWarp(gusts: flat, clusters: nil, timeline: timeline)
    let whole = warp.second(0)
    #expect(whole.duration == 1)
    #expect(whole.offset(warpedTime: 0.3, among: warp.times) == 0.3)
    let half = warp.second(1)
    #expect(half.duration == 0.5)
    var gusty = TimeWarp(
      gusts: GustCurve(spread: 0.5, slowest: 2, timeline: timeline, seed: 1), clusters: nil,
      timeline: timeline)
    let part = gusty.second(1)
    #expect(abs(part.offset(warpedTime: part.duration, among: gusty.times) - 0.5) < 1e-7)
  }
}
