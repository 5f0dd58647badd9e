internal import RainDSP
internal import Text

/// The scale of a panel: its two ends, and the numbers beside it.
package struct ValueAxis: Sendable {
  let low: Double
  package let high: Double
  /// From the lowest to the highest.
  package let ticks: [(value: Double, label: String)]

  /// The place of a value, 0 ... 1.
  package func fraction(_ value: Double) -> Double {
    min(max((value - low) / (high - low), 0), 1)
  }

  /// A signed scale of amplitudes: equally far to both sides of 0, up to a round number, with three to five ticks
  /// on each side. For silence it ends at 1.
  package static func amplitude(peak: Double) -> ValueAxis {
    let peak = peak == 0 ? 1 : peak
    let steps = AxisTicks(into: peak, atMost: 5)
    // The Float nearest to a round number may lie just above it.
    var count = 1
    while steps.position(count) < peak * (1 - 1e-6) { count += 1 }
    return ValueAxis(steps, -count...count)
  }

  /// A scale for these numbers. It holds 0, except with `isLevel`, for numbers in dB, where nothing is 0.
  package static func numbers(_ values: [Double], isLevel: Bool = false) -> ValueAxis {
    var (least, most) = (values.min() ?? 0, values.max() ?? 0)
    if isLevel {
      // 20 dB at least, so that a small change looks small.
      let steps = AxisTicks(into: max(20, most - least), atMost: 4)
      least = min(least, most - 20)
      return ValueAxis(steps, steps.index(below: least)...steps.index(above: most))
    }
    (least, most) = (min(least, 0), max(most, 0))
    if least == most { most = 1 }
    let steps = AxisTicks(into: most - least, atMost: 4)
    return ValueAxis(steps, steps.index(below: least)...steps.index(above: most))
  }

  /// A scale of names, for the numbers of the names that occur.
  package static func choices(_ names: [String], _ values: [Double]) -> ValueAxis {
    let used = Set(values.map { Int($0) }).sorted()
    let (first, last) = (used.first ?? 0, used.last ?? 0)
    return ValueAxis(
      low: Double(first), high: Double(max(last, first + 1)),
      ticks: used.map { (Double($0), names[$0]) })
  }

  /// A scale of frequencies in Hz, of equal ratios, for their logarithms to the base of 2.
  package static func frequencies(_ range: ClosedRange<Double>) -> ValueAxis {
    let numbers = [0.1, 1, 10, 100, 1000, 10_000, 100_000].flatMap { [$0, 2 * $0, 5 * $0] }
    let (low, high) = (range.lowerBound, range.upperBound)
    return ValueAxis(
      low: Elementary.log2(low), high: Elementary.log2(high),
      ticks: numbers.filter { low * 0.999...high ~= $0 }.map {
        (max(Elementary.log2($0), Elementary.log2(low)), FixedPoint.brief($0))
      })
  }

  private init(_ steps: AxisTicks, _ range: ClosedRange<Int>) {
    self.init(
      low: steps.position(range.lowerBound), high: steps.position(range.upperBound),
      ticks: range.map { (steps.position($0), steps.label($0)) })
  }

  private init(low: Double, high: Double, ticks: [(value: Double, label: String)]) {
    (self.low, self.high, self.ticks) = (low, high, ticks)
  }
}
