import RainDSP
import RainTestSupport
import Testing

@Suite("Random lanes")
struct RandomLanesTests {
  @Test("each pair of lanes is a xorshift64 generator")
  func reference() {
    let key = RandomKey(seed: 5).child(8)
    var lanes = RandomLanes(key)
    var references = (0..<4).map { key.child($0).bits | 1 }
    for _ in 0..<500 {
      let bits = lanes.next()
      for k in 0..<4 {
        // As published, with the triple 13, 7, 17.
        references[k] ^= references[k] << 13
        references[k] ^= references[k] >> 7
        references[k] ^= references[k] << 17
        #expect(bits[2 * k] == UInt32(references[k] & 0xFFFF_FFFF))
        #expect(bits[2 * k + 1] == UInt32(references[k] >> 32))
      }
    }
  }

  @Test("lanes and keys give different, uniform, uncorrelated bits")
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
