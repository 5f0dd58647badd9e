/// The settings of a tile of a course. Settings move once a tile:
///
///     tile t-1      |      tile t       |
///     ──────────────┼───────────────────┼──
///     before        start               end
///
/// - Drops, patter and echo of the tile have the settings of its start.
/// - Levels, filters and the gain glide from those of its start to those of its end.
/// - Gusts glide over each second, from the settings of the start of the second before to those of its
///   own start.
///
/// So a tile never depends on settings after its end. That lets a course that is played live, whose
/// settings change from one tile to the next, be rendered again bit for bit.
struct TileSettings {
  /// At the first frame of the tile before.
  var before: CourseMoment
  /// At the first frame of this tile.
  var start: CourseMoment
  /// At the first frame of the next tile.
  var end: CourseMoment
  /// The second in which the tile begins.
  var second: Int
  /// At the beginnings of the second before it, of this second, and of the next one.
  var seconds: (before: CourseMoment, here: CourseMoment, next: CourseMoment)

  /// Those of a rain that rests.
  init(_ rain: Rain) {
    let moment = CourseMoment(rain)
    (before, start, end, second) = (moment, moment, moment, 0)
    seconds = (moment, moment, moment)
  }
}

/// A course, tile by tile.
struct CourseReader: ~Copyable {
  private let course: CourseTable
  private let timeline: Timeline
  /// Those of the tile that was read last.
  private(set) var settings: TileSettings
  private var tile = Int.min
  private var hasSeconds = false

  init(_ course: consuming CourseTable, timeline: Timeline) {
    settings = TileSettings(course.moment(at: 0).rain)
    self.course = course
    self.timeline = timeline
  }

  /// Whether any setting has a curve.
  var moves: Bool { course.moves }

  /// Reads the settings of a tile.
  mutating func read(tile: Int) {
    if tile == self.tile || !moves { return }
    let isNext = tile == self.tile &+ 1
    settings.before = isNext ? settings.start : moment(of: (tile - 1) * Tile.frames)
    settings.start = isNext ? settings.end : moment(of: tile * Tile.frames)
    settings.end = moment(of: (tile + 1) * Tile.frames)
    self.tile = tile
    let second = timeline.moment(of: tile * Tile.frames).second
    if hasSeconds && second == settings.second { return }
    settings.second = second
    settings.seconds.before = moment(of: timeline.start(of: second - 1))
    settings.seconds.here = moment(of: timeline.start(of: second))
    settings.seconds.next = moment(of: timeline.start(of: second + 1))
    hasSeconds = true
  }

  /// The settings of the first frame of a tile.
  func moment(tile: Int) -> CourseMoment { moment(of: tile * Tile.frames) }

  private func moment(of frame: Int) -> CourseMoment {
    course.moment(at: Double(timeline.place(of: frame)) / Double(timeline.sampleRate))
  }
}
