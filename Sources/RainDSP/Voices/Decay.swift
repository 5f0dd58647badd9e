/// The floor of a decaying sound.
enum Decay {
  /// The time constants in which a sound falls by 80 dB, where voices end: ln 10⁴.
  static let timeConstants = 9.210_340_371_976_184

  /// Whole groups of eight frames that hold `frames`: voices are computed eight at a time and
  /// end on such a group, on a count fixed at their start. Waiting for silence instead would lead
  /// through subnormal numbers, forty times slower than others.
  static func wholeGroups(_ frames: Double) -> Int {
    (Int(frames) + 8) & ~7
  }

  /// Eight frames of a level that falls to `fall` of itself in each, and the level of the ninth.
  static func eight(
    from level: Double, by fall: Double
  ) -> (levels: SIMD8<Float>, next: Double) {
    var levels = SIMD8<Float>.zero
    var next = level
    for lane in 0..<8 {
      levels[lane] = Float(next)
      next *= fall
    }
    return (levels, next)
  }
}
