internal import Text

/// The axis of time below the panels.
package struct TimeAxis: Sendable {
  package enum Unit: Sendable { case milliseconds, clock }

  /// In ms, or in s on a clock.
  let length: Double
  let unit: Unit

  package init(length: Double, _ unit: Unit) {
    precondition(length > 0 && length.isFinite, "what is drawn has a length")
    self.length = length
    self.unit = unit
  }

  var name: String { unit == .milliseconds ? "time, ms" : "time" }
  /// The unit in a terminal, left of the times; times of a clock need none.
  var symbol: String { unit == .milliseconds ? "ms" : "" }
  /// The room that a tick and its label take, in characters.
  var columnsPerTick: Int { unit == .milliseconds ? 8 : 10 }

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
    case .milliseconds:
      let steps = AxisTicks(into: length, atMost: max(2, count))
      return (0...Int(end / steps.position(1))).map { index in
        (min(steps.position(index) / length, 1), steps.label(index))
      }
    case .clock:
      let count = max(1, count)
      let step =
        Self.clockSteps.first { length / $0 <= Double(count) }
        ?? AxisTicks(into: length / 86_400, atMost: count).position(1) * 86_400
      return (0...Int(end / step)).map { index in
        let time = Double(index) * step
        let label =
          step < 1
          ? "\(FixedPoint.text(time, decimals: 1)) s" : Duration.seconds(Int(time)).clockText
        return (min(time / length, 1), label)
      }
    }
  }
}
