/// The slow rise and fall of rain: a factor of mean 1 that drifts within seconds and minutes.
///
///     factor(t) = e^(spread · g(t) - spread² · variance(g) / 2)
///
/// g is the mean of several smooth random curves. Each goes through a standard normal number at each
/// of its knots. The knots of a curve lie half as far apart as those of the one before:
///
///     curve 0   o.......................o       a knot every 60 s       shared by all sources
///     curve 1   o...........o...........o       every 30 s              of this source alone
///     curve 2   o.....o.....o.....o.....o       every 15 s              shared
///     ...                                       ... to 1 or 2 s
///
/// Curves of equal power, an octave apart, are noise of the power 1/f, which is how the level of
/// recorded rain drifts. Every other curve is the same for all sources of a rendering, so that drops,
/// patter and the low and high ends of the bed rise and fall partly together: in recordings, the levels
/// of far bands have a correlation of about a half (measured on 57 recordings).
///
/// Between knots a curve follows the polynomial 3x² - 2x³ and is scaled to a standard deviation of 1 at
/// every moment, so the mean of the factor is exactly 1. In a loop a curve has a whole number of knots;
/// one that is slower than half the loop is left out.
struct GustCurve: ~Copyable {
  /// The curves whose mean is g.
  struct Curves {
    /// How many there are.
    private(set) var count = 0
    /// Points from knot to knot of each curve. In line, since reading an array in the render loop would
    /// count references.
    private(set) var spacings = InlineArray<12, Int>(repeating: 1)
    /// Points a second at which the factor is computed; between them it is linear.
    let pointsPerSecond: Int

    /// Curves with knots `slowest` seconds apart, half of that, a quarter ..., down to `fastest` seconds.
    init(slowest: Double, fastest: Double, pointsPerSecond: Int) {
      self.pointsPerSecond = pointsPerSecond
      var spacing = slowest
      while spacing >= fastest && count < 12 {
        spacings[count] = max(1, Int(spacing * Double(pointsPerSecond) + 0.5))
        count += 1
        spacing /= 2
      }
    }

    /// Gusts, in seconds; recordings have hardly more power above 0.5 Hz than chance gives them.
    static func gusts(slowest: Double) -> Curves {
      Curves(slowest: slowest, fastest: 1, pointsPerSecond: 16)
    }
    /// Clusters within tenths of a second: a knot every 0.15 and 0.075 s.
    static var clusters: Curves { Curves(slowest: 0.15, fastest: 0.07, pointsPerSecond: 160) }
  }

  /// The sources with curves of their own. The raw value is the number of a child of the key.
  enum Walker: Int {
    case drops = 1
    case patter = 2
    case bed = 3
    case lowBed = 4
    /// The clusters of the patter, which share nothing.
    case clusters = 5
    /// The child for the curves that all sources share.
    fileprivate static let shared = 0
  }

  /// What makes one curve of factors.
  private struct Law {
    let spread: Double
    let curves: Curves
    /// The keys of even and of odd curves.
    let sharedKey: RandomKey
    let key: RandomKey
  }

  /// The law of a rain that rests, or of the second that was computed last.
  private var law: Law
  let timeline: Timeline
  /// Where the settings move, what makes laws of them.
  private let source: (walker: Walker, key: RandomKey)?
  private var course: (second: Int, settings: InlineArray<4, Settings>)?
  /// Whether the factor is 1 at all times.
  let isFlat: Bool
  /// The factor at the points of one even and one odd second, and at their ends.
  private var points: FixedArray<Float>
  /// The seconds that `points` holds.
  private var seconds = (even: Int.min, odd: Int.min)

  /// - Parameters:
  ///   - spread: the standard deviation of the factor's logarithm, 0 or more; 0: the factor is 1.
  ///   - curves: those whose mean is g.
  ///   - sharedKey: of every other curve, from the first; nil: `key`.
  ///   - key: equal keys give equal curves at every spread.
  ///   - timeline: its seconds; in a loop, the curves return to their beginnings.
  init(
    spread: Double, curves: Curves, sharedKey: RandomKey? = nil, key: RandomKey, timeline: Timeline
  ) {
    law = Law(spread: spread, curves: curves, sharedKey: sharedKey ?? key, key: key)
    self.timeline = timeline
    source = nil
    course = nil
    isFlat = spread == 0
    points = FixedArray(repeating: 0, count: 2 * (curves.pointsPerSecond + 1))
  }

  /// The gusts of a source, or the clusters of the patter.
  ///
  /// The bits of `gustTime` are a part of the key: rains with another time have other gusts at the same
  /// seed.
  ///
  /// - Parameters:
  ///   - walker: the source.
  ///   - course: the settings at the beginning, and those that come.
  ///   - timeline: its seconds.
  ///   - root: the key of the rendering.
  init(_ walker: Walker, in course: CourseSizes, _ timeline: Timeline, _ root: RandomKey) {
    let rain = course.start.rain
    let key = walker == .clusters ? Source.clusters.key(below: root) : Source.gusts.key(below: root)
    let law = Self.law(
      of: walker, spread: Self.spread(of: walker, in: rain), gustTime: rain.gustTime, key: key)
    self.law = law
    self.timeline = timeline
    source = (walker, key)
    self.course = nil
    isFlat = Self.spread(of: walker, in: course.bounds.high) == 0
    points = FixedArray(repeating: 0, count: 2 * (law.curves.pointsPerSecond + 1))
  }

  /// The settings of the gusts at a moment of a course.
  private struct Settings {
    let spread: Double
    /// The time of the slowest gust; the time that it changes over to, and how far it has come.
    let gustTime: Double
    let nextGustTime: Double
    let share: Double

    init(_ walker: Walker, _ moment: CourseMoment) {
      spread = GustCurve.spread(of: walker, in: moment.rain)
      let moves = walker != .clusters
      gustTime = moves ? moment.rain.gustTime : 0
      nextGustTime = moves ? moment.next.gustTime : 0
      share = moves ? moment.share.gustTime : 0
    }
  }

  private static func spread(of walker: Walker, in rain: Rain) -> Double {
    switch walker {
    case .drops: rain.gust
    case .patter: rain.patterGust
    case .bed, .lowBed: rain.gust * rain.bedModulation
    case .clusters: rain.patterCluster
    }
  }

  private static func law(
    of walker: Walker, spread: Double, gustTime: Double, key: RandomKey
  ) -> Law {
    if walker == .clusters {
      return Law(spread: spread, curves: .clusters, sharedKey: key, key: key)
    }
    let key = key.child(gustTime.bitPattern)
    return Law(
      spread: spread, curves: .gusts(slowest: gustTime), sharedKey: key.child(Walker.shared),
      key: key.child(walker.rawValue))
  }

  /// Takes the settings of a tile of a course: those of the seconds that it touches.
  mutating func tune(to settings: TileSettings) {
    guard let source else { return }
    // Points from before the first tile of a course are those of a rain that rests.
    if !isTuned { seconds = (.min, .min) }
    course = (
      settings.second, InlineArray { Settings(source.walker, settings.seconds[$0]) }
    )
  }

  /// Whether its points are those of a course.
  var isTuned: Bool { course != nil }

  /// Whether the factor is 1 throughout a second.
  func isFlat(second: Int) -> Bool {
    guard !isFlat, course != nil else { return isFlat }
    let (before, here) = settings(of: second)
    return before.spread == 0 && here.spread == 0
  }

  /// Those at the beginnings of the second before and of this one.
  private func settings(of second: Int) -> (before: Settings, here: Settings) {
    guard let course else { preconditionFailure("a course") }
    let place = second - course.second
    precondition((0...2).contains(place), "a second of the tile")
    return (course.settings[place], course.settings[place + 1])
  }

  /// Multiplies each number by the factor at its time: 0, `step`, 2 · `step` ... seconds after the
  /// beginning of a second.
  mutating func scale(_ numbers: inout MutableSpan<Double>, second: Int, step: Double) {
    if isFlat { return }
    let first = load(second)
    for index in numbers.indices {
      numbers[index] *= factor(from: first, offset: step * Double(index))
    }
  }

  /// The factor `offset` seconds after the beginning of the second whose points begin at `first`.
  @inline(__always)
  private func factor(from first: Int, offset: Double) -> Double {
    let position = offset * Double(law.curves.pointsPerSecond)
    let point = min(Elementary.floor(position), law.curves.pointsPerSecond - 1)
    let here = Double(points[first + point])
    let next = Double(points[first + point + 1])
    return here + (next - here) * (position - Double(point))
  }

  /// Writes the factors at every `step`th frame from `start` on.
  mutating func read(into factors: inout FixedArray<Float>, from start: Int, step: Int) {
    var frame = start
    // The second that holds the frame, and the first of its points.
    var (second, point) = (start..<start, 0)
    for index in 0..<factors.count {
      if frame >= second.upperBound {
        let number = timeline.second(of: frame)
        second = timeline.start(of: number)..<timeline.start(of: number + 1)
        point = load(number)
      }
      let offset = Double(frame - second.lowerBound) / Double(timeline.sampleRate)
      factors[index] = Float(factor(from: point, offset: offset))
      frame += step
    }
  }

  /// Computes the points of a second, unless they are there. Returns the index of the first.
  private mutating func load(_ second: Int) -> Int {
    let isEven = second & 1 == 0
    let first = isEven ? 0 : law.curves.pointsPerSecond + 1
    if second == (isEven ? seconds.even : seconds.odd) { return first }
    let identity = timeline.identity(of: second)
    if course != nil {
      computePoints(from: first, second: second, identity: identity)
    } else {
      // For each curve, the knot before the last point, and the normal numbers there and at the next.
      var normals = Normals(repeating: (-1, 0, 0))
      for point in 0...law.curves.pointsPerSecond {
        points[first + point] = Float(
          factor(of: law, second: identity, point: point, between: &normals))
      }
    }
    if isEven { seconds.even = second } else { seconds.odd = second }
    return first
  }

  /// For each curve, the knot before a point, and the normal numbers there and at the next.
  private typealias Normals = InlineArray<12, (knot: Int, here: Double, next: Double)>

  /// Computes the points of a second of a course: the factors glide from those of the settings at the
  /// beginning of the second before to those at its own beginning. Where `gustTime` changes over, the
  /// curves of one time fade into those of the other.
  private mutating func computePoints(
    from first: Int, second: Int, identity: Int
  ) {
    let (before, here) = settings(of: second)
    let laws: InlineArray<4, (law: Law, share: Double)> = [
      (law(before, before.gustTime), 1 - before.share),
      (law(before, before.nextGustTime), before.share),
      (law(here, here.gustTime), 1 - here.share),
      (law(here, here.nextGustTime), here.share),
    ]
    let rests =
      before.spread == here.spread && before.gustTime == here.gustTime && before.share == 0
      && here.share == 0
    var normals = InlineArray<4, Normals>(repeating: Normals(repeating: (-1, 0, 0)))
    for point in 0...law.curves.pointsPerSecond {
      var factors: (before: Double, here: Double) = (0, 0)
      for number in 0..<4 where laws[number].share > 0 && !(rests && number != 2) {
        let factor = factor(
          of: laws[number].law, second: identity, point: point, between: &normals[number])
        let part = laws[number].share == 1 ? factor : laws[number].share * factor
        if number < 2 { factors.before += part } else { factors.here += part }
      }
      let x = Double(point) / Double(law.curves.pointsPerSecond)
      points[first + point] = Float(
        rests ? factors.here : factors.before + x * (factors.here - factors.before))
    }
  }

  private func law(_ settings: Settings, _ gustTime: Double) -> Law {
    guard let (walker, key) = source else { return law }
    return Self.law(of: walker, spread: settings.spread, gustTime: gustTime, key: key)
  }

  /// The factor at a point. `normals` keeps the numbers of the knots from point to point.
  private func factor(
    of law: Law, second: Int, point: Int, between normals: inout Normals
  ) -> Double {
    let (curves, spread) = (law.curves, law.spread)
    var sum = 0.0
    var kept = 0.0
    for curve in 0..<curves.count {
      guard
        let (knot, following, x) = place(
          second: second, point: point, of: curves, spacing: curves.spacings[curve])
      else { continue }
      if normals[curve].knot != knot {
        let key = (curve & 1 == 0 ? law.sharedKey : law.key).child(curve)
        normals[curve] = (knot, key.child(knot).normal, key.child(following).normal)
      }
      let next = x * x * (3 - 2 * x)
      let variance = (1 - next) * (1 - next) + next * next
      sum += (normals[curve].here * (1 - next) + normals[curve].next * next) / variance.squareRoot()
      kept += 1
    }
    let g = sum / Double(curves.count).squareRoot()
    return Elementary.exp(spread * g - spread * spread / 2 * (kept / Double(curves.count)))
  }

  /// The knots before and after a point of a second, and its place between them, 0 ..< 1; nil where a
  /// loop has room for less than two knots.
  private func place(
    second: Int, point: Int, of curves: Curves, spacing: Int
  ) -> (knot: Int, following: Int, x: Double)? {
    if let duration = timeline.duration {
      // As many knots as come closest to the spacing.
      let points = duration * Double(curves.pointsPerSecond)
      let count = Int(points / Double(spacing) + 0.5)
      if count < 2 { return nil }
      let position =
        Double(second * curves.pointsPerSecond + point) / points * Double(count)
      let knot = Int(position)
      return (knot % count, (knot + 1) % count, position - Double(knot))
    }
    // In integers, so that the result is exact at any time.
    let numerator = second * curves.pointsPerSecond + point
    let knot = numerator / spacing
    return (knot, knot + 1, Double(numerator - knot * spacing) / Double(spacing))
  }
}
