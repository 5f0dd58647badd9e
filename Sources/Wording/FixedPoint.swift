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

  /// Appends ``text(_:decimals:)``, without a String.
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
  private static let powers: InlineArray<19, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// Appends a whole number, 0 or more, with a point before the last `decimals` digits.
  @inline(__always)
  package static func append(
    _ number: Int, decimals: Int = 0, to bytes: inout OutputSpan<UInt8>
  ) {
    // A sign may be there already.
    precondition(number >= 0 && bytes.freeCapacity >= mostBytes - 1, "a number, and room for it")
    let units = UInt64(number)
    // The compiler divides by a constant with a multiplication.
    let (whole, fraction): (UInt64, UInt64)
    switch decimals {
    case 0: (whole, fraction) = (units, 0)
    case 1: (whole, fraction) = units.quotientAndRemainder(dividingBy: 10)
    case 2: (whole, fraction) = units.quotientAndRemainder(dividingBy: 100)
    case 3: (whole, fraction) = units.quotientAndRemainder(dividingBy: 1000)
    case 6: (whole, fraction) = units.quotientAndRemainder(dividingBy: 1_000_000)
    default: (whole, fraction) = units.quotientAndRemainder(dividingBy: powers[decimals])
    }
    unsafe bytes.withUnsafeMutableBufferPointer { buffer, end in
      var digits = 1
      while digits < powers.count, whole >= powers[digits] { digits &+= 1 }
      end &+= digits
      unsafe put(whole, digits: digits, before: end, in: buffer)
      guard decimals > 0 else { return }
      unsafe buffer[end] = UInt8(ascii: ".")
      end &+= 1 &+ decimals
      unsafe put(fraction, digits: decimals, before: end, in: buffer)
    }
  }

  /// Writes the last digits of a number so that they end before `end`, two at a time.
  @inline(__always)
  private static func put(
    _ number: UInt64, digits: Int, before end: Int, in buffer: UnsafeMutableBufferPointer<UInt8>
  ) {
    var (rest, left) = (number, digits)
    while left >= 2 {
      let quotient = rest / 100
      let pair = rest &- quotient &* 100
      let tens = pair / 10
      unsafe buffer[end &- digits &+ left &- 2] = UInt8(truncatingIfNeeded: 48 &+ tens)
      unsafe buffer[end &- digits &+ left &- 1] = UInt8(
        truncatingIfNeeded: 48 &+ pair &- tens &* 10)
      rest = quotient
      left &-= 2
    }
    if left == 1 { unsafe buffer[end &- digits] = UInt8(truncatingIfNeeded: 48 &+ rest % 10) }
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
