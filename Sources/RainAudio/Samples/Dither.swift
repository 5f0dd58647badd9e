internal import RainDSP

/// The dither of one tile: triangular noise, the difference of two uniform numbers, within ±1 step.
/// With it, mean and power of the rounding error do not depend on the signal (Lipshitz, Wannamaker &
/// Vanderkooy 1992, "Quantization and dither: a theoretical survey").
///
/// The dither of a sample depends on the key, the channel and the frame alone. Every tile of a
/// rendering has lanes of its own for each pair of channels, and their draw k serves the frames 8k ..< 8k + 8 of
/// the tile. Of the two numbers of 16 bits that a frame draws, the first channel of the pair has the difference,
/// the second one the sum less 2¹⁶ - 1, which is as triangular and uncorrelated.
struct Dither {
  /// Frames that one ``next()`` serves.
  static let framesPerBlock = 8

  private var lanes: RandomLanes
  private let isZero: Bool

  /// The dither of a pair of channels in tile number `tile`, from its block number `block` on; none without a
  /// key.
  init(_ key: RandomKey?, pair: Int, tile: Int, block: Int) {
    lanes = RandomLanes((key ?? RandomKey(seed: 0)).child(pair).child(tile))
    isZero = key == nil
    for _ in 0..<block { _ = next() }
  }

  /// The dither of the next eight frames of both channels, in steps, exact.
  @inline(__always)
  mutating func next() -> (left: SIMD8<Float>, right: SIMD8<Float>) {
    if isZero { return (.zero, .zero) }
    let bits = lanes.next()
    // The last bit of the Float 192 is worth 2⁻¹⁶: an integer n that is added to its bits adds n ·
    // 2⁻¹⁶.
    let low = (bits & 0xFFFF) &+ (192 as Float).bitPattern
    let high = bits &>> 16
    let difference = low &- high
    let sum = low &+ high &- 0xFFFF
    return unsafe (
      unsafeBitCast(difference, to: SIMD8<Float>.self) - 192,
      unsafeBitCast(sum, to: SIMD8<Float>.self) - 192
    )
  }
}
