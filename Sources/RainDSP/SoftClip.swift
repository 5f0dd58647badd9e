/// Keeps samples within ±1 without a corner: up to ±.891 (-1 dB) they pass untouched; above, what
/// exceeds it is bent,
///
///     y = k + (1 - k) u/(1 + u),   u = (|x| - k)/(1 - k),   k = .891
///
/// so that the slope is continuous and 1 is never reached.
enum SoftClip {
  static let knee: Float = 0.891
  /// What ±1 becomes: samples beyond it would have been clipped.
  static let fullScale: Float = knee + (1 - knee) / 2

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
    let u = (magnitude - knee) / (1 - knee)
    let y = knee + (1 - knee) * (u / (1 + u))
    return x < 0 ? -y : y
  }
}
