/// A random curve over minutes: the logarithm of the drift of the rainfall, or of the walk of the sizes of drops.
///
/// It is the mean of smooth curves through standard normal numbers at their knots, as ``GustCurve``, and 0 at the first
/// knot, so that a rain begins as its settings say. A loop of less than 6 minutes has none.
struct SlowCurve: Sendable {
  /// The quantity that moves; the raw value is the number of a child of the key.
  enum Kind: Int {
    /// A knot every 4 minutes: the rain of one minute scatters about its course with a correlation of 3 to 8 minutes.
    case rainfall = 6
    /// Knots every 32, 8 and 2 minutes: measured sizes have an autocorrelation of .81, .48, .32 and .04 after 1, 5, 15 and
    /// 60 minutes, and these .88, .51, .24 and 0.
    case sizes = 7
  }

  static var pointsPerSecond: Int { 16 }
  private static var shortestLoop: Double { 360 }

  private let kind: Kind
  private let key: RandomKey
  private let timeline: Timeline
  /// The point of the last frame that was asked for.
  private var latest = (point: Int.min, value: 0.0)

  /// The walk of the sizes of a rendering.
  static func sizes(below root: RandomKey, _ timeline: Timeline) -> SlowCurve {
    SlowCurve(.sizes, gusts: Source.gusts.key(below: root), timeline)
  }

  /// A curve below the key of the gusts.
  init(_ kind: Kind, gusts: RandomKey, _ timeline: Timeline) {
    self.kind = kind
    self.timeline = timeline
    key = gusts.child(kind.rawValue)
  }

  /// The curve, and its variance, at a point of the first repetition of a loop, from the beginning.
  func value(atPoint point: Int) -> (value: Double, variance: Double) {
    if let loop = timeline.duration, loop < Self.shortestLoop { return (0, 0) }
    let seconds: InlineArray<3, Int> = kind == .rainfall ? [240, 0, 0] : [1920, 480, 120]
    let count = kind == .rainfall ? 1 : 3
    var (sum, variance) = (0.0, 0.0)
    for curve in 0..<count {
      let spacing = seconds[curve] * Self.pointsPerSecond
      guard
        let (knot, following, x) = timeline.knots(
          around: point, of: Self.pointsPerSecond, spacing: spacing)
      else { continue }
      let key = key.child(curve)
      let next = x * x * (3 - 2 * x)
      let (here, there) = (knot == 0 ? 0 : 1 - next, following == 0 ? 0 : next)
      let scale = 1 / ((1 - next) * (1 - next) + next * next).squareRoot()
      sum += (here * key.child(knot).normal + there * key.child(following).normal) * scale
      variance += (here * here + there * there) * scale * scale
    }
    return (sum / Double(count).squareRoot(), variance / Double(count))
  }

  func value(at frame: Int) -> Double { value(atPoint: point(of: frame)).value }

  /// The curve at the frame of a drop; many drops fall within one point.
  mutating func keptValue(at frame: Int) -> Double {
    let point = point(of: frame)
    if point != latest.point { latest = (point, value(atPoint: point).value) }
    return latest.value
  }

  private func point(of frame: Int) -> Int {
    let second = timeline.second(of: frame)
    let offset = (frame - timeline.start(of: second)) * Self.pointsPerSecond / timeline.sampleRate
    return timeline.secondInLoop(second) * Self.pointsPerSecond + offset
  }
}

extension Timeline {
  /// The knots before and after a point of a curve, counted from the beginning of the first repetition, and its place
  /// between them, 0 ..< 1; nil where a loop has room for less than two knots. `spacing` is that of the knots, in points.
  func knots(
    around point: Int, of pointsPerSecond: Int, spacing: Int
  ) -> (knot: Int, following: Int, x: Double)? {
    if let duration {
      // As many knots as come closest to the spacing.
      let points = duration * Double(pointsPerSecond)
      let count = Int(points / Double(spacing) + 0.5)
      if count < 2 { return nil }
      let position = Double(point) / points * Double(count)
      let knot = Int(position)
      return (knot % count, (knot + 1) % count, position - Double(knot))
    }
    // In integers, so that the result is exact at any time.
    let knot = point / spacing
    return (knot, knot + 1, Double(point - knot * spacing) / Double(spacing))
  }
}
