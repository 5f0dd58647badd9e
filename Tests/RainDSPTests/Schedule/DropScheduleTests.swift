import RainTestSupport
import Testing

@testable import RainDSP

@Suite("When drops fall")
struct DropScheduleTests {
  private func schedule(
    perMinute: Double, gust: Double, sampleRate: Int, seed: UInt64
  ) -> DropSchedule {
    var rain = Rain()
    rain[.drift] = 0
    rain[.drops] = perMinute
    rain[.gust] = gust
    // Gusts of a second or two, so that a test of some seconds has many of them.
    rain[.gustTime] = 2
    return DropSchedule(
      of: rain, Timeline(sampleRate: sampleRate, frames: nil), root: Source.root(seed: seed))
  }

  private func arrivals(
    perMinute: Double, gust: Double = 0, seconds: Int, from start: Int = 0, seed: UInt64 = 1,
    sampleRate: Int = 48_000, run: Int? = nil
  ) -> [Arrival] {
    var schedule = schedule(perMinute: perMinute, gust: gust, sampleRate: sampleRate, seed: seed)
    schedule.seek(to: start * sampleRate)
    var arrivals: [Arrival] = []
    // Second after second: so the gust curve of a second is computed once for all layers.
    let run = run ?? sampleRate
    let end = (start + seconds) * sampleRate
    var frame = start * sampleRate
    while frame < end {
      frame = min(frame + run, end)
      while let arrival = schedule.next(before: frame) { arrivals.append(arrival) }
    }
    return arrivals
  }

  /// In seconds, in the order of time.
  private func times(_ arrivals: [Arrival], sampleRate: Int = 48_000) -> [Double] {
    arrivals.map { Double($0.frame) / Double(sampleRate) }.sorted()
  }

  private func gaps(_ times: [Double]) -> Sample {
    Sample(zip(times, times.dropFirst()).map { $1 - $0 })
  }

  private func counts(_ times: [Double], every width: Double, until end: Double) -> Sample {
    var counts = [Double](repeating: 0, count: Int(end / width + 0.5))
    for time in times { counts[min(counts.count - 1, Int(time / width))] += 1 }
    return Sample(counts)
  }

  @Test(
    "4,000 a minute are 40,000 in ten minutes, 20 are 12,000 in ten hours, with exponential gaps",
    arguments: [(4000, 600), (20, 36_000)])
  func gaps(perMinute: Double, seconds: Int) {
    let times = times(arrivals(perMinute: perMinute, seconds: seconds, run: seconds * 800))
    let expected = perMinute / 60 * Double(seconds)
    #expect(abs(Double(times.count) - expected) <= 5 * expected.squareRoot())
    let gaps = gaps(times)
    #expect(
      gaps.kolmogorovSmirnov { 1 - CLibrary.exponential(-$0 * perMinute / 60) }
        < Sample.fiveStandardErrors)
    // The standard error of an exponential's coefficient of variation is 1/√n, at most 0.009.
    #expect((0.97...1.03).contains(gaps.standardDeviation / gaps.mean))
    #expect(abs(gaps.autocorrelation(lag: 1)) < 5 / Double(times.count).squareRoot())
  }

  @Test(
    "counts of neighbouring seconds are uncorrelated and have the variance of a Poisson process")
  func counts() {
    let times = times(arrivals(perMinute: 4000, seconds: 600, seed: 2))
    for (width, lags) in [(1.0, [1, 2, 3]), (0.1, [1, 2, 10])] {
      let counts = counts(times, every: width, until: 600)
      let count = Double(counts.numbers.count)
      for lag in lags {
        #expect(abs(counts.autocorrelation(lag: lag)) < 5 / (count - 10).squareRoot())
      }
      // Fano factor 1, standard error √(2/n).
      #expect(abs(counts.variance / counts.mean - 1) < 5 * (2 / count).squareRoot())
    }
    // As many in every part of a second: those of all seconds laid over each other.
    let phases = Sample(times.map { $0 - Double(Int($0)) })
    #expect(phases.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
  }

  @Test("gusts keep the mean rate and bunch the drops", arguments: [0.25, 0.7])
  func gusts(gust: Double) {
    var means: [Double] = []
    var variances: [Double] = []
    for seed in 1...60 {
      let times = times(arrivals(perMinute: 600, gust: gust, seconds: 20, seed: UInt64(seed)))
      means.append(Double(times.count))
      variances.append(contentsOf: counts(times, every: 1, until: 20).numbers)
    }
    let sample = Sample(means)
    #expect(abs(sample.mean - 200) < 5 * sample.standardError)
    // Far enough from the mean that a rate without its -gust²/2 would have.
    #expect(gust < 0.5 || 5 * sample.standardError < 200 * (CLibrary.exponential(0.245) - 1))
    // Chance gives 1; the gust curve adds its variance, e^(gust²) - 1, times the mean of 10.
    let counts = Sample(variances)
    let expected = 1 + 10 * (CLibrary.exponential(gust * gust) - 1)
    #expect(counts.variance / counts.mean > 1 + (expected - 1) / 2)
    #expect(counts.variance / counts.mean < 1 + (expected - 1) * 2)
  }

  @Test("a higher rate keeps every drop and adds others", arguments: [0.0, 0.5])
  func thinning(gust: Double) {
    var fewer: Set<Arrival> = []
    for rate in [20.0, 37, 600, 4000, 30_000, 1_000_000] {
      let seconds = rate > 100_000 ? 1 : 8
      let all = arrivals(perMinute: rate, gust: gust, seconds: seconds)
      let more = Set(all)
      #expect(more.count == all.count, "no drop falls twice")
      let end = seconds * 48_000
      #expect(more.isSuperset(of: fewer.filter { $0.frame < end }))
      #expect(more.count > fewer.filter { $0.frame < end }.count || rate < 100)
      // Five standard errors, and the effect of the gusts of a few seconds.
      let expected = rate / 60 * Double(seconds)
      if gust == 0 { #expect(abs(Double(more.count) - expected) <= 5 * expected.squareRoot()) }
      fewer = more
    }
  }

  @Test(
    "the drops that a higher rate adds are a Poisson process, too",
    arguments: [(28_672.0, 29_000.0), (600, 680)])
  func added(rate: Double, higher: Double) {
    let seconds = rate > 1000 ? 120 : 480
    let few = Set(arrivals(perMinute: rate, seconds: seconds))
    let added = arrivals(perMinute: higher, seconds: seconds).filter { !few.contains($0) }
    let perSecond = (higher - rate) / 60
    let expected = perSecond * Double(seconds)
    #expect(abs(Double(added.count) - expected) < 5 * expected.squareRoot())
    #expect(
      gaps(times(added)).kolmogorovSmirnov { 1 - CLibrary.exponential(-$0 * perSecond) }
        < Sample.fiveStandardErrors)
  }

  @Test("a drop falls in the same frame of time at every sample rate")
  func sampleRates() throws {
    let one = arrivals(perMinute: 1200, gust: 0.3, seconds: 5, sampleRate: 22_050)
    for rate in [44_100, 96_000] {
      let other = arrivals(perMinute: 1200, gust: 0.3, seconds: 5, sampleRate: rate)
      #expect(one.count == other.count)
      let frames = Dictionary(uniqueKeysWithValues: other.map { ($0.key, $0.frame) })
      for arrival in one {
        let frame = try #require(frames[arrival.key])
        #expect(
          abs(Double(arrival.frame) / 22_050 - Double(frame) / Double(rate)) < 1 / 22_050.0)
      }
    }
  }

  private func regular(
    _ perMinute: Double, _ regularity: Double, _ frames: Range<Int>, loop: Int? = nil,
    run: Int = Tile.frames
  ) -> [Arrival] {
    var rain = Rain()
    rain[.drift] = 0
    rain[.drops] = perMinute
    rain[.regularity] = regularity
    var schedule = DropSchedule(
      of: rain, Timeline(sampleRate: 8000, frames: loop), root: Source.root(seed: 5))
    schedule.seek(to: frames.lowerBound)
    var arrivals: [Arrival] = []
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      frame = min(frame + run, frames.upperBound)
      while let arrival = schedule.next(before: frame) { arrivals.append(arrival) }
    }
    return arrivals
  }

  @Test("with a regularity of 1 drops fall evenly, with less of it more and more by chance")
  func regularity() {
    // 90 a minute: one in 2/3 s, 5,333 1/3 frames.
    let even = regular(90, 1, 0..<8000 * 60).map(\.frame)
    #expect(even.count == 90)
    for (a, b) in zip(even, even.dropFirst()) { #expect((5333...5334).contains(b - a)) }
    var before = 0.0
    for regularity in [1, 0.8, 0.4, 0.1, 0.01] {
      let frames = regular(600, regularity, 0..<8000 * 400).map { Double($0.frame) }.sorted()
      #expect((3680...4320).contains(frames.count))
      let gaps = Sample(zip(frames.dropFirst(), frames).map { $0 - $1 })
      let scatter = gaps.standardDeviation / gaps.mean
      #expect(scatter > before - 0.05 && scatter < 1.06, "\(regularity): \(scatter)")
      before = scatter
    }
    // Nearly by chance: exponential gaps scatter by their mean.
    #expect(before > 0.94)
  }

  @Test("regular drops are the same from any frame, in any runs, and in each repetition of a loop")
  func regularAnywhere() {
    for regularity in [1, 0.6, 0.05] {
      let whole = Set(regular(400, regularity, 0..<80_000))
      #expect(whole.count > 50)
      #expect(Set(regular(400, regularity, 0..<80_000, run: 77)) == whole)
      let part = Set(regular(400, regularity, 33_333..<80_000))
      #expect(part == whole.filter { $0.frame >= 33_333 })
      let loop = 20_011
      let first = regular(400, regularity, loop..<2 * loop, loop: loop)
      let second = regular(400, regularity, 2 * loop..<3 * loop, loop: loop)
      #expect(first.count == 17)
      #expect(
        Set(second) == Set(first.map { .init(frame: $0.frame + loop, key: $0.key) }))
    }
  }

  @Test("a loop holds each of its regular drops once, however regular they are")
  func everyRegularDrop() {
    let loop = 20_011
    for hundredths in 1...100 {
      let arrivals = regular(400, Double(hundredths) / 100, 0..<loop, loop: loop, run: 512)
      #expect(arrivals.count == 17, "0.01 · \(hundredths)")
      #expect(Set(arrivals.map(\.key)).count == 17)
    }
  }

  @Test("at a rate of nearly 0, no regular drop falls, and none is too far to count")
  func hardlyAny() {
    for perMinute in [1e-12, 1e-15, 1e-300, .leastNonzeroMagnitude] {
      for loop in [nil, 8000 * 60] {
        for regularity in [1e-300, 0.5, 1] {
          let found = regular(
            perMinute, regularity, 0..<80_000, loop: loop)
          #expect(loop != nil || found.isEmpty)
        }
      }
    }
  }
}

extension DropSchedule {
  /// The near drops of constant rain.
  fileprivate init(of rain: Rain, _ timeline: Timeline, root: RandomKey) {
    self.init(nearDropsOf: RainBounds(rain), timeline: timeline, root: root)
    apply(
      perMinute: rain[.drops], regularity: rain[.regularity], AutomationReader(rain, timeline),
      startingAt: 0)
  }
}
