import RainTestSupport
import Testing

@testable import RainDSP

@Suite("A loop leads on to its own beginning")
struct TimelineTests {
  private func looped(
    _ rain: Rain, _ frames: Range<Int>, loop: Int, sampleRate: Int = 8000, seed: UInt64 = 1
  ) -> [Float] {
    var renderer = renderer(
      rain, sampleRate: sampleRate, channels: 2, seed: seed, startingAt: frames.lowerBound,
      loop: loop)
    var samples = [Float](repeating: 0, count: 2 * frames.count)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }

  @Test(
    "a loop repeats, and any slice of it equals the whole there", arguments: [8000, 9001, 16_384])
  func repeats(loop: Int) {
    let twice = looped(Rain(), 0..<2 * loop, loop: loop)
    #expect(Array(twice.prefix(2 * loop)) == Array(twice.suffix(2 * loop)))
    let slice = looped(Rain(), loop - 700..<loop + 900, loop: loop)
    #expect(slice == Array(twice[2 * (loop - 700)..<2 * (loop + 900)]))
  }

  @Test("drops that sound past the end of the loop go on at its beginning, and nothing else does")
  func tails() throws {
    var rain = Rain()
    rain.drops = 300
    rain.gust = 0
    rain.patterLevel = 0
    rain.pink = 0
    rain.echoTime = 0
    let loop = 8400
    var expected = [Float](repeating: 0, count: 2 * loop)
    for (onset, drop) in try Drops(rain, in: 0..<loop, sampleRate: 8000, seed: 3, loop: loop) {
      for (index, x) in drop.samples(sampleRate: 8000, channels: 2).enumerated() {
        expected[(2 * onset + index) % expected.count] += x
      }
    }
    let rendered = looped(rain, 0..<loop, loop: loop, seed: 3)
    #expect(expected.contains { $0 != 0 })
    for (a, b) in zip(rendered, expected) { #expect(abs(a - b) < 1e-5) }
  }

  @Test(
    "second differences at the seam are those of any other place",
    .enabled(if: Build.isOptimised))
  func seam() {
    var rain = Rain()
    rain.drops = 0
    rain.patterRate = 20_000
    rain.brown = 0.1
    rain.bedLowpass = 1000
    let loop = 8123
    var atSeam = 0.0
    var elsewhere = 0.0
    let seeds = 100
    for seed in 1...seeds {
      let around = looped(rain, loop - 40..<loop + 40, loop: loop, seed: UInt64(seed))
      func bend(_ frame: Int) -> Double {
        Double(around[2 * frame] - 2 * around[2 * (frame - 1)] + around[2 * (frame - 2)])
      }
      // The differences that reach over the seam, and some that do not.
      for frame in 40...41 { atSeam += bend(frame) * bend(frame) }
      for frame in [8, 16, 24, 32, 56, 64, 72, 79] { elsewhere += bend(frame) * bend(frame) }
    }
    // Powers of 2 and 8 differences a seed: five standard errors of their ratio.
    let ratio = (atSeam / Double(2 * seeds)) / (elsewhere / Double(8 * seeds))
    let error = 5 * (2.0 / Double(2 * seeds) + 2.0 / Double(8 * seeds)).squareRoot()
    #expect(abs(ratio - 1) < error * 2)
  }

  @Test("the gust curve of a loop ends where it begins, and its mean stays 1")
  func gusts() {
    var mean = 0.0
    for seed in 1...200 {
      let timeline = Timeline(sampleRate: 8000, frames: 8000 * 7 + 123)
      var gusts = GustCurve(
        spread: 0.5, slowest: 2, timeline: timeline, seed: UInt64(seed))
      let end = gusts.factor(at: 8000 * 7 + 122)
      let beginning = gusts.factor(at: 8000 * 7 + 123)
      #expect(abs(end / beginning - 1) < 0.01)
      #expect(beginning == gusts.factor(at: 0))
      mean += gusts.factor(at: 20_000) / 200
    }
    // A log-normal factor of spread 0.5 has a standard deviation of 0.53.
    #expect(abs(mean - 1) < 5 * 0.53 / 200.0.squareRoot())
  }
}
