/// Eight streams of random bits, one a lane, from four xorshift64 generators (Marsaglia 2003,
/// "Xorshift RNGs"). Each generator fills two neighbouring lanes.
///
/// The generators shift and exclusive-or only: a 32-bit multiplication costs several instructions on
/// plain x86-64. The state of each comes from a ``RandomKey``. A tile uses 512 of 2⁶⁴ - 1 states at most,
/// so that two streams never meet in practice.
public struct RandomLanes: Sendable {
  @usableFromInline
  var state: SIMD4<UInt64>

  /// - Parameter key: its own for every use; equal keys give equal bits.
  public init(_ key: RandomKey) {
    // One bit is always set: from the state 0 a generator would never leave.
    state = SIMD4(
      key.child(0).bits | 1, key.child(1).bits | 1, key.child(2).bits | 1, key.child(3).bits | 1)
  }

  /// The next 32 bits of each lane. Inlined into other modules, which dither with them.
  @inlinable @inline(__always)
  public mutating func next() -> SIMD8<UInt32> {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    return unsafe unsafeBitCast(state, to: SIMD8<UInt32>.self)
  }

  /// The upper 23 bits of two draws as numbers of -1/2 .. 1/2: the bits are the fraction of a number of
  /// 1 .. 2, from which 1.5 is subtracted.
  @inline(__always)
  static func upper(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    unsafe unsafeBitCast((bits &>> 9) | 0x3F80_0000, to: SIMD16<Float>.self) - 1.5
  }

  /// The lower 16 bits of two draws as numbers of -1/2 .. 1/2. Each is in the middle of its step, so that
  /// their mean is 0. Seven of these bits are also the last of ``upper(_:)``: a correlation of 2⁻¹⁶.
  @inline(__always)
  static func lower(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    let fraction = ((bits &<< 7) & 0x7F_FF80) | 0x40
    return unsafe unsafeBitCast(fraction | 0x3F80_0000, to: SIMD16<Float>.self) - 1.5
  }
}
