internal import RainDSP

/// The random bits of the dither of one tile.
///
/// The dither of a sample depends on the key, the channel and the frame alone. Time is cut into
/// tiles of 4,096 frames counted from frame 0; every channel of every tile has lanes of its own,
/// and their draw k serves the frames 8k ..< 8k + 8 of the tile.
struct DitherBits {
  static let framesPerTile = 4096

  /// Interleaved samples that one ``next()`` serves: 16 frames of one channel, 8 of two.
  static let samplesPerBlock = 16

  private var left: RandomLanes
  private var right: RandomLanes
  private let channels: Int

  /// The bits of tile number `tile`, from its block number `block` on; zeros without a key.
  init(_ key: RandomKey?, channels: Int, tile: Int, block: Int) {
    let root = key ?? RandomKey(seed: 0)
    left = RandomLanes(root.child(0).child(tile))
    right = RandomLanes(root.child(1).child(tile))
    self.channels = key == nil ? 0 : channels
    for _ in 0..<block { _ = next() }
  }

  /// The bits of the next sixteen interleaved samples.
  @inline(__always)
  mutating func next() -> SIMD16<UInt32> {
    switch channels {
    case 0: .zero
    case 1: SIMD16(lowHalf: left.next(), highHalf: left.next())
    default: Self.interleaved(left.next(), right.next())
    }
  }

  @inline(never)
  private static func interleaved(
    _ left: SIMD8<UInt32>, _ right: SIMD8<UInt32>
  ) -> SIMD16<UInt32> {
    var both = SIMD16<UInt32>()
    both.evenHalf = left
    both.oddHalf = right
    return both
  }
}
