/// The drops that fall close by, each drawn, computed and added to the bus by itself.
///
/// It draws the arrivals in the order of the schedule, layer after layer. ``Drops`` are the same drops,
/// but sorted by time, which allocates.
struct NearDrops: ~Copyable {
  /// The grid on which the bus adds fastest: a drop is computed from its onset, but added from the
  /// multiple of four before it.
  private static let grid = 4

  private var law: DropLaw
  private var spots: GlidingValue<SpotLaw>
  private let sampleRate: Int
  private let timeline: Timeline
  /// How the channels hear one drop.
  private var direction: DirectionTable
  private var schedule: DropSchedule
  /// nil: no water runs.
  private var gutter: Gutter?
  /// Nobody hears the frames before this one, so they are not computed.
  private var heard = Int.min
  /// Nobody hears the frames from this one on.
  var end = Int.max
  /// One drop, behind up to three frames of silence.
  private var sound: FixedArray<Float>
  /// An upper bound of a drop's length in frames, in the channel that hears it last.
  let mostFrames: Int

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    law = DropLaw(validated: bounds.start.rain)
    self.timeline = timeline
    law.walk = .sizes(below: root, timeline)
    spots = GlidingValue(bounds.start, root)
    law.spot = spots.end
    sampleRate = timeline.sampleRate
    direction = DirectionTable(layout, rows: 1, sampleRate: sampleRate)
    schedule = DropSchedule(nearDropsOf: bounds, timeline: timeline, root: root)
    let longest = DropLaw.mostFrames(within: bounds, sampleRate: sampleRate)
    sound = FixedArray<Float>(repeating: 0, count: Lanes.wholeGroups(Self.grid - 1 + longest))
    let high = bounds.high
    if high[.gutter] > 0 {
      gutter = Gutter(timeline: timeline, layout: layout, mostSpacing: high[.spacing], root: root)
    }
    mostFrames = max(
      min(longest, Drop.mostFrames(sampleRate: sampleRate))
        + layout.mostDelay(spacing: high[.spacing], sampleRate: sampleRate),
      gutter?.mostFrames ?? 0)
  }

  mutating func restart(_ root: RandomKey) {
    schedule.restart(.drops, root)
    law.walk = .sizes(below: root, timeline)
    spots.restart(root)
    gutter?.restart(root)
  }

  /// The next tile begins at `frame`; nothing is heard of the frames before `heard`.
  mutating func seek(to frame: Int, heardFrom heard: Int) {
    schedule.seek(to: frame)
    gutter?.seek(to: frame, heardFrom: heard)
    self.heard = heard
  }

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader, tile: Int) {
    law.apply(automation.end)
    spots.move(with: automation)
    law.spot = spots.end
    schedule.apply(
      perMinute: law.rain[.drops], regularity: law.rain[.regularity], eaves: law.rain[.eaves],
      automation,
      startingAt: tile * Tile.frames)
    gutter?.apply(law.rain)
  }

  /// Adds the drops that strike within a tile, in the order of the schedule: that order is fixed, and so
  /// are the sums. `stems` has a bus of drops alone. Returns how many frames were computed, of so many
  /// drops at most; nil: none is left.
  @discardableResult
  mutating func render(
    tile: Int, atMost most: Int = .max, adding bus: inout DropBus, _ stems: inout StemTile?
  ) -> Int? {
    let first = tile * Tile.frames
    var (left, frames) = (most, 0)
    while left > 0 {
      guard let arrival = schedule.next(before: first + Tile.frames) else {
        gutter?.render(tile: tile, adding: &bus, &stems)
        return nil
      }
      left &-= 1
      let drop = law.drop(arrival)
      let droplets = drop.droplets(sampleRate: sampleRate)
      let timing = drop.timing(droplets, sampleRate: sampleRate)
      // A closure that took `self` along would retain it.
      let rate = sampleRate
      drop.set(
        0, of: &direction,
        scattered: EchoLaw.scattered(distance: drop.distance, of: law.rain))
      let heard = arrival.frame < heard ? heard - arrival.frame - direction.lastDelay(0) : 0
      if timing.frames <= heard { continue }
      let last = end == .max ? end : end - arrival.frame
      let start = arrival.frame - first
      let lead = start & (Self.grid - 1)
      let firstFrame = Drop.firstFrame(heardFrom: heard, timing: timing)
      let end = Lanes.wholeGroups(lead + timing.voices)
      // The silence between the other parts and the bubble is left out.
      let rest = Lanes.wholeGroups(lead + timing.restFrames)
      let bubble = (lead + timing.bubble.lowerBound) & ~Lanes.slack
      let isSplit = firstFrame < rest && rest < bubble && bubble < end
      let runs: InlineArray<2, Range<Int>> = [
        firstFrame..<(isSplit ? rest : end), (isSplit ? bubble : end)..<end,
      ]
      for run in 0..<2 {
        sound.fill(runs[run], with: 0)
        frames &+= runs[run].count
      }
      sound.withMutableSpan(from: lead) {
        drop.render(
          into: &$0, heardFrom: heard, heardUntil: last, sampleRate: rate, timing: timing, droplets)
      }
      for run in 0..<2 {
        let from = runs[run].lowerBound
        let added =
          from..<max(
            from, min(runs[run].upperBound, Lanes.wholeGroups(min(last, timing.frames) + lead)))
        if added.isEmpty { continue }
        bus.add(sound, added, at: start - lead + from, from: direction)
        stems?.dropBus.add(sound, added, at: start - lead + from, from: direction)
      }
    }
    return frames
  }
}
