/// How a number follows the rainfall, written down here alone.
///
/// A number is kept at 10 mm/h. At a rainfall R, with x = R/10, it is
///
///     number · x^a            rates, levels, frequencies, shares
///     number + b · log₁₀ x    decibels; b changes at 10 mm/h
///
/// within the range of its setting, rounded to 7 digits or 0.000001 dB. A number that is said at R
/// is turned once, to 12 digits or 10⁻¹⁰ dB at 10 mm/h. So a number of 7 digits is the same again
/// at R, and the way to a rainfall does not matter: there and back moves nothing.
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
///
/// Source: Marshall & Palmer 1948; Medwin et al. 1992; the field of drops, above.
/// Test: RainfallLawTests
package struct RainfallLaw {
  /// The setting, within whose limits the number stays.
  let setting: Setting
  /// a; nil: the number is in dB.
  var exponent: Double?
  /// b below and above 10 mm/h, in dB.
  var decibels = (below: 0.0, above: 0.0)

  /// The rainfall at which numbers hold that nobody gave, in mm/h.
  package static var reference: Double { 10 }

  /// The law of a setting; nil: it stays.
  @inline(__always)
  init?(_ setting: Setting) {
    self.setting = setting
    switch setting {
    case .drops: exponent = 0.23
    case .dropLevel: decibels = (7.3, 3.7)
    case .eaves: exponent = 0.6
    case .gutter, .patterRate, .patterLevel, .white, .pink, .brown: exponent = 0.5
    default: return nil
    }
  }

  /// The number at a rainfall in mm/h of one that is kept.
  func number(_ kept: Double, at rainfall: Double) -> Double {
    if rainfall == Self.reference { return kept }
    return setting.nearest(rounded(moved(kept, to: rainfall), digits: 7))
  }

  /// The number that is kept of one at a rainfall in mm/h, which may lie beyond the range.
  package static func kept(_ number: Double, of setting: Setting, from rainfall: Double) -> Double {
    guard let law = RainfallLaw(setting) else { return number }
    return law.rounded(law.moved(number, to: rainfall, back: true), digits: 12)
  }

  /// The number at a rainfall in mm/h, of the fewest digits from 7 on that is kept as `kept`;
  /// beyond the range too.
  package static func written(_ kept: Double, of setting: Setting, at rainfall: Double) -> Double {
    guard rainfall != reference, let law = RainfallLaw(setting) else { return kept }
    let moved = law.moved(kept, to: rainfall)
    for digits in 7..<16 {
      let number = law.rounded(moved, digits: digits)
      if self.kept(number, of: setting, from: rainfall) == kept { return number }
    }
    return moved
  }

  /// A number as it is at a rainfall in mm/h, of one at 10 mm/h, or back.
  func moved(_ number: Double, to rainfall: Double, back: Bool = false) -> Double {
    if rainfall == Self.reference { return number }
    guard let exponent else { return number + (back ? -1 : 1) * level(at: rainfall) }
    // Of numbers below -300 dB the digits would be lost.
    if number.magnitude < 1e-15 { return number }
    let factor = Elementary.power(rainfall / Self.reference, exponent)
    return back ? number / factor : number * factor
  }

  /// A number with so many digits; of dB, with all but one of them after the point.
  private func rounded(_ number: Double, digits: Int) -> Double {
    var (scale, limit) = (1.0, 1.0)
    for _ in 1..<digits { limit *= 10 }
    if exponent == nil {
      scale = limit
    } else {
      if number.magnitude < 1e-15 { return number }
      while number.magnitude * scale < limit { scale *= 10 }
    }
    return Elementary.nearest(number * scale) / scale
  }

  /// In dB, beside that at 10 mm/h.
  private func level(at rainfall: Double) -> Double {
    let tenfolds = Self.tenfolds(rainfall / Self.reference)
    return tenfolds * (tenfolds < 0 ? decibels.below : decibels.above)
  }

  /// The decimal logarithm of a ratio.
  static func tenfolds(_ ratio: Double) -> Double { Elementary.log2(ratio) / Elementary.log2(10) }
}
