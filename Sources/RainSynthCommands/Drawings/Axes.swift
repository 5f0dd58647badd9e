/// The scale of a panel: its two ends, and the numbers beside it.
package struct ValueAxis: Sendable {
  let low: Double
  package let high: Double
  /// From the lowest to the highest.
  package let ticks: [(value: Double, label: String)]

  /// The position of a value, 0 ... 1.
  package func fraction(_ value: Double) -> Double { min(max((value - low) / (high - low), 0), 1) }

  /// Amplitudes, equally far to both sides of 0, up to a round number; for silence, up to 1.
  package static func amplitude(peak: Double) -> ValueAxis {
    let peak = peak == 0 ? 1 : peak
    let steps = AxisTicks(into: peak, atMost: 5)
    // The Float nearest to a round number may lie just above it.
    var count = 1
    while steps.position(count) < peak * (1 - 1e-6) { count += 1 }
    return steps.axis(-count...count)
  }

  /// A scale for these numbers. It holds 0, except with `isLevel`, for numbers in dB, where nothing is 0.
  package static func numbers(_ values: [Double], isLevel: Bool = false) -> ValueAxis {
    var (least, most) = (values.min() ?? 0, values.max() ?? 0)
    if isLevel {
      // 20 dB at least, so that a small change looks small.
      least = min(least, most - 20)
    } else {
      (least, most) = (min(least, 0), max(most, 0))
      // Less than a Float can be is no length.
      if most - least < 1e-45 { (least, most) = (0, 1) }
    }
    let steps = AxisTicks(into: most - least, atMost: 4)
    return steps.axis(steps.index(below: least)...steps.index(above: most))
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
}

/// The axis below the panels: of time, of sizes, or of frequencies.
package struct TimeAxis: Sendable {
  package enum Unit: Sendable, Hashable {
    case milliseconds, clock, millimeters
    case frequencies(from: Double)
  }

  /// In ms or mm, in octaves, or in s on a clock.
  let length: Double
  let unit: Unit
  /// When a clock begins, in s from 1970 on; nil if it begins at 0.
  let start: Double?
  /// The day of such a time.
  private let day: @Sendable (Double) -> String

  package init(
    length: Double, _ unit: Unit, start: Double? = nil,
    day: @escaping @Sendable (Double) -> String = { _ in "" }
  ) {
    precondition(length > 0 && length.isFinite, "what is drawn has a length")
    (self.length, self.unit, self.start, self.day) = (length, unit, start, day)
  }

  var name: String {
    [.milliseconds: "time, ms", .millimeters: "diameter, mm", .clock: "time"][unit]
      ?? "frequency, Hz"
  }
  /// The unit in a terminal, left of the times; times of a clock need none.
  var symbol: String { [.milliseconds: "ms", .millimeters: "mm"][unit] ?? "" }
  /// The room that a tick and its label take, in characters.
  var columnsPerTick: Int { unit == .clock ? 10 : 8 }

  /// The steps of clocks, in s.
  private static let clockSteps = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600,
    43_200, 86_400,
  ]

  /// Round times from 0 to the end, at most so many steps, and their labels.
  func ticks(atMost count: Int) -> [(share: Double, label: String)] {
    // A tick at the end of the axis must not be lost by rounding.
    let end = length * (1 + 1e-9)
    switch unit {
    case .frequencies(let low):
      let axis = ValueAxis.frequencies(low...low * Elementary.exp2(length))
      return axis.ticks.map { (axis.fraction($0.value), $0.label) }
    case .milliseconds, .millimeters:
      let steps = AxisTicks(into: length, atMost: max(2, count))
      return (0...Int(end / steps.position(1))).map { index in
        (min(steps.position(index) / length, 1), steps.label(index))
      }
    case .clock:
      let count = max(1, count)
      let step =
        Self.clockSteps.first { length / $0 <= Double(count) }
        ?? AxisTicks(into: length / 86_400, atMost: count).position(1) * 86_400
      // They lie anywhere in the picture where the clock has a beginning.
      let begin = start ?? 0
      let first = (begin / step).rounded(.up)
      return (0...Int(end / step)).map { (first + Double($0)) * step }.filter { $0 <= begin + end }
        .map { (min(($0 - begin) / length, 1), label($0, step: step)) }
    }
  }

  /// A time on a clock; where that has a beginning, the day at midnight.
  private func label(_ time: Double, step: Double) -> String {
    guard start != nil else {
      return step < 1
        ? "\(FixedPoint.text(time, decimals: 1)) s" : Duration.seconds(Int(time)).clockText
    }
    let second = Int(time - (time / 86_400).rounded(.down) * 86_400)
    if second == 0 { return day(time) }
    let parts = [second / 3600, second / 60 % 60, second % 60]
    return parts.prefix(step < 60 ? 3 : 2).map { "\($0)".padded(to: 2, with: "0") }
      .joined(separator: ":")
  }
}

/// Round numbers along an axis: the multiples of a step that is 1, 2 or 5 times a power of ten.
package struct AxisTicks {
  private let mantissa: Int
  private let exponent: Int

  /// The smallest step that goes at most `most` times into a length above 0.
  package init(into length: Double, atMost most: Int) {
    precondition(length > 0 && length.isFinite && most > 0, "steps divide a length")
    // The length of a sample is at least the smallest Float, 1.4e-45.
    for exponent in -46..<300 {
      for mantissa in [1, 2, 5]
      where length < Self.number((most + 1) * mantissa, exponent) {
        self.mantissa = mantissa
        self.exponent = exponent
        return
      }
    }
    preconditionFailure("the length is longer than any axis")
  }

  package func position(_ index: Int) -> Double { Self.number(index * mantissa, exponent) }

  /// The scale from one multiple to another, with all between them.
  fileprivate func axis(_ range: ClosedRange<Int>) -> ValueAxis {
    ValueAxis(
      low: position(range.lowerBound), high: position(range.upperBound),
      ticks: range.map { (position($0), label($0)) })
  }

  /// The last multiple that does not lie above a value, or the first one that does not lie below it; a value that
  /// rounding has moved counts as its multiple.
  func index(below value: Double) -> Int { Int((value / position(1) + 1e-6).rounded(.down)) }
  func index(above value: Double) -> Int { Int((value / position(1) - 1e-6).rounded(.up)) }

  /// Multiple `index` with as many decimals as its neighbours, or with an exponent if that is long.
  package func label(_ index: Int) -> String {
    if index == 0 { return "0" }
    if exponent >= 0 && exponent <= 6 { return FixedPoint.text(position(index), decimals: 0) }
    if exponent < 0 && exponent >= -4 {
      return FixedPoint.text(position(index), decimals: -exponent)
    }
    var digits = (index * mantissa).magnitude
    var exponent = exponent
    while digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
    var text = String(digits)
    if text.utf8.count > 1 {
      exponent += text.utf8.count - 1
      text.insert(".", at: text.index(after: text.startIndex))
    }
    return "\(index < 0 ? "-" : "")\(text)e\(exponent)"
  }

  private static func number(_ mantissa: Int, _ exponent: Int) -> Double {
    Double("\(mantissa)e\(exponent)") ?? .infinity
  }
}

/// Puts labels side by side, each as near to the position it wants as the others allow.
package enum LabelLayout {
  /// The left ends of labels of these widths that should start at `wishes`, in rising order. They do
  /// not overlap, and lie within `bounds` if all of them fit.
  package static func lefts<Length: Numeric & Comparable>(
    wishes: [Length], widths: [Length], gap: Length, within bounds: ClosedRange<Length>
  ) -> [Length] {
    precondition(wishes.count == widths.count, "each label has a width")
    var lefts = wishes
    var end = bounds.upperBound
    for index in lefts.indices.reversed() {
      lefts[index] = min(lefts[index], end - widths[index])
      end = lefts[index] - gap
    }
    end = bounds.lowerBound
    for index in lefts.indices {
      lefts[index] = max(lefts[index], end)
      end = lefts[index] + widths[index] + gap
    }
    return lefts
  }
}
