/// The patter: drops farther away, heard as grain rather than one by one. Each is one short tick.
///
///     schedule ─ arrival ─┬─ frame ─────────────────┐
///                         └─ key ─ 64 bits ─ tick ──┴─ TickBatch ─ bus
///
/// One draw of 64 bits determines a tick:
///
///     bits 43 ... 63    pitch       index into the TickTable
///     bits 22 ... 42    azimuth     one of 256 directions: gains and delays of the channels
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
  private let layout: ChannelLayout
  private var ticks: TickTable
  private var batch: TickBatch
  /// How the channels hear each azimuth.
  private var directions: FixedArray<TickBatch.Direction>
  /// The level of each ring of equal area, and its gain.
  private var ringLevels = FixedArray<Double>(repeating: 0, count: distances)
  private var levels = FixedArray<Float>(repeating: 0, count: distances)
  private var schedule: DropSchedule
  /// The settings for which the tables were computed.
  private var tables: Tables?
  /// The level of the nearest ring for which `levels` was computed; nil: it was not, for these rings.
  private var level: Double?

  /// What the tables depend on.
  private struct Tables: Equatable {
    var width: Double
    var near: Double
    var far: Double
    var low: Double
    var high: Double
    var surface: Surface
    var nextSurface: Surface
    var surfaceShare: Double
    var bubbles: Double

    var ring: DropRing { DropRing(near: near, far: far) }

    init(_ moment: AutomationMoment) {
      let rain = moment.rain
      width = rain.width
      (near, far) = (rain.patterMin, rain.patterMax)
      (low, high) = (rain.patterLow, rain.patterHigh)
      surface = rain.surface
      (nextSurface, surfaceShare) = (moment.next.surface, moment.share.surface)
      bubbles = moment.bubbles
    }

    /// Whether any moves from that of another, and none by more than a hundredth.
    func movesSlowly(from other: Tables) -> Bool {
      func isNear(_ a: Double, _ b: Double) -> Bool { a < 1.01 * b && b < 1.01 * a }
      return self != other && isNear(low, other.low) && isNear(high, other.high)
        && isNear(near, other.near) && isNear(far, other.far)
        && (width - other.width).magnitude < 0.01
        && surface == other.surface && nextSurface == other.nextSurface
        && (surfaceShare - other.surfaceShare).magnitude < 0.01
        && (bubbles - other.bubbles).magnitude < 0.01
    }

    func hasPitches(of other: Tables) -> Bool {
      low == other.low && high == other.high && surface == other.surface
        && nextSurface == other.nextSurface && surfaceShare == other.surfaceShare
        && bubbles == other.bubbles
    }
  }

  init(_ automation: AutomationSizes, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    let bounds = automation.bounds
    self.timeline = timeline
    self.layout = layout
    ticks = TickTable(
      lowest: bounds.low.patterLow, highest: bounds.high.patterHigh,
      sampleRate: timeline.sampleRate)
    batch = TickBatch(mostFrames: ticks.mostFrames)
    directions = FixedArray(repeating: TickBatch.Direction(), count: Self.azimuths)
    schedule = DropSchedule(
      mostPerMinute: 60 * bounds.high.patterRate, timeline: timeline,
      key: Source.patter.key(below: root),
      gusts: GustCurve(.patter, in: automation, timeline, root),
      clusters: GustCurve(.clusters, in: automation, timeline, root))
  }

  private mutating func computeDirections(width: Double) {
    for k in 0..<Self.azimuths {
      let azimuth = (Double(k) + 0.5) / Double(Self.azimuths)
      let gains = layout.gains(azimuth: azimuth, width: width)
      var direction = TickBatch.Direction()
      direction.delays = layout.delays(
        azimuth: azimuth, width: width, sampleRate: timeline.sampleRate)
      for channel in 0..<layout.channels { direction.gains[channel] = Float(gains[channel]) }
      directions[k] = direction
    }
  }

  private mutating func computeRings(_ ring: DropRing) {
    for k in 0..<Self.distances {
      let distance = ring.distance((Double(k) + 0.5) / Double(Self.distances))
      ringLevels[k] = ring.level(distance: distance)
    }
    level = nil
  }

  private mutating func computeLevels(_ rain: Rain) {
    let ring = DropRing(near: rain.patterMin, far: rain.patterMax)
    // Ticks are independent, so their powers add up.
    let power = rain.patterRate * ring.meanPower * ticks.energy
    let level = power > 0 ? rain.patterLevel / power.squareRoot() : 0
    if level == self.level { return }
    self.level = level
    for k in 0..<Self.distances { levels[k] = Float(level * ringLevels[k]) }
  }

  /// Tables that move slowly are computed every so many tiles: ready ticks cost as much as half a tile.
  private static let tilesOfTables = 8

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader, tile: Int) {
    schedule.apply(
      perMinute: 60 * automation.end.rain.patterRate, automation, startingAt: tile * Tile.frames)
    let isSlow = Tables(automation.end).movesSlowly(from: Tables(automation.start))
    let moment =
      isSlow ? automation.moment(tile: (tile & -Self.tilesOfTables) + 1) : automation.end
    let (old, new) = (tables, Tables(moment))
    tables = new
    if old.map({ !new.hasPitches(of: $0) }) ?? true {
      ticks.compute(low: new.low, high: new.high, color: moment.color)
    }
    if new.width != old?.width { computeDirections(width: new.width) }
    if new.ring != old?.ring { computeRings(new.ring) }
    computeLevels(automation.end.rain)
  }

  /// Upper bound of the frames from an arrival to the end of its tick, in either channel. A tick waits
  /// up to 3 frames for a multiple of four; `Lanes.slack` covers that.
  var mostFrames: Int {
    ticks.mostFrames + Lanes.slack + layout.mostDelay(sampleRate: timeline.sampleRate)
  }

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
      let frame = arrival.frame + (-timeline.place(of: arrival.frame) & 3)
      if batch.isFull { batch.add(ticks.frames, from: directions, to: &bus) }
      batch.append(
        ticks.range(of: pitch), at: frame - first, direction: azimuth, gain: gain)
    }
    batch.add(ticks.frames, from: directions, to: &bus)
  }

  /// One of `count` equally likely indices, from the lower 21 bits of a number.
  @inline(__always)
  private static func index(_ bits: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((bits & 0x1F_FFFF) &* UInt64(truncatingIfNeeded: count)) >> 21)
  }
}
