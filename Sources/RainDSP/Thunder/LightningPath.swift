/// The path of a flash: knots 150 m apart, of its channel and then of the arms in the cloud.
///
///     ground   up to 5.5 km, then 2 to 5 km along        cloud   3.5 to 6.5 km along, below 4.5 km
///     arms     five, 0.75 to 2.25 km, a seventh as strong
///
/// Between two knots the path is bent at every scale down to 9 m, by midpoint displacement.
///
/// Source: Hill 1968, "Analysis of irregular paths of lightning channels"; Few 1995; arms by
/// recordings, which roll on, but without single late claps.
/// Test: ThunderTests
enum LightningPath {
  /// In km.
  static let spacing = 0.15
  /// The most knots of a flash, with those that end its parts.
  static let most = 168
  private static let arms = 5
  private static let armLevel = 0.15
  /// The level of a stretch that is heard beside the whole.
  private static let leastHeard = 0.04
  /// The farthest that a path which is made larger may reach, in km: a seek looks for the light of
  /// 120 s, in which sound comes 40 km.
  private static let reach = 36.0
  /// By how much of its length a stretch is bent in its middle, in any direction.
  private static let bend: Float = 0.11
  static let segments = 16
  /// The most by which a bent stretch comes nearer than its knots, in km.
  static let margin = 0.12

  /// A knot in km: right, ahead and up of the listener; then the level of the stretch that it
  /// begins, 0 at an end.
  typealias Knot = SIMD4<Float>
  typealias Points = InlineArray<17, SIMD4<Float>>

  /// Writes the knots of a flash from `start` on; returns how many.
  static func draw(_ flash: Flash, to knots: inout FixedArray<Knot>, from start: Int) -> Int {
    let key = flash.key.child(9)
    let isGround = flash.kind == .ground
    // As near as the flash is heard: from just over the horizon, or from the lowest cloud.
    let base = isGround ? 0 : min(4.5, 0.75 * flash.distance)
    let away = max(0.1, (flash.distance * flash.distance - base * base).squareRoot())
    let top = 5.5 + 0.5 * key.child(0).clampedNormal
    let length =
      isGround ? top + 2 + 3 * key.child(1).uniform : 5 * (0.7 + 0.6 * key.child(1).uniform)
    var count = 0
    // It goes away from the listener at first, so that what is nearest lies where the flash says.
    walk(
      key.child(10), length, heading: flash.azimuth + 0.5 * (key.child(10).child(-1).uniform - 0.5),
      level: 1, top: isGround ? top : 0, climb: isGround ? 0.19 : 0.024,
      from: Knot(
        Float(away * Elementary.sine(turns: flash.azimuth)),
        Float(away * Elementary.cosine(turns: flash.azimuth)), Float(base), 0),
      to: &knots, start, &count)
    let channel = count
    for arm in 0..<arms {
      let key = key.child(11 + arm)
      let share = isGround ? 0.35 + 0.65 * key.child(0).uniform : key.child(0).uniform
      let root = min(channel - 1, Int(share * Double(channel)))
      walk(
        key.child(3), 1.5 * (0.5 + key.child(1).uniform),
        heading: key.child(3).child(-1).uniform,
        level: armLevel * Elementary.exp(0.46 * key.child(2).clampedNormal), top: 0, climb: 0.016,
        from: knots[start + root], to: &knots, start, &count)
    }
    fit(&knots, start..<start + count, to: flash.distance)
    return count
  }

  /// Makes a path larger or smaller, so that its nearest point which is heard lies as far away as
  /// the flash says, in km.
  private static func fit(_ knots: inout FixedArray<Knot>, _ range: Range<Int>, to nearest: Double)
  {
    var (least, farthest) = (Double.infinity, 0.0)
    for index in range { farthest = max(farthest, distance(knots[index])) }
    for index in range.dropLast() where knots[index][3] > 0 {
      // Where a stretch climbs over the horizon, its upper part is heard.
      for quarter in 0..<4 {
        let share = Float(quarter) / 4
        let point = knots[index] + (knots[index + 1] - knots[index]) * share
        let level = Double(knots[index][3]) * shadow(point)
        if level > leastHeard { least = min(least, distance(point)) }
      }
    }
    guard least < .infinity else { return }
    let scale = Float(min(nearest / least, max(1, reach / farthest)))
    for index in range { knots[index] *= Knot(scale, scale, scale, 1) }
  }

  /// Walks so many km from a knot, at first by `climb` turns upwards until `top` km.
  private static func walk(
    _ key: RandomKey, _ length: Double, heading: Double, level: Double, top: Double, climb: Double,
    from knot: Knot, to knots: inout FixedArray<Knot>, _ start: Int, _ count: inout Int
  ) {
    var (knot, heading) = (knot, heading)
    let steps = max(1, Int(length / spacing))
    for step in 0...steps {
      // Its last third fades, as thunder does.
      knot[3] = Float(level * min(1, 3 * Double(steps - step) / Double(steps)))
      knots[start + count] = knot
      count += 1
      heading += 0.04 * key.child(step).child(0).clampedNormal
      let isClimbing = top == 0 || Double(knot[2]) < top
      let elevation =
        (isClimbing ? climb : 0) + 0.067 * key.child(step).child(1).clampedNormal
      let along = spacing * Elementary.cosine(turns: elevation)
      knot[0] += Float(along * Elementary.sine(turns: heading))
      knot[1] += Float(along * Elementary.cosine(turns: heading))
      knot[2] = max(0.05, knot[2] + Float(spacing * Elementary.sine(turns: elevation)))
    }
  }

  /// The points of a stretch between two knots, 17 from end to end.
  static func points(_ key: RandomKey, from first: Knot, to last: Knot) -> Points {
    var points = Points(repeating: first)
    points[segments] = last
    var (step, size) = (segments, bend * Float(spacing))
    while step > 1 {
      for point in stride(from: 0, to: segments, by: step) {
        let middle = point + step / 2
        let normals = RandomKey.clampedNormals(key.child(middle).eight(from: 0))
        let shift = Knot(Float(normals[0]), Float(normals[1]), Float(normals[2]), 0)
        points[middle] = (points[point] + points[point + step]) * 0.5 + shift * size
      }
      (step, size) = (step / 2, size / 2)
    }
    return points
  }

  /// The distance of a point from the listener, in km.
  static func distance(_ point: Knot) -> Double {
    Double((point[0] * point[0] + point[1] * point[1] + point[2] * point[2]).squareRoot())
  }

  /// The share of the amplitude of a point that comes over the horizon.
  static func shadow(_ point: Knot) -> Double {
    let away = Double((point[0] * point[0] + point[1] * point[1]).squareRoot())
    return ThunderLaw.shadow(away: away, up: Double(point[2]))
  }

  /// A smooth curve along the path through standard normal numbers, one each unit.
  static func wander(_ key: RandomKey, at position: Double) -> Double {
    let knot = Elementary.floor(position)
    let x = position - Double(knot)
    let next = x * x * (3 - 2 * x)
    let variance = (1 - next) * (1 - next) + next * next
    return (key.child(knot).normal * (1 - next) + key.child(knot + 1).normal * next)
      / variance.squareRoot()
  }
}
