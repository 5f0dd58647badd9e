// What blows and thunders outside (``WindLaw``, ``ThunderLaw``).
extension AutomationMoment {
  /// The factor that undoes the level of the place: outside, all places are as loud.
  var outside: Double { Elementary.amplitude(decibels: -placeLevel) }

  /// The mean speed of the wind in m/s; 0 of one that is too faint to be heard, and to have a
  /// logarithm.
  var windSpeed: Double { rain[.wind] < 1e-6 ? 0 : rain[.wind] }

  /// The share of leaves in what the wind blows through.
  var leaves: Double {
    (rain.surface == .leaves ? 1 - share.surface : 0)
      + (next.surface == .leaves ? share.surface : 0)
  }

  /// The spread of the gusts in the amplitude of the wind: that of its speed three times. Many
  /// leaves even it out.
  var windSpread: Double {
    if windSpeed == 0 { return 0 }
    return 3 * 0.7 * rain[.gust] / (1 + rain[.gust]) * (1 - 0.4 * leaves)
  }

  /// The spread of its fast ripple, by recordings between 2 and 8 kHz.
  var windRipple: Double { windSpeed == 0 ? 0 : 0.1 }
}
