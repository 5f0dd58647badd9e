/// The wind: a noise for each channel, whose level follows the gusts of the rain.
///
///     pink ─ shelf ─ split ─┬─ × edges  ─┬─ wall ─ left, right
///                           └─ × leaves ─┴─ × lines of a howl
///
/// As in the bed (``NoiseBed``), the channels of stereo are the sum and the difference of a middle
/// and a side.
struct Wind: ~Copyable {
  /// Below this frequency in Hz the channels of stereo are correlated, by the recordings: there the
  /// side has less level.
  private static let correlated = 1300.0
  private static let side = 0.38

  /// A channel: its noise and the filters behind it.
  private struct Channel: ~Copyable {
    var noise: ColoredNoise
    var shelf: FirstOrderFilter
    var split: FirstOrderFilter
    var lines: InlineArray<2, StateVariableFilter>
  }

  private let layout: ChannelLayout
  private let levels: PerChannel<Double>
  private var channels: PerChannel<Channel?>
  private var noise: LoopedNoise
  private var law: GlidingValue<WindLaw>
  private var howl: GlidingValue<HowlLaw>
  /// The lines of a howl at both ends of the tile; nil: there is none.
  private var lines:
    InlineArray<2, (StateVariableFilter.Coefficients, StateVariableFilter.Coefficients)?> =
      .init(repeating: nil)
  /// Of the side; nil: there is none.
  private let shelf: FirstOrderFilter.Coefficients?
  private var walls: Walls
  private var gusts: GustCurve
  /// The ripple of its level within tenths of a second.
  private var ripple: GustCurve
  private var low = GainRamp()
  private var high = GainRamp()
  private var sound = CrossFade()
  private let memoryTiles: Int
  /// Whether there is no wind at any time.
  private let isSilent: Bool
  /// Whether there is wind in the tile that was rendered last.
  private(set) var sounds = false
  /// The tile that the filters are ready for.
  private var ready = Int.min
  /// The sound of the tile that was rendered last.
  private(set) var planes: Planes

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    let (sampleRate, silent) = (timeline.sampleRate, bounds.high[.wind] == 0)
    isSilent = silent
    self.layout = layout
    levels = layout.diffuseLevels
    law = GlidingValue(bounds.start, sampleRate)
    howl = GlidingValue(bounds.start, sampleRate)
    shelf =
      layout == .stereo
      ? .init(shelf: Self.correlated, low: Self.side, sampleRate: sampleRate) : nil
    noise = LoopedNoise(timeline: timeline)
    gusts = GustCurve(.wind, in: bounds, timeline, root)
    ripple = GustCurve(.ripple, in: bounds, timeline, root)
    planes = Planes(count: silent ? 0 : layout.mixPlanes, frames: Tile.frames)
    walls = Walls(bounds, sampleRate: sampleRate, count: silent ? 0 : layout.mixPlanes)
    let row = NoiseColor.pink.row(sampleRate: sampleRate)
    let (levels, shelf) = (levels, shelf)
    let line = bounds.high[.howl] > 0 ? HowlLaw.slowest(sampleRate: sampleRate) : nil
    var memory = 0
    channels = PerChannel { channel in
      if silent || channel >= layout.channels || levels[channel] == 0 { return nil }
      let made = Channel(
        noise: ColoredNoise(row.roots, key: Self.key(channel, root)),
        shelf: FirstOrderFilter(slowest: channel == 1 ? shelf : nil),
        split: FirstOrderFilter(slowest: WindLaw.slowest(sampleRate: sampleRate)),
        lines: InlineArray { _ in StateVariableFilter(slowest: line) })
      memory = max(
        memory,
        made.noise.memoryTiles + made.shelf.memoryTiles + made.split.memoryTiles
          + HowlLaw.count * (line?.memoryTiles ?? 0))
      return made
    }
    memoryTiles = memory + walls.memoryTiles
  }

  private static func key(_ channel: Int, _ root: RandomKey) -> RandomKey {
    Source.wind.key(below: root).child(channel)
  }

  mutating func restart(_ root: RandomKey) {
    for channel in 0..<layout.channels { channels[channel]?.noise.restart(Self.key(channel, root)) }
    gusts.restart(root)
    ripple.restart(root)
    ready = .min
  }

  /// How many parts a tile is made in.
  var parts: Int { isSilent ? 1 : layout.channels + 1 }

  /// Makes a part of tile number `index`, which the automation has then read. Noise has no
  /// beginning: the tiles that the filters remember come before it where they are not ready.
  mutating func render(part: Int, tile index: Int, of automation: inout AutomationReader) {
    if part == 0 {
      sounds = !isSilent && (automation.start.rain[.wind] > 0 || automation.end.rain[.wind] > 0)
    }
    if !sounds { return }
    if part == 0 {
      if index != ready {
        for age in stride(from: memoryTiles, to: 0, by: -1) {
          automation.read(tile: index - age)
          begin(tile: index - age, of: automation)
          for channel in 0..<layout.channels { render(channel, tile: index - age) }
          finish(of: automation)
        }
        automation.read(tile: index)
      }
      ready = .min
      begin(tile: index, of: automation)
    }
    if part < layout.channels {
      render(part, tile: index)
    } else {
      finish(of: automation)
      ready = index + 1
    }
  }

  /// Takes the levels of a tile, and its gusts.
  private mutating func begin(tile index: Int, of automation: borrowing AutomationReader) {
    law.move(with: automation)
    howl.move(with: automation)
    let (start, end) = (law.start.levels(at: automation.start), law.end.levels(at: automation.end))
    gusts.apply(automation)
    ripple.apply(automation)
    low.follow(&gusts, tile: index)
    tune()
    high.follow(&ripple, tile: index)
    low.multiply(by: high)
    high.copy(low)
    low.scale(from: start.low, to: end.low)
    high.scale(from: start.high, to: end.high)
  }

  /// Takes the lines of a howl, which glide with the gusts of the tile.
  private mutating func tune() {
    let isSilent = howl.start.isSilent && howl.end.isSilent
    for number in 0..<HowlLaw.count {
      lines[number] =
        isSilent
        ? nil
        : (howl.start.line(number, in: low.ends.first), howl.end.line(number, in: low.ends.last))
    }
  }

  /// Makes a channel of a tile; with the second of two partners, the channels of the middle and the
  /// side.
  private mutating func render(_ number: Int, tile index: Int) {
    let start = planes.start(of: layout.mixPlanes - layout.channels + number)
    guard channels[number] != nil else { return }
    let level = levels[number] * (shelf == nil ? 1 : 0.5.squareRoot())
    channels[number]?.noise.render(
      tile: index, in: &noise, from: level, to: level, into: &sound.tile)
    if number == 1 && shelf != nil { channels[1]?.shelf.filter(&sound.tile, by: shelf) }
    let fades = law.moves || lines[0] != nil
    sound.begin(isFading: fades)
    if fades {
      channels[number]?.split.applyGains(
        high, low: low, to: &sound.earlier, by: law.start.split, isKept: false)
    }
    channels[number]?.split.applyGains(high, low: low, to: &sound.tile, by: law.end.split)
    for line in 0..<HowlLaw.count {
      if fades {
        channels[number]?.lines[line].filter(&sound.earlier, by: lines[line]?.0, isKept: false)
      }
      channels[number]?.lines[line].filter(&sound.tile, by: lines[line]?.1)
    }
    sound.end()
    sound.tile.scatter(into: &planes.samples, from: start)
  }

  /// Makes left and right of middle and side, and lets them through the walls.
  private mutating func finish(of automation: borrowing AutomationReader) {
    if layout == .stereo {
      let (first, second) = (planes.start(of: 0), planes.start(of: 1))
      for frame in stride(from: 0, to: Tile.frames, by: 8) {
        let x = planes.samples.eightUnchecked(from: first &+ frame)
        let y = planes.samples.eightUnchecked(from: second &+ frame)
        planes.samples.setUnchecked(x + y, from: first &+ frame)
        planes.samples.setUnchecked(x - y, from: second &+ frame)
      }
    }
    walls.filter(&planes, of: automation)
  }
}
