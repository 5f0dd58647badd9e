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

  /// Makes tile number `index`. The bits of a draw make two rows.
  public func render(tile index: Int, into tile: inout LaneTile) {
    // Two sets of generators, of which neither waits for the other.
    var low = RandomLanes(key.child(index).child(0))
    var high = RandomLanes(key.child(index).child(1))
    for row in stride(from: 0, to: Tile.rows, by: 2) {
      let bits = SIMD16(lowHalf: low.next(), highHalf: high.next())
      tile[row] = RandomLanes.upper(bits) * width
      tile[row &+ 1] = RandomLanes.lower(bits) * width
    }
  }
}
