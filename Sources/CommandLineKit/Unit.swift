/// The unit of a number on the command line, and the ways to write it.
package struct Unit: Sendable {
  /// One way to write the unit or a multiple of it: `kHz` is 10³ of the unit Hz, `/s` is 60 of the unit
  /// /min.
  package struct Spelling: Sendable {
    let text: String
    /// The power of ten, kept apart so that 2.2 kHz is the number nearest to 2200.
    let exponent: Int
    let factor: Double
    let divisor: Double

    package init(_ text: String, exponent: Int = 0, factor: Double = 1, divisor: Double = 1) {
      self.text = text
      self.exponent = exponent
      self.factor = factor
      self.divisor = divisor
    }
  }

  /// How help and messages write the unit; empty for plain numbers.
  package let symbol: String
  let spellings: [Spelling]

  /// A unit that is written as `symbol`, and in other ways.
  package init(_ symbol: String, _ others: [Spelling] = []) {
    self.symbol = symbol
    self.spellings = [Spelling(symbol)] + others
  }

  /// The number in the text, in this unit. The text may name a unit, in upper or lower case.
  ///
  /// Only decimal digits with sign, point and exponent are a number: nan, inf, hexadecimals and
  /// anything behind the unit give nil. A number too large for a Double is infinite.
  package func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var position = 0
    func skip(_ characters: String) -> Bool {
      guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return false }
      position += 1
      return true
    }
    func skipDigits() -> Int {
      let start = position
      while skip("0123456789") {}
      return position - start
    }

    _ = skip("+-")
    var digits = skipDigits()
    if skip(".") { digits += skipDigits() }
    guard digits > 0 else { return nil }
    let mantissaEnd = position

    var exponent = 0
    if skip("eE") {
      let start = position
      _ = skip("+-")
      if skipDigits() > 0 {
        guard let written = Int(String(decoding: bytes[start..<position], as: UTF8.self)),
          abs(written) < 1_000_000
        else { return nil }
        exponent = written
      } else {
        position = mantissaEnd
      }
    }

    // One space may stand before a unit, as in print.
    if position < bytes.count - 1 { _ = skip(" ") }
    let suffix = String(decoding: bytes[position...], as: UTF8.self).lowercased()
    guard suffix.isEmpty || spellings.contains(where: { $0.text.lowercased() == suffix }) else {
      return nil
    }
    let spelling = spellings.first { $0.text.lowercased() == suffix } ?? Spelling("")
    let mantissa = String(decoding: bytes[..<mantissaEnd], as: UTF8.self)
    guard let number = Double("\(mantissa)e\(exponent + spelling.exponent)") else { return nil }
    // Minus zero becomes zero.
    return number * spelling.factor / spelling.divisor + 0
  }
}
