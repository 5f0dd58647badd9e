/// An automation, tile by tile. Settings move once a tile:
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
/// A way from one number to the next begins with the first tile that begins after it: nothing is heard of it before.
/// So a tile never depends on settings after its end. That lets an automation that is played live, whose
/// settings change from one tile to the next, be rendered again bit for bit.
struct AutomationReader: ~Copyable {
  /// The settings at the first frame of the tile that was read last.
  private(set) var start: AutomationMoment
  /// The settings at the first frame of the next tile.
  private(set) var end: AutomationMoment
  /// The second in which the tile begins.
  private(set) var second = 0
  /// The settings at the beginnings of the second before it, of this second, and of the next two: a tile
  /// that holds the short last second of a loop touches three. Those of constant rain are those of any second.
  private(set) var seconds: InlineArray<4, AutomationMoment>
  private var automation: AutomationTable
  private let timeline: Timeline
  /// The first frame of the tile that was read last.
  private var frame: Int?
  private var hasSeconds = false

  init(_ automation: consuming AutomationTable, timeline: Timeline) {
    let moment = automation.moment(at: 0, begun: 0)
    (start, end) = (moment, moment)
    seconds = InlineArray(repeating: moment)
    self.automation = automation
    self.timeline = timeline
  }

  /// Whether any setting can move.
  var moves: Bool { automation.moves }

  mutating func read(tile: Int) { read(tileAt: tile * Tile.frames) }

  /// Reads the settings of the tile that begins at a frame, in any repetition of a loop.
  mutating func read(tileAt frame: Int) {
    if frame == self.frame || !automation.moves { return }
    let isNext = self.frame.map { frame == $0 + Tile.frames } ?? false
    start = isNext ? end : tileMoment(of: frame)
    end = tileMoment(of: frame + Tile.frames)
    self.frame = frame
    let second = timeline.second(of: frame)
    if hasSeconds && second == self.second { return }
    self.second = second
    for number in 0..<4 { seconds[number] = moment(of: timeline.start(of: second - 1 + number)) }
    hasSeconds = true
  }

  /// Reads the settings of a frame. Returns how many frames from it on have them: up to the end of the tile or
  /// of the loop, and where nothing moves all.
  mutating func read(frame: Int) -> Int {
    if !automation.moves { return .max }
    let position = timeline.frameInLoop(frame)
    let tile = Tile.index(of: position)
    read(tileAt: frame - position + tile * Tile.frames)
    return min((tile + 1) * Tile.frames, timeline.frames ?? .max) - position
  }

  /// From the first frame of a tile on, which is read next, the settings move to those of `rain`, within some
  /// seconds or a tile. Returns the moments, in s, at which that begins and ends.
  mutating func move(to rain: Rain, over seconds: Double, tile: Int) -> (
    start: Double, end: Double
  ) {
    // In whole ms, so that they can be written down, and by the beginning of the tile.
    let (first, rate) = (Int64(tile * Tile.frames), Int64(timeline.sampleRate))
    /// The whole seconds by themselves: the product with all frames may not fit.
    func milliseconds(_ frame: Int64) -> Int64 { frame / rate * 1000 + frame % rate * 1000 / rate }
    let begin = milliseconds(first)
    let tileEnd = milliseconds(first + Int64(Tile.frames))
    let start = Self.seconds(milliseconds: begin)
    let end = Self.seconds(milliseconds: max(begin + Int64(1000 * seconds), tileEnd))
    automation.move(to: rain, from: start, to: end)
    hasSeconds = false
    // It has been read already where a rendering begins with it.
    if frame == Int(first) { (frame, self.end) = (Int(first) - Tile.frames, self.start) }
    return (start, end)
  }

  /// From now on, the settings are those of `rain` at all times.
  mutating func hold(_ rain: Rain) {
    automation.hold(rain)
    frame = nil
    hasSeconds = false
  }

  /// Rounded as times that are read from a text: whole seconds and the remainder.
  private static func seconds(milliseconds: Int64) -> Double {
    let (seconds, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return Double(seconds) + Double(remainder * 1_000_000) / 1e9
  }

  /// The settings of a frame at which a tile begins or ends. A way that begins in the last tile of a loop is heard from its
  /// first tile on.
  private func tileMoment(of frame: Int) -> AutomationMoment {
    if let loop = timeline.frames, timeline.frameInLoop(frame) < Tile.frames {
      let (end, rate) = (Double(loop), Double(timeline.sampleRate))
      let last = Double((loop - 1) / Tile.frames * Tile.frames)
      let begun = automation.moment(at: end / rate, begun: last / rate)
      if begun != automation.moment(at: end / rate, begun: end / rate) { return begun }
    }
    return moment(of: frame)
  }

  /// The settings of a frame, in any repetition of a loop.
  func moment(of frame: Int) -> AutomationMoment {
    let (frame, rate) = (timeline.frameInLoop(frame), Double(timeline.sampleRate))
    return automation.moment(at: Double(frame) / rate, begun: Double(frame - Tile.frames) / rate)
  }
}
