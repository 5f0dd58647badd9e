/// Numbers as text.
package enum NumberText {
  /// The shortest decimal digits that give the same Double when read again, without a needless
  /// `.0`.
  package static func shortest(_ number: Double) -> String {
    let digits = number.description
    // Bytes, not characters: the curve of a gauge has millions of numbers.
    return digits.hasSuffix(".0") ? String(Substring(digits.utf8.dropLast(2))) : digits
  }

  /// The same for a reader: of long numbers three significant digits.
  package static func short(_ number: Double) -> String {
    let digits = shortest(number)
    return digits.utf8.count <= 8 ? digits : FixedPoint.brief(number)
  }

  /// A range with its unit, which may be empty: `20 .. 18000 Hz`.
  package static func range(_ range: ClosedRange<Double>, unit: String) -> String {
    let numbers = "\(shortest(range.lowerBound)) .. \(shortest(range.upperBound))"
    return unit.isEmpty ? numbers : "\(numbers) \(unit)"
  }
}
