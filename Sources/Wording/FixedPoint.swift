/// Numbers as decimal text of a few digits, the same on every system.
package enum FixedPoint {
  /// The number with so many decimals, 0 .. 9: rounded to the nearest, halves away from 0; never
  /// "-0". The number times 10^decimals must lie within ±9e18.
  package static func text(_ number: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: mostBytes) { append(number, decimals: decimals, to: &$0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The most bytes of a number.
  package static let mostBytes = 21

  /// Appends ``text(_:decimals:)``, without a String: ten times as fast.
  package static func append(
    _ number: Double, decimals: Int, to bytes: inout OutputSpan<UInt8>
  ) {
    precondition(decimals >= 0 && decimals <= 9, "there are 0 to 9 decimals")
    let scaled = number.magnitude * Double(powers[decimals])
    precondition(scaled <= 9e18, "the number is too large for its decimals")

    // Whole part and remainder are kept apart, since adding a half could already round.
    var units = Int(scaled)
    if scaled - Double(units) >= 0.5 { units += 1 }
    if number < 0 && units > 0 { bytes.append(UInt8(ascii: "-")) }
    append(units, decimals: decimals, to: &bytes)
  }

  /// 10 to the powers 0 to 18.
  private static let powers: InlineArray<19, Int> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// Appends a whole number, 0 or more, with a point before the last `decimals` digits.
  package static func append(
    _ number: Int, decimals: Int = 0, to bytes: inout OutputSpan<UInt8>
  ) {
    var digits = decimals + 1
    while digits < powers.count, number >= powers[digits] { digits += 1 }
    let count = digits + (decimals > 0 ? 1 : 0)
    precondition(number >= 0 && bytes.freeCapacity >= count, "room for all digits")
    unsafe bytes.withUnsafeMutableBufferPointer { buffer, end in
      // From the last digit to the first, since the compiler divides by ten without a division.
      var rest = UInt(bitPattern: number)
      var place = end &+ count
      if decimals > 0 {
        for _ in 0..<decimals {
          place &-= 1
          unsafe buffer[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        place &-= 1
        unsafe buffer[place] = UInt8(ascii: ".")
      }
      while place > end {
        place &-= 1
        unsafe buffer[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      end += count
    }
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
