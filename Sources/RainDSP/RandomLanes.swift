/// Eight independent streams of random bits, one a lane: xoshiro128+ (Blackman & Vigna 2021,
/// "Scrambled linear pseudorandom number generators").
///
/// Shifts, adds and exclusive ors alone: a 32-bit multiplication costs several instructions on
/// plain x86-64. The state of 128 bits a lane comes from a ``RandomKey``, so that two streams
/// never meet in practice.
package struct RandomLanes: Sendable {
  private var a: SIMD8<UInt32>
  private var b: SIMD8<UInt32>
  private var c: SIMD8<UInt32>
  private var d: SIMD8<UInt32>

  package init(_ key: RandomKey) {
    a = .zero
    b = .zero
    c = .zero
    d = .zero
    for lane in 0..<8 {
      let low = key.child(2 * lane).bits
      let high = key.child(2 * lane + 1).bits
      a[lane] = UInt32(truncatingIfNeeded: low)
      b[lane] = UInt32(truncatingIfNeeded: low >> 32)
      c[lane] = UInt32(truncatingIfNeeded: high)
      // One bit is always set: from the state 0 the generator would never leave.
      d[lane] = UInt32(truncatingIfNeeded: high >> 32) | 1
    }
  }

  /// The next 32 bits of each lane. The lowest bit is the weakest: use the upper ones.
  @inline(__always)
  package mutating func next() -> SIMD8<UInt32> {
    let result = a &+ d
    let shifted = b &<< 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    // A rotation; written with + it stays one of whole vectors.
    d = (d &<< 11) &+ (d &>> 21)
    return result
  }
}
