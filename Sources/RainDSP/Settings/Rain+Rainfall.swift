extension Rain {
  /// The number of a setting in steady rain on open ground at this rainfall; of the rainfall itself, 10 mm/h.
  package func standard(of setting: Setting) -> Double {
    let standard = setting.row.standard
    return RainfallLaw(setting)?.number(standard, from: RainfallLaw.reference, to: self[.rainfall])
      ?? standard
  }

  /// The same rain, with each number given anew at its rainfall.
  package var restated: Rain {
    @inline(never) get {
      var rain = self
      var settings = SettingSet { $0.followsRainfall }
      while let setting = settings.popFirst() { rain[setting] = self[setting] }
      return rain
    }
  }

  /// The rain as it sounds: each number as the rainfall and the sizes of drops make it (``SizeLaw``), and all that moves the level in ``Setting/gain``, in dB:
  ///
  ///     gain + trim + dynamics · level - (1 - dynamics) · 10 t        t = log₁₀(R/10)
  ///
  /// Patter and bed gain 10 dB a tenfold of the rainfall by their laws. `dynamics` keeps a share of that and of the
  /// difference between the place and open ground, as somebody who turns the level of a recording.
  package var sounding: Rain {
    var rain = restated.sized(
      near: Elementary.power(self[.dropSize], sizeShare), far: self[.dropSize])
    let tenfolds = RainfallLaw.tenfolds(self[.rainfall] / RainfallLaw.reference)
    rain[.gain] +=
      self[.trim] + self[.dynamics] * self[.level] - (1 - self[.dynamics]) * 10 * tenfolds
    // What it sounds like must not be moved once more.
    (rain[.trim], rain[.level], rain[.dynamics]) = (0, 0, 1)
    return rain
  }

  /// About how loud it is, in LUFS, in a shipped place: by its calibration, -25 on open ground at 10 mm/h.
  package var loudness: Double {
    let tenfolds = RainfallLaw.tenfolds(self[.rainfall] / RainfallLaw.reference)
    return -25 + self[.gain] + self[.dynamics] * (self[.level] + 10 * tenfolds)
  }

  /// The level that is loud in headphones, in LUFS: louder than services of music and film play.
  package static let loudInHeadphones = -14.0

  /// The number of a setting as if it had been given at another rainfall, beyond its range too.
  package func number(of setting: Setting, givenAt rainfall: Double) -> Double {
    // As it sounds, to the last digit.
    if rainfall == self[.rainfall] { return self[setting] }
    return RainfallLaw(setting)?.unlimited(
      given(setting), from: reference(of: setting), to: rainfall) ?? given(setting)
  }
}
