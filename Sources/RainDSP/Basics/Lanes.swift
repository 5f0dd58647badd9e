/// Groups of eight neighbouring frames, the lanes of a vector in which voices are computed and added.
enum Lanes {
  /// Frames of a group.
  static let count = 8
  /// The most frames by which rounding up to whole groups lengthens a sound.
  static let slack = count - 1

  /// The frames of the fewest whole groups that hold `frames` frames.
  @inline(__always)
  static func wholeGroups(_ frames: Int) -> Int { (frames + slack) & ~slack }
}

/// How long a decaying sound lasts: until it has fallen by 80 dB.
enum Decay {
  /// The time constants in which a sound falls by 80 dB: ln 10⁴.
  static let timeConstants = 9.210_340_371_976_184

  /// The longest sound, in frames: 93 minutes at 192 kHz. Longer ones are cut, so that every decay rate
  /// above 0 gives a number of frames.
  private static let mostFrames = 0x1p30

  /// Whole groups of eight frames that hold `frames`, at least one more than that.
  ///
  /// Voices end on a count that is fixed when they start. Ending when the sound is silent would need
  /// subnormal numbers, which take forty times as long to compute as others.
  static func wholeGroups(_ frames: Double) -> Int {
    (Int(min(frames, mostFrames)) + Lanes.count) & ~Lanes.slack
  }

  /// Eight frames of a level that falls by the factor `fall` in each, and the level of the ninth.
  static func eight(from level: Double, by fall: Double) -> (levels: SIMD8<Float>, next: Double) {
    var levels = SIMD8<Float>.zero
    var next = level
    for lane in 0..<8 {
      levels[lane] = Float(next)
      next *= fall
    }
    return (levels, next)
  }
}
