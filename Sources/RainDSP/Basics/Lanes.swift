/// Groups of eight neighbouring frames, the lanes of a vector in which voices are computed and added.
enum Lanes {
  /// Frames of a group.
  static let count = 8
  /// The most frames by which rounding up to whole groups lengthens a sound.
  static let slack = count - 1

  /// The frames of the fewest whole groups that hold `frames` frames.
  @inline(__always)
  static func wholeGroups(_ frames: Int) -> Int {
    (frames + slack) & ~slack
  }
}
