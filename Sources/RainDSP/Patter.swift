/// The drops farther away, heard as a texture: one short tick each.
struct Patter: ~Copyable {
  private static let azimuths = 1024
  /// The child of an arrival's key that a tick is drawn from.
  private static let draw: UInt64 = 0

  private let place: Place
  private let level: Double
  private let ticks: TickTable
  private let pans: [(left: Float, right: Float)]
  private var schedule: DropSchedule

  init(_ rain: Rain, lap: Lap, channels: Int, seed: UInt64) {
    let place = Place(near: rain.patterMin, far: rain.patterMax, width: rain.width)
    self.place = place
    ticks = TickTable(
      low: rain.patterLow, high: rain.patterHigh, colour: rain.surface.colour,
      sampleRate: lap.sampleRate)
    pans = (0..<Self.azimuths).map { k in
      if channels == 1 { return (1, 0) }
      let pan = place.pan(azimuth: (Double(k) + 0.5) / Double(Self.azimuths))
      return (Float(pan.left), Float(pan.right))
    }
    schedule = DropSchedule(
      perMinute: 60 * rain.patterRate, lap: lap, key: Source.patter.key(seed: seed),
      swell: Swell(spread: rain.patterGust, key: Source.gusts.key(seed: seed), lap: lap),
      bunches: Swell(
        spread: rain.patterCluster, curves: .clusters, key: Source.clusters.key(seed: seed),
        lap: lap))
    // Independent ticks: their powers add up.
    let power = rain.patterRate * place.meanPower * ticks.energy
    level = power > 0 ? rain.patterLevel / power.squareRoot() : 0
  }

  /// Frames of the longest tick.
  var mostFrames: Int { ticks.mostFrames }

  mutating func seek(to frame: Int) {
    schedule.seek(to: frame)
  }

  /// Adds the ticks that begin within a tile.
  mutating func render(tile: Int, adding bus: inout DropBus) {
    let first = tile * Tile.frames
    while let arrival = schedule.next(before: first + Tile.frames) {
      // Three numbers of 21 bits each.
      let bits = arrival.key.child(Self.draw).bits
      let pitch = Int(((bits >> 43) * UInt64(ticks.count)) >> 21)
      let azimuth = Int(((bits >> 22 & 0x1F_FFFF) * UInt64(Self.azimuths)) >> 21)
      let share = Double(bits >> 1 & 0x1F_FFFF) * 0x1p-21
      let sign = bits & 1 == 0 ? 1.0 : -1.0
      let gain = Float(sign * level * place.level(distance: place.distance(share)))
      let pan = pans[azimuth]
      bus.add(
        ticks.frames, ticks.range(of: pitch), at: arrival.frame - first,
        gains: (pan.left * gain, pan.right * gain))
    }
  }
}
