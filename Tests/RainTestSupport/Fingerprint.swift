/// A 64-bit number that changes with any bit of any sample: FNV-1a (Fowler, Noll & Vo) over the
/// bytes of the bit patterns, the lowest first.
package func fingerprint(_ samples: [Float]) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for sample in samples {
    var bits = sample.bitPattern
    for _ in 0..<4 {
      hash = (hash ^ UInt64(bits & 0xFF)) &* 0x0000_0100_0000_01B3
      bits >>= 8
    }
  }
  return hash
}
