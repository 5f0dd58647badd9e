/// Numbers as decimal text of a few digits, the same on every system.
package enum FixedPoint {
  /// The number with so many decimals, 0 .. 9: rounded to the nearest, halves away from 0; never
  /// "-0". The number times 10^decimals must lie within ±9e18.
  package static func text(_ number: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: room) { append(number, decimals: decimals, to: &$0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of a number at most, with its sign and its point.
  package static let room = 22

  /// 10 to the powers 0 to 9.
  private static let powers: InlineArray<10, Double> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Appends ``text(_:decimals:)``, without a String.
  package static func append(_ number: Double, decimals: Int, to bytes: inout OutputSpan<UInt8>) {
    precondition(decimals >= 0 && decimals <= 9, "there are 0 to 9 decimals")
    let scaled = number.magnitude * powers[decimals]
    precondition(scaled <= 9e18, "the number is too large for its decimals")
    // Adding a half could already round.
    let whole = UInt64(scaled)
    let units = scaled - Double(whole) >= 0.5 ? whole &+ 1 : whole
    if number < 0 && units > 0 { bytes.append(UInt8(ascii: "-")) }
    append(units, decimals: decimals, to: &bytes)
  }

  /// Appends a whole number, 0 or more.
  package static func append(_ number: Int, to bytes: inout OutputSpan<UInt8>) {
    append(UInt64(number), decimals: 0, to: &bytes)
  }

  /// Appends a number with a point before its last `decimals` digits.
  private static func append(
    _ number: UInt64, decimals: Int, to bytes: inout OutputSpan<UInt8>
  ) {
    // From the last one on.
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var (count, left) = (0, number)
    while left > 0 || count <= decimals {
      digits[count] = UInt8(truncatingIfNeeded: left % 10)
      left /= 10
      count &+= 1
    }
    while count > 0 {
      if count == decimals { bytes.append(UInt8(ascii: ".")) }
      count &-= 1
      bytes.append(UInt8(ascii: "0") &+ digits[count])
    }
  }

  /// The same without zeros, or a point, at its end.
  package static func trimmed(_ number: Double, decimals: Int) -> String {
    let text = text(number, decimals: decimals)
    guard decimals > 0 else { return text }
    // Bytes, since to remove a character of a String takes longer than all digits.
    var digits = text.utf8[...]
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }

  /// The number for a reader: three significant digits and at most nine decimals, trimmed.
  package static func brief(_ number: Double) -> String {
    var decimals = 0
    var bound = 100.0
    while decimals < 9, number.magnitude < bound {
      decimals += 1
      bound /= 10
    }
    return trimmed(number, decimals: decimals)
  }
}

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
