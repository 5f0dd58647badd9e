/// A flash of lightning: when and where it lights, and what its thunder is made of.
///
/// It has the settings of the tile in which it lights, as a drop has those of the tile in which it
/// strikes.
public struct Flash: Sendable, BitwiseCopyable {
  /// Where it strikes.
  public enum Kind: String, Sendable, BitwiseCopyable {
    /// The ground.
    case ground = "cg"
    /// Only the cloud.
    case cloud = "ic"
  }

  /// The speed of sound at 11 °C in m/s, halfway up to the cloud.
  public static let speedOfSound = 338.0

  /// The frame of the light.
  public let frame: Int
  /// The kind of the flash.
  public let kind: Kind
  /// The distance in km of the nearest point that is heard.
  public let distance: Double
  /// Of that point, in turns, clockwise from the front.
  public let azimuth: Double
  /// How often it strikes through the same channel: once in the cloud.
  public let strokes: Int
  /// The level of the loudest 0.15 s outside, to some 6 dB, relative to full scale, before the
  /// limiter.
  public let level: Double
  /// The level of a piece of its channel at 1 km.
  let strength: Double
  let key: RandomKey

  /// The time from the light to the first sound, in s.
  public var delay: Double { 1000 * distance / Self.speedOfSound }

  /// The flash of a key, with the settings of a moment.
  ///
  /// One in three strikes the ground, with 3.6 strokes in the mean, a quarter of them with one
  /// (Rakov & Uman 2003, "Lightning: physics and effects"; Zhu et al. 2015). Its distance scatters
  /// about that of the cell.
  init(_ key: RandomKey, frame: Int, of moment: AutomationMoment, root: RandomKey) {
    (self.frame, self.key) = (frame, key)
    let isGround = key.child(2).uniform < 0.33
    kind = isGround ? .ground : .cloud
    let scatter = Elementary.exp(0.35 * key.child(3).clampedNormal)
    distance = min(ThunderLaw.farthest, max(0.3, moment.rain[.thunderDistance] * scatter))
    let turns = root.child(-1).uniform + 0.1 * key.child(4).clampedNormal
    azimuth = turns - Double(Elementary.wideFloor(turns))
    var strokes = 1
    if isGround && key.child(5).uniform > 0.25 {
      strokes = 2
      while strokes < FlashStrokes.most && key.child(6).child(strokes).uniform < 0.68 {
        strokes += 1
      }
    }
    self.strokes = strokes
    // Discharges in the cloud are weaker (Lacroix et al. 2018, "Acoustical measurement of natural
    // lightning flashes").
    let decibels =
      ThunderLaw.level(distance: distance, dynamics: moment.dynamics)
      + 3 * key.child(7).clampedNormal - (isGround ? 0 : 4)
    strength = Elementary.amplitude(decibels: decibels + ThunderLaw.pieceLevel) * distance
    level =
      decibels - ThunderLaw.air * distance + moment.rain[.gain] - moment.placeLevel
  }
}

/// The strokes of a flash: 60 ms from one to the next in the median, spread by 0.32 decades, and
/// the later ones weaker (Thomson 1984; Zhu et al. 2015).
struct FlashStrokes: BitwiseCopyable {
  static let most = 12
  private static let interval = 0.06
  private static let later = 0.52

  /// In s after the light.
  private(set) var times = InlineArray<12, Double>(repeating: 0)
  private(set) var levels = InlineArray<12, Double>(repeating: 1)

  init(_ flash: Flash) {
    for stroke in 1..<max(2, flash.strokes) {
      let key = flash.key.child(8).child(stroke)
      times[stroke] =
        times[stroke - 1] + Self.interval * Elementary.exp(0.737 * key.child(0).clampedNormal)
      levels[stroke] = Self.later * Elementary.exp(0.35 * key.child(1).clampedNormal)
    }
  }
}

/// The moments of flashes: those of a Poisson process of 60 a minute, each of which lights or not
/// by the rate.
///
///     seed › thunder › minute › number ─┬─ gap
///                                       └─ mark · 60 < thunder?
///
/// So a higher rate adds flashes to those that were there, and another distance moves none.
///
/// Source: Cianos & Pierce 1972, "A ground-lightning environment for engineering usage": 1 to 10 a
/// minute within 25 km.
/// Test: FlashTests
struct FlashArrivals {
  /// In flashes a minute.
  static let most = 60.0

  private let timeline: Timeline
  var key: RandomKey
  /// The frame in which the repetition of the loop begins, and the first that counts.
  private var origin = 0
  private var first = 0
  private var minute = 0
  private var number = 0
  /// In s, from the beginning of the minute.
  private var time = 0.0

  init(timeline: Timeline, root: RandomKey) {
    self.timeline = timeline
    key = Source.thunder.key(below: root)
  }

  /// Goes to a frame; endless rain has no flash before frame 0.
  mutating func seek(to frame: Int) {
    let frame = timeline.frames == nil ? max(0, frame) : frame
    let position = timeline.frameInLoop(frame)
    (origin, first, minute) = (frame - position, frame, position / minuteFrames)
    (number, time) = (0, 0)
  }

  private var minuteFrames: Int { 60 * timeline.sampleRate }

  /// The next moment before a frame, and its key; nil after the last.
  mutating func next(before end: Int) -> (frame: Int, key: RandomKey)? {
    while origin + minute * minuteFrames < end {
      let key = self.key.child(minute).child(number)
      let next = time - Elementary.log(1 - key.child(0).uniform)
      let position = minute * minuteFrames + Int(next * Double(timeline.sampleRate))
      let isBeyond = timeline.frames.map { position >= $0 } ?? false
      if next >= 60 || isBeyond {
        (number, time, minute) = (0, 0, minute + 1)
        if let loop = timeline.frames, minute * minuteFrames >= loop {
          (origin, minute) = (origin + loop, 0)
        }
        continue
      }
      if origin + position >= end { return nil }
      (number, time) = (number + 1, next)
      if origin + position >= first { return (origin + position, key) }
    }
    return nil
  }

  /// Whether a flash lights at a rate, in flashes a minute.
  static func lights(_ key: RandomKey, at rate: Double) -> Bool {
    key.child(1).uniform * most < rate
  }
}

/// The flashes of a rain that light within a range of frames, in the order of time;
/// ``RainRenderer`` sounds the same.
///
/// ```swift
/// var rain = Rain()
/// rain[.thunder] = 2
/// for flash in try Flashes(RainAutomation(rain), in: 0..<26_460_000) {
///   print(flash.frame, flash.distance)
/// }
/// ```
public struct Flashes: Sequence, IteratorProtocol {
  private let rain: LitRain
  private let frames: Range<Int>
  private var arrivals: FlashArrivals
  private let root: RandomKey

  /// In a class, since an automation cannot be copied: copies of an iterator share their position.
  private final class LitRain {
    var automation: AutomationReader
    init(_ automation: consuming AutomationReader) { self.automation = automation }
  }

  /// - Parameters:
  ///   - automation: the settings over time.
  ///   - frames: those in which the flashes light, from 0.
  ///   - sampleRate: in Hz, within ``RainRenderer/sampleRates``.
  ///   - seed: of the rendering.
  ///   - loop: the frames of a loop, a second or more; nil: rain without an end.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ automation: RainAutomation, in frames: Range<Int>, sampleRate: Int = 44_100, seed: UInt64 = 1,
    loop: Int? = nil
  ) throws(InvalidSetting) {
    try InvalidSetting.require(sampleRate, from: frames.lowerBound, "frames", loop: loop)
    try automation.rain(at: 0).validate()
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    let automation = automation.simplest
    root = Source.root(seed: seed)
    rain = LitRain(AutomationReader(AutomationTable(automation), timeline: timeline))
    // Where none ever lights, do not look for one.
    self.frames = automation.thunders ? frames : frames.upperBound..<frames.upperBound
    arrivals = FlashArrivals(timeline: timeline, root: root)
    arrivals.seek(to: self.frames.lowerBound)
  }

  /// The next flash, or nil after the last.
  public mutating func next() -> Flash? {
    if frames.isEmpty { return nil }
    while let (frame, key) = arrivals.next(before: frames.upperBound) {
      _ = rain.automation.read(frame: frame)
      let moment = rain.automation.end
      if FlashArrivals.lights(key, at: moment.rain[.thunder]) {
        return Flash(key, frame: frame, of: moment, root: arrivals.key)
      }
    }
    return nil
  }
}

extension RainAutomation {
  /// Whether a flash may light.
  package var thunders: Bool { RainBounds(self).high[.thunder] > 0 }
}
