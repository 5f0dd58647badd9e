/// The patter: drops farther away, heard as grain rather than one by one. Each is one short tick.
///
///     schedule ─ arrival ─┬─ frame ─────────────────┐
///                         └─ key ─ 64 bits ─ tick ──┴─ TickBatch ─ bus
///
/// One draw of 64 bits determines a tick:
///
///     bits 43 ... 63    pitch       index into the TickTable
///     bits 22 ... 42    azimuth     one of 256 directions: gains and lag of the channels
///     bits  1 ... 21    distance    one of 1,024 rings of equal area: level
///     bit   0           sign        of the gain, so that ticks add up like noise
struct Patter: ~Copyable {
  /// Directions 1.4° apart, and rings of a thousandth of the area. Their tables take 10 KB and stay in
  /// the nearest cache.
  private static let azimuths = 256
  private static let distances = 1024
  /// The child of an arrival's key that the bits come from.
  private static let draw: UInt64 = 0

  private let timeline: Timeline
  private let ticks: TickTable
  private var batch: TickBatch
  /// Gains and lag of each azimuth.
  private let sides: FixedArray<(left: Float, right: Float, lag: Int)>
  private let mostLag: Int
  /// The gain of each ring of equal area.
  private let levels: FixedArray<Float>
  private var schedule: DropSchedule

  init(_ rain: Rain, timeline: Timeline, channels: Int, root: RandomKey) {
    let ring = DropRing(near: rain.patterMin, far: rain.patterMax)
    let microphones = MicrophonePair(width: rain.width)
    self.timeline = timeline
    ticks = TickTable(
      low: rain.patterLow, high: rain.patterHigh, colour: rain.surface.colour,
      sampleRate: timeline.sampleRate)
    batch = TickBatch(mostFrames: ticks.mostFrames)
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
      perMinute: 60 * rain.patterRate, timeline: timeline, key: Source.patter.key(below: root),
      gusts: GustCurve(.patter, spread: rain.patterGust, in: rain, timeline: timeline, root: root),
      clusters: GustCurve(
        spread: rain.patterCluster, curves: .clusters, key: Source.clusters.key(below: root),
        timeline: timeline))
    // Ticks are independent, so their powers add up.
    let power = rain.patterRate * ring.meanPower * ticks.energy
    let level = power > 0 ? rain.patterLevel / power.squareRoot() : 0
    levels = FixedArray(
      (0..<Self.distances).map { k in
        let distance = ring.distance((Double(k) + 0.5) / Double(Self.distances))
        return Float(level * ring.level(distance: distance))
      })
  }

  /// Upper bound of the frames from an arrival to the end of its tick, in either channel. A tick waits
  /// up to 3 frames for a multiple of four; `Lanes.slack` covers that.
  var mostFrames: Int { ticks.mostFrames + Lanes.slack + mostLag }

  /// Makes the next tile begin at `frame`.
  mutating func seek(to frame: Int) {
    schedule.seek(to: frame)
  }

  /// Adds the ticks that begin within a tile, which is at the cursor of the bus.
  ///
  /// A tick starts at the next multiple of four frames, where no addition crosses two lines of the
  /// cache. Because their signs are random, ticks on such a grid have the spectrum of ticks anywhere.
  /// The order of additions depends on the tile alone.
  mutating func render(tile: Int, adding bus: inout DropBus) {
    let first = tile * Tile.frames
    while let arrival = schedule.next(before: first + Tile.frames) {
      let bits = arrival.key.child(Self.draw).bits
      let pitch = Self.index(bits >> 43, of: ticks.count)
      let azimuth = Self.index(bits >> 22, of: Self.azimuths)
      let distance = Self.index(bits >> 1, of: Self.distances)
      // The sign goes in by a bit operation: a branch on a random bit would be mispredicted.
      let gain = Float(bitPattern: levels[distance].bitPattern | UInt32(bits & 1) << 31)
      let side = sides[azimuth]
      let frame = arrival.frame + (-timeline.place(of: arrival.frame) & 3)
      if batch.isFull { batch.add(ticks.frames, to: &bus) }
      batch.append(
        ticks.range(of: pitch), at: frame - first, lag: side.lag,
        gains: (side.left * gain, side.right * gain))
    }
    batch.add(ticks.frames, to: &bus)
  }

  /// One of `count` equally likely indices, from the lower 21 bits of a number.
  @inline(__always)
  private static func index(_ bits: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((bits & 0x1F_FFFF) &* UInt64(truncatingIfNeeded: count)) >> 21)
  }
}
