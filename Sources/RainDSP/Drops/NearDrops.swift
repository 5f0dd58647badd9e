/// The drops that fall close by, one by one.
struct NearDrops: ~Copyable {
  /// The level of drops with a setting of 1, relative to full scale: steady rain comes to -23 LUFS.
  private static let reference = 1.7
  /// Drops a minute above which each drop is quieter, so that all together keep their level: what
  /// grows then is the density.
  private static let crowd = 4000.0

  /// The level of each drop.
  static func level(in rain: Rain) -> Double {
    rain.drops > crowd ? reference * (crowd / rain.drops).squareRoot() : reference
  }

  private let rain: Rain
  private let sampleRate: Int
  private let sizes: DropSize
  private var schedule: DropSchedule
  private var sound: FixedArray<Float>
  /// Frames that no drop exceeds, in either channel.
  let mostFrames: Int

  init(_ rain: Rain, timeline: Timeline, seed: UInt64) {
    self.rain = rain
    sampleRate = timeline.sampleRate
    sizes = DropSize(intensity: rain.intensity, spread: rain.sizeSpread)
    schedule = DropSchedule(
      perMinute: rain.drops, timeline: timeline, key: Source.drops.key(seed: seed),
      gusts: GustCurve(spread: rain.gust, key: Source.gusts.key(seed: seed), timeline: timeline),
      clusters: GustCurve(spread: 0, key: Source.clusters.key(seed: seed), timeline: timeline))
    let mostFrames = Drop.mostFrames(in: rain, sampleRate: sampleRate)
    sound = FixedArray(repeating: 0, count: mostFrames + 24)
    self.mostFrames = mostFrames + Place.mostLag(sampleRate: sampleRate)
  }

  mutating func seek(to frame: Int) {
    schedule.seek(to: frame)
  }

  /// Adds the drops that strike within a tile.
  mutating func render(tile: Int, adding bus: inout DropBus, channels: Int) {
    let first = tile * Tile.frames
    while let arrival = schedule.next(before: first + Tile.frames) {
      let drop = Drop(key: arrival.key, in: rain, sizes: sizes)
      // The bus takes fastest what begins at a multiple of four.
      let start = arrival.frame - first
      let lead = start & 3
      let frames = (lead + drop.course(sampleRate: sampleRate).frames + 7) & ~7
      sound.clear(0..<frames)
      // A closure that took `self` along would retain it.
      let rate = sampleRate
      sound.withMutableSpan(from: lead) { drop.render(into: &$0, sampleRate: rate) }
      bus.add(
        sound, 0..<frames, at: start - lead,
        lag: channels == 2 ? drop.lag(sampleRate: sampleRate) : 0,
        gains: drop.gains(channels: channels))
    }
  }
}
