/// The settings of a moment of a course.
///
/// A number has one value at a moment. What cannot lie between two values, a surface or the knots of a
/// gust curve, changes over from one to the other: a share of the drops already strikes the next surface.
struct CourseMoment: Equatable {
  /// The settings, with the choices of the key before.
  var rain: Rain
  /// The choices of the next key, and how far each has come, 0 ... 1.
  var next: (surface: Surface, impactShape: ImpactShape, gustTime: Double)
  var share: (surface: Double, impactShape: Double, gustTime: Double) = (0, 0, 0)

  /// A moment at which nothing changes over.
  init(_ rain: Rain) {
    self.rain = rain
    next = (rain.surface, rain.impactShape, rain.gustTime)
  }

  /// The settings, with the nearer choices.
  var nearest: Rain {
    var rain = rain
    if share.surface >= 0.5 { rain.surface = next.surface }
    if share.impactShape >= 0.5 { rain.impactShape = next.impactShape }
    if share.gustTime >= 0.5 { rain.gustTime = next.gustTime }
    return rain
  }

  /// The tone colour of patter and bed.
  var colour: SurfaceColour {
    share.surface == 0 || next.surface == rain.surface
      ? rain.surface.colour
      : .between(rain.surface.colour, next.surface.colour, share: share.surface)
  }

  static func == (a: CourseMoment, b: CourseMoment) -> Bool {
    a.rain == b.rain && a.next == b.next && a.share == b.share
  }
}

/// A course of settings as the renderer reads it: without allocating, and without counting references.
///
///     tracks     rainfall          gain
///                   │                 │
///     segments   0.5 → 25 │ 25 → 1.5  │  0 → -3      each with its time and shape
struct CourseTable: ~Copyable {
  /// What moves.
  enum Target: BitwiseCopyable, Equatable {
    case rainfall
    /// The number at a byte offset of ``Rain``.
    case number(offset: Int)
    case surface
    case impactShape
    case gustTime
  }

  /// Not private: see `FixedArray`.
  struct Track: BitwiseCopyable {
    let target: Target
    let scale: Scale
    /// Its segments lie in first ..< first + count.
    let first: Int
    var count: Int
  }

  /// The way to a key.
  struct Segment: BitwiseCopyable {
    /// In s.
    let start: Double
    let end: Double
    let from: Double
    let to: Double
    /// The choices with the numbers `from` and `to`.
    let surfaces: (from: Surface, to: Surface)
    let impactShapes: (from: ImpactShape, to: ImpactShape)
    /// 0 before the end and 1 from there on; or a straight line; or 3x² - 2x³.
    let shape: Shape
  }

  enum Shape: BitwiseCopyable { case step, line, smooth }
  /// The scale on which a number moves.
  enum Scale: BitwiseCopyable { case even, ratio }

  fileprivate let rain: Rain
  fileprivate var tracks: FixedArray<Track>
  fileprivate var segments: FixedArray<Segment>
  /// The byte offsets of the settings that rainfall does not set.
  fileprivate let kept: FixedArray<Int>

  /// A rain that rests.
  init(_ rain: Rain) {
    self.init(rain, tracks: [], segments: [])
  }

  init(_ rain: Rain, tracks: [Track], segments: [Segment], kept: [Int] = []) {
    self.rain = rain
    self.tracks = FixedArray(tracks)
    self.segments = FixedArray(segments)
    self.kept = FixedArray(kept)
  }
}

#if !hasFeature(Embedded)
extension CourseTable {
  init(_ course: RainCourse) {
    var tracks: [Track] = []
    var segments: [Segment] = []
    // Rainfall comes first, since other curves set what it sets, too.
    for curve in course.curves.filter({ $0.name == "rainfall" })
      + course.curves.filter({ $0.name != "rainfall" })
    {
      guard let parameter = Rain.parameter(curve.name) else { continue }
      let first = segments.count
      var track = Track(parameter, first: first)
      let isSurface = curve.name == "surface"
      let isShape = curve.name == "impactShape"
      for key in curve.keys {
        let last = segments.count > first ? segments[segments.count - 1] : nil
        let start = last.map { key.start ?? $0.end } ?? key.seconds
        let from = last?.departure(at: start, on: track) ?? key.value
        let surfaces = isSurface ? (from, key.value) : (0, 0)
        let shapes = isShape ? (from, key.value) : (0, 0)
        segments.append(
          Segment(
            start: start, end: key.seconds, from: from, to: key.value,
            surfaces: (
              from: Surface.allCases[Int(surfaces.0)], to: Surface.allCases[Int(surfaces.1)]
            ),
            impactShapes: (
              from: ImpactShape.allCases[Int(shapes.0)], to: ImpactShape.allCases[Int(shapes.1)]
            ),
            shape: Shape(key.shape)))
      }
      track.count = segments.count - first
      tracks.append(track)
    }
    self.init(
      course.rain, tracks: tracks, segments: segments,
      kept: course.kept.sorted().compactMap { Rain.parameter($0)?.offset })
  }
}

extension CourseTable {
  /// The segments of each track of a course that is played live: those of the last seconds, from which the
  /// gusts come. At 192 kHz a second has 47 tiles, and each tile can begin a segment.
  fileprivate static let liveSegments = 256

  /// A course in which every setting can be retuned, and has moved so far. It has no curve of rainfall.
  init(live course: RainCourse) {
    let rain = course.rain
    var tracks: [Track] = []
    for parameter in Rain.parameters {
      if case .several = parameter.domain { continue }
      tracks.append(Track(parameter, first: tracks.count * Self.liveSegments))
    }
    self.init(
      rain, tracks: tracks,
      segments: Array(
        repeating: Segment(start: 0, end: 0, in: rain), count: tracks.count * Self.liveSegments))
    for track in tracks {
      segments[track.first] = Segment(start: 0, end: 0, in: rain, track.target)
    }
    let played = CourseTable(course)
    for place in 0..<played.tracks.count {
      let track = played.tracks[place]
      guard let index = tracks.indices.first(where: { tracks[$0].target == track.target }) else {
        preconditionFailure("rainfall is no setting of its own")
      }
      let count = min(track.count, Self.liveSegments - 1)
      for number in 0..<count {
        segments[tracks[index].first + number] =
          played.segments[track.first + track.count - count + number]
      }
      self.tracks[index].count = count
    }
  }
}

extension RainCourse.Curve {
  /// The keys from which a renderer that is retuned goes on: all, or of many the last. The first of them rests
  /// where the way to the second begins.
  var liveKeys: [RainCourse.Key] {
    let count = CourseTable.liveSegments
    guard keys.count > 2 * count else { return keys }
    let table = CourseTable(RainCourse(unchecked: Rain(), curves: [self]))
    let first = table.segments[keys.count - count]
    return [RainCourse.Key(at: first.start, first.from)] + keys.suffix(count)
  }
}

extension CourseTable.Track {
  /// The track of a setting, with one segment.
  fileprivate init(_ parameter: Parameter, first: Int) {
    self.init(
      target: CourseTable.Target(parameter), scale: parameter.scale == .ratio ? .ratio : .even,
      first: first, count: 1)
  }
}

extension CourseTable.Target {
  fileprivate init(_ parameter: Parameter) {
    switch parameter.name {
    case "rainfall": self = .rainfall
    case "surface": self = .surface
    case "impactShape": self = .impactShape
    case "gustTime": self = .gustTime
    default:
      guard let offset = parameter.offset else {
        preconditionFailure("\(parameter.name) is a number of Rain")
      }
      self = .number(offset: offset)
    }
  }
}

extension CourseTable.Shape {
  fileprivate init(_ shape: RainCourse.Shape) {
    switch shape {
    case .step: self = .step
    case .line: self = .line
    case .smooth: self = .smooth
    }
  }
}
#endif

extension CourseTable {
  /// From one moment, in s, to another, the settings of a live course move to those of `rain`: those that
  /// differ from what they were to become.
  mutating func retune(to rain: Rain, from start: Double, to arrival: Double) {
    for index in 0..<tracks.count {
      let track = tracks[index]
      let end = index + 1 < tracks.count ? tracks[index + 1].first : segments.count
      let capacity = end - track.first
      let last = segments[track.first + track.count - 1]
      let next = Segment(
        start: start, end: arrival, in: rain, track.target,
        from: last.departure(at: start, on: track), surface: last.surfaces.to,
        impactShape: last.impactShapes.to)
      if next.isEnd(of: last, track.target) { continue }
      if track.count == capacity {
        // Nothing asks for the older half any more: the other spans 2.7 s and more.
        for place in 0..<capacity / 2 {
          segments[track.first + place] = segments[track.first + capacity / 2 + place]
        }
        tracks[index].count = capacity / 2
      }
      segments[track.first + tracks[index].count] = next
      tracks[index].count += 1
    }
  }
}

extension CourseTable.Segment {
  /// The way of a setting to its value in `rain`: from `from`, or from that choice.
  fileprivate init(
    start: Double, end: Double, in rain: Rain, _ target: CourseTable.Target = .rainfall,
    from: Double? = nil, surface: Surface? = nil, impactShape: ImpactShape? = nil
  ) {
    var to = 0.0
    if case .number(let offset) = target { to = rain.number(at: offset) }
    if case .gustTime = target { to = rain.gustTime }
    self.init(
      start: start, end: end, from: from ?? to, to: to,
      surfaces: (surface ?? rain.surface, rain.surface),
      impactShapes: (impactShape ?? rain.impactShape, rain.impactShape), shape: .line)
  }

  /// Whether it leads where another already goes.
  fileprivate func isEnd(of other: Self, _ target: CourseTable.Target) -> Bool {
    switch target {
    case .surface: surfaces.to == other.surfaces.to
    case .impactShape: impactShapes.to == other.impactShapes.to
    default: to == other.to
    }
  }

  /// The number from which the next way begins at a moment in s. What cannot lie between two values goes on
  /// from the later one.
  fileprivate func departure(at seconds: Double, on track: CourseTable.Track) -> Double {
    switch track.target {
    case .surface, .impactShape, .gustTime: to
    case .rainfall, .number: value(at: seconds, scale: track.scale)
    }
  }

  /// How far the way has come at a moment in s, 0 ... 1.
  @inline(__always)
  fileprivate func share(at seconds: Double) -> Double {
    if seconds >= end { return 1 }
    if seconds <= start { return 0 }
    let x = (seconds - start) / (end - start)
    switch shape {
    case .step: return 0
    case .line: return x
    case .smooth: return x * x * (3 - 2 * x)
    }
  }

  /// The number at a moment in s; at the ends, and between equal values, exactly theirs.
  @inline(__always)
  fileprivate func value(at seconds: Double, scale: CourseTable.Scale) -> Double {
    let share = share(at: seconds)
    if share == 0 || from == to { return from }
    if share == 1 { return to }
    // A ratio of 0 has no logarithm: to and from silence, the number itself moves in a line.
    if scale == .ratio && from > 0 && to > 0 {
      return from * Elementary.exp2(share * Elementary.log2(to / from))
    }
    return from + share * (to - from)
  }
}

extension CourseTable {
  /// Whether any setting has a curve.
  var moves: Bool { tracks.count > 0 }

  /// The settings at a moment, in s. With `ordered`, a setting that may not lie below another is raised to
  /// it, as between keys whose curves cross.
  func moment(at seconds: Double, ordered: Bool = true) -> CourseMoment {
    var moment = CourseMoment(rain)
    for index in 0..<tracks.count { apply(tracks[index], at: seconds, to: &moment) }
    if ordered && tracks.count > 0 { moment.rain.order() }
    return moment
  }

  private func apply(_ track: Track, at seconds: Double, to moment: inout CourseMoment) {
    let segment = segments[segment(of: track, at: seconds)]
    switch track.target {
    case .rainfall:
      moment.rain.setRainfall(segment.value(at: seconds, scale: track.scale))
      for index in 0..<kept.count {
        moment.rain.set(rain.number(at: kept[index]), at: kept[index])
      }
    case .number(let offset):
      moment.rain.set(segment.value(at: seconds, scale: track.scale), at: offset)
    case .surface:
      moment.rain.surface = segment.surfaces.from
      moment.next.surface = segment.surfaces.to
      moment.share.surface = segment.share(at: seconds)
    case .impactShape:
      moment.rain.impactShape = segment.impactShapes.from
      moment.next.impactShape = segment.impactShapes.to
      moment.share.impactShape = segment.share(at: seconds)
    case .gustTime:
      moment.rain.gustTime = segment.from
      moment.next.gustTime = segment.to
      moment.share.gustTime = segment.share(at: seconds)
    }
  }

  /// The segment of a moment: the last that began before it, or the first. Where one begins, the one before
  /// still holds, so that a choice that has come half-way does not jump within a tile.
  private func segment(of track: Track, at seconds: Double) -> Int {
    var low = track.first
    var high = track.first + track.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start < seconds { low = middle } else { high = middle }
    }
    return low
  }
}

extension Rain {
  /// The number at a byte offset.
  fileprivate func number(at offset: Int) -> Double {
    unsafe withUnsafeBytes(of: self) { unsafe $0.load(fromByteOffset: offset, as: Double.self) }
  }

  fileprivate mutating func set(_ number: Double, at offset: Int) {
    unsafe withUnsafeMutableBytes(of: &self) {
      unsafe $0.storeBytes(of: number, toByteOffset: offset, as: Double.self)
    }
  }

  /// Whether no far end lies below the near one.
  var isOrdered: Bool {
    distanceMin <= distanceMax && patterMin <= patterMax && patterLow <= patterHigh
  }

  /// Raises the far ends that lie below the near ones.
  mutating func order() {
    distanceMax = max(distanceMin, distanceMax)
    patterMax = max(patterMin, patterMax)
    patterHigh = max(patterLow, patterHigh)
  }
}
