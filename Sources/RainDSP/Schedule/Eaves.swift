/// When water drips from an eave or a branch: from several points, each in a beat of its own.
///
///     point 0   o         o          o         o          o       every 3.3 s, the last one to end
///     point 1     o       o       o        o       o       o      every 2.6 s
///     point 2      o     o     o      o     o      o     o        every 2.2 s
///     ...
///
/// An eave of 5 m of roof drips every 3.3 s from each point in light rain, and every 0.8 s at 2 mm/h: so point k drips
/// every 3.3/(1 + k/4) s, within ±20 % by its key. More water begins further points and leaves the beats of the others as
/// they are. A drip falls up to 7 % of a period early or late: the gaps of a tap that drips slowly differ by
/// 2 to 6 % (Martien, Pope, Scott & Shaw 1985, "The chaotic behavior of the leaky faucet").
struct Eaves: ~Copyable {
  /// The slowest beat, in s.
  private static let slowest = 3.3
  /// How far the periods of points differ, to either side.
  private static let spread = 0.2
  /// A drip falls up to (1 - 0.88)/(2 · 0.88) = 0.07 periods from its time.
  private static let regularity = 0.88

  private let timeline: Timeline
  /// The points that can drip, the first of them always before the others.
  private var points: FixedArray<DripPoint>
  /// How many drip, and the point of the next arrival.
  private var count = 0
  private var current = 0
  /// How much of the last of them, so that it does not begin at once as the rain grows.
  private var lastShare = 1.0

  private struct DripPoint {
    let key: RandomKey
    var arrivals: RegularArrivals
  }

  /// The eaves of a rendering with the key `root`, of the most points of all to come.
  init(most: Double, timeline: Timeline, root: RandomKey) {
    self.timeline = timeline
    points = FixedArray((0..<Self.count(most)).map { Self.point($0, timeline, root) })
  }

  /// So many points drip where the setting has this number.
  private static func count(_ points: Double) -> Int { Elementary.floor(points + 0.999_999) }

  private static func point(_ number: Int, _ timeline: Timeline, _ root: RandomKey) -> DripPoint {
    let key = Source.eaves.key(below: root).child(number)
    let period = slowest / (1 + Double(number) / 4) * (1 + spread * (2 * key.child(0).uniform - 1))
    return DripPoint(
      key: key,
      arrivals: RegularArrivals(
        perMinute: 60 / period, regularity: regularity, timeline: timeline, key: key.child(1)))
  }

  /// Begins anew, with the key of another rendering: nothing drips until a tile has been applied.
  mutating func restart(_ root: RandomKey) {
    for number in 0..<points.count { points[number] = Self.point(number, timeline, root) }
    count = 0
  }

  /// From the frame `start` on, as many points drip as the setting says.
  mutating func apply(_ setting: Double, startingAt start: Int) {
    let before = count
    count = min(points.count, Self.count(setting))
    lastShare = min(1, setting - Double(count - 1))
    for number in before..<max(before, count) { points[inPlace: number].arrivals.seek(to: start) }
  }

  /// The next run of frames begins at `start`.
  mutating func seek(to start: Int) {
    for number in 0..<count { points[inPlace: number].arrivals.seek(to: start) }
    current = 0
  }

  /// The next arrival of the run that ends before the frame `end`, point after point, or nil after the last; the next
  /// run then begins at `end`.
  mutating func next(before end: Int) -> Arrival? {
    while current < count {
      if var arrival = points[inPlace: current].arrivals.next(before: end) {
        arrival.dripPoint = points[inPlace: current].key
        if current == count - 1 { arrival.share = lastShare }
        return arrival
      }
      current += 1
    }
    current = 0
    return nil
  }

  /// How many drips a minute some points have on average.
  static func perMinute(_ points: Double) -> Double {
    (0..<count(points)).reduce(0) { $0 + 60 / slowest * (1 + Double($1) / 4) }
  }
}

extension RainAutomation {
  /// The highest rate of drops, in drops/min.
  package var mostDrops: Double {
    let high = RainBounds(self).high
    return high[.drops] + Eaves.perMinute(high[.eaves])
  }
}
