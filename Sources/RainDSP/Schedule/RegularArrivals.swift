/// Drops that fall more evenly than by chance: as from a tap, or from the edge of a roof.
///
/// Drop k falls once in each period, moved from its middle by a random part of up to `spread` periods to
/// either side:
///
///     t(k) = (k + 1/2 + spread · (2u - 1)) · period,     spread = (1 - regularity)/(2 · regularity)
///
///     regularity 1      |  o  |  o  |  o  |  o  |     spread 0: even
///     regularity 0.7    | o   |   o |  o  | o   |     spread 0.2
///     regularity 0.3    |o    |  o  o     |o   o|     spread 1.2: nearly independent of each other
///
/// Each time is a function of its number alone, so any moment is reached at once. In a loop, a
/// whole number of periods fits. Gusts do not move these drops. Numbers and frames have 64 bits on
/// all machines: those of drops that are many or rare go beyond 2³¹.
struct RegularArrivals: BitwiseCopyable {
  /// A frame beyond all that are rendered.
  private static var farthest: Double { 0x1p61 }

  private let timeline: Timeline
  private let key: RandomKey
  private let period: Double  // s
  private let spread: Double  // periods
  /// The drops of a loop; nil: no loop.
  private let loopCount: Int64?
  /// The frame at which the next run begins, and the number of the next drop to look at.
  private var start = 0
  private var number: Int64 = 0

  /// - Parameters:
  ///   - perMinute: the mean rate, in drops a minute, above 0.
  ///   - regularity: above 0, up to 1.
  ///   - timeline: the sample rate, and the loop.
  ///   - key: of all the drops.
  init(perMinute: Double, regularity: Double, timeline: Timeline, key: RandomKey) {
    self.timeline = timeline
    self.key = key
    // Below 0.01, each tile would have to look at the drops of two hundred periods.
    let regularity = max(0.01, regularity)
    spread = (1 - regularity) / (2 * regularity)
    if let duration = timeline.duration {
      let count = max(1, Int64(duration * perMinute / 60 + 0.5))
      loopCount = count
      period = duration / Double(count)
    } else {
      loopCount = nil
      period = min(60 / perMinute, 1e300)
    }
    seek(to: 0)
  }

  /// The next run of frames begins at `start`.
  mutating func seek(to start: Int) {
    self.start = start
    // Every drop below this number falls before `start`.
    number = Elementary.wideFloor(periods(before: start) - spread) - 1
  }

  /// The next arrival of the run that ends before the frame `end`, or nil after the last; the next run
  /// then begins at `end`. Arrivals come in the order of their numbers.
  mutating func next(before end: Int) -> Arrival? {
    // No drop above this number falls before `end`.
    let last = Elementary.wideFloor(periods(before: end) + spread)
    while number <= last {
      let (frame, key) = arrival(number)
      number += 1
      if frame >= start && frame < end { return Arrival(frame: Int(frame), key: key) }
    }
    seek(to: end)
    return nil
  }

  /// The periods from frame 0 to a frame.
  private func periods(before frame: Int) -> Double {
    Double(frame) / Double(timeline.sampleRate) / period
  }

  private func arrival(_ number: Int64) -> (frame: Int64, key: RandomKey) {
    var turn: Int64 = 0
    var numberInLoop = number
    if let loopCount {
      turn = Elementary.wideFloor(Double(number) / Double(loopCount))
      numberInLoop = number - turn * loopCount
    }
    let key = key.child(UInt64(bitPattern: numberInLoop))
    let moved = spread * (2 * key.child(0).uniform - 1)
    let time = (Double(numberInLoop) + 0.5 + moved) * period
    // The drops of a tiny rate fall in frames that no integer can count.
    let offset = time * Double(timeline.sampleRate)
    let frame = Elementary.wideFloor(max(-Self.farthest, min(offset, Self.farthest)))
    return (frame + turn * Int64(timeline.frames ?? 0), key.child(1))
  }
}

/// A drop that falls, before it is drawn.
struct Arrival: Sendable, Hashable {
  /// The frame in which it strikes.
  let frame: Int
  /// The key of all random numbers of this drop.
  let key: RandomKey
  /// The key of the point that it drips from (``Eaves``); nil: it is a raindrop.
  var dripPoint: RandomKey?
  /// How much of it there is: the last of the points begins softly.
  var share = 1.0
}
