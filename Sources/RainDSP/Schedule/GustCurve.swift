/// The slow rise and fall of rain: a factor of mean 1 that drifts within seconds.
///
///     factor(t) = e^(spread · g(t) - spread² / 2)
///
/// g is the sum of two or three smooth random curves, each of which goes through a standard normal
/// number at each of its knots:
///
///     curve 1   o.o..o..o.o...o..o.o..o     a knot every 0.3 s
///     curve 2   o   .   o   .   o   .       every 0.6 s
///     curve 3   o       .       o           every 1.2 s
///
/// Between knots a curve follows the polynomial 3x² - 2x³. At every moment the sum is scaled to a
/// standard deviation of 1, so the logarithm of the factor is normal and the mean of the factor is
/// exactly 1.
///
/// Rain clusters in this way (Kostinski & Jameson 1997, "Fluctuation properties of precipitation").
/// The spacings were chosen so that the modulation of the envelope fits recordings of rain: it is
/// strongest from 0.5 to 2 Hz and hardly reaches below that.
struct GustCurve: ~Copyable {
  /// The curves whose sum is g.
  struct Curves {
    /// How many there are, up to three.
    let count: Int
    /// Seconds between the knots of each curve, as a fraction, so that knots lie exactly at any time.
    /// In line, since reading an array in the render loop would count references.
    let knots: InlineArray<3, (seconds: Int, divisor: Int)>
    /// Points a second at which the factor is computed; between them it is linear.
    let pointsPerSecond: Int

    /// Gusts of a second or two: a knot every 0.3, 0.6 and 1.2 s.
    static let gusts = Curves(count: 3, knots: [(3, 10), (3, 5), (6, 5)], pointsPerSecond: 32)
    /// Clusters within tenths of a second: a knot every 0.15 and 0.05 s.
    static let clusters = Curves(count: 2, knots: [(3, 20), (1, 20), (1, 1)], pointsPerSecond: 256)
  }

  private let spread: Double
  private let curves: Curves
  private let key: RandomKey
  private let timeline: Timeline
  /// The factor at the points of one even and one odd second, and at their ends.
  private var points: FixedArray<Float>
  /// The seconds that `points` holds.
  private var seconds = (even: Int.min, odd: Int.min)

  /// - Parameters:
  ///   - spread: the standard deviation of the factor's logarithm, 0 or more; 0: the factor is 1.
  ///   - curves: those whose sum is g.
  ///   - key: equal keys give equal curves g, whatever the spread.
  ///   - timeline: its seconds; in a loop, the curves return to their beginnings.
  init(spread: Double, curves: Curves = .gusts, key: RandomKey, timeline: Timeline) {
    self.spread = spread
    self.curves = curves
    self.key = key
    self.timeline = timeline
    points = FixedArray(repeating: 0, count: 2 * (curves.pointsPerSecond + 1))
  }

  /// Whether the factor is 1 at all times.
  var isFlat: Bool { spread == 0 }

  /// The factor `offset` seconds after the beginning of a second, 0 ... 1.
  mutating func factor(second: Int, offset: Double) -> Double {
    if isFlat { return 1 }
    return factor(from: load(second), offset: offset)
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

  /// Computes the points of a second, unless they are there. Returns the index of the first.
  private mutating func load(_ second: Int) -> Int {
    let isEven = second & 1 == 0
    let first = isEven ? 0 : curves.pointsPerSecond + 1
    if second == (isEven ? seconds.even : seconds.odd) { return first }
    // For each curve, the knot before the last point, and the normal numbers there and at the next.
    var normals = InlineArray<3, (knot: Int, here: Double, next: Double)>(repeating: (-1, 0, 0))
    for point in 0...curves.pointsPerSecond {
      points[first + point] = Float(
        factor(second: timeline.identity(of: second), point: point, between: &normals))
    }
    if isEven { seconds.even = second } else { seconds.odd = second }
    return first
  }

  /// The factor at a point. `normals` keeps the numbers of the knots from point to point.
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

  /// The knots before and after a point of a second, and its place between them, 0 ..< 1.
  private func place(
    second: Int, point: Int, among knots: (seconds: Int, divisor: Int)
  ) -> (knot: Int, following: Int, x: Double) {
    if let duration = timeline.duration {
      // A loop has a whole number of knots: the one that comes closest to the spacing.
      let spacing = Double(knots.seconds) / Double(knots.divisor)
      let count = max(1, Int(duration / spacing + 0.5))
      let time = Double(second) + Double(point) / Double(curves.pointsPerSecond)
      let position = time / duration * Double(count)
      let knot = Int(position)
      return (knot % count, (knot + 1) % count, position - Double(knot))
    }
    // In integers, so that the result is exact at any time.
    let numerator = (second * curves.pointsPerSecond + point) * knots.divisor
    let denominator = curves.pointsPerSecond * knots.seconds
    let knot = numerator / denominator
    let x = Double(numerator - knot * denominator) / Double(denominator)
    return (knot, knot + 1, x)
  }
}
