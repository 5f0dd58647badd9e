/// Numbers as decimal text of a few digits, the same on every system.
package enum FixedPoint {
  /// The number with so many decimals, 0 .. 9: rounded to the nearest, halves away from 0; never
  /// "-0". The number times 10^decimals must lie within ±9e18.
  package static func text(_ number: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    append(number, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the same to bytes: rows of numbers need no strings.
  package static func append(_ number: Double, decimals: Int, to bytes: inout [UInt8]) {
    precondition(decimals >= 0 && decimals <= 9, "there are 0 to 9 decimals")
    let scaled = number.magnitude * (0..<decimals).reduce(1) { power, _ in 10 * power }
    precondition(scaled <= 9e18, "the number is too large for its decimals")
    // Adding a half could already round.
    let whole = UInt64(scaled)
    let units = scaled - Double(whole) >= 0.5 ? whole &+ 1 : whole
    // From the last digit on, then turned round.
    let first = bytes.count
    var left = units
    repeat {
      if bytes.count - first == decimals, decimals > 0 { bytes.append(UInt8(ascii: ".")) }
      bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: left % 10))
      left /= 10
    } while left > 0 || bytes.count - first <= decimals
    if number < 0 && units > 0 { bytes.append(UInt8(ascii: "-")) }
    let sum = first + bytes.count - 1
    for index in first..<(first + bytes.count) / 2 { bytes.swapAt(index, sum - index) }
  }

  /// The same without zeros, or a point, at its end.
  package static func trimmed(_ number: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    append(number, decimals: decimals, to: &bytes)
    while decimals > 0, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
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
