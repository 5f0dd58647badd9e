extension Rain {
  /// Named strengths of rain, in mm/h. They lie within the classes of weather services: light below
  /// 2 mm/h, moderate to 10, heavy to 50, violent above.
  static let rainfalls = [
    Setting.Word("drizzle", 0.5), Setting.Word("light", 1.5), Setting.Word("moderate", 6),
    Setting.Word("heavy", 25), Setting.Word("violent", 75),
  ]

  /// Makes it rain R mm/h: sets the sizes of the drops, how many fall, and how loud everything is. At
  /// 10 mm/h these are the defaults; with x = R/10,
  ///
  ///     intensity                          10 x      mm/h
  ///     drops                              1200 x^0.57   the drops that reach a surface
  ///     patterRate                         1000 x^0.25   where more fall, fewer stand out
  ///     patterLevel, pink                  ∝ x^0.275     5.5 dB a decade
  ///     dropLevel                          -4 dB a decade
  ///     patterLow                          700 x^-0.13   Hz: small drops tick higher
  ///     bedHighpass                        300 x^-0.3    Hz: and hiss higher
  ///
  /// The power 0.57 follows from the drop sizes of Marshall & Palmer 1948. The energy of rain grows by
  /// 11 dB a decade of R. Here the sound grows by half of that, since a recordist turns the level down
  /// in loud rain. Near drops grow louder with their sizes; x^-0.2 keeps their growth to that of the
  /// rest. The powers of patterRate, patterLow and bedHighpass have no source but the reasons given.
  /// White and brown noise become silent: they are no part of the curve.
  ///
  /// - Parameter rainfall: R, within 0.1 ... 200 mm/h.
  public mutating func setRainfall(_ rainfall: Double) {
    // Not from a fresh Rain: its table cannot be read while a rain plays.
    let x = rainfall / 10
    intensity = rainfall
    drops = 1200 * Elementary.power(x, 0.57)
    patterRate = 1000 * Elementary.power(x, 0.25)
    patterLevel = 0.0215 * Elementary.power(x, 0.275)
    silenceColours()
    pink = 0.038 * Elementary.power(x, 0.275)
    dropLevel = 0 - 4 * Elementary.log2(x) / Elementary.log2(10)
    patterLow = 700 * Elementary.power(x, -0.13)
    bedHighpass = 300 * Elementary.power(x, -0.3)
  }

  /// Sets the levels of all colours to 0. Without their array, which would be allocated.
  private mutating func silenceColours() {
    var number: UInt8 = 0
    while let colour = NoiseColour(rawValue: number) {
      self[colour.setting] = 0
      number += 1
    }
  }
}
