/// White noise: independent numbers, evenly spread around 0.
///
/// Tile t draws from child t of the key, so that any tile can be made by itself.
struct WhiteNoise: Sendable {
  /// Its own for each color and channel; equal keys give equal noise.
  var key: RandomKey

  /// The width of numbers of an RMS: spread evenly over a width w, they have the RMS w/√12.
  static func width(level: Double) -> Float {
    Float(level * 12.0.squareRoot())
  }

  /// Makes tile number `index`, of numbers of -width/2 ... width/2. The bits of one draw make two rows.
  func render(tile index: Int, width: Float, into tile: inout LaneTile) {
    // Two sets of generators; neither waits for the other.
    var low = RandomLanes(key.child(index).child(0))
    var high = RandomLanes(key.child(index).child(1))
    for row in stride(from: 0, to: Tile.rows, by: 2) {
      let bits = SIMD16(lowHalf: low.next(), highHalf: high.next())
      tile[row] = RandomLanes.upper(bits) * width
      tile[row &+ 1] = RandomLanes.lower(bits) * width
    }
  }
}
