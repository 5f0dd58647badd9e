/// Gains of left and right; all other channels have that of the left.
struct SideGains: Equatable {
  let left: Float
  let right: Float

  init(left: Float, right: Float) { (self.left, self.right) = (left, right) }

  init(_ gain: Float) { self.init(left: gain, right: gain) }

  subscript(channel: Int) -> Float { channel == 1 ? right : left }
}
