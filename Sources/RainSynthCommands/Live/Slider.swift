/// A setting as a slider: a fraction from 0 to 1 for each of its values.
///
/// A setting that spans more than two decades, or is heard by ratios, moves by its logarithm; where that begins
/// at 0, the fraction 0 is 0 and all others lie above the floor.
package struct Slider {
  package let setting: Setting
  private let row: Setting.Row
  /// The least number above 0 of a slider that moves by ratios; nil for one that moves evenly.
  private let floor: Double?

  /// A slider for each setting, in the order of lists.
  package static let all = Setting.lists.flatMap { $0.settings.map(Slider.init) }

  init(_ setting: Setting) {
    self.setting = setting
    row = setting.row
    let range = row.handRange
    let (low, high) = (range.lowerBound, range.upperBound)
    if low > 0, row.scale == .ratio || high / low >= 100 {
      floor = low
    } else if low == 0, row.scale == .ratio {
      // 80 dB below the end of the range; or once a second or minute, or 1 Hz.
      floor = row.unit == .none ? high * 1e-4 : 1
    } else {
      floor = nil
    }
  }

  package var name: String { setting.name }
  package var title: String { row.title }
  /// The range of the slider. Numbers beyond it may be typed.
  private var range: ClosedRange<Double> { row.handRange }

  package func nearest(_ number: Double) -> Double {
    min(max(number, row.range.lowerBound), row.range.upperBound)
  }

  /// The fraction of a number, 0 ... 1.
  package func fraction(of number: Double) -> Double {
    let number = clamped(number)
    guard let floor else {
      return (number - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    if number < floor * 0.999 { return number <= range.lowerBound ? 0 : Self.step }
    let fraction = log(number / floor) / log(range.upperBound / floor)
    return range.lowerBound == 0 ? max(Self.step, fraction) : fraction
  }

  /// The number at a fraction, with as few digits as it needs.
  package func number(at fraction: Double) -> Double {
    if fraction <= 0 { return range.lowerBound }
    if fraction >= 1 { return range.upperBound }
    if row.isChoice { return (fraction * range.upperBound).rounded() }
    guard let floor else {
      let steps = AxisTicks(into: range.upperBound - range.lowerBound, atMost: 100)
      let number = range.lowerBound + fraction * (range.upperBound - range.lowerBound)
      return clamped(steps.position(Int((number / steps.position(1)).rounded())))
    }
    return rounded(floor * exp(fraction * log(range.upperBound / floor)))
  }

  /// A hundredth of the way from end to end.
  private static let step = 0.01
  package static let bigStep = 10

  /// The number so many steps further, and another one unless it is at the end.
  package func number(_ number: Double, steps: Int) -> Double {
    if row.isChoice { return clamped(number + Double(steps.signum() * max(1, abs(steps) / 3))) }
    // What was typed may lie beyond what hands reach.
    if steps > 0 ? number >= range.upperBound : number <= range.lowerBound { return number }
    let number = clamped(number)
    guard let floor else {
      let step = AxisTicks(into: range.upperBound - range.lowerBound, atMost: 100)
      let index = number / step.position(1)
      // From between two steps, to the next of them.
      let start = steps > 0 ? (index + 1e-9).rounded(.down) : (index - 1e-9).rounded(.up)
      return clamped(step.position(Int(start) + steps))
    }
    if range.lowerBound == 0, number < floor * 0.999 { return steps > 0 ? rounded(floor) : 0 }
    let next =
      floor * exp(log(number / floor) + Double(steps) * Self.step * log(range.upperBound / floor))
    if range.lowerBound == 0, next < floor * 0.999 { return 0 }
    let result = rounded(next)
    return result == number ? clamped(next) : result
  }

  private func clamped(_ number: Double) -> Double {
    min(max(number, range.lowerBound), range.upperBound)
  }

  /// To a hundredth or so.
  private func rounded(_ number: Double) -> Double {
    let steps = AxisTicks(into: number, atMost: 200)
    return clamped(steps.position(Int((number / steps.position(1)).rounded())))
  }

  package func text(_ number: Double) -> String {
    if let choice = row.choice(number) { return choice }
    let text = NumberText.short(number)
    return row.unit == .none ? text : "\(text) \(row.unit.rawValue)"
  }

  package var rangeText: String {
    row.isChoice
      ? row.words.map(\.name).joined(separator: ", ")
      : NumberText.range(row.range, unit: row.unit.rawValue)
  }

  /// The same in a few columns.
  package var briefRange: String { row.isChoice ? "\(row.words.count) kinds" : rangeText }
}
