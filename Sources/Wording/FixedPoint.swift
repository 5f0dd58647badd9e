/// Numbers as decimal text of a few digits, the same on every system.
package enum FixedPoint {
  /// The number with so many decimals, 0 .. 9: rounded to the nearest, halves away from 0; never
  /// "-0". The number times 10^decimals must lie within ±9e18.
  package static func text(_ number: Double, decimals: Int) -> String {
    precondition(decimals >= 0 && decimals <= 9, "there are 0 to 9 decimals")
    var power = 1
    for _ in 0..<decimals { power *= 10 }
    let scaled = number.magnitude * Double(power)
    precondition(scaled <= 9e18, "the number is too large for its decimals")

    // Whole part and remainder are kept apart, since adding a half could already round.
    var units = Int(scaled)
    if scaled - Double(units) >= 0.5 { units += 1 }
    let sign = number < 0 && units > 0 ? "-" : ""
    if decimals == 0 { return "\(sign)\(units)" }
    let fraction = String(units % power)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(sign)\(units / power).\(zeros)\(fraction)"
  }

  /// The same without zeros, or a point, at its end.
  package static func trimmed(_ number: Double, decimals: Int) -> String {
    var text = text(number, decimals: decimals)
    guard decimals > 0 else { return text }
    while text.utf8.last == UInt8(ascii: "0") { text.unicodeScalars.removeLast() }
    if text.utf8.last == UInt8(ascii: ".") { text.unicodeScalars.removeLast() }
    return text
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
