/// Noise with the same power in every hertz: uniform numbers around 0.
///
/// Tile t draws from the lanes of the key's child t, so that any tile can be made by itself.
public struct WhiteNoise: Sendable {
  private let key: RandomKey
  private let width: Float

  /// - Parameters:
  ///   - key: its own for each source and channel; equal keys give equal noise.
  ///   - level: the RMS.
  public init(key: RandomKey, level: Double = 1) {
    self.key = key
    width = Float(level * 12.0.squareRoot())
  }

  /// Makes tile number `index`.
  ///
  /// The bits of a draw make two rows: the upper 23 the first, the lower 16 the second, each as the
  /// fraction of a number of 1 .. 2, whose middle is taken off. The seven bits in both are the last
  /// of the first: a correlation of 2⁻¹⁶.
  public func render(tile index: Int, into tile: inout StretchedTile) {
    // Two sets of generators, of which neither waits for the other.
    var low = RandomLanes(key.child(index).child(0))
    var high = RandomLanes(key.child(index).child(1))
    for row in stride(from: 0, to: Tile.stretch, by: 2) {
      let bits = SIMD16(lowHalf: low.next(), highHalf: high.next())
      tile[row] = noise((bits &>> 9) | 0x3F80_0000)
      // In the middle of its step a number of 16 bits has the mean 0.
      tile[row &+ 1] = noise(((bits &<< 7) & 0x7F_FF80) | 0x3F80_0040)
    }
  }

  /// The bits of numbers of 1 .. 2 as noise.
  @inline(__always)
  private func noise(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    (unsafe unsafeBitCast(bits, to: SIMD16<Float>.self) - 1.5) * width
  }
}
