import RainDSP
import RainTestSupport
import Testing

@Suite("Random keys")
struct RandomKeyTests {
  private let root = RandomKey(seed: 2026)

  @Test("the children of seed 0 are the published outputs of SplitMix64")
  func splitMix() {
    let key = RandomKey(seed: 0)
    #expect(key.child(0).bits == 0xE220_A839_7B1D_CDAF)
    #expect(key.child(1).bits == 0x6E78_9E6A_A1B9_65F4)
    #expect(key.child(2).bits == 0x06C4_5D18_8009_454F)
    #expect(key.child(-1).bits == key.child(UInt64.max).bits)
  }

  @Test("equal paths give equal keys, all other paths other keys")
  func distinct() {
    #expect(root.child(3).child(-7) == RandomKey(seed: 2026).child(3).child(-7))
    var keys: Set<RandomKey> = []
    for seed in 0..<20 {
      for a in -5..<15 {
        for b in 0..<20 { keys.insert(RandomKey(seed: UInt64(seed)).child(a).child(b)) }
      }
    }
    #expect(keys.count == 8000)
  }

  @Test("children are uniform at every level of the tree")
  func uniform() {
    let siblings = Sample((0..<10_000).map { root.child($0).uniform })
    let cousins = Sample((0..<10_000).map { root.child($0).child(1).uniform })
    let seeds = Sample((0..<10_000).map { RandomKey(seed: $0).child(1).uniform })
    for sample in [siblings, cousins, seeds] {
      #expect(sample.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
      // 5/√10,000
      #expect(abs(sample.autocorrelation(lag: 1)) < 0.05)
      #expect(abs(sample.autocorrelation(lag: 2)) < 0.05)
    }
    #expect(abs(siblings.correlation(with: cousins)) < 0.05)
    #expect(abs(siblings.correlation(with: seeds)) < 0.05)
  }

  @Test("two children of one key are independent of each other")
  func childrenIndependent() {
    let first = Sample((0..<10_000).map { root.child($0).child(0).uniform })
    let second = Sample((0..<10_000).map { root.child($0).child(1).uniform })
    #expect(abs(first.correlation(with: second)) < 0.05)
  }

  @Test("normal numbers are normal, without correlation")
  func normal() {
    let sample = Sample((0..<10_000).map { root.child($0).normal })
    #expect(sample.kolmogorovSmirnov(CLibrary.normalDistribution) < Sample.fiveStandardErrors)
    #expect(abs(sample.autocorrelation(lag: 1)) < 0.05)
  }

  @Test("the smallest and the largest key give numbers within bounds")
  func edges() {
    let first = RandomKey(seed: 0)
    let last = RandomKey(seed: .max)
    #expect(first.uniform == 0)
    #expect(last.uniform < 1 && last.uniform > 0.999_999)
    #expect(first.normal > -8.3 && first.normal < -8)
    #expect(last.normal < 8.3 && last.normal > 8)
  }
}
