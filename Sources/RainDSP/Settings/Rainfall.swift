extension Rain {
  /// The strengths of rain that have a name, in mm/h, by the bounds of weather services: light
  /// below 2, moderate to 10, heavy to 50, violent above.
  public static let rainfalls: [(name: String, millimetersPerHour: Double)] = [
    ("drizzle", 0.5), ("light", 1.5), ("moderate", 6), ("heavy", 25), ("violent", 75),
  ]

  /// Makes it rain R mm/h: sets the sizes of the drops, how many fall and how loud all is. At
  /// 10 mm/h these are the defaults; with x = R/10,
  ///
  ///     drops         1200 x^.57       as many as fall on a surface (Marshall & Palmer 1948)
  ///     patterRate    4000 x^.25       where more drops fall, fewer of them stand out
  ///     patterLevel, pink   ∝ x^.275   5.5 dB a decade
  ///     impactAmplitude, bubbleAmplitude   ∝ x^-.2
  ///     patterLow     300 x^-.13 Hz    small drops tick higher
  ///     bedHighpass   200 x^-.3 Hz     and hiss higher
  ///
  /// The energy of rain grows by 11 dB a decade of R, and so would its sound; half of that is
  /// heard here, as a recordist turns down what is loud. Near drops grow with the sizes by
  /// themselves, and are held back so that they grow as the rest does. White and brown noise fall
  /// silent: they are no part of the curve.
  ///
  /// - Parameter rainfall: R, within .1 ... 200 mm/h.
  public mutating func setRainfall(_ rainfall: Double) {
    let steady = Rain()
    let x = rainfall / steady.intensity
    intensity = rainfall
    drops = steady.drops * Elementary.power(x, 0.57)
    patterRate = steady.patterRate * Elementary.power(x, 0.25)
    patterLevel = steady.patterLevel * Elementary.power(x, 0.275)
    pink = steady.pink * Elementary.power(x, 0.275)
    white = 0
    brown = 0
    impactAmplitude = steady.impactAmplitude * Elementary.power(x, -0.2)
    bubbleAmplitude = steady.bubbleAmplitude * Elementary.power(x, -0.2)
    patterLow = steady.patterLow * Elementary.power(x, -0.13)
    bedHighpass = steady.bedHighpass * Elementary.power(x, -0.3)
  }
}
