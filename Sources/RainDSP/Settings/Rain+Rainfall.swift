extension Rain {
  /// The number of a setting in steady rain on open ground at this rainfall; of the rainfall itself, 10 mm/h.
  package func standard(of setting: Setting) -> Double {
    let standard = setting.row.standard
    return RainfallLaw(setting)?.number(standard, at: self[.rainfall]) ?? standard
  }

  /// The rain as it sounds: each number as the rainfall and the sizes of drops make it (``SizeLaw``), and all that moves the level in ``Setting/gain``, in dB:
  ///
  ///     gain + trim + dynamics · level - (1 - dynamics) · 10 t        t = log₁₀(R/10)
  ///
  /// Patter and bed gain 10 dB a tenfold of the rainfall by their laws. `dynamics` keeps a share of that and of the
  /// difference between the place and open ground, as somebody who turns the level of a recording.
  package var sounding: Rain {
    var rain = atRainfall.sized(
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

  /// The rainfall in mm/h, in steps of a quarter of an octave from 10 mm/h on, below which nothing
  /// depends on it: what is computed by it, filters and ticks, is not computed anew in each tile of
  /// a storm.
  var steppedRainfall: Double {
    let ratio = self[.rainfall] / RainfallLaw.reference
    if ratio <= 1 { return RainfallLaw.reference }
    let step = Elementary.floor(Elementary.log2(ratio) * 4 + 0.5)
    return RainfallLaw.reference * Elementary.exp2(Double(step) / 4)
  }
}
