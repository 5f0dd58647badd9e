/// The slow rise and fall of rain: a factor of mean 1 that drifts within seconds.
///
///     factor(t) = e^(spread · g(t) - spread² / 2)
///
/// g is the mean of three (or two) smooth random curves, scaled to a standard deviation of 1 at
/// every moment, so that the mean of the factor is exactly 1. Each curve goes through a standard
/// normal number at each of its knots, by the polynomial 3x² - 2x³. Rain clusters in this way
/// (Kostinski & Jameson 1997); the spacings are fitted to the envelopes of recordings, of which the
/// longer ones rise and fall from .5 to 2 Hz and hardly more slowly.
struct GustCurve: ~Copyable {
  /// The curves that g is made of.
  struct Curves {
    /// How many there are, up to three.
    let count: Int
    /// Seconds between the knots of each curve, as a fraction. An array would be retained.
    let knots: InlineArray<3, (seconds: Int, divisor: Int)>
    /// Points a second at which the factor is computed; between them it is linear.
    let pointsPerSecond: Int

    /// Swells of a second or two: a knot every .3, .6 and 1.2 s.
    static let gusts = Curves(count: 3, knots: [(3, 10), (3, 5), (6, 5)], pointsPerSecond: 32)
    /// Bunches within tenths of a second: a knot every .15 and .05 s.
    static let clusters = Curves(count: 2, knots: [(3, 20), (1, 20), (1, 1)], pointsPerSecond: 256)
  }

  private let spread: Double
  private let curves: Curves
  private let key: RandomKey
  private let timeline: Timeline
  /// The factor at the points of two seconds, an even and an odd one, and at their ends.
  private var points: FixedArray<Float>
  private var seconds = (even: Int.min, odd: Int.min)

  /// - Parameters:
  ///   - spread: the standard deviation of the factor's logarithm; 0: the factor is 1.
  ///   - curves: what g is made of.
  ///   - key: equal keys give equal curves g, whatever the spread.
  ///   - timeline: the time over which the curves go; in a loop, they meet their own beginnings.
  init(spread: Double, curves: Curves = .gusts, key: RandomKey, timeline: Timeline) {
    self.spread = spread
    self.curves = curves
    self.key = key
    self.timeline = timeline
    points = FixedArray(repeating: 0, count: 2 * (curves.pointsPerSecond + 1))
  }

  /// Whether the factor is 1 at all times.
  var isFlat: Bool { spread == 0 }

  /// The factor `offset` seconds, 0 ... 1, after the beginning of a whole second.
  mutating func factor(second: Int, offset: Double) -> Double {
    if isFlat { return 1 }
    return factor(from: load(second), offset: offset)
  }

  /// Multiplies numbers by the factors 0, `step`, 2 `step` ... seconds after the beginning of a second.
  mutating func scale(_ numbers: inout MutableSpan<Double>, second: Int, step: Double) {
    if isFlat { return }
    let first = load(second)
    for index in numbers.indices {
      numbers[index] *= factor(from: first, offset: step * Double(index))
    }
  }

  /// The factor some seconds after the beginning of the second whose points begin at `first`.
  @inline(__always)
  private func factor(from first: Int, offset: Double) -> Double {
    let position = offset * Double(curves.pointsPerSecond)
    let point = min(Elementary.floor(position), curves.pointsPerSecond - 1)
    let here = Double(points[first + point])
    let next = Double(points[first + point + 1])
    return here + (next - here) * (position - Double(point))
  }

  /// The factor at a frame.
  mutating func factor(at frame: Int) -> Double {
    if isFlat { return 1 }
    let moment = timeline.moment(of: frame)
    return factor(second: moment.second, offset: moment.offset)
  }

  /// Computes the points of a second, unless they are there; gives the index of the first.
  private mutating func load(_ second: Int) -> Int {
    let isEven = second & 1 == 0
    let first = isEven ? 0 : curves.pointsPerSecond + 1
    if second == (isEven ? seconds.even : seconds.odd) { return first }
    // The normal numbers at the knots that the last point lay between, curve by curve.
    var normals = InlineArray<3, (knot: Int, here: Double, next: Double)>(repeating: (-1, 0, 0))
    for point in 0...curves.pointsPerSecond {
      points[first + point] = Float(
        factor(second: timeline.identity(of: second), point: point, between: &normals))
    }
    if isEven { seconds.even = second } else { seconds.odd = second }
    return first
  }

  private func factor(
    second: Int, point: Int,
    between normals: inout InlineArray<3, (knot: Int, here: Double, next: Double)>
  ) -> Double {
    var sum = 0.0
    var variance = 0.0
    for curve in 0..<curves.count {
      let (knot, following, x) = place(second: second, point: point, among: curves.knots[curve])
      if normals[curve].knot != knot {
        let key = key.child(curve)
        normals[curve] = (knot, key.child(knot).normal, key.child(following).normal)
      }
      let next = x * x * (3 - 2 * x)
      if knot == following {
        // A loop with a single knot: the curve is a constant.
        sum += normals[curve].here
        variance += 1
      } else {
        sum += normals[curve].here * (1 - next) + normals[curve].next * next
        variance += (1 - next) * (1 - next) + next * next
      }
    }
    let g = sum / variance.squareRoot()
    return Elementary.exp(spread * g - spread * spread / 2)
  }

  /// The knots before and after a point of a second, and how far from one to the other it lies.
  private func place(
    second: Int, point: Int, among knots: (seconds: Int, divisor: Int)
  ) -> (knot: Int, following: Int, x: Double) {
    if let duration = timeline.duration {
      // As many knots as come closest to the spacing, and a whole number of them in a loop.
      let spacing = Double(knots.seconds) / Double(knots.divisor)
      let count = max(1, Int(duration / spacing + 0.5))
      let time = Double(second) + Double(point) / Double(curves.pointsPerSecond)
      let position = time / duration * Double(count)
      let knot = Int(position)
      return (knot % count, (knot + 1) % count, position - Double(knot))
    }
    // The time in knots, exact for any second: a whole number and a fraction.
    let numerator = (second * curves.pointsPerSecond + point) * knots.divisor
    let denominator = curves.pointsPerSecond * knots.seconds
    let knot = numerator / denominator
    let x = Double(numerator - knot * denominator) / Double(denominator)
    return (knot, knot + 1, x)
  }
}
