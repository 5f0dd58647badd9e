/// The straight line nearest to weighted points, by least squares.
package struct LineFit {
  package let slope: Double
  package let intercept: Double
  /// The standard error of the slope where each weight is 1/variance of its point.
  package let standardError: Double

  package init(_ points: [(x: Double, y: Double, weight: Double)]) {
    let weight = points.reduce(0) { $0 + $1.weight }
    let x = points.reduce(0) { $0 + $1.weight * $1.x } / weight
    let y = points.reduce(0) { $0 + $1.weight * $1.y } / weight
    let spread = points.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.x - x) }
    slope = points.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.y - y) } / spread
    intercept = y - slope * x
    standardError = 1 / spread.squareRoot()
  }

  package func y(at x: Double) -> Double { intercept + slope * x }
}
