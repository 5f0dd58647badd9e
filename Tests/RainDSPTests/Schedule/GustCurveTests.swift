import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The gust curve")
struct GustCurveTests {
  private func gusts(
    _ spread: Double, seed: UInt64, _ follower: GustCurve.Follower = .drops
  ) -> GustCurve {
    GustCurve(
      follower, spread: spread, timeline: Timeline(sampleRate: 44_100, frames: nil), seed: seed)
  }

  @Test("its mean is 1 and its logarithm is normal, at knots and between them")
  func mean() {
    for follower in [GustCurve.Follower.drops, .clusters] {
      // Three moments far from each other.
      for (second, offset) in [(0, 0.0), (0, 0.3), (7, 0.71)] {
        let factors = Sample(
          (0..<400).map { (seed: UInt64) in
            var gusts = gusts(0.5, seed: seed, follower)
            return gusts.factor(second: second, offset: offset)
          })
        #expect(abs(factors.mean - 1) < 5 * factors.standardError)
        // The logarithm has mean -spread²/2 and standard deviation spread; points in between
        // are a little calmer.
        let logarithms = Sample(factors.numbers.map(CLibrary.logarithm))
        let errorOfMean: Double = 0.5 / 20
        #expect(abs(logarithms.mean + 0.125) < 5 * errorOfMean)
        let error = 1 / 800.0.squareRoot()
        #expect(abs(logarithms.standardDeviation / 0.5 - 1) < 5 * error)
      }
    }
  }

  @Test("is 1 at all times when its spread is 0")
  func flat() {
    var gusts = gusts(0, seed: 1)
    let isFlat = gusts.isFlat
    #expect(isFlat)
    #expect((0..<50).allSatisfy { gusts.factor(second: $0, offset: 0.02 * Double($0)) == 1 })
    #expect(gusts.factor(at: 123_456) == 1)
  }

  @Test("has no steps, at the beginning of seconds either")
  func continuous() {
    var gusts = gusts(0.5, seed: 2)
    var before = gusts.factor(at: 0)
    // A knot every 1.9 s: a smooth step of some standard deviations within it.
    for frame in stride(from: 100, through: 5 * 44_100, by: 100) {
      let factor = gusts.factor(at: frame)
      #expect(abs(CLibrary.logarithm(factor / before)) < 0.03)
      before = factor
    }
    for second in 1...4 {
      let end = gusts.factor(second: second - 1, offset: 1 - 1e-9)
      #expect(abs(end / gusts.factor(second: second, offset: 0) - 1) < 1e-6)
    }
  }

  private func drifting(
    _ follower: GustCurve.Follower, seed: UInt64 = 1, loop: Int? = nil
  ) -> GustCurve {
    GustCurve(
      follower, spread: 0, drift: 0.5, timeline: Timeline(sampleRate: 8000, frames: loop),
      seed: seed)
  }

  @Test("the drift begins at the mean, and is that of the rainfall from the fourth minute on")
  func drift() {
    for second in [0, 120, 240, 300, 1e7] {
      let factors = Sample(
        (0..<400).map { (seed: UInt64) in
          var gusts = drifting(.drops, seed: seed)
          return gusts.factor(second: Int(second), offset: 0.5)
        })
      #expect(abs(factors.mean - 1) <= 5 * factors.standardError + 1e-6)
      let logarithms = Sample(factors.numbers.map(CLibrary.logarithm))
      let deviation: Double = second == 0 ? 0 : second == 120 ? 0.5 / 2.0.squareRoot() : 0.5
      #expect(
        abs(logarithms.standardDeviation - deviation)
          < max(1e-4, 5 * deviation / 800.0.squareRoot()))
    }
  }

  @Test("the level of the bed follows the root of the drift, the patter its rate, clusters nothing")
  func driftOfAll() {
    for second in [100, 250, 1000] {
      var drops = drifting(.drops)
      let factor = drops.factor(second: second, offset: 0)
      var patter = drifting(.patter)
      let sizes = SlowCurve(
        .sizes, gusts: Source.gusts.key(below: RandomKey(seed: 1)), patter.timeline)
      let number = CLibrary.exponential(-2.27 * 0.184 * sizes.value(at: second * 8000))
      #expect(abs(patter.factor(second: second, offset: 0) / factor / number - 1) < 1e-5)
      let logarithm = CLibrary.logarithm(factor)
      #expect(abs(logarithm) > 0.01)
      for follower in [GustCurve.Follower.bed, .lowBed] {
        var bed = drifting(follower)
        // Each has its own term for the mean, of -variance/2.
        let level = CLibrary.logarithm(bed.factor(second: second, offset: 0))
        let difference = abs(level - logarithm / 2)
        let term: Double = 0.5 * 0.5 / 8
        #expect(difference < term + 1e-6)
      }
      var clusters = drifting(.clusters)
      #expect(clusters.factor(second: second, offset: 0) == 1)
    }
  }

  @Test("the number of drops and of ticks walks against their sizes, and nothing else does")
  func number() {
    let timeline = Timeline(sampleRate: 8000, frames: nil)
    let root = RandomKey(seed: 5)
    let sizes = SlowCurve(.sizes, gusts: Source.gusts.key(below: root), timeline)
    for follower in [GustCurve.Follower.drops, .patter, .bed, .lowBed, .clusters] {
      var walking = GustCurve(
        follower, spread: 0, drift: 0.5, sizes: true, timeline: timeline, seed: 5)
      var still = GustCurve(follower, spread: 0, drift: 0.5, timeline: timeline, seed: 5)
      for second in [0, 60, 500, 5000] {
        let ratio =
          walking.factor(second: second, offset: 0) / still.factor(second: second, offset: 0)
        // The patter walks also where near drops are of one size.
        let walk = follower == .drops ? -2.27 * 0.184 * sizes.value(at: second * 8000) : 0
        #expect(abs(CLibrary.logarithm(ratio) - walk) < 1e-6)
      }
    }
  }

  @Test("a loop drifts back to where it began, and a short one does not drift")
  func driftInLoop() {
    var long = drifting(.drops, loop: 600 * 8000)
    #expect(abs(long.factor(second: 300, offset: 0) - 1) > 0.01)
    #expect(abs(long.factor(second: 599, offset: 1) - 1) < 1e-6)
    var short = drifting(.drops, loop: 200 * 8000)
    #expect((0..<200).allSatisfy { short.factor(second: $0, offset: 0) == 1 })
  }

  @Test("does not depend on the order of requests or on the sample rate")
  func order() {
    var forwards = gusts(0.5, seed: 5)
    var backwards = GustCurve(
      spread: 0.5, timeline: Timeline(sampleRate: 8000, frames: nil), seed: 5)
    let up = (0..<10).map { forwards.factor(at: $0 * 22_050) }
    let down = (0..<10).reversed().map { backwards.factor(at: $0 * 4000) }
    #expect(up == down.reversed())
  }

  @Test("has the factor of each frame where several are read, over the ends of seconds and loops")
  func reads() {
    for loop in [nil, 60_001] {
      let timeline = Timeline(sampleRate: 22_050, frames: loop)
      var one = GustCurve(
        spread: 0.5, slowest: 4, timeline: timeline, seed: 7)
      var all = GustCurve(
        spread: 0.5, slowest: 4, timeline: timeline, seed: 7)
      for start in [0, 22_050 - 64, 60_001 - 4096, 200_000] {
        var factors = FixedArray<Float>(repeating: 0, count: 65)
        all.read(into: &factors, from: start, step: 64)
        for index in 0..<65 { #expect(factors[index] == Float(one.factor(at: start + 64 * index))) }
      }
    }
  }

  @Test("scales its logarithm with its spread")
  func spreads() {
    var weak = gusts(0.25, seed: 6)
    var strong = gusts(0.5, seed: 6)
    for second in 0..<5 {
      let a = CLibrary.logarithm(weak.factor(second: second, offset: 0)) + 0.25 * 0.25 / 2
      let b = CLibrary.logarithm(strong.factor(second: second, offset: 0)) + 0.5 * 0.5 / 2
      #expect(abs(b - 2 * a) < 1e-6)
    }
  }

  /// The logarithms of the factors of a source's gusts at some moment, one a seed.
  private func logarithms(
    _ follower: GustCurve.Follower, gustTime: Double = 60, loop: Int? = nil
  ) -> Sample {
    var rain = Rain()
    rain[.gustTime] = gustTime
    return Sample(
      (0..<600).map { (seed: UInt64) in
        var gusty = rain
        (gusty[.gust], gusty[.patterGust], gusty[.bedModulation]) = (0.5, 0.5, 1)
        var gusts = GustCurve(
          follower, in: RainBounds(gusty), Timeline(sampleRate: 8000, frames: loop),
          Source.root(seed: seed))
        return CLibrary.logarithm(gusts.factor(second: 3, offset: 0.4))
      })
  }

  @Test("gusts of two sources are half correlated, and rains of other gust times are not")
  func followers() {
    let drops = logarithms(.drops)
    // Every other curve is shared; 600 seeds.
    let error: Double = 0.75 / 24
    for other in [GustCurve.Follower.patter, .bed, .lowBed] {
      let excess = drops.correlation(with: logarithms(other)) - 0.5
      #expect(abs(excess) < 5 * error)
    }
    let correlation = drops.correlation(with: logarithms(.drops, gustTime: 61))
    #expect(abs(correlation) < 5 / 24.0)
  }

  @Test("in a loop, curves that are slower than half of it are left out, and the mean stays 1")
  func shortLoops() {
    let whole = logarithms(.bed).standardDeviation
    for (seconds, kept) in [(1, 0.0), (5, 1), (9, 2), (200, 6)] {
      let sample = logarithms(.bed, loop: seconds * 8000)
      let expected = 0.5 * (kept / 6).squareRoot()
      let deviation = abs(sample.standardDeviation - expected)
      #expect(deviation < 0.1 * whole, "\(seconds) s")
      let mean: Double = -expected * expected / 2
      #expect(abs(sample.mean - mean) < 5 * expected / 24 + 1e-12)
    }
  }

  @Test("its power falls as 1/f: as much in each octave from a minute to some seconds")
  func pink() {
    // Differences over a time τ of a sum of curves of equal power an octave apart: each octave that is
    // faster than τ adds as much.
    func spread(over seconds: Int) -> Double {
      Sample(
        (0..<300).map { (seed: UInt64) in
          var gusts = gusts(0.5, seed: seed)
          return CLibrary.logarithm(gusts.factor(second: seconds, offset: 0))
            - CLibrary.logarithm(gusts.factor(second: 0, offset: 0))
        }
      ).variance
    }
    let octaves = [2, 8, 32].map(spread)
    #expect(octaves[0] < octaves[1] && octaves[1] < octaves[2])
    // From 2 to 8 and from 8 to 32 s, two octaves each.
    let ratio = (octaves[2] - octaves[1]) / (octaves[1] - octaves[0])
    #expect((0.4...2.5).contains(ratio))
  }
}
