/// How a number follows the rainfall: the one place where that is written down.
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
///     intensity                   x          the rainfall itself, by which Marshall & Palmer 1948 give the sizes
///     drops                       x^0.3      near field, below
///     dropLevel                   6 dB, 3 dB below and above 10 mm/h: near field, below
///     patterRate                  x^0.5      near field, below
///     patterLevel, colors, gutter x^0.5      10 dB a tenfold, below; a gutter carries as much water as falls
///     eaves                       x^0.6      an eave drips every 3.3 s in light rain, every 0.8 s at 2 mm/h
///                                            (``Eaves``): places and beats grow together
///
/// All drops are one field. It has the sizes of Marshall & Palmer 1948 over the ground around a listener whose
/// ears are 1.5 m above it, each drop with the root of its energy, D^1.5 v, falling as 1/r and with the angle at
/// which the ground radiates. Of its power the 20 loudest drops a second have 30 % at 0.5 mm/h, 12 % at 10 and
/// 6 % at 60, the next 1,000 about 40 %, and all others, the bed, the rest: the more drops, the less any of them
/// stands out, so heavy rain is smooth. Above 10 mm/h the near drops gain 6 dB a tenfold, 3 by their number. Below it
/// they lose 9, since the small drops of fine rain spread and do not splash (``DropLaw``). The share of drops that trap
/// bubbles follows from their sizes, too (Medwin et al. 1992).
///
/// What does not follow: water on the ground. A hollow is full after a millimeter or two of any rain, and what falls
/// later runs off.
///
/// The power of the field grows by 13 dB a tenfold of R; here it is 10. Of that, ``Rain/dynamics`` keeps a share
/// (``Rain/sounding``).
struct RainfallLaw {
  /// a; nil: the number is in dB.
  let exponent: Double?
  /// b below and above 10 mm/h, in dB.
  let decibels: (below: Double, above: Double)
  /// The range of the setting, within which the number stays.
  let range: ClosedRange<Double>

  private init(_ range: ClosedRange<Double>, exponent: Double) {
    (self.range, self.exponent, decibels) = (range, exponent, (0, 0))
  }

  private init(
    _ range: ClosedRange<Double>, decibels: (below: Double, above: Double)
  ) {
    (self.range, exponent, self.decibels) = (range, nil, decibels)
  }

  /// The rainfall at which numbers hold that nobody gave, in mm/h.
  static let reference = 10.0

  /// How many settings follow the rainfall.
  static let count = 10

  /// The setting at a place: a table that the audio thread can read without a lock.
  @inline(__always)
  static func row(_ place: Int) -> Setting {
    switch place {
    case 0: .drops
    case 1: .dropLevel
    case 2: .intensity
    case 3: .eaves
    case 4: .gutter
    case 5: .patterRate
    case 6: .patterLevel
    case 7: .white
    case 8: .pink
    default: .brown
    }
  }

  /// The place of R₀ among the references of a rain; below 0: the setting stays.
  @inline(__always)
  static func place(of setting: Setting) -> Int {
    switch setting {
    case .drops: 0
    case .dropLevel: 1
    case .intensity: 2
    case .eaves: 3
    case .gutter: 4
    case .patterRate: 5
    case .patterLevel: 6
    case .white: 7
    case .pink: 8
    case .brown: 9
    default: -1
    }
  }

  /// The law of a setting; nil: it stays.
  init?(_ setting: Setting) {
    switch setting {
    case .drops: self.init(0...1_000_000, exponent: 0.3)
    case .dropLevel: self.init(-60...24, decibels: (6, 3))
    case .intensity: self.init(0.1...200, exponent: 1)
    case .eaves: self.init(0...24, exponent: 0.6)
    case .gutter: self.init(0...1, exponent: 0.5)
    case .patterRate: self.init(0...50_000, exponent: 0.5)
    case .patterLevel: self.init(0...1, exponent: 0.5)
    case .white: self.init(0...1, exponent: 0.5)
    case .pink: self.init(0...1, exponent: 0.5)
    case .brown: self.init(0...1, exponent: 0.5)
    default: return nil
    }
  }

  /// What a number given at one rainfall is at another, in mm/h. At the same one it is the number itself, even one
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
  static func tenfolds(_ ratio: Double) -> Double {
    Elementary.log2(ratio) / Elementary.log2(10)
  }
}

extension Setting {
  /// Named strengths of rain, in mm/h. They lie within the classes of weather services: light below
  /// 2 mm/h, moderate to 10, heavy to 50, violent above.
  static let namedRainfalls = [
    Word("drizzle", 0.5), Word("light", 1.5), Word("moderate", 6), Word("heavy", 25),
    Word("violent", 75),
  ]

  /// Whether its number follows the rainfall.
  package var followsRainfall: Bool { RainfallLaw.place(of: self) >= 0 }
}

extension Setting {
  /// The numbers that a key of a curve may have: those that come into the range at some rainfall. A hand may have set
  /// one at another rainfall than that of the curve.
  package var rangeOfKeys: ClosedRange<Double> {
    let range = row.range
    guard let law = RainfallLaw(self) else { return range }
    let rainfalls = Setting.rainfall.row.range
    func end(_ number: Double, _ from: Double, _ to: Double) -> Double {
      law.unlimited(number, from: from, to: to)
    }
    let (least, most) = (rainfalls.lowerBound, rainfalls.upperBound)
    return min(
      range.lowerBound, end(range.lowerBound, most, least))...end(
        range.upperBound, least, most)
  }
}

extension Rain {
  /// Steady rain on open ground at a rainfall, in mm/h.
  package static func steady(at rainfall: Double) -> Rain {
    var rain = Rain()
    rain.rainfall = rainfall
    return rain
  }

  /// The same rain, with each number given anew at its rainfall.
  package var restated: Rain {
    @inline(never) get {
      var rain = self
      for place in 0..<RainfallLaw.count {
        let setting = RainfallLaw.row(place)
        rain[setting] = self[setting]
      }
      return rain
    }
  }

  /// The rain as it sounds: each number as the rainfall makes it, and all that moves the level in ``gain``, in dB:
  ///
  ///     gain + trim + dynamics · level - (1 - dynamics) · 10 t        t = log₁₀(R/10)
  ///
  /// Patter and bed gain 10 dB a tenfold of the rainfall by their laws. `dynamics` keeps a share of that and of the
  /// difference between the place and open ground, as somebody who turns the level of a recording.
  package var sounding: Rain {
    var rain = restated
    let tenfolds = RainfallLaw.tenfolds(rainfall / RainfallLaw.reference)
    rain.gain += trim + dynamics * level - (1 - dynamics) * 10 * tenfolds
    // What it sounds like must not be moved once more.
    (rain.trim, rain.level, rain.dynamics) = (0, 0, 1)
    return rain
  }

  /// The number of a setting as if it had been given at another rainfall, beyond its range too.
  package func number(of setting: Setting, givenAt rainfall: Double) -> Double {
    guard let law = RainfallLaw(setting) else { return given(setting) }
    return law.unlimited(given(setting), from: reference(of: setting), to: rainfall)
  }
}
