/// Gains of left and right; all other channels have that of the left.
struct SideGains: Equatable {
  let left: Float
  let right: Float

  init(left: Float, right: Float) { (self.left, self.right) = (left, right) }

  /// One gain on all sides.
  init(_ gain: Float) { self.init(left: gain, right: gain) }

  /// The gain of a channel.
  subscript(channel: Int) -> Float { channel == 1 ? right : left }
}
