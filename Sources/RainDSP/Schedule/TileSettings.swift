/// The settings of a tile of a course. Settings move once a tile:
///
///     tile t-1   |    tile t    |
///     ───────────┼──────────────┼──
///              start           end
///
/// - Levels, filters and the gain glide from those of its start to those of its end.
/// - Drops, patter and echo of the tile have the settings of its end.
/// - Gusts glide over each second, from the settings of the start of the second before to those of its
///   own start.
///
/// So a tile never depends on settings after its end. That lets a course that is played live, whose
/// settings change from one tile to the next, be rendered again bit for bit.
struct TileSettings {
  /// At the first frame of this tile.
  var start: CourseMoment
  /// At the first frame of the next tile.
  var end: CourseMoment
  /// The second in which the tile begins.
  var second: Int
  /// At the beginnings of the second before it, of this second, and of the next two: a tile that holds the
  /// short last second of a loop touches three.
  var seconds: InlineArray<4, CourseMoment>

  /// Those of a rain that rests.
  init(_ rain: Rain) {
    let moment = CourseMoment(rain)
    (start, end, second) = (moment, moment, 0)
    seconds = InlineArray(repeating: moment)
  }
}

/// A course, tile by tile.
struct CourseReader: ~Copyable {
  private var course: CourseTable
  private let timeline: Timeline
  /// Those of the tile that was read last.
  private(set) var settings: TileSettings
  private var start: Int?
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
    read(tileAt: tile * Tile.frames)
  }

  /// Reads the settings of the tile that begins at a frame, in any repetition of a loop.
  mutating func read(tileAt frame: Int) {
    if frame == start || !moves { return }
    let isNext = start.map { frame == $0 + Tile.frames } ?? false
    settings.start = isNext ? settings.end : moment(of: frame)
    settings.end = moment(of: frame + Tile.frames)
    start = frame
    let second = timeline.second(of: frame)
    if hasSeconds && second == settings.second { return }
    settings.second = second
    for number in 0..<4 {
      settings.seconds[number] = moment(of: timeline.start(of: second - 1 + number))
    }
    hasSeconds = true
  }

  /// The settings of the first frame of a tile.
  func moment(tile: Int) -> CourseMoment { moment(of: tile * Tile.frames) }

  /// From the first frame of a tile on, which is read next, the settings move to those of `rain`, within some
  /// seconds or a tile. Returns the moments, in s, at which that begins and ends.
  mutating func retune(to rain: Rain, over seconds: Double, tile: Int) -> (
    start: Double, end: Double
  ) {
    // In whole ms, so that they can be written down. Within the tile: it begins with the old settings, and the
    // next one with the new.
    let (first, rate) = (Int64(tile * Tile.frames), Int64(timeline.sampleRate))
    let begin = (first * 1000 + rate - 1) / rate
    let tileEnd = (first + Int64(Tile.frames)) * 1000 / rate
    let start = Self.seconds(milliseconds: begin)
    let end = Self.seconds(milliseconds: max(begin + Int64(1000 * seconds), tileEnd))
    course.retune(to: rain, from: start, to: end)
    hasSeconds = false
    return (start, end)
  }

  /// Rounded as times that are read from a text: whole seconds and the rest.
  private static func seconds(milliseconds: Int64) -> Double {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return Double(seconds) + Double(rest * 1_000_000) / 1e9
  }

  private func moment(of frame: Int) -> CourseMoment {
    course.moment(at: Double(timeline.place(of: frame)) / Double(timeline.sampleRate))
  }
}
