/// Eight streams of random bits, one a lane, from four xorshift64 generators (Marsaglia 2003,
/// "Xorshift RNGs"), each of which fills two neighbouring lanes.
///
/// Shifts and exclusive ors alone: a 32-bit multiplication costs several instructions on plain
/// x86-64. The state of each generator comes from a ``RandomKey``; of 2⁶⁴ - 1 states a tile uses
/// 512 at most, so that two streams never meet in practice.
public struct RandomLanes: Sendable {
  @usableFromInline
  var state: SIMD4<UInt64>

  /// - Parameter key: its own for every use; equal keys give equal bits.
  public init(_ key: RandomKey) {
    // One bit is always set: from the state 0 a generator would never leave.
    state = SIMD4(
      key.child(0).bits | 1, key.child(1).bits | 1, key.child(2).bits | 1, key.child(3).bits | 1)
  }

  /// The next 32 bits of each lane. Inlined into other modules, too.
  @inlinable @inline(__always)
  public mutating func next() -> SIMD8<UInt32> {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    return unsafe unsafeBitCast(state, to: SIMD8<UInt32>.self)
  }
}
