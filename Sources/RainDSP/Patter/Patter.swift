/// The patter: drops farther away, heard as grain rather than one by one. Each is one short tick.
///
///     schedule ─ arrival ─┬─ frame ─────────────────┐
///                         └─ key ─ 64 bits ─ tick ──┴─ TickBatch ─ bus
///
/// One draw of 64 bits determines a tick:
///
///     bits 43 ... 63    pitch       index into the TickTable
///     bits 22 ... 42    azimuth     one of 256 directions: gains and delays of the channels
///     bits  1 ... 21    distance    one of 1,024 rings of equal area: level, and elevation
///     bit   0           sign        of the gain, so that ticks add up like noise
struct Patter: ~Copyable {
  /// Directions 1.4° apart, and rings of a thousandth of the area. Their tables take 10 KB and stay in
  /// the nearest cache.
  private static let azimuths = 256
  private static let distances = 1024
  /// Elevations, where a layout hears heights: about 2° apart on the ground, from 4 m to far away.
  private static let heights = 8
  /// The child of an arrival's key that the bits come from.
  private static let draw: UInt64 = 0

  private let timeline: Timeline
  private let layout: ChannelLayout
  private var ticks: TickTable
  private var batch: TickBatch
  /// How the channels hear each azimuth, at each elevation.
  private var directions: DirectionTable
  /// Where a layout hears heights: the first row of `directions` for the elevation of each ring.
  private var elevations = FixedArray<Int>(repeating: 0, count: distances)
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
    var spacing: Double
    var near: Double
    var far: Double
    var low: Double
    var high: Double
    var surface: Surface
    var nextSurface: Surface
    var surfaceShare: Double
    var bubbles: Double

    /// The height in m over the ears of what the drops strike.
    var height: Double {
      let (now, next) = (surface.response.height, nextSurface.response.height)
      return surfaceShare > 0 ? now + (next - now) * surfaceShare : now
    }

    var ring: DropRing { DropRing(near: near, far: far) }

    init(_ moment: AutomationMoment) {
      let rain = moment.rain
      (width, spacing) = (rain.width, rain.spacing)
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
        && (spacing - other.spacing).magnitude < 0.001
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
    mostFrames =
      ticks.mostFrames + Lanes.slack
      + layout.mostDelay(spacing: bounds.high.spacing, sampleRate: timeline.sampleRate)
    directions = DirectionTable(
      layout, rows: Self.azimuths * (layout.hasHeight ? Self.heights : 1),
      sampleRate: timeline.sampleRate)
    schedule = DropSchedule(
      mostPerMinute: 60 * bounds.high.patterRate, timeline: timeline,
      key: Source.patter.key(below: root),
      gusts: GustCurve(.patter, in: automation, timeline, root),
      clusters: GustCurve(.clusters, in: automation, timeline, root))
  }

  private mutating func computeDirections(_ tables: Tables) {
    let ring = tables.ring
    func sine(_ place: Double) -> Double {
      DropRing.elevationSine(height: tables.height, distance: ring.distance(place))
    }
    let near = sine(0)
    let step = (sine(1) - near) / Double(Self.heights)
    for row in 0..<Self.azimuths * (layout.hasHeight ? Self.heights : 1) {
      let azimuth = (Double(row % Self.azimuths) + 0.5) / Double(Self.azimuths)
      let height = near + step * (Double(row / Self.azimuths) + 0.5)
      directions.set(
        row, azimuth: azimuth, height: height, width: tables.width, spacing: tables.spacing)
    }
    guard layout.hasHeight, step != 0 else { return }
    for k in 0..<Self.distances {
      let place = (sine((Double(k) + 0.5) / Double(Self.distances)) - near) / step
      elevations[k] = Self.azimuths * max(0, min(Self.heights - 1, Int(place)))
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
    let ringMoves = new.ring != old?.ring
    if new.width != old?.width || new.spacing != old?.spacing
      || layout.hasHeight && (ringMoves || new.height != old?.height)
    {
      computeDirections(new)
    }
    if ringMoves { computeRings(new.ring) }
    computeLevels(automation.end.rain)
  }

  /// Upper bound of the frames from an arrival to the end of its tick, in either channel. A tick waits
  /// up to 3 frames for a multiple of four; `Lanes.slack` covers that.
  let mostFrames: Int

  /// Begins anew, with the key of another rendering.
  mutating func restart(_ root: RandomKey) {
    schedule.restart(.patter, root)
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
        ticks.range(of: pitch), at: frame - first,
        direction: layout.hasHeight ? elevations[distance] &+ azimuth : azimuth, gain: gain)
    }
    batch.add(ticks.frames, from: directions, to: &bus)
  }

  /// One of `count` equally likely indices, from the lower 21 bits of a number.
  @inline(__always)
  private static func index(_ bits: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((bits & 0x1F_FFFF) &* UInt64(truncatingIfNeeded: count)) >> 21)
  }
}
