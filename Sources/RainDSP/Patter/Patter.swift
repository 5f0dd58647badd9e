/// The drops farther away, heard as a texture: one short tick each.
struct Patter: ~Copyable {
  /// Azimuths and distances that are told apart.
  private static let azimuths = 256
  private static let distances = 1024
  /// The child of an arrival's key that a tick is drawn from.
  private static let draw: UInt64 = 0

  private let timeline: Timeline
  private let ticks: TickTable
  private var waiting: TickBatch
  private let sides: FixedArray<(left: Float, right: Float, lag: Int)>
  private let mostLag: Int
  /// The gains of the distances, each as likely as another.
  private let levels: FixedArray<Float>
  private var schedule: DropSchedule

  init(_ rain: Rain, timeline: Timeline, channels: Int, seed: UInt64) {
    let ring = DropRing(near: rain.patterMin, far: rain.patterMax)
    let microphones = MicrophonePair(width: rain.width)
    self.timeline = timeline
    ticks = TickTable(
      low: rain.patterLow, high: rain.patterHigh, colour: rain.surface.colour,
      sampleRate: timeline.sampleRate)
    waiting = TickBatch(mostFrames: ticks.mostFrames)
    mostLag = channels == 1 ? 0 : MicrophonePair.mostLag(sampleRate: timeline.sampleRate)
    sides = FixedArray(
      (0..<Self.azimuths).map { k in
        if channels == 1 { return (1, 0, 0) }
        let azimuth = (Double(k) + 0.5) / Double(Self.azimuths)
        let pan = microphones.pan(azimuth: azimuth)
        let lag = MicrophonePair.frames(
          lag: microphones.lag(azimuth: azimuth), sampleRate: timeline.sampleRate)
        return (Float(pan.left), Float(pan.right), lag)
      })
    schedule = DropSchedule(
      perMinute: 60 * rain.patterRate, timeline: timeline, key: Source.patter.key(seed: seed),
      gusts: GustCurve(
        spread: rain.patterGust, key: Source.gusts.key(seed: seed), timeline: timeline),
      clusters: GustCurve(
        spread: rain.patterCluster, curves: .clusters, key: Source.clusters.key(seed: seed),
        timeline: timeline))
    // Independent ticks: their powers add up.
    let power = rain.patterRate * ring.meanPower * ticks.energy
    let level = power > 0 ? rain.patterLevel / power.squareRoot() : 0
    levels = FixedArray(
      (0..<Self.distances).map { k in
        let distance = ring.distance((Double(k) + 0.5) / Double(Self.distances))
        return Float(level * ring.level(distance: distance))
      })
  }

  /// Frames of the longest tick, and those that it may wait for its beginning.
  var mostFrames: Int { ticks.mostFrames + 3 + mostLag }

  mutating func seek(to frame: Int) {
    schedule.seek(to: frame)
  }

  /// Adds the ticks that begin within a tile.
  ///
  /// A tick waits for the next frame that is a multiple of four, where no addition crosses two lines
  /// of the cache. Of random signs, ticks on such a grid have the spectrum of ticks anywhere.
  /// The order of additions depends on the tile alone.
  mutating func render(tile: Int, adding bus: inout DropBus) {
    let first = tile * Tile.frames
    while let arrival = schedule.next(before: first + Tile.frames) {
      // Three numbers of 21 bits each, and a sign.
      let bits = arrival.key.child(Self.draw).bits
      let pitch = Self.index(bits >> 43, of: ticks.count)
      let azimuth = Self.index(bits >> 22, of: Self.azimuths)
      let distance = Self.index(bits >> 1, of: Self.distances)
      // Not a branch, which would be a guess.
      let gain = Float(bitPattern: levels[distance].bitPattern | UInt32(bits & 1) << 31)
      let side = sides[azimuth]
      let frame = arrival.frame + (-timeline.place(of: arrival.frame) & 3)
      if waiting.isFull { waiting.add(ticks.frames, to: &bus) }
      waiting.append(
        ticks.range(of: pitch), at: frame - first, lag: side.lag,
        gains: (side.left * gain, side.right * gain))
    }
    waiting.add(ticks.frames, to: &bus)
  }

  /// One of `count` indices, each as likely as another, from the lower 21 bits of a number.
  @inline(__always)
  private static func index(_ bits: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((bits & 0x1F_FFFF) &* UInt64(truncatingIfNeeded: count)) >> 21)
  }
}
