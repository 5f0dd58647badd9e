/// How a rain follows the size of its drops: `dropSize`, and the walk of the sizes over minutes.
///
/// The rainfall stays, so larger drops are fewer, and a factor f of all sizes moves
///
///     near drops, ticks a second    f^-2.27     the effective number: what falls has the kurtosis of as many equal drops
///     the power of each             f^2.27      so that of all together stays
///     corners of a blow             f^-0.4      v/D, from 1 to 3 mm
///
/// The effective number of the normalised gamma distribution (``DropSize``) is (Σ energy)²/Σ energy², of all drops on a
/// square meter and second: at 10 mm/h 433, 282 and 175 where Dm is 1.41, 1.71 and 2.10 mm.
///
/// Source: the sizes of 3,917 minutes of measured rain (``DropSize``).
/// Test: DropSizeTests
enum SizeLaw {
  static var number: Double { -2.27 }
  static var pitch: Double { -0.4 }
  /// The standard deviation of ln Dm at one rainfall: 0.08 tenfolds, in 3,917 minutes of measured rain.
  static var walk: Double { 0.184 }
  /// The drift of even rain, with which sizes walk as far.
  static var evenDrift: Double { 0.35 }
  /// The terminal speed of a drop of 2 mm, in m/s. As a number: the first use of a computed
  /// constant takes a lock.
  static let referenceSpeed = 6.547_699_617_304
}

extension Rain {
  /// The usual mean size of the water at a rainfall in mm/h, Dm in mm (``DropSize``).
  package static func meanSize(at rainfall: Double) -> Double {
    1.17 * Elementary.power(rainfall, 0.168)
  }

  /// The share, as an exponent, of a factor of the sizes that near drops have: 0 where all are of 2 mm, or drips. Patter and
  /// bed are rain of all sizes.
  var sizeShare: Double { self[.sizeSpread] * (1 - self[.drips]) }

  /// How far the sizes of raindrops walk over minutes: the standard deviation of their logarithm, before `sizeSpread`. The
  /// number of near drops follows by that share alone, drips too: gusts glide for two seconds after a passage, and nothing
  /// of that may differ from place to place.
  var sizeWalk: Double { SizeLaw.walk * min(1, self[.drift] / SizeLaw.evenDrift) }

  /// The factor by which the number of near drops differs from that at the usual sizes.
  var sizedNumber: Double { Elementary.power(self[.dropSize], SizeLaw.number * sizeShare) }

  /// The rain with a number for each setting that follows the sizes, where near and far drops have a factor of them.
  func sized(near: Double, far: Double) -> Rain {
    if near == 1 && far == 1 { return self }
    var rain = self
    let pitch = Elementary.power(far, SizeLaw.pitch)
    rain.move(.drops, by: Elementary.power(near, SizeLaw.number))
    rain.move(.patterRate, by: Elementary.power(far, SizeLaw.number))
    rain.move(.patterLow, by: pitch)
    rain.move(.patterHigh, by: pitch)
    // 20 Hz and 20 kHz: no filter.
    if self[.bedHighpass] > 20 { rain.move(.bedHighpass, by: pitch) }
    if self[.bedLowpass] < 20_000 { rain.move(.bedLowpass, by: pitch) }
    return rain
  }

  private mutating func move(_ setting: Setting, by factor: Double) {
    self[setting] = setting.nearest(self[setting] * factor)
  }
}
