/// The settings on which a ``GlidingValue`` depends.
protocol GlidingSettings: Equatable {
  init(_ moment: CourseMoment)
}

/// What a stage computes from some of the settings, such as the coefficients of a filter, at the start and at the
/// end of a tile. It is computed again only where those settings have changed.
struct GlidingValue<Settings: GlidingSettings, Value> {
  /// The settings for which `end` was computed.
  private var settings: Settings
  /// At the first frame of the tile.
  private(set) var start: Value
  /// At the first frame of the next tile.
  private(set) var end: Value
  /// Whether the settings differ at both ends of the tile.
  private(set) var moves = false

  init(_ moment: CourseMoment, _ compute: (CourseMoment) -> Value) {
    settings = Settings(moment)
    start = compute(moment)
    end = start
  }

  /// Goes to the tile that the course has read.
  mutating func move(with course: borrowing CourseReader, _ compute: (CourseMoment) -> Value) {
    let (first, last) = (Settings(course.start), Settings(course.end))
    if settings != first { end = compute(course.start) }
    start = end
    moves = last != first
    if moves { end = compute(course.end) }
    settings = last
  }
}
