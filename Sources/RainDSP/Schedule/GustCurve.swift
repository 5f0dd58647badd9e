/// The slow rise and fall of rain: a factor of mean 1 that drifts within seconds and minutes.
///
///     factor(t) = e^(spread · g(t) - spread² · variance(g) / 2) · drift(t) · number(t)
///     drift(t)  = e^(drift · d(t) - drift² · variance(d) / 2)
///     number(t) = e^(-2.27 · walk · s(t))                           of drops and ticks alone
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
/// d and s are slower (``SlowCurve``), and the same for all sources: the rain of one minute scatters by 0.35 (even rain) to
/// 0.8 (showers) about its course, and its sizes, with which the number goes (``SizeLaw``), by 0.184. The rate of drops
/// and patter follows d, and the power of the bed.
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
    /// The standard deviation of each, and the root of the sum of their squares.
    private(set) var weights = InlineArray<12, Double>(repeating: 1)
    private(set) var power = 0.0
    /// Points a second at which the factor is computed; between them it is linear.
    let pointsPerSecond: Int

    /// Curves with knots `slowest` seconds apart, half of that, a quarter ..., down to `fastest` seconds.
    init(slowest: Double, fastest: Double, pointsPerSecond: Int) {
      self.pointsPerSecond = pointsPerSecond
      var spacing = slowest
      while spacing >= fastest && count < 12 {
        spacings[count] = max(1, Int(spacing * Double(pointsPerSecond) + 0.5))
        power += 1
        count += 1
        spacing /= 2
      }
    }

    /// The curves of the wind, down to 0.12 s: those that are shared, at the same knots, weigh more
    /// than its own; below 1 s their power shrinks as the root of their spacing, as that of
    /// recorded wind (49 recordings).
    init(windOver slowest: Double) {
      self.init(slowest: slowest, fastest: 0.117, pointsPerSecond: 64)
      power = 0
      for curve in 0..<count {
        let spacing = slowest / Double(1 << curve)
        if spacing >= 1 { spacings[curve] = 4 * Int(spacing * 16 + 0.5) }
        weights[curve] = curve & 1 == 0 ? 1 : 0.6
        if spacing < 1 { weights[curve] = spacing.squareRoot().squareRoot() }
        power += weights[curve] * weights[curve]
      }
    }

    /// Clusters within tenths of a second: a knot every 0.15 and 0.075 s.
    static var clusters: Curves { Curves(slowest: 0.15, fastest: 0.07, pointsPerSecond: 160) }
  }

  /// Who follows the gusts, each by curves of its own. The raw value is the number of a child of the key.
  enum Follower: Int {
    case drops = 1
    case patter = 2
    case bed = 3
    case lowBed = 4
    /// The clusters of the patter, which share nothing.
    case clusters = 5
    /// Its factor is that of the amplitude of the wind.
    case wind = 8
    /// Its fast ripple, which shares nothing either.
    case ripple = 9
    /// Whether it moves within tenths of a second, whatever `gustTime` is.
    var isFast: Bool { self == .clusters || self == .ripple }
    /// The child for the curves that all sources share.
    fileprivate static let shared = 0
  }

  /// The curves of one `gustTime`, and the keys of the even and of the odd ones.
  private struct Model {
    let curves: Curves
    let sharedKey: RandomKey
    let key: RandomKey
  }

  private let follower: Follower
  private var key: RandomKey
  private let pointsPerSecond: Int
  let timeline: Timeline
  /// A second, and the settings at the beginnings of the one before it, of this one, and of the next two.
  private var around: (second: Int, settings: InlineArray<4, Settings>)
  /// Whether the factor is 1 at all times.
  let isFlat: Bool
  /// The factor at the points of one even and one odd second, and at their ends.
  private var points: FixedArray<Float>
  /// The even and the odd second that `points` holds.
  private var loaded = InlineArray<2, Int>(repeating: .min)

  /// The gusts of a source, or the clusters of the patter.
  ///
  /// The bits of `gustTime` are a part of the key: rains with another time have other gusts at the
  /// same seed. Equal keys give equal curves at every spread; in a loop, they return to their
  /// beginnings.
  init(_ follower: Follower, in bounds: RainBounds, _ timeline: Timeline, _ root: RandomKey) {
    self.follower = follower
    self.timeline = timeline
    key = Self.key(of: follower, root)
    around = (0, InlineArray(repeating: Settings(follower, bounds.start)))
    isFlat = Settings(follower, AutomationMoment(bounds.high)).isFlat
    let curves = Self.curves(of: follower, gustTime: bounds.start.rain[.gustTime])
    pointsPerSecond = curves.pointsPerSecond
    points = FixedArray(repeating: 0, count: 2 * (pointsPerSecond + 1))
  }

  private static func key(of follower: Follower, _ root: RandomKey) -> RandomKey {
    switch follower {
    case .clusters: Source.clusters.key(below: root)
    case .ripple: Source.wind.key(below: root).child(-1)
    default: Source.gusts.key(below: root)
    }
  }

  mutating func restart(_ root: RandomKey) {
    key = Self.key(of: follower, root)
    loaded = InlineArray(repeating: .min)
  }

  /// The settings of the gusts at a moment of an automation.
  private struct Settings: Equatable {
    let spread: Double
    /// The spread of the drift, and of the number of drops, as their sizes walk.
    let drift: Double
    let sizes: Double
    /// How far a bed follows, which differs from place to place.
    let modulation: Double
    /// The time of the slowest gust; the time that it changes over to, and how far it has come.
    let gustTime: Double
    let nextGustTime: Double
    let share: Double

    init(_ follower: Follower, _ moment: AutomationMoment) {
      let rain = moment.rain
      // The factor of a level is the root of that of its power.
      (spread, drift) =
        switch follower {
        case .drops: (rain[.gust], rain[.drift])
        case .patter: (rain[.patterGust], rain[.drift])
        case .bed, .lowBed: (rain[.gust] * rain[.bedModulation], rain[.drift] / 2)
        case .clusters: (rain[.patterCluster], 0)
        case .wind: (moment.windSpread, 0)
        case .ripple: (moment.windRipple, 0)
        }
      modulation = follower == .bed || follower == .lowBed ? rain[.bedModulation] : 0
      let sizes = SizeLaw.number * rain.sizeWalk
      self.sizes = follower == .drops ? sizes * rain[.sizeSpread] : follower == .patter ? sizes : 0
      let moves = !follower.isFast
      gustTime = moves ? moment.rain[.gustTime] : 0
      nextGustTime = moves ? moment.next.gustTime : 0
      share = moves ? moment.share.gustTime : 0
    }

    /// Whether the factor is 1.
    var isFlat: Bool { spread == 0 && drift == 0 }
  }

  private static func curves(of follower: Follower, gustTime: Double) -> Curves {
    // Recordings have hardly more power above 0.5 Hz than chance gives them.
    switch follower {
    case .clusters, .ripple: .clusters
    case .wind: Curves(windOver: gustTime)
    default: Curves(slowest: gustTime, fastest: 1, pointsPerSecond: 16)
    }
  }

  /// The shortest loop in s in which gusts of a time are heard: it has room for two knots of the fastest curve.
  static func leastLoop(_ gustTime: Double) -> Double {
    let curves = curves(of: .drops, gustTime: gustTime)
    return 1.5 * Double(curves.spacings[curves.count - 1]) / Double(curves.pointsPerSecond)
  }

  private func model(gustTime: Double) -> Model {
    let curves = Self.curves(of: follower, gustTime: gustTime)
    if follower.isFast { return Model(curves: curves, sharedKey: key, key: key) }
    let key = key.child(gustTime.bitPattern)
    return Model(
      curves: curves, sharedKey: key.child(Follower.shared), key: key.child(follower.rawValue))
  }

  /// Takes the settings of the tile that the automation has read: those of the seconds that it touches.
  mutating func apply(_ automation: borrowing AutomationReader) {
    around.second = automation.second
    for index in 0..<4 { around.settings[index] = Settings(follower, automation.seconds[index]) }
  }

  /// Whether the factor is 1 throughout a second.
  func isFlat(second: Int) -> Bool {
    if isFlat { return true }
    let (before, here) = settings(of: second)
    return before.isFlat && here.isFlat
  }

  /// The settings at the beginnings of the second before and of this one; beyond the seconds of the tile, those of the
  /// nearest.
  private func settings(of second: Int) -> (before: Settings, here: Settings) {
    let index = max(0, min(second - around.second, 2))
    return (around.settings[index], around.settings[index + 1])
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
    let position = offset * Double(pointsPerSecond)
    let point = min(Elementary.floor(position), pointsPerSecond - 1)
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
    let first = (second & 1) * (pointsPerSecond + 1)
    if loaded[second & 1] == second { return first }
    computePoints(from: first, second: second, identity: timeline.secondInLoop(second))
    loaded[second & 1] = second
    return first
  }

  /// For each curve, the knot before a point, and the normal numbers there and at the next.
  private typealias Normals = InlineArray<12, (knot: Int, here: Double, next: Double)>

  /// A factor for each point of a second, and its end: room for the 160 of clusters.
  private typealias Factors = InlineArray<161, Double>

  /// Computes the points of a second: the factors glide from those of the settings at the beginning of the
  /// second before to those at its own beginning. Where `gustTime` changes over, the curves of one time fade
  /// into those of the other.
  private mutating func computePoints(from first: Int, second: Int, identity: Int) {
    let (before, here) = settings(of: second)
    let isConstant = before == here && here.share == 0
    var (start, end) = (Factors(repeating: 0), Factors(repeating: 0))
    if !isConstant { add(before, second: identity, to: &start) }
    add(here, second: identity, to: &end)
    // After a passage, within half of the second: the filters behind the bed then forget it within
    // two.
    let haste = before.modulation == here.modulation ? 1.0 : 2
    for point in 0...pointsPerSecond {
      let x = min(1, haste * Double(point) / Double(pointsPerSecond))
      points[first + point] = Float(
        isConstant ? end[point] : start[point] + x * (end[point] - start[point]))
    }
  }

  /// Adds the factors by the settings of a moment: by the curves of its `gustTime`, and of the next.
  private func add(_ settings: Settings, second: Int, to factors: inout Factors) {
    add(settings, settings.gustTime, 1 - settings.share, second: second, to: &factors)
    add(settings, settings.nextGustTime, settings.share, second: second, to: &factors)
  }

  private func add(
    _ settings: Settings, _ gustTime: Double, _ share: Double, second: Int,
    to factors: inout Factors
  ) {
    if share == 0 { return }
    let model = model(gustTime: gustTime)
    var normals = Normals(repeating: (-1, 0, 0))
    let slow = slowLogarithm(settings, second: second, point: 0)
    let rise = slowLogarithm(settings, second: second, point: SlowCurve.pointsPerSecond) - slow
    for point in 0...pointsPerSecond {
      let factor = factor(
        of: model, settings, slow: slow + rise * Double(point) / Double(pointsPerSecond),
        second: second, point: point, between: &normals)
      factors[point] += share == 1 ? factor : share * factor
    }
  }

  /// The factor at a point. `normals` keeps the numbers of the knots from point to point.
  private func factor(
    of model: Model, _ settings: Settings, slow: Double, second: Int, point: Int,
    between normals: inout Normals
  ) -> Double {
    let (curves, spread) = (model.curves, settings.spread)
    var sum = 0.0
    var kept = 0.0
    for curve in 0..<curves.count {
      guard
        let (knot, following, x) = timeline.knots(
          around: second * curves.pointsPerSecond + point, of: curves.pointsPerSecond,
          spacing: curves.spacings[curve])
      else { continue }
      if normals[curve].knot != knot {
        let key = (curve & 1 == 0 ? model.sharedKey : model.key).child(curve)
        normals[curve] = (knot, key.child(knot).normal, key.child(following).normal)
      }
      let next = x * x * (3 - 2 * x)
      let variance = (1 - next) * (1 - next) + next * next
      let weight = curves.weights[curve]
      sum +=
        weight * (normals[curve].here * (1 - next) + normals[curve].next * next)
        / variance.squareRoot()
      kept += weight * weight
    }
    let g = sum / curves.power.squareRoot()
    return Elementary.exp(spread * g - spread * spread / 2 * (kept / curves.power) + slow)
  }

  /// The logarithm of the factor that minutes bring at a point: the drift of the rainfall, of mean 1, and that of the
  /// number of drops, as their sizes walk.
  private func slowLogarithm(_ settings: Settings, second: Int, point: Int) -> Double {
    let point = second * SlowCurve.pointsPerSecond + point
    var sum = 0.0
    if settings.drift > 0 {
      let drift = SlowCurve(.rainfall, gusts: key, timeline).value(atPoint: point)
      sum = settings.drift * drift.value - settings.drift * settings.drift / 2 * drift.variance
    }
    if settings.sizes != 0 {
      sum += settings.sizes * SlowCurve(.sizes, gusts: key, timeline).value(atPoint: point).value
    }
    return sum
  }
}
