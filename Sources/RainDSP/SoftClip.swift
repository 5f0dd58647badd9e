/// Keeps peaks below -1 dB without a corner, also between the samples: up to ±.6 they pass
/// untouched; above, what exceeds it is bent,
///
///     y = k + (c - k) u/(1 + u),   u = (|x| - k)/(c - k),   k = .6, c = .84
///
/// so that the slope is continuous and c, -1.5 dB, is never reached.
enum SoftClip {
  static let knee: Float = 0.6
  static let ceiling: Float = 0.84
  /// What ±1 becomes: samples beyond it would have been clipped.
  static let fullScale: Float = apply(1)

  /// The factor of everything before it, from the setting in dB.
  static func gain(of rain: Rain) -> Float {
    Float(Elementary.amplitude(decibels: rain.gain))
  }

  /// Whether any lane lies beyond the knee.
  @inline(__always)
  static func isNeeded(_ x: SIMD8<Float>) -> Bool {
    any(x .> knee) || any(x .< -knee)
  }

  static func apply(_ x: Float) -> Float {
    let magnitude = x.magnitude
    if magnitude <= knee { return x }
    let u = (magnitude - knee) / (ceiling - knee)
    let y = knee + (ceiling - knee) * (u / (1 + u))
    return x < 0 ? -y : y
  }
}
