/// Water that runs in a gutter or a downpipe: a stream of bubbles from one point.
///
/// Of running water one hears the bubbles that it carries under (Minnaert 1933). They come by chance, 240 a second. Their
/// radii r are as in breaking water: their number falls as r^-3/2 up to 1 mm and as r^-10/3 beyond (Deane & Stokes
/// 2002, "Scale dependence of bubble creation mechanisms in breaking waves"), from 0.3 mm, 11 kHz, to 3 mm, 1.1 kHz.
/// Their amplitudes are r^0.55 u, with u even over 0 ... 1 for how deep they lie (van den Doel 2005, "Physically-based
/// models for liquid sounds"). A film that runs down a road, a wall or a pane traps no air and is silent.
struct Gutter: ~Copyable {
  /// Bubbles a second: few enough to gurgle, and to cost no more than steady rain.
  static let rate = 240.0
  /// Nearly by chance: a bubble comes up to 50 periods, 0.2 s, from its time.
  private static let regularity = 0.01
  /// The smallest and the largest radius, and the one in which the two laws meet, in mm.
  private static let radii = (smallest: 0.3, bend: 1.0, largest: 3.0)
  /// The share of the radii below the bend.
  private static let share = 0.806_768
  /// Minnaert's frequency of a bubble of 1 mm, in Hz.
  private static let pitch = 3260.0
  /// The RMS of so many bubbles of an amplitude of r^0.55 u, r in mm, by integration.
  private static let unitLevel = 0.1693
  /// Where it runs, in distances of the nearest drop: under the eave of the house.
  private static let distance = 3.0

  private let sampleRate: Int
  private let timeline: Timeline
  private var key: RandomKey
  private var arrivals: RegularArrivals
  private var level = 0.0
  private var direction: DirectionTable
  private var sound: FixedArray<Float>
  private var heard = Int.min
  /// An upper bound of a bubble's length in frames, in the channel that hears it last.
  let mostFrames: Int

  init(timeline: Timeline, layout: ChannelLayout, mostSpacing: Double, root: RandomKey) {
    self.timeline = timeline
    sampleRate = timeline.sampleRate
    key = Source.gutter.key(below: root)
    arrivals = Self.arrivals(key, timeline)
    direction = DirectionTable(layout, rows: 1, sampleRate: sampleRate)
    let longest = Self.bubble(radius: Self.radii.largest, amplitude: 1)
      .frames(sampleRate: sampleRate)
    sound = FixedArray(repeating: 0, count: longest)
    mostFrames = longest + layout.mostDelay(spacing: mostSpacing, sampleRate: sampleRate)
  }

  private static func arrivals(_ key: RandomKey, _ timeline: Timeline) -> RegularArrivals {
    RegularArrivals(
      perMinute: 60 * rate, regularity: regularity, timeline: timeline, key: key.child(0))
  }

  mutating func restart(_ root: RandomKey) {
    key = Source.gutter.key(below: root)
    arrivals = Self.arrivals(key, timeline)
  }

  /// The next tile begins at `frame`; nothing is heard of the frames before `heard`.
  mutating func seek(to frame: Int, heardFrom heard: Int) {
    arrivals.seek(to: frame)
    self.heard = heard
  }

  mutating func apply(_ rain: Rain) {
    // As far as drops are, and as loud beside them (``DropLaw``).
    let distance = Self.distance * rain[.distance]
    level =
      rain[.gutter] / Self.unitLevel * Elementary.power(rain[.distance], DropLaw.distanceExponent)
    if level == 0 { return }
    let height = DropRing.elevationSine(height: Surface.water.response.height, distance: distance)
    direction.set(
      0, azimuth: key.child(1).uniform, height: height, width: rain[.width],
      spacing: rain[.spacing],
      scattered: EchoLaw.scattered(distance: distance, of: rain))
  }

  /// Adds the bubbles of a tile. `stems` has a bus of drops alone.
  mutating func render(tile: Int, adding bus: inout DropBus, _ stems: inout StemTile?) {
    let first = tile * Tile.frames
    while let arrival = arrivals.next(before: first + Tile.frames) {
      if level == 0 { continue }
      let bubble = Self.bubble(arrival.key, level: level)
      let frames = bubble.frames(sampleRate: sampleRate)
      let heard = heard - arrival.frame - direction.lastDelay(0)
      if frames <= heard { continue }
      let rate = sampleRate
      sound.fill(0..<frames, with: 0)
      sound.withMutableSpan {
        bubble.render(adding: &$0, heardFrom: max(0, heard), sampleRate: rate)
      }
      bus.add(sound, 0..<frames, at: arrival.frame - first, from: direction)
      stems?.dropBus.add(sound, 0..<frames, at: arrival.frame - first, from: direction)
    }
  }

  private static func bubble(_ key: RandomKey, level: Double) -> Bubble {
    let u = key.child(0).uniform
    let radius =
      u < share
      ? power(u / share, of: -0.5, from: radii.smallest, to: radii.bend)
      : power((u - share) / (1 - share), of: -7.0 / 3, from: radii.bend, to: radii.largest)
    return bubble(
      radius: radius,
      amplitude: level * Elementary.power(radius, 0.55) * key.child(1).uniform)
  }

  /// A radius between two, where the integral of the number goes with a power of the radius.
  private static func power(
    _ u: Double, of exponent: Double, from low: Double, to high: Double
  ) -> Double {
    let (least, most) = (Elementary.power(low, exponent), Elementary.power(high, exponent))
    return Elementary.power(least + u * (most - least), 1 / exponent)
  }

  private static func bubble(radius: Double, amplitude: Double) -> Bubble {
    let frequency = pitch / radius
    return Bubble(amplitude: amplitude, frequency: frequency, decay: BubbleLaw.damping(frequency))
  }
}
