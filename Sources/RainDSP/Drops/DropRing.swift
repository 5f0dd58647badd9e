/// Where drops fall: evenly over the area of a ring around the listener.
struct DropRing: Sendable, Hashable {
  /// The inner radius, the distance of the nearest drop, in m, above 0.
  let near: Double
  /// The outer radius, in m, not below ``near``.
  let far: Double

  /// The distance in m within which a share of `u` of the drops falls, u within 0 ... 1.
  func distance(_ u: Double) -> Double {
    (near * near + u * (far * far - near * near)).squareRoot()
  }

  /// The level of a drop at `distance`: 1 for the nearest, falling as 1/r.
  func level(distance: Double) -> Double { near / distance }

  /// The sine of the elevation of what lies `height` m over the ears, at a distance in m along the surface.
  static func elevationSine(height: Double, distance: Double) -> Double {
    height / (height * height + distance * distance).squareRoot()
  }

  /// The mean square of the level over the ring.
  var meanPower: Double {
    let ratio = far * far / (near * near)
    return ratio - 1 < 1e-9 ? 1 : Elementary.log(ratio) / (ratio - 1)
  }
}

extension DropRing {
  /// The ring of the near drops of 2 mm.
  init(nearDropsOf rain: Rain) {
    self.init(near: rain[.distance], far: rain[.distance] * rain[.distanceRatio])
  }

  /// The ring of the ticks.
  init(patterOf rain: Rain) {
    let near = rain[.distance] * rain[.patterDistance]
    self.init(near: near, far: near * rain[.patterRatio])
  }
}
