internal import Text

/// Round numbers along an axis: the multiples of a step that is 1, 2 or 5 times a power of ten.
package struct AxisTicks {
  private let mantissa: Int
  private let exponent: Int

  /// The smallest step that goes at most `most` times into a length above 0.
  package init(into length: Double, atMost most: Int) {
    precondition(length > 0 && length.isFinite && most > 0, "steps divide a length")
    // The length of a sample is at least the smallest Float, 1.4e-45.
    for exponent in -46..<300 {
      for mantissa in [1, 2, 5]
      where length < Self.number((most + 1) * mantissa, exponent) {
        self.mantissa = mantissa
        self.exponent = exponent
        return
      }
    }
    preconditionFailure("the length is longer than any axis")
  }

  /// The value of multiple number `index`.
  package func position(_ index: Int) -> Double {
    Self.number(index * mantissa, exponent)
  }

  /// The last multiple that does not lie above a value, or the first one that does not lie below it; a value that
  /// rounding has moved counts as its multiple.
  func index(below value: Double) -> Int { Int((value / position(1) + 1e-6).rounded(.down)) }
  func index(above value: Double) -> Int { Int((value / position(1) - 1e-6).rounded(.up)) }

  /// Multiple `index` as a label: with as many decimals as its neighbours, or with an exponent where
  /// that would be long.
  package func label(_ index: Int) -> String {
    if index == 0 { return "0" }
    if exponent >= 0 && exponent <= 6 { return FixedPoint.text(position(index), decimals: 0) }
    if exponent < 0 && exponent >= -4 {
      return FixedPoint.text(position(index), decimals: -exponent)
    }
    var digits = (index * mantissa).magnitude
    var exponent = exponent
    while digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
    var text = String(digits)
    if text.utf8.count > 1 {
      exponent += text.utf8.count - 1
      text.insert(".", at: text.index(after: text.startIndex))
    }
    return "\(index < 0 ? "-" : "")\(text)e\(exponent)"
  }

  private static func number(_ mantissa: Int, _ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    // One rounding only, for powers up to 10²².
    return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }
}

/// Places labels side by side, each as near to the place it wants as the others allow.
package enum LabelLayout {
  /// The left ends of labels of these widths that should start at `wishes`, in rising order. They do
  /// not overlap, and lie within `bounds` if all of them fit.
  package static func lefts<Length: Numeric & Comparable>(
    wishes: [Length], widths: [Length], gap: Length, within bounds: ClosedRange<Length>
  ) -> [Length] {
    precondition(wishes.count == widths.count, "each label has a width")
    var lefts = wishes
    var end = bounds.upperBound
    for index in lefts.indices.reversed() {
      lefts[index] = min(lefts[index], end - widths[index])
      end = lefts[index] - gap
    }
    end = bounds.lowerBound
    for index in lefts.indices {
      lefts[index] = max(lefts[index], end)
      end = lefts[index] + widths[index] + gap
    }
    return lefts
  }
}
