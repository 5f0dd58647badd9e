/// Numbers as decimal text of a few digits, the same on every system.
package enum FixedPoint {
  /// The number with so many decimals, 0 .. 9: rounded to the nearest, halves away from 0; never
  /// "-0". The number times 10^decimals must lie within ±9e18.
  package static func text(_ number: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: room) { append(number, decimals: decimals, to: &$0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that must be free where a number is appended: it has 21 at most, written eight at a time.
  package static let room = 32

  /// Appends ``text(_:decimals:)``, without a String.
  package static func append(
    _ number: Double, decimals: Int, to bytes: inout OutputSpan<UInt8>
  ) {
    precondition(decimals >= 0 && decimals <= 9, "there are 0 to 9 decimals")
    precondition(bytes.freeCapacity >= room, "room for a number")
    let scaled = number.magnitude * powers[decimals]
    let units = rounded(scaled)
    unsafe bytes.withUnsafeMutableBufferPointer { buffer, end in
      var output = unsafe UnsafeMutableRawBufferPointer(buffer).mutableBytes
      output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: end, as: UInt8.self)
      let start = number < 0 && units > 0 ? end &+ 1 : end
      end = put(units, decimals: decimals, in: &output, at: start)
    }
  }

  /// The nearest whole number, of two the larger, to one that is 0 or more.
  @inline(__always)
  private static func rounded(_ number: Double) -> UInt64 {
    if number < 0x1p51 {
      // A sum beyond 2⁵² loses its fraction to rounding, and has its whole part in its last bits: of two the
      // even one. No branch depends on the digits, which cannot be predicted.
      let sum = number + 0x1p52
      let whole = sum.bitPattern &- (0x1p52).bitPattern
      return number - (sum - 0x1p52) == 0.5 ? whole &+ 1 : whole
    }
    precondition(number <= 9e18, "the number is too large for its decimals")
    // Adding a half could already round.
    let whole = UInt64(number)
    return number - Double(whole) >= 0.5 ? whole &+ 1 : whole
  }

  /// 10 to the powers 0 to 9.
  private static let powers: InlineArray<10, Double> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Appends a whole number, 0 or more.
  package static func append(_ number: Int, to bytes: inout OutputSpan<UInt8>) {
    precondition(bytes.freeCapacity >= room, "room for a number")
    unsafe bytes.withUnsafeMutableBufferPointer { buffer, end in
      var output = unsafe UnsafeMutableRawBufferPointer(buffer).mutableBytes
      end = put(UInt64(number), decimals: 0, in: &output, at: end)
    }
  }

  /// Writes a number from `start` on, with a point before the last `decimals` digits, and returns where it
  /// ends. What it writes behind the end, the next one to write replaces.
  @inline(__always)
  private static func put(
    _ number: UInt64, decimals: Int, in output: inout MutableRawSpan, at start: Int
  ) -> Int {
    if number >= 100_000_000 || decimals >= 8 {
      return putLong(number, decimals: decimals, in: &output, at: start)
    }
    let digits = eightDigits(number)
    let count = max(decimals &+ 1, 8 &- digits.trailingZeroBitCount / 8)
    let first = digits &>> UInt64(8 &* (8 &- count))
    return put(first, count: count, decimals: decimals, in: &output, at: start)
  }

  /// The same for a number that may have more than eight digits.
  @inline(never)
  private static func putLong(
    _ number: UInt64, decimals: Int, in output: inout MutableRawSpan, at start: Int
  ) -> Int {
    let (before, last) = number.quotientAndRemainder(dividingBy: 100_000_000)
    let end = put(before, decimals: max(0, decimals &- 8), in: &output, at: start)
    // With nine decimals the point is there already.
    return put(
      eightDigits(last), count: 8, decimals: decimals > 8 ? 0 : decimals, in: &output, at: end)
  }

  /// Writes up to eight digits, with a point before the last `decimals` of them.
  @inline(__always)
  private static func put(
    _ digits: UInt64, count: Int, decimals: Int, in output: inout MutableRawSpan, at start: Int
  ) -> Int {
    let text = digits | 0x3030_3030_3030_3030  // "0" in each byte
    output.storeBytes(of: text, toByteOffset: start, as: UInt64.self)
    if decimals == 0 { return start &+ count }
    let whole = count &- decimals
    output.storeBytes(of: UInt8(ascii: "."), toByteOffset: start &+ whole, as: UInt8.self)
    output.storeBytes(
      of: text &>> UInt64(8 &* whole), toByteOffset: start &+ whole &+ 1, as: UInt64.self)
    return start &+ count &+ 1
  }

  /// The digits of a number below 10⁸, one a byte, the first in the lowest: it is cut into two numbers of
  /// four digits, those into four of two, those into eight of one. Each cut is one for all of them, with
  /// division by 100 and by 10 as multiplication and shift.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    let first = number / 10_000
    let fours = first | (number &- first &* 10_000) &<< 32
    let hundreds = (fours &* 5243) &>> 19 & 0x0000_007F_0000_007F  // 2¹⁹/100, below 10⁴ exact
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F  // 2¹⁰/10, below 10² exact
    return tens | (pairs &- tens &* 10) &<< 8
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
