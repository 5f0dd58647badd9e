/// The settings of a moment of an automation.
///
/// A number has one value at a moment. What cannot lie between two values, a surface or the knots of a
/// gust curve, changes over from one to the other: a share of the drops already strikes the next surface.
struct AutomationMoment: Equatable {
  /// The settings as they sound (``Rain/sounding``), with the choices of the key before.
  var rain: Rain
  /// The choices of the next key, and how far each has come, 0 ... 1.
  var next: (surface: Surface, impactShape: ImpactShape, gustTime: Double)
  var share: (surface: Double, impactShape: Double, gustTime: Double) = (0, 0, 0)
  /// The share of nature's differences of level that is kept, as it was written: wind and thunder
  /// keep it, too.
  private(set) var dynamics = 1.0
  /// The level that the place adds to that of its rain, in dB: wind and thunder are as loud outside
  /// in every place.
  private(set) var placeLevel = 0.0

  /// A moment at which every choice is that of a rain.
  init(_ rain: Rain) {
    self.init(written: rain)
    sound()
  }

  /// Lets the rainfall move the numbers.
  fileprivate mutating func sound() {
    dynamics = rain[.dynamics]
    placeLevel = rain[.trim] + dynamics * rain[.level]
    rain = rain.sounding
  }

  /// The same, before the rainfall has moved any number.
  fileprivate init(written rain: Rain) {
    self.rain = rain
    next = (rain.surface, rain.impactShape, rain[.gustTime])
  }

  /// The settings, with the nearer choices.
  var nearest: Rain {
    var rain = rain
    if share.surface >= 0.5 { rain.surface = next.surface }
    if share.impactShape >= 0.5 { rain.impactShape = next.impactShape }
    if share.gustTime >= 0.5 { rain[.gustTime] = next.gustTime }
    return rain
  }

  /// The tone color of patter and bed: of the surface, and of the water that stands on it.
  var color: SurfaceColor {
    let color = color(of: rain.surface)
    if share.surface == 0 || next.surface == rain.surface { return color }
    return .between(color, self.color(of: next.surface), share: share.surface)
  }

  private func color(of surface: Surface) -> SurfaceColor {
    let (wetness, calm) = (wetness(on: surface), BubbleLaw.smallLevel(in: rain))
    let color = surface.color(bubbles: bubbles, calm: calm)
    if wetness == 0 { return color }
    return .between(
      color, Surface.water.color(bubbles: bubbles, calm: calm), share: wetness)
  }

  /// The share of drops that fall into water on a surface.
  private func wetness(on surface: Surface) -> Double {
    surface.response.hasGround ? rain[.puddles] : 0
  }

  /// The share of drops that fall into water on both surfaces, as far as it colors patter and bed.
  private var wetness: (Double, Double) { (wetness(on: rain.surface), wetness(on: next.surface)) }

  /// The height in m over the ears of what the drops strike.
  var height: Double {
    let (now, next) = (rain.surface.height, next.surface.height)
    return share.surface > 0 ? now + (next - now) * share.surface : now
  }

  /// The level of the bubbles that color patter and bed, relative to that of default bubbles; 0 without water.
  /// A sine of amplitude a that decays at the rate d has an energy in proportion to a²/d.
  var bubbles: Double {
    let isWet = rain.surface == .water || next.surface == .water || wetness != (0, 0)
    guard isWet else { return 0 }
    return BubbleLaw.amplitude(in: rain) / BubbleLaw.defaultAmplitude
      * (240 / rain[.bubbleDecay]).squareRoot()
  }

  /// Whether some settings are those of another moment; of the surface, all that colors patter and bed.
  func agrees(with other: AutomationMoment, on settings: SettingSet) -> Bool {
    if settings.contains(.surface),
      next.surface != other.next.surface || share.surface != other.share.surface
        || bubbles != other.bubbles || wetness != other.wetness
        || rain[.rainfall] != other.rain[.rainfall]
          && rain.steppedRainfall != other.rain.steppedRainfall
    {
      return false
    }
    return rain.agrees(with: other.rain, on: settings)
  }

  static func == (a: AutomationMoment, b: AutomationMoment) -> Bool {
    a.rain == b.rain && a.next == b.next && a.share == b.share
      && a.dynamics == b.dynamics && a.placeLevel == b.placeLevel
  }
}

/// An automation of settings as the renderer reads it: without allocating, and without counting references.
///
///     tracks     rainfall          gain
///                   │                 │
///     segments   0.5 → 25 │ 25 → 1.5  │  0 → -3      each with its time and shape
package struct AutomationTable: ~Copyable {
  /// A setting that moves. Not private: tests that specialise `FixedArray` in their own module link to it.
  struct Track: BitwiseCopyable {
    let setting: Setting
    let scale: Setting.Scale
    /// Its segments lie in first ..< first + count.
    let first: Int
    var count: Int

    init(_ setting: Setting, first: Int, count: Int) {
      (self.setting, scale, self.first, self.count) = (setting, setting.row.scale, first, count)
    }

    /// Whether the setting changes over from one value to the next, since nothing lies between them.
    var changesOver: Bool {
      switch setting {
      case .surface, .impactShape, .gustTime: true
      default: false
      }
    }
  }

  /// The way to a key.
  struct Segment: BitwiseCopyable {
    /// In s.
    let start: Double
    let end: Double
    let from: Double
    let to: Double
    let shape: CurveShape
  }

  private(set) var rain: Rain
  var tracks: FixedArray<Track>
  var segments: FixedArray<Segment>

  /// The settings of a rain; the segments are not set yet.
  init(_ rain: Rain, tracks: [Track], segmentCount count: Int) {
    self.rain = rain
    self.tracks = FixedArray(tracks)
    segments = FixedArray(
      repeating: Segment(start: 0, end: 0, from: 0, to: 0, shape: .line), count: count)
  }

  /// The table that others read, too; its segments are in their memory.
  init(_ shared: SharedAutomationTable) {
    rain = shared.table.rain
    tracks = FixedArray(sharing: shared.table.tracks, of: shared)
    segments = FixedArray(sharing: shared.table.segments, of: shared)
  }

  init(_ rain: Rain) { self.init(rain, tracks: [], segmentCount: 0) }
}

/// The table of an automation, which all that read it share: that of a gauge has millions of segments.
final class SharedAutomationTable: Sendable {
  let table: AutomationTable

  init(_ table: consuming AutomationTable) { self.table = table }
}

// MARK: Live

extension AutomationTable {
  /// The segments of each track of an automation that is played live: those of the last seconds, from which the
  /// gusts come. At 192 kHz a second has 47 tiles, and each tile can begin a segment.
  static let liveSegments = 256

  /// The settings of a live automation are those of `rain` at all times.
  mutating func hold(_ rain: Rain) {
    self.rain = rain
    for index in 0..<tracks.count {
      let number = rain.kept(tracks[index].setting)
      segments[tracks[index].first] = Segment(
        start: 0, end: 0, from: number, to: number, shape: .line)
      tracks[index].count = 1
    }
  }

  /// From one moment, in s, to another, each setting of a live automation moves to its number in `rain`, unless it is on
  /// the way there already. Moves that begin later, as before a seek to an earlier frame, are forgotten.
  mutating func move(to rain: Rain, from start: Double, to arrival: Double) {
    for index in 0..<tracks.count {
      while tracks[index].count > 1,
        segments[tracks[index].first + tracks[index].count - 1].start > start
      {
        tracks[index].count -= 1
      }
      let track = tracks[index]
      let last = segments[track.first + track.count - 1]
      let number = rain.kept(track.setting)
      if number == last.to { continue }
      if track.count == Self.liveSegments {
        // Nothing asks for the older half any more: the other spans 2.7 s and more.
        let half = Self.liveSegments / 2
        for slot in track.first..<track.first + half { segments[slot] = segments[slot + half] }
        tracks[index].count = half
      }
      segments[track.first + tracks[index].count] = Segment(
        start: start, end: arrival, from: last.departure(at: start, on: track), to: number,
        shape: .line)
      tracks[index].count += 1
    }
  }
}

// MARK: Reading

extension AutomationTable.Segment {
  /// The number from which the next way begins at a moment in s. What cannot lie between two values goes on
  /// from the later one.
  func departure(at seconds: Double, on track: AutomationTable.Track) -> Double {
    track.changesOver ? to : value(at: seconds, begun: seconds, scale: track.scale)
  }

  /// How far the way has come at a moment in s, 0 ... 1. What jumps has done so by the moment `begun`.
  @inline(__always)
  fileprivate func share(at seconds: Double, begun: Double) -> Double {
    if shape == .step ? begun >= end : seconds >= end { return 1 }
    if seconds <= start { return 0 }
    let x = (seconds - start) / (end - start)
    switch shape {
    case .step: return 0
    case .line: return x
    case .smooth: return x * x * (3 - 2 * x)
    }
  }

  /// The same for what changes over: between equal values nothing does.
  fileprivate func changingShare(at seconds: Double, begun: Double) -> Double {
    from == to ? 0 : share(at: seconds, begun: begun)
  }

  /// The number at a moment in s; at the ends, and between equal values, exactly their value.
  @inline(__always)
  fileprivate func value(at seconds: Double, begun: Double, scale: Setting.Scale) -> Double {
    let share = share(at: seconds, begun: begun)
    if share == 0 || from == to { return from }
    if share == 1 { return to }
    // A ratio of 0 has no logarithm: to and from silence, the number itself moves in a line.
    if scale == .ratio && from > 0 && to > 0 { return Elementary.between(from, to, share: share) }
    return from + share * (to - from)
  }
}

extension AutomationTable {
  /// Whether any setting has a curve.
  var moves: Bool { tracks.count > 0 }

  /// The settings at a moment, in s, as they sound; of ways that have begun by another moment alone.
  func moment(at seconds: Double, begun: Double) -> AutomationMoment {
    var moment = written(at: seconds, begun: begun)
    moment.sound()
    return moment
  }

  /// The settings at a moment, in s, as they were written.
  private func written(at seconds: Double, begun: Double) -> AutomationMoment {
    var moment = AutomationMoment(written: rain)
    for index in 0..<tracks.count {
      let track = tracks[index]
      let segment = segments[segment(of: track, at: begun)]
      switch track.setting {
      case .surface:
        moment.rain.surface = Surface(number: segment.from)
        moment.next.surface = Surface(number: segment.to)
        moment.share.surface = segment.changingShare(at: seconds, begun: begun)
      case .impactShape:
        moment.rain.impactShape = ImpactShape(number: segment.from)
        moment.next.impactShape = ImpactShape(number: segment.to)
        moment.share.impactShape = segment.changingShare(at: seconds, begun: begun)
      case .gustTime:
        moment.rain[.gustTime] = segment.from
        moment.next.gustTime = segment.to
        moment.share.gustTime = segment.changingShare(at: seconds, begun: begun)
      default:
        moment.rain.keep(
          track.setting, at: segment.value(at: seconds, begun: begun, scale: track.scale))
      }
    }
    return moment
  }

  /// The settings at a moment, in s, with the nearer choices: ``RainAutomation/rain(at:)`` without allocating.
  package func rain(at seconds: Double) -> Rain { written(at: seconds, begun: seconds).nearest }

  /// The segment of a moment: the last that has begun by then, or the first.
  func segment(of track: Track, at seconds: Double) -> Int {
    var low = track.first
    var high = track.first + track.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= seconds { low = middle } else { high = middle }
    }
    return low
  }
}
