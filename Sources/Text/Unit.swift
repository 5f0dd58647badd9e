/// The unit of a number that a person writes, and the ways to write it.
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

  /// The number in the text, in this unit. The text may name a unit, in upper or lower case, behind one space or
  /// none; no unit begins with an e, which belongs to the number.
  ///
  /// Only decimal digits with sign, point and exponent are a number: nan, inf, hexadecimals and
  /// anything behind the unit give nil. A number too large for a Double is infinite.
  package func number(_ text: String) -> Double? {
    let end = text.utf8.firstIndex { !"0123456789.+-eE".utf8.contains($0) } ?? text.endIndex
    let halves = text[..<end].split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    guard let exponent = halves.count == 1 ? 0 : Int(halves[1]), abs(exponent) < 1_000_000 else {
      return nil
    }
    var suffix = String(text[end...]).asciiLowercased
    if suffix.utf8.count > 1, suffix.hasPrefix(" ") { suffix.removeFirst() }
    guard
      let spelling = suffix.isEmpty
        ? Spelling("") : spellings.first(where: { $0.text.asciiLowercased == suffix }),
      let number = Double("\(halves[0])e\(exponent + spelling.exponent)")
    else { return nil }
    // Minus zero becomes zero.
    return number * spelling.factor / spelling.divisor + 0
  }
}

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
      let hint = Suggestion.point(in: text) { unit.number($0) != nil } ?? ""
      throw Flaw("\(flag) takes \(self), not \(text.quoted)\(hint)")
    }
    return number
  }

  /// The range with its unit: `20 .. 18000 Hz`.
  package var description: String { NumberText.range(range, unit: unit.symbol) }
}
