internal import RainDSP

/// The random bits of the dither of one tile.
///
/// The dither of a sample depends on the key, the channel and the frame alone. Time is cut into
/// tiles of 4,096 frames counted from frame 0; every tile has lanes of its own, and their draw k
/// serves the frames 8k ..< 8k + 8 of the tile. Of the two numbers in the bits of a frame the left
/// channel has the difference, the right one the sum, which is as triangular and uncorrelated.
struct DitherBits {
  static let framesPerTile = 4096
  /// Frames that one ``next()`` serves.
  static let framesPerBlock = 8

  private var lanes: RandomLanes
  private let isZero: Bool

  /// The bits of tile number `tile`, from its block number `block` on; zeros without a key.
  init(_ key: RandomKey?, tile: Int, block: Int) {
    lanes = RandomLanes((key ?? RandomKey(seed: 0)).child(0).child(tile))
    isZero = key == nil
    for _ in 0..<block { _ = next() }
  }

  /// The bits of the next eight frames of each channel; their dither is the low half less the high
  /// one. Inverted, a half x of 16 bits is 2¹⁶ - 1 - x.
  @inline(__always)
  mutating func next() -> (left: SIMD8<UInt32>, right: SIMD8<UInt32>) {
    if isZero { return (.zero, .zero) }
    let bits = lanes.next()
    return (bits, bits ^ 0xFFFF_0000)
  }
}
