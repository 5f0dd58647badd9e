extension Setting {
  /// Named strengths of rain, in mm/h. They lie within the classes of weather services: light below
  /// 2 mm/h, moderate to 10, heavy to 50, violent above.
  static let namedRainfalls = [
    Word("drizzle", 0.5), Word("light", 1.5), Word("moderate", 6), Word("heavy", 25),
    Word("violent", 75),
  ]
}

extension Rain {
  /// Makes it rain R mm/h: sets the sizes of the drops, how many are heard one by one, and how loud everything
  /// is. At 10 mm/h these are the defaults; with x = R/10,
  ///
  ///     intensity            10 x          mm/h
  ///     drops                1200 x^0.3    the loudest, each by itself
  ///     dropLevel            0.8 dB, and 4.9 dB a decade
  ///     patterRate           1500 x^0.5    ticks that stand out less
  ///     patterLevel, pink    ∝ x^0.5       10 dB a decade
  ///
  /// All drops are one field. It has the sizes of Marshall & Palmer 1948 over the ground around a listener whose
  /// ears are 1.5 m above it, each drop with the root of its energy, D^1.5 v, falling as 1/r and with the angle at
  /// which the ground radiates. Of its power the 20 loudest drops a second have 30 % at 0.5 mm/h, 12 % at 10 and
  /// 6 % at 60, the next 1,000 about 40 %, and all others, the bed, the rest: the more drops, the less any of them
  /// stands out, so heavy rain is smooth. The near drops gain 7.9 dB a decade, with
  /// their number, and so less than patter and bed. The power of the field grows by 13 dB a decade of R. Here it
  /// is 10, since a recordist turns the level down in loud rain. White and brown noise become silent: they are no
  /// part of the field.
  ///
  /// - Parameter rainfall: R, within 0.1 ... 200 mm/h.
  public mutating func setRainfall(_ rainfall: Double) {
    // Not from a fresh Rain: its table cannot be read while a rain plays.
    let x = rainfall / 10
    let level = x.squareRoot()
    intensity = rainfall
    dropLevel = 0.8 + 4.9 * Elementary.log2(x) / Elementary.log2(10)
    drops = 1200 * Elementary.power(x, 0.3)
    patterRate = 1500 * level
    patterLevel = 0.0235 * level
    silenceColors()
    pink = 0.038 * level
  }

  /// Sets the levels of all colors to 0. Without their array, which would be allocated.
  private mutating func silenceColors() {
    var number: UInt8 = 0
    while let color = NoiseColor(rawValue: number) {
      self[color.setting] = 0
      number += 1
    }
  }
}
