/// A signed scale of amplitudes that holds a drop: equally far to both sides of 0, up to a round
/// number.
package struct AmplitudeScale {
  /// The scale runs from tick -count to tick count.
  package let count: Int
  private let steps: AxisTicks

  /// The scale for amplitudes up to `peak`, with three to five ticks on each side; for silence it
  /// ends at 1.
  package init(peak: Double) {
    let peak = peak == 0 ? 1 : peak
    steps = AxisTicks(into: peak, atMost: 5)
    // The Float nearest to a round number may lie just above it.
    var count = 1
    while steps.position(count) < peak * (1 - 1e-6) { count += 1 }
    self.count = count
  }

  /// The place of an amplitude on the scale, -1 ... 1.
  package func fraction(_ amplitude: Double) -> Double {
    min(max(amplitude / steps.position(count), -1), 1)
  }

  package func label(_ tick: Int) -> String {
    steps.label(tick)
  }
}
