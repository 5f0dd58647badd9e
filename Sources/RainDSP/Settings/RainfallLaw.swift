/// How a number follows the rainfall, written down here alone.
///
/// A number holds at the rainfall R₀ at which it was given. At another rainfall R, with x = R/R₀, it is
///
///     number · x^a            rates, levels, frequencies, shares
///     number + b · log₁₀ x    decibels; b changes at 10 mm/h
///
/// within the range of its setting. ``Rain`` keeps the number and R₀, and never the result, so that the way to a
/// rainfall does not matter: there and back moves nothing.
///
///     setting                     law        source
///     drops                       x^0.23     near field, below
///     dropLevel                   7.3, 3.7 dB below and above 10 mm/h: near field, below
///     patterRate                  x^0.5      near field, below
///     patterLevel, colors, gutter x^0.5      10 dB a tenfold, below; a gutter carries as much water as falls
///     eaves                       x^0.6      an eave drips every 3.3 s in light rain, every 0.8 s at 2 mm/h
///                                            (``Eaves``): places and beats grow together
///
/// All drops are one field, here with the sizes of Marshall & Palmer 1948 over the ground around a listener whose
/// ears are 1.5 m above it, each drop with the root of its energy, D^1.5 v, falling as 1/r and with the angle at
/// which the ground radiates. Of its power the 20 loudest drops a second have 30 % at 0.5 mm/h, 12 % at 10 and
/// 6 % at 60, the next 1,000 about 40 %, and all others, the bed, the rest: the more drops, the less any of them
/// stands out, so heavy rain is smooth. By that the number of near drops goes as x^0.3. Measured sizes have more effective
/// drops in light rain (``SizeLaw``), which leaves x^0.23. Above 10 mm/h the near drops gain 6 dB a tenfold, 2.3 by their number. Below it
/// they lose 9.6, since the small drops of fine rain spread and do not splash (``DropLaw``), and with measured sizes the 20
/// loudest have a sixth less at 0.5 mm/h. The share of drops that trap
/// bubbles follows from their sizes, too (Medwin et al. 1992).
///
/// Water on the ground does not follow. A hollow is full after a millimeter or two of any rain, and what falls
/// later runs off.
///
/// The power of the field grows by 13 dB a tenfold of R; here it is 10. Of that, ``Setting/dynamics`` keeps a share
/// (``Rain/sounding``).
package struct RainfallLaw {
  /// The index of R₀ among the references of a rain.
  let index: Int
  /// The range of the setting, within which the number stays.
  let range: ClosedRange<Double>
  /// a; nil: the number is in dB.
  var exponent: Double?
  /// b below and above 10 mm/h, in dB.
  var decibels = (below: 0.0, above: 0.0)

  /// The rainfall at which numbers hold that nobody gave, in mm/h.
  package static var reference: Double { 10 }

  /// How many settings follow the rainfall.
  static var count: Int { 9 }

  /// The law of a setting; nil: it stays.
  @inline(__always)
  init?(_ setting: Setting) {
    switch setting {
    case .drops: self.init(index: 0, range: 0...1_000_000, exponent: 0.23)
    case .dropLevel: self.init(index: 1, range: -60...24, decibels: (7.3, 3.7))
    case .eaves: self.init(index: 2, range: 0...24, exponent: 0.6)
    case .gutter: self.init(index: 3, range: 0...1, exponent: 0.5)
    case .patterRate: self.init(index: 4, range: 0...50_000, exponent: 0.5)
    case .patterLevel: self.init(index: 5, range: 0...1, exponent: 0.5)
    case .white: self.init(index: 6, range: 0...1, exponent: 0.5)
    case .pink: self.init(index: 7, range: 0...1, exponent: 0.5)
    case .brown: self.init(index: 8, range: 0...1, exponent: 0.5)
    default: return nil
    }
  }

  private init(
    index: Int, range: ClosedRange<Double>, exponent: Double? = nil,
    decibels: (below: Double, above: Double) = (0, 0)
  ) {
    (self.index, self.range, self.exponent, self.decibels) = (index, range, exponent, decibels)
  }

  /// The number at a rainfall, in mm/h, of one given at another. At the same one it is the number itself, even one
  /// outside the range, which ``Rain/validate()`` then finds.
  func number(_ number: Double, from given: Double, to rainfall: Double) -> Double {
    if given == rainfall { return number }
    // To the digits of a Float, so that a number that was written down is the same again.
    let moved = Double(Float(unlimited(number, from: given, to: rainfall)))
    return max(range.lowerBound, min(range.upperBound, moved))
  }

  /// As ``number(_:from:to:)``, beyond the range too.
  func unlimited(_ number: Double, from given: Double, to rainfall: Double) -> Double {
    if given == rainfall { return number }
    if let exponent { return number * Elementary.power(rainfall / given, exponent) }
    return number + level(at: rainfall) - level(at: given)
  }

  /// In dB, beside that at 10 mm/h.
  private func level(at rainfall: Double) -> Double {
    let tenfolds = Self.tenfolds(rainfall / Self.reference)
    return tenfolds * (tenfolds < 0 ? decibels.below : decibels.above)
  }

  /// The decimal logarithm of a ratio.
  static func tenfolds(_ ratio: Double) -> Double { Elementary.log2(ratio) / Elementary.log2(10) }
}
