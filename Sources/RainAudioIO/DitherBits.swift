internal import RainDSP

/// The random bits of the dither of one tile.
///
/// The dither of a sample depends on the key, the channel and the frame alone. Time is cut into
/// tiles of 4,096 frames counted from frame 0; every channel of every tile has lanes of its own,
/// and their draw k serves the frames 8k ..< 8k + 8 of the tile.
struct DitherBits {
  static let framesPerTile = 4096
  /// Frames that one ``next()`` serves.
  static let framesPerBlock = 8

  private var left: RandomLanes
  private var right: RandomLanes
  private let isZero: Bool

  /// The bits of tile number `tile`, from its block number `block` on; zeros without a key.
  init(_ key: RandomKey?, tile: Int, block: Int) {
    let root = key ?? RandomKey(seed: 0)
    left = RandomLanes(root.child(0).child(tile))
    right = RandomLanes(root.child(1).child(tile))
    isZero = key == nil
    for _ in 0..<block { _ = next() }
  }

  /// The bits of the next eight frames of each channel.
  @inline(__always)
  mutating func next() -> (left: SIMD8<UInt32>, right: SIMD8<UInt32>) {
    isZero ? (.zero, .zero) : (left.next(), right.next())
  }
}
