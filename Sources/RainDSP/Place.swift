/// Where drops fall: evenly over a ring around the listener.
struct Place: Sendable {
  /// The nearest and the farthest drop, in m.
  let near: Double
  let far: Double
  let width: Double

  /// The distance in m inside which a share of `u` of the drops falls.
  func distance(_ u: Double) -> Double {
    (near * near + u * (far * far - near * near)).squareRoot()
  }

  /// The level of a drop at `distance`: 1 for the nearest, falling as 1/r.
  func level(distance: Double) -> Double {
    near / distance
  }

  /// The mean square of the level.
  var meanPower: Double {
    let ratio = far * far / (near * near)
    return ratio - 1 < 1e-9 ? 1 : Elementary.log(ratio) / (ratio - 1)
  }

  /// The gains of left and right at an azimuth in turns: equal power, 1 and 1 in front.
  func pan(azimuth: Double) -> (left: Double, right: Double) {
    let turns = (1 + width * Elementary.sine(turns: azimuth)) / 8
    let root2 = 2.0.squareRoot()
    return (root2 * Elementary.cosine(turns: turns), root2 * Elementary.sine(turns: turns))
  }
}
