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
  /// The share of its energy that arrives scattered.
  private var ringScattered = FixedArray<Double>(repeating: 0, count: distances)
  /// The levels of what arrives straight and scattered; 0: nothing does.
  private var levels = FixedArray<Float>(repeating: 0, count: distances)
  private var scatteredLevels = FixedArray<Float>(repeating: 0, count: distances)
  private var schedule: DropSchedule
  private var root: RandomKey
  /// How the sizes of drops walk over minutes, and how much a tick is heard of it, in its logarithm.
  private var walk: SlowCurve
  private var walkLevel = 0.0
  /// The moment for which the tables were computed.
  private var tables: AutomationMoment?
  // What the tables depend on. Not static: the first use of such a constant takes a lock.
  private let ofPitches = SpotLaw.settings.union(SettingSet([.patterLow, .patterHigh, .surface]))
  private let ofRings = SettingSet([
    .distance, .patterDistance, .patterRatio, .echoTime, .echoLevel, .echoDensity,
  ])
  private let ofImage = SettingSet([.width, .spacing])
  /// The level of the nearest ring for which `levels` was computed; nil: it was not, for these rings.
  private var level: Double?

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    self.timeline = timeline
    self.layout = layout
    self.root = root
    let (low, high) = (bounds.low, bounds.high)
    ticks = TickTable(
      lowest: min(low[.patterLow], low[.patterHigh]),
      highest: max(high[.patterLow], high[.patterHigh]),
      sampleRate: timeline.sampleRate)
    batch = TickBatch(mostFrames: ticks.mostFrames)
    mostFrames =
      ticks.mostFrames + Lanes.slack
      + layout.mostDelay(spacing: bounds.high[.spacing], sampleRate: timeline.sampleRate)
    directions = DirectionTable(
      layout, rows: Self.azimuths * (layout.hasHeight ? Self.heights : 1),
      sampleRate: timeline.sampleRate)
    walk = .sizes(below: root, timeline)
    schedule = DropSchedule(
      mostPerMinute: 60 * bounds.high[.patterRate], timeline: timeline,
      key: Source.patter.key(below: root),
      gusts: GustCurve(.patter, in: bounds, timeline, root),
      clusters: GustCurve(.clusters, in: bounds, timeline, root))
  }

  private mutating func computeDirections(_ moment: AutomationMoment) {
    let (rain, ring) = (moment.rain, DropRing(patterOf: moment.rain))
    func sine(_ position: Double) -> Double {
      DropRing.elevationSine(height: moment.height, distance: ring.distance(position))
    }
    let near = sine(0)
    let step = (sine(1) - near) / Double(Self.heights)
    for row in 0..<Self.azimuths * (layout.hasHeight ? Self.heights : 1) {
      let azimuth = (Double(row % Self.azimuths) + 0.5) / Double(Self.azimuths)
      let height = near + step * (Double(row / Self.azimuths) + 0.5)
      directions.set(
        row, azimuth: azimuth, height: height, width: rain[.width], spacing: rain[.spacing])
    }
    guard layout.hasHeight, step != 0 else { return }
    for k in 0..<Self.distances {
      let position = (sine((Double(k) + 0.5) / Double(Self.distances)) - near) / step
      elevations[k] = Self.azimuths * max(0, min(Self.heights - 1, Int(position)))
    }
  }

  /// Where the straight sound has less than a tenth of the energy, all of it is scattered: to add a tick twice takes
  /// twice as long.
  private static let leastStraight = 0.1

  private mutating func computeRings(_ moment: AutomationMoment) {
    let ring = DropRing(patterOf: moment.rain)
    for k in 0..<Self.distances {
      let distance = ring.distance((Double(k) + 0.5) / Double(Self.distances))
      ringLevels[k] = ring.level(distance: distance)
      let scattered = EchoLaw.scattered(distance: distance, of: moment.rain)
      ringScattered[k] = scattered > 1 - Self.leastStraight ? 1 : scattered
    }
    level = nil
  }

  private mutating func computeLevels(_ moment: AutomationMoment) {
    let (rain, ring) = (moment.rain, DropRing(patterOf: moment.rain))
    // Ticks are independent, so their powers add up.
    let power = rain[.patterRate] * ring.meanPower * ticks.energy
    let level = power > 0 ? rain[.patterLevel] / power.squareRoot() : 0
    if level == self.level { return }
    self.level = level
    for k in 0..<Self.distances {
      let (level, scattered) = (level * ringLevels[k], ringScattered[k])
      levels[k] = Float(level * (1 - scattered).squareRoot())
      scatteredLevels[k] = Float(level * scattered.squareRoot())
    }
  }

  /// Tables that move slowly are computed every so many tiles: ready ticks cost as much as half a tile.
  private static let tilesOfTables = 8

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader, tile: Int) {
    schedule.apply(
      perMinute: 60 * automation.end.rain[.patterRate], automation, startingAt: tile * Tile.frames)
    let rain = automation.end.rain
    walkLevel = -SizeLaw.number / 2 * rain.sizeWalk
    let isSlow = movesSlowly(from: automation.start, to: automation.end)
    let next = (tile & -Self.tilesOfTables) + 1
    let moment = isSlow ? automation.moment(of: next * Tile.frames) : automation.end
    let ringMoves = moves(ofRings, to: moment)
    let heightMoves = layout.hasHeight && (ringMoves || tables?.height != moment.height)
    if moves(ofPitches, to: moment) {
      // Whichever is the lower.
      let (a, b) = (moment.rain[.patterLow], moment.rain[.patterHigh])
      ticks.compute(
        low: min(a, b), high: max(a, b), color: moment.color, spot: SpotLaw(moment, root))
    }
    if moves(ofImage, to: moment) || heightMoves { computeDirections(moment) }
    if ringMoves { computeRings(moment) }
    tables = moment
    computeLevels(automation.end)
  }

  /// Whether some settings differ from those of the tables.
  private func moves(_ settings: SettingSet, to moment: AutomationMoment) -> Bool {
    tables.map { !$0.agrees(with: moment, on: settings) } ?? true
  }

  /// Whether anything that the tables depend on moves, but nothing by more than a hundredth.
  private func movesSlowly(from start: AutomationMoment, to end: AutomationMoment) -> Bool {
    func isNear(_ a: Double, _ b: Double) -> Bool { a < 1.01 * b && b < 1.01 * a }
    let (a, b) = (start.rain, end.rain)
    return !start.agrees(with: end, on: ofPitches.union(ofRings).union(ofImage))
      && isNear(a[.patterLow], b[.patterLow]) && isNear(a[.patterHigh], b[.patterHigh])
      && isNear(a[.distance], b[.distance]) && isNear(a[.patterDistance], b[.patterDistance])
      && isNear(a[.patterRatio], b[.patterRatio]) && (a[.puddles] - b[.puddles]).magnitude < 0.01
      && (a[.echoLevel] - b[.echoLevel]).magnitude < 0.1
      && EchoLaw.isHeard(in: a) == EchoLaw.isHeard(in: b)
      && (a[.width] - b[.width]).magnitude < 0.01 && (a[.spacing] - b[.spacing]).magnitude < 0.001
      && a.surface == b.surface && start.next.surface == end.next.surface
      && (start.share.surface - end.share.surface).magnitude < 0.01
      && (start.bubbles - end.bubbles).magnitude < 0.01
  }

  /// Upper bound of the frames from an arrival to the end of its tick, in either channel. A tick waits
  /// up to 3 frames for a multiple of four; `Lanes.slack` covers that.
  let mostFrames: Int

  mutating func restart(_ root: RandomKey) {
    schedule.restart(.patter, root)
    (self.root, tables) = (root, nil)
    walk = .sizes(below: root, timeline)
  }

  /// Makes the next tile begin at `frame`; of one that has begun, no tick is heard.
  mutating func seek(to frame: Int) {
    batch.clear()
    schedule.seek(to: frame)
  }

  /// Computes when ticks fall in the second that begins in a tile, which takes as long as some hundred of them. Returns
  /// whether one does.
  mutating func load(tile: Int) -> Bool { schedule.load(before: (tile + 1) * Tile.frames) }

  /// Adds the ticks that begin within a tile, which is at the cursor of the bus.
  ///
  /// A tick starts at the next multiple of four frames, where no addition crosses two lines of the
  /// cache. Because their signs are random, ticks on such a grid have the spectrum of ticks anywhere.
  /// The order of additions depends on the tile alone. Returns whether none is left, after so many at most.
  @discardableResult
  mutating func render(tile: Int, atMost most: Int = .max, adding bus: inout DropBus) -> Bool {
    let first = tile * Tile.frames
    // Where drops are large, ticks are fewer, each louder.
    let loudness =
      walkLevel == 0 ? 1 : Float(Elementary.exp(walkLevel * walk.value(at: first)))
    var left = most
    while let arrival = schedule.next(before: first + Tile.frames) {
      let bits = arrival.key.child(Self.draw).bits
      let pitch = Self.index(bits >> 43, of: ticks.count)
      let azimuth = Self.index(bits >> 22, of: Self.azimuths)
      let distance = Self.index(bits >> 1, of: Self.distances)
      // The sign goes in by a bit operation: a branch on a random bit would be mispredicted.
      let sign = UInt32(truncatingIfNeeded: bits & 1) << 31
      let start = arrival.frame + (-timeline.frameInLoop(arrival.frame) & 3) - first
      let range = ticks.range(of: pitch)
      let scattered = scatteredLevels[distance] * loudness
      if batch.isFull { batch.add(ticks.frames, from: directions, to: &bus) }
      if scattered != 0 {
        batch.append(
          range, at: start, direction: TickBatch.scattered,
          gain: Float(bitPattern: scattered.bitPattern | sign))
      }
      let straight = levels[distance] * loudness
      if straight != 0 {
        batch.append(
          range, at: start, direction: layout.hasHeight ? elevations[distance] &+ azimuth : azimuth,
          gain: Float(bitPattern: straight.bitPattern | sign))
      }
      left &-= 1
      if left == 0 { return false }
    }
    batch.add(ticks.frames, from: directions, to: &bus)
    return true
  }

  /// One of `count` equally likely indices, from the lower 21 bits of a number.
  @inline(__always)
  private static func index(_ bits: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((bits & 0x1F_FFFF) &* UInt64(truncatingIfNeeded: count)) >> 21)
  }
}
