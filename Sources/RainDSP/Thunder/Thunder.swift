/// Thunder: the channel of each flash sends pulses, piece by piece, as its sound arrives.
///
///     flash ─ stretch of 150 m ─ stroke ─ piece of 1.2 m ─┬─ straight ──┬─ one of eight directions ─ planes
///                                                         └─ scattered ─┘      at 1/4 of the rate
///
/// A stretch is heard stroke by stroke: all of its pulses are added ahead in the tile in which the
/// first may arrive. So a tile walks each stretch once, and any tile is reached from so many tiles
/// before it.
struct Thunder: ~Copyable {
  /// The most flashes that sound at once: 114 of the most, 60 a minute, do in the mean.
  private static let most = 192
  /// The time in s that a flash may sound after its light, and that the pulses of a stretch may
  /// last.
  private static let memory = 120.0
  private static let ahead = 2.35
  /// The share of scattered pulses that terrain sends back, its mean time and longest in s.
  private static let terrain = (share: 0.12, time: 0.55, longest: 1.2)
  /// The share of scattered pulses that come from anywhere.
  private static let anywhere = 0.3
  /// The strength along the channel, about as 1/f: three scales in m, and standard deviations of
  /// its logarithm.
  private static let scales = (near: 60.0, middle: 240.0, far: 960.0)
  private static let roughness = (near: 0.3, middle: 0.25, far: 0.22)
  /// The length of pulses in s, and standard deviations of its logarithm: over a scale in m, with
  /// the strength, of each.
  private static let lengths = (
    median: 0.00122, scale: 150.0, along: 0.6, strength: 0.3, each: 0.75
  )

  /// A flash that sounds.
  struct Lit: BitwiseCopyable {
    let flash: Flash
    let strokes: FlashStrokes
    let knots: Int
    /// The frames of the ring to its last stroke, and the frame in which the last stretch begins.
    let last: Int
    let end: Int
  }

  /// A unit of work: a stroke of a stretch.
  private struct Cursor {
    var flash: Int
    var knot = 0
    var stroke = 0
    /// The first knot of the part of the path.
    var part = 0
  }

  private let timeline: Timeline
  private let layout: ChannelLayout
  private var arrivals: FlashArrivals
  /// The settings of flashes before a seek.
  private var lit: FixedArray<Lit?>
  private var knots: FixedArray<LightningPath.Knot>
  /// When each stretch begins to sound, in frames of the ring after the light.
  private var begins: FixedArray<Int32>
  /// The flashes that sound, by their count from the seek on.
  private var sounding = 0..<0
  private var ring: ThunderRing
  private var walls: Walls
  private let isSilent: Bool
  private var ready = Int.min
  /// The last tile that passed the walls.
  private var heard = Int.min
  private var cursor = Cursor(flash: 0)
  private var plane = -1
  private(set) var planes: Planes

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    let isSilent = bounds.high[.thunder] == 0
    (self.timeline, self.layout, self.isSilent) = (timeline, layout, isSilent)
    ring = ThunderRing(
      ahead: Self.ahead, sampleRate: timeline.sampleRate, layout: layout, isEmpty: isSilent)
    arrivals = FlashArrivals(timeline: timeline, root: root)
    lit = FixedArray(repeating: nil, count: isSilent ? 0 : Self.most)
    let mostKnots = isSilent ? 0 : Self.most * LightningPath.most
    knots = FixedArray(repeating: .zero, count: mostKnots)
    begins = FixedArray(repeating: 0, count: mostKnots)
    planes = Planes(count: isSilent ? 0 : layout.mixPlanes, frames: Tile.frames)
    walls = Walls(
      bounds, sampleRate: timeline.sampleRate, count: isSilent ? 0 : layout.mixPlanes)
  }

  mutating func restart(_ root: RandomKey) {
    arrivals.key = Source.thunder.key(below: root)
    leave()
  }

  mutating func leave() { (plane, ready) = (-1, .min) }

  /// Whether thunder is heard in a tile, or the walls remember it.
  func sounds(tile: Int) -> Bool {
    !isSilent && ring.sounds(from: tile - walls.memoryTiles)
  }

  /// How many parts are left of a tile, about.
  var parts: Int { isSilent ? 1 : layout.mixPlanes + 2 }

  /// Makes the next part of tile number `index`, which the automation has then read. Returns
  /// whether it was the last.
  mutating func make(tile index: Int, of automation: inout AutomationReader) -> Bool {
    if isSilent { return true }
    if plane < 0 {
      if index != ready { seek(to: index, of: &automation) }
      ready = .min
      begin(tile: index, of: &automation)
      return false
    }
    if plane == 0 && renderNext(tile: index) { return false }
    if sounds(tile: index) {
      ring.mix(plane, tile: index, to: &planes)
      plane += 1
      if plane < layout.mixPlanes { return false }
      finish(tile: index, of: automation)
    } else {
      ring.pass(tile: index)
    }
    plane = -1
    ready = index + 1
    return true
  }

  /// Begins so many tiles before a tile that all which sounds in it has begun.
  private mutating func seek(to tile: Int, of automation: inout AutomationReader) {
    ring.clear()
    heard = .min
    let first = tile - walls.memoryTiles - ring.tiles
    let frame = first * Tile.frames
    sounding = 0..<0
    arrivals.seek(to: frame - Int(Self.memory * Double(timeline.sampleRate)))
    while let (lit, key) = arrivals.next(before: frame) {
      _ = automation.read(frame: lit)
      add(key, frame: lit, of: automation.end)
    }
    for earlier in first..<tile {
      automation.read(tile: earlier)
      begin(tile: earlier, of: &automation)
      while renderNext(tile: earlier) {}
      if earlier < tile - walls.memoryTiles {
        ring.pass(tile: earlier)
      } else {
        for plane in 0..<layout.mixPlanes { ring.mix(plane, tile: earlier, to: &planes) }
        finish(tile: earlier, of: automation)
      }
    }
    automation.read(tile: tile)
  }

  /// Lets the flashes of a tile light, and forgets those that have sounded. The settings of a flash
  /// follow from its frame alone: before a loop, tiles lie otherwise than in it.
  private mutating func begin(tile: Int, of automation: inout AutomationReader) {
    var hasLit = false
    while let (frame, key) = arrivals.next(before: (tile + 1) * Tile.frames) {
      _ = automation.read(frame: frame)
      add(key, frame: frame, of: automation.end)
      hasLit = true
    }
    if hasLit { automation.read(tile: tile) }
    while !sounding.isEmpty,
      (lit[sounding.lowerBound % Self.most]?.end ?? 0) < tile * ring.tileFrames
    {
      sounding = sounding.lowerBound + 1..<sounding.upperBound
    }
    (plane, cursor) = (0, Cursor(flash: sounding.lowerBound))
    ring.open(tile: tile)
  }

  private mutating func add(_ key: RandomKey, frame: Int, of moment: AutomationMoment) {
    guard FlashArrivals.lights(key, at: moment.rain[.thunder]) else { return }
    // Of more, as in a short loop that repeats them, the latest sound, from wherever a rendering
    // begins.
    if sounding.count == Self.most {
      sounding = sounding.lowerBound + 1..<sounding.upperBound
    }
    let flash = Flash(key, frame: frame, of: moment, root: arrivals.key)
    let slot = sounding.upperBound % Self.most
    let start = slot * LightningPath.most
    let count = LightningPath.draw(flash, to: &knots, from: start)
    let strokes = FlashStrokes(flash)
    var farthest = 0.0
    for knot in start..<start + count {
      let (here, next) = (knots[knot], knots[min(knot + 1, start + count - 1)])
      let (near, other) = (LightningPath.distance(here), LightningPath.distance(next))
      farthest = max(farthest, near)
      let time = seconds(max(0, min(near, other) - LightningPath.margin))
      begins[knot] = Int32(frames(of: flash, after: time))
    }
    let last = frames(of: flash, after: strokes.times[flash.strokes - 1])
    lit[slot] = Lit(
      flash: flash, strokes: strokes, knots: count, last: last,
      end: flash.frame >> ring.doublings + frames(of: flash, after: seconds(farthest)) + last + 1)
    sounding = sounding.lowerBound..<sounding.upperBound + 1
  }

  private func seconds(_ kilometers: Double) -> Double { 1000 * kilometers / Flash.speedOfSound }

  /// The frames of the ring from the one that holds the light to so many s after it.
  private func frames(of flash: Flash, after seconds: Double) -> Int {
    let rest = flash.frame & (1 << ring.doublings - 1)
    return Elementary.floor(Double(rest) / Double(1 << ring.doublings) + seconds * ring.rate)
  }

  /// Renders the next stroke of a stretch that begins to sound in a tile. Returns whether there was
  /// one.
  private mutating func renderNext(tile: Int) -> Bool {
    while cursor.flash < sounding.upperBound {
      let slot = cursor.flash % Self.most
      guard let lit = lit[slot] else { return false }
      let (start, light) = (slot * LightningPath.most, lit.flash.frame >> ring.doublings)
      let first = tile * ring.tileFrames - light
      let frames = first..<first + ring.tileFrames
      while cursor.knot + 1 < lit.knots {
        let begin = Int(begins[start + cursor.knot])
        let isHeard = begin < frames.upperBound && begin + lit.last >= frames.lowerBound
        let isEnd = knots[start + cursor.knot][3] == 0
        // Arms are lit once.
        let strokes = isEnd || !isHeard ? 0 : cursor.part == 0 ? lit.flash.strokes : 1
        while cursor.stroke < strokes {
          let stroke = cursor.stroke
          cursor.stroke += 1
          if frames.contains(begin + Int(lit.strokes.times[stroke] * ring.rate)) {
            render(lit, knot: cursor.knot, part: cursor.part, stroke: stroke, slot: slot)
            return true
          }
        }
        cursor.stroke = 0
        cursor.knot += 1
        if isEnd { cursor.part = cursor.knot }
      }
      cursor = Cursor(flash: cursor.flash + 1)
    }
    return false
  }

  /// Adds the pulses of a stroke of a stretch.
  private mutating func render(_ lit: Lit, knot: Int, part: Int, stroke: Int, slot: Int) {
    let flash = lit.flash
    let first = knots[slot * LightningPath.most + knot]
    let last = knots[slot * LightningPath.most + knot + 1]
    let (way, own) = (flash.key.child(20 + part), flash.key.child(8).child(20 + knot))
    let points = LightningPath.points(own.child(-1), from: first, to: last)
    let light = flash.frame >> ring.doublings
    let near = LightningPath.distance(first)
    let late = ThunderLaw.lateness(distance: near)
    let row = ThunderPulses.row(distance: near)
    // In pieces of 1.2 m near by; those of far stretches, of later strokes and of arms are longer.
    let isArm = part > 0
    let pieces = isArm ? 1 : (near < 3 ? 8 : 6) / (stroke == 0 ? 1 : 2)
    let copies = isArm ? 2 : 3
    let level =
      flash.strength * lit.strokes.levels[stroke] * Double(first[3]) / Double(pieces)
    // What varies slowly is a line over the stretch.
    let meters = 1000 * LightningPath.spacing
    func slow(_ number: Int, _ scale: Double) -> (from: Double, rise: Double) {
      let position = meters * Double(knot - part) / scale
      let from = LightningPath.wander(way.child(number), at: position)
      return (from, LightningPath.wander(way.child(number), at: position + meters / scale) - from)
    }
    let (middles, fars) = (slow(1, Self.scales.middle), slow(2, Self.scales.far))
    let longs = slow(3, Self.lengths.scale)
    var ends = (near, 0.0)
    for segment in 0..<LightningPath.segments {
      let (here, next) = (points[segment], points[segment + 1])
      ends.1 = LightningPath.distance(next)
      let middle = (here + next) * 0.5
      let share = (Double(segment) + 0.5) / Double(LightningPath.segments)
      let position = meters * (Double(knot - part) + share) / Self.scales.near
      let rough =
        Self.roughness.near * LightningPath.wander(way.child(0), at: position)
        + Self.roughness.middle * (middles.from + share * middles.rise)
        + Self.roughness.far * (fars.from + share * fars.rise)
      let long =
        Self.lengths.along * (longs.from + share * longs.rise) + Self.lengths.strength * rough
      let step =
        ThunderPulses.step(of: Self.lengths.median)
        + ThunderPulses.stepsPerOctave * 1.442_695 * long
      let gain =
        level * Elementary.exp(rough)
        * LightningPath.shadow(middle) / ((ends.0 + ends.1) / 2)
      let azimuth = Self.turns(right: Double(middle[0]), ahead: Double(middle[1]))
      let key = own.child(segment).child(stroke)
      for piece in 0..<pieces {
        let share = (Double(piece) + 0.5) / Double(pieces)
        let time = seconds(ends.0 + (ends.1 - ends.0) * share) + lit.strokes.times[stroke]
        add(
          key.child(piece), at: light + frames(of: flash, after: time), gain: gain, row: row,
          step: step,
          azimuth: azimuth, late: late, copies: copies)
      }
      ends.0 = ends.1
    }
  }

  /// The azimuth of a point in turns.
  private static func turns(right x: Double, ahead y: Double) -> Double {
    let turns = Elementary.arctangent(x / (y.magnitude + 1e-9))
    return y >= 0 ? turns : 0.5 - turns
  }

  /// Adds the pulses of a piece: what comes straight, and what comes scattered.
  private mutating func add(
    _ key: RandomKey, at frame: Int, gain: Double, row: Int, step: Double, azimuth: Double,
    late: Double, copies: Int
  ) {
    // Bits 0 ... 15: length; 16 ... 31: level; 32 ... 47: direction.
    let bits = key.bits
    let gain = gain * (1 + 1.04 * (Self.share(bits >> 16) - 0.5))
    let step =
      step
      + ThunderPulses.stepsPerOctave * 1.442_695 * 3.464 * Self.lengths.each
      * (Self.share(bits) - 0.5)
    let straight = ring.pulses.range(row: row, step: step)
    let direction =
      Elementary.floor(Double(ThunderRing.directions) * azimuth + Self.share(bits >> 32))
      & (ThunderRing.directions - 1)
    ring.add(straight, gain: Float(gain), direction, at: frame - straight.count / 2)
    let scattered = ring.pulses.range(row: row + 1, step: step)
    let each = Float(gain * (1 / Double(copies)).squareRoot())
    for copy in 0..<copies {
      // Bits 0 ... 15: how late; 16 ... 31: from where; 32 ... 47: by terrain; 63: sign.
      let bits = key.child(copy).bits
      let isTerrain = Self.share(bits >> 32) < Self.terrain.share
      let mean = isTerrain ? Self.terrain.time : late
      let time = -mean * Elementary.log(1 - Self.share(bits))
      if time > (isTerrain ? Self.terrain.longest : min(1, 5 * late)) { continue }
      let from = Self.share(bits >> 16)
      let other =
        from < Self.anywhere
        ? Int(from / Self.anywhere * Double(ThunderRing.directions)) : direction
      ring.add(
        scattered, gain: bits >> 63 == 0 ? each : -each, other,
        at: frame + Int(time * ring.rate) - scattered.count / 2)
    }
  }

  /// A number of 0 ..< 1 from 16 bits.
  @inline(__always)
  private static func share(_ bits: UInt64) -> Double { Double(bits & 0xFFFF) * 0x1p-16 }

  /// Lets a tile through the walls.
  private mutating func finish(tile: Int, of automation: borrowing AutomationReader) {
    let (before, after) = (automation.start, automation.end)
    if before.placeLevel != 0 || after.placeLevel != 0 {
      planes.scale(from: SideGains(Float(before.outside)), to: SideGains(Float(after.outside)))
    }
    if heard &+ 1 != tile { walls.clear() }
    heard = tile
    walls.filter(&planes, of: automation)
  }
}
