import Foundation
import RainTestSupport
import Testing

import RainDSP
import RainFiles
@testable import RainSynthCommands

/// How settings of clips are drawn.
@Suite struct DistributionTests {
  private func draws(_ text: String, count: Int = 4000, seed: UInt64 = 3) throws -> [Double] {
    let variation = try Variation(text)
    let draws = ClipDraws(seed: seed)
    return (0..<count).map { draws.values(ofClip: $0, [variation])[0].number }
  }

  /// The largest distance between the distribution of the numbers and `share`, times the root of their count:
  /// above 1.95 with a probability of 1 in 1,000 (Kolmogorov and Smirnov).
  private func distance(_ numbers: [Double], _ share: (Double) -> Double) -> Double {
    let count = Double(numbers.count)
    let distances = numbers.sorted().enumerated().map { index, number in
      max(
        abs(share(number) - Double(index) / count), abs(share(number) - Double(index + 1) / count))
    }
    return (distances.max() ?? 1) * count.squareRoot()
  }

  @Test("ranges are even, on their own scale or on that of the logarithm")
  func ranges() throws {
    let even = try draws("distance=0.5..3")
    #expect(even.allSatisfy { (0.5...3).contains($0) })
    #expect(distance(even) { ($0 - 0.5) / 2.5 } < 1.95)
    let log = try draws("rainfall=log:0.5..80")
    #expect(log.allSatisfy { (0.5...80).contains($0) })
    #expect(distance(log) { Foundation.log($0 / 0.5) / Foundation.log(160) } < 1.95)
    // Another distribution is told apart.
    #expect(distance(log) { ($0 - 0.5) / 79.5 } > 10)
  }

  @Test("a normal distribution keeps within the range of its setting")
  func normal() throws {
    func share(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }
    let free = try draws("gain=normal:-10,2")
    #expect(distance(free) { share(($0 + 10) / 2) } < 1.95)
    let cut = try draws("gain=normal:20,8")
    #expect(cut.allSatisfy { $0 <= 24 })
    #expect(distance(cut) { share(($0 - 20) / 8) / share(0.5) } < 1.95)
  }

  @Test("a deviation or weights beyond all measure are refused")
  func tooWide() throws {
    for (text, hint) in [
      ("gain=normal:0,85", "at most 84"), ("gain=normal:0,1e308", "at most 84"),
      ("surface=open:1e308,metal:1e308", "sum of the weights"),
    ] {
      #expect { try Variation(text) } throws: { "\($0)".contains(hint) }
    }
    // As wide as the range, they lie anywhere in it.
    #expect(Set(try draws("gain=normal:-60,84")).count > 3000)
  }

  @Test("a list is drawn by its weights")
  func lists() throws {
    func counts(_ text: String) throws -> [Double: Double] {
      Dictionary(grouping: try draws(text), by: { $0 }).mapValues { Double($0.count) / 4000 }
    }
    // Five standard errors.
    let even = try counts("surface=open,metal,glass")
    #expect(even.count == 3 && even.values.allSatisfy { abs($0 - 1 / 3.0) < 0.037 })
    let weighted = try counts("gain=0:3, -6dB:1")
    #expect(abs((weighted[0] ?? 0) - 0.75) < 0.034 && weighted.count == 2)
    #expect(try counts("gain=-3") == [-3: 1])
  }

  @Test("numbers are such as a person would write, and depend on their clip and setting alone")
  func values() throws {
    for number in try draws("rainfall=log:0.5..80", count: 100) {
      #expect("\(number)".count <= 8, "\(number)")
    }
    let (rainfall, gain) = (
      try Variation("rainfall=log:0.5..80"), try Variation("gain=-9..0")
    )
    let draws = ClipDraws(seed: 5)
    for clip in [0, 1, 731, 1_000_000] {
      let both = draws.values(ofClip: clip, [rainfall, gain]).map(\.number)
      #expect(both == [rainfall, gain].map { draws.values(ofClip: clip, [$0])[0].number })
      #expect(both != ClipDraws(seed: 6).values(ofClip: clip, [rainfall, gain]).map(\.number))
    }
  }

  @Test("small numbers have six digits, too, and ratios may be larger than a number")
  func smallNumbers() throws {
    let small = try draws("pink=log:1e-30..1e-20", count: 200)
    #expect(Set(small).count > 195)
    #expect(distance(small) { Foundation.log10($0) / 10 + 3 } < 1.95)
    let wide = try draws("drops=log:5e-324..1000")
    #expect(wide.allSatisfy { (Double.leastNonzeroMagnitude...1000).contains($0) })
    #expect(distance(wide) { (Foundation.log10($0) + 323.3) / 326.3 } < 1.95)
  }

  @Test("no two clips of a run share a seed")
  func seeds() {
    let draws = ClipDraws(seed: 1)
    let seeds = (0..<100_000).map(draws.seed(ofClip:))
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { $0 < 1 << 52 })
    #expect(distance(seeds.map { Double($0) * 0x1p-52 }) { $0 } < 1.95)
    #expect(ClipDraws(seed: 2).seed(ofClip: 0) != seeds[0])
  }

  @Test(
    "what cannot be drawn is told",
    arguments: [
      ("rainfal=3", "did you mean rainfall?"), ("rainfall", "NAME=VALUES"),
      ("rainfall=3..1", "from the lower number"), ("surface=a..b", "a list of names"),
      ("surface=open,open", "twice"), ("rainfall=log:0..3", "0.1 .. 200"),
      ("gain=log:-3..3", "above 0"), ("rainfall=normal:3", "a mean and a deviation"),
      ("rainfall=normal:3,-1", "a deviation is above 0"), ("rainfall=900", "0.1 .. 200"),
      ("rainfall=", "takes a..b"), ("surface=open:0", "a weight is above 0"),
      ("surface=opn", "did you mean open?"), ("gain=1..nan", "-60 .. 24"),
      ("surface=normal:open,1", "a mean and a deviation"), ("gain=inf..3", "-60 .. 24"),
      ("gain=0:inf", "a weight is above 0"), ("gain=0..1..2", "-60 .. 24"),
    ])
  func mistakes(text: String, sentence: String) {
    do {
      _ = try Variation(text)
      Issue.record("\(text) was taken")
    } catch {
      #expect("\(error)".contains(sentence), "\(text): \(error)")
    }
  }
}
