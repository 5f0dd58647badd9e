extension Duration {
  /// A time as people write it: `90`, `90s`, `.5s`, `250ms`, `10m`, `1h30m`, `8 hours`, `5:00`,
  /// `1:30:00`. It is nil if the text is not a time, has more than nine decimals or exceeds 10⁹ hours.
  ///
  /// The digits are counted in whole nanoseconds: nothing is rounded.
  package init?(written text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var total: Duration? = .zero
    if parts.count == 1 {
      total = Duration.sum(ofUnits: parts[0])
    } else if parts.count <= 3 {
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        // Minutes after hours, and seconds after minutes, have two digits at most and lie below 60.
        guard isLast || part.allSatisfy({ $0.isDigit }),
          let number = Duration(decimal: part, of: .seconds(1)),
          index == 0 || number < .seconds(60)
        else { return nil }
        total = total.map { $0 * 60 + number }
      }
    } else {
      return nil
    }
    guard let total, total <= Duration.longestWritten else { return nil }
    self = total
  }

  /// 10⁹ hours: at 192 kHz still a tenth of the frames that an Int counts.
  package static let longestWritten = Duration.seconds(3_600_000_000_000 as Int64)

  /// Hours, minutes and whole seconds as a clock shows them: `0:07`, `1:30:00`.
  package var clockText: String {
    let (hours, minutes) = (components.seconds / 3600, components.seconds / 60 % 60)
    let seconds = "\(components.seconds % 60)".padded(to: 2, with: "0")
    return hours > 0
      ? "\(hours):\("\(minutes)".padded(to: 2, with: "0")):\(seconds)" : "\(minutes):\(seconds)"
  }

  /// Seconds with as many decimals as are needed, to the nanosecond: `0.25`.
  package var secondsText: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    if nanoseconds == 0 { return "\(seconds)" }
    // Without the 0 before the point.
    let decimals = FixedPoint.trimmed(Double(nanoseconds) / 1e9, decimals: 9).utf8.dropFirst()
    return "\(seconds)\(Substring(decimals))"
  }

  /// The names of the units; the first is how help writes it.
  private static let units: [(names: [String], length: Duration)] = [
    (["h", "hr", "hrs", "hour", "hours"], .seconds(3600)),
    (["m", "min", "mins", "minute", "minutes"], .seconds(60)),
    (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
    (["ms", "msec", "msecs", "millisecond", "milliseconds"], .milliseconds(1)),
  ]

  /// The sum of numbers with the units h, m, s and ms, in this order, each at most once, in upper or
  /// lower case; a number alone counts seconds. A space may stand before and behind a unit.
  private static func sum(ofUnits bytes: ArraySlice<UInt8>) -> Duration? {
    var unread = bytes
    func takeSpace() {
      if unread.first == UInt8(ascii: " "), unread.count > 1 { unread = unread.dropFirst() }
    }
    var total = Duration.zero
    var shortest: Duration?
    while !unread.isEmpty {
      let digits = unread.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
      unread = unread[digits.endIndex...]
      takeSpace()
      let letters = unread.prefix { $0.isLetter }
      unread = unread[letters.endIndex...]
      takeSpace()
      let name = String(decoding: letters, as: UTF8.self).asciiLowercased
      let isAlone = name.isEmpty && shortest == nil && unread.isEmpty
      let named = units.first { $0.names.contains(name) }
      guard let unit = isAlone ? .seconds(1) : named?.length,
        shortest.map({ unit < $0 }) ?? true,
        let number = Duration(decimal: digits, of: unit)
      else { return nil }
      total += number
      shortest = unit
    }
    return total
  }

  /// A decimal number of units; nil unless it is a whole number of nanoseconds.
  private init?(decimal digits: ArraySlice<UInt8>, of unit: Duration) {
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, digits.contains(where: { $0.isDigit }),
      digits.allSatisfy({ $0.isDecimal })
    else {
      return nil
    }
    func number(_ digits: ArraySlice<UInt8>) -> Int64? {
      digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self))
    }
    // 10¹³ ms exceed the longest time, and the sum of 10¹³ h still fits a Duration.
    guard let whole = number(parts[0]), whole <= 10_000_000_000_000 else { return nil }
    var decimals = parts.count == 2 ? Array(parts[1]) : []
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    guard decimals.count <= 9 else { return nil }
    decimals += Array(repeating: UInt8(ascii: "0"), count: 9 - decimals.count)
    guard let billionths = number(decimals[...]) else { return nil }
    let fraction = unit * billionths / 1_000_000_000
    guard fraction.components.attoseconds.isMultiple(of: 1_000_000_000) else { return nil }
    self = unit * whole + fraction
  }
}

extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isDecimal: Bool { isDigit || self == UInt8(ascii: ".") }
}
