import RainDSP
import RainTestSupport
import Testing

@Suite("Random lanes")
struct RandomLanesTests {
  /// xoshiro128+ as its authors wrote it down.
  private struct Reference {
    var s: (UInt32, UInt32, UInt32, UInt32)

    mutating func next() -> UInt32 {
      let result = s.0 &+ s.3
      let t = s.1 << 9
      s.2 ^= s.0
      s.3 ^= s.1
      s.1 ^= s.2
      s.0 ^= s.3
      s.2 ^= t
      s.3 = (s.3 << 11) | (s.3 >> 21)
      return result
    }
  }

  @Test("every lane is a xoshiro128+ of its own")
  func reference() {
    let key = RandomKey(seed: 5).child(8)
    var lanes = RandomLanes(key)
    var references = (0..<8).map { lane in
      let low = key.child(2 * lane).bits
      let high = key.child(2 * lane + 1).bits
      return Reference(
        s: (
          UInt32(low & 0xFFFF_FFFF), UInt32(low >> 32), UInt32(high & 0xFFFF_FFFF),
          UInt32(high >> 32) | 1
        ))
    }
    for _ in 0..<500 {
      let bits = lanes.next()
      for lane in 0..<8 { #expect(bits[lane] == references[lane].next()) }
    }
  }

  @Test("lanes and keys differ and are uniform, without correlation")
  func independent() {
    var one = RandomLanes(RandomKey(seed: 1))
    var other = RandomLanes(RandomKey(seed: 2))
    var columns = [[Double]](repeating: [], count: 16)
    for _ in 0..<2500 {
      let a = one.next()
      let b = other.next()
      for lane in 0..<8 {
        columns[lane].append(Double(a[lane]) / 0x1p32)
        columns[8 + lane].append(Double(b[lane]) / 0x1p32)
      }
    }
    let samples = columns.map { Sample($0) }
    for (k, sample) in samples.enumerated() {
      #expect(sample.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
      // 5/√2500
      #expect(abs(sample.autocorrelation(lag: 1)) < 0.1)
      #expect(abs(sample.correlation(with: samples[(k + 1) % 16])) < 0.1)
      #expect(abs(sample.correlation(with: samples[(k + 8) % 16])) < 0.1)
    }
  }
}
