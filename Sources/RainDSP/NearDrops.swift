/// The drops that fall close by, one by one.
struct NearDrops: ~Copyable {
  /// Above this rate, drops a minute, each drop is quieter, so that all together keep their level:
  /// what grows then is the density.
  private static let fullRate = 4000.0
  /// The level of a setting of 1, 1 m away, relative to full scale.
  static let reference = 0.1

  private let rain: Rain
  private let sampleRate: Int
  private let sizes: DropSize
  private let level: Double
  private var schedule: DropSchedule
  private var sound: FrameBuffer
  /// Frames that no drop exceeds.
  let mostFrames: Int

  init(_ rain: Rain, sampleRate: Int, seed: UInt64) {
    self.rain = rain
    self.sampleRate = sampleRate
    sizes = DropSize(intensity: rain.intensity, spread: rain.sizeSpread)
    schedule = DropSchedule(
      perMinute: rain.drops, gust: rain.gust, sampleRate: sampleRate, seed: seed)
    let crowd = rain.drops > Self.fullRate ? (Self.fullRate / rain.drops).squareRoot() : 1
    level = Self.reference * crowd
    mostFrames = Drop.mostFrames(in: rain, sampleRate: sampleRate)
    sound = FrameBuffer(count: mostFrames + 16)
  }

  mutating func seek(to frame: Int) {
    schedule.seek(to: frame)
  }

  /// Adds the drops that strike within a tile.
  mutating func render(tile: Int, adding bus: inout DropBus, channels: Int) {
    let first = tile * Tile.frames
    while let arrival = schedule.next(before: first + Tile.frames) {
      let drop = Drop(key: arrival.key, in: rain, sizes: sizes)
      let frames = (drop.course(sampleRate: sampleRate).frames + 7) & ~7
      sound.clear(0..<frames)
      sound.withMutableSpan { drop.render(into: &$0, sampleRate: sampleRate) }
      let gains = channels == 2 ? drop.gains : (left: drop.monoGain, right: 0)
      bus.add(
        sound, 0..<frames, at: arrival.frame - first,
        gains: (Float(level * gains.left), Float(level * gains.right)))
    }
  }
}
