package import Text

/// The numbers that a flag takes: a unit and a range.
package struct Quantity: Sendable, CustomStringConvertible {
  package let unit: Unit
  package let range: ClosedRange<Double>

  package init(_ unit: Unit, _ range: ClosedRange<Double>) {
    self.unit = unit
    self.range = range
  }

  /// The number in the text. Throws an error that names the flag and the range if the text is not a
  /// number or the number is out of range.
  package func parse(_ text: String, for flag: String) throws(Flaw) -> Double {
    guard let number = unit.number(text), range.contains(number) else {
      throw Flaw("\(flag) takes \(self), not \(text.quoted)")
    }
    return number
  }

  /// The range with its unit: `20 .. 18000 Hz`.
  package var description: String {
    NumberText.range(range, unit: unit.symbol)
  }
}
