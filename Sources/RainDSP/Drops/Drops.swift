/// The near drops of a rain that strike within a range of frames, in the order of time.
///
/// ```swift
/// for (frame, drop) in try Drops(Rain(), in: 0..<441_000) {
///   print(frame, drop.diameter)
/// }
/// ```
///
/// They are the drops that ``RainRenderer`` sounds with the same rain, sample rate, seed and loop, each
/// in the same frame. Any range is reached at once, and a later one gives the same drops there. Drops of
/// one frame come in the order in which the renderer adds them.
public struct Drops: Sequence, Sendable {
  /// The frame in which a drop strikes, and the drop.
  public typealias Element = (frame: Int, drop: Drop)

  private let automation: RainAutomation
  private let frames: Range<Int>
  private let timeline: Timeline
  private let root: RandomKey

  /// - Parameters:
  ///   - rain: its settings.
  ///   - frames: those in which the drops strike, from 0; up to `Int.max` for rain without an end.
  ///   - sampleRate: in Hz, within ``RainRenderer/sampleRates``.
  ///   - seed: of the rendering.
  ///   - loop: the frames of a loop, a second or more, after which the same drops fall again; nil: rain
  ///     without an end.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ rain: Rain, in frames: Range<Int>, sampleRate: Int = 44_100, seed: UInt64 = 1,
    loop: Int? = nil
  ) throws(InvalidSetting) {
    try self.init(RainAutomation(rain), in: frames, sampleRate: sampleRate, seed: seed, loop: loop)
  }

  /// The near drops of a rain whose settings move: each has the settings of the tile in which it strikes.
  public init(
    _ automation: RainAutomation, in frames: Range<Int>, sampleRate: Int = 44_100, seed: UInt64 = 1,
    loop: Int? = nil
  ) throws(InvalidSetting) {
    try InvalidSetting.require(sampleRate, from: frames.lowerBound, "frames", loop: loop)
    try automation.rain(at: 0).validate()
    self.automation = automation.simplest
    self.frames = frames
    timeline = Timeline(sampleRate: sampleRate, frames: loop)
    root = Source.root(seed: seed)
  }

  private func makeQueue() -> DropQueue {
    DropQueue(automation, in: frames, timeline: timeline, root: root)
  }

  /// How many drops there are. None is drawn: a million take some hundredths of a second.
  public var count: Int {
    var queue = makeQueue()
    return queue.countAll()
  }

  /// An iterator from the first drop of the range.
  public func makeIterator() -> Iterator { Iterator(makeQueue()) }

  /// Draws the drops, one after the other.
  public struct Iterator: IteratorProtocol {
    /// In a class, since a schedule cannot be copied: copies of an iterator share their position.
    private final class Drawing {
      var queue: DropQueue

      init(_ queue: consuming DropQueue) { self.queue = queue }
    }

    private let drawing: Drawing

    fileprivate init(_ queue: consuming DropQueue) { drawing = Drawing(queue) }

    /// The next drop, or nil after the last.
    public mutating func next() -> Element? {
      guard let arrival = drawing.queue.next() else { return nil }
      return (frame: arrival.frame, drop: drawing.queue.law.drop(arrival))
    }

    /// Passes `count` drops without drawing them.
    mutating func skip(_ count: Int) {
      var left = count
      while left > 0, drawing.queue.next() != nil { left -= 1 }
    }
  }

  /// Hands each drop to `body`, with its frame and the setting `gain` of its tile in dB. It is faster than
  /// an iterator, which copies each drop several times.
  package func forEachDrop<Failure: Error>(
    _ body: (_ frame: Int, _ drop: Drop, _ gain: Double) throws(Failure) -> Void
  ) throws(Failure) {
    var queue = makeQueue()
    while let arrival = queue.next() {
      try body(arrival.frame, queue.law.drop(arrival), queue.law.rain[.gain])
    }
  }

  /// The arrivals of one run of frames after another, each sorted by time.
  fileprivate struct DropQueue: ~Copyable {
    var law: DropLaw
    private var schedule: DropSchedule
    private var automation: AutomationReader
    private let frames: Range<Int>
    private let timeline: Timeline
    /// The frame at which the next run begins.
    private var frame: Int
    /// The arrivals of the current run, in the order of the schedule.
    private var arrivals: [Arrival] = []
    /// Their indices in the order of time, each in the lower half of a number. The upper half is the frame,
    /// counted from the beginning of the run. So arrivals of one frame stay in the order of the schedule.
    private var order: [UInt64] = []
    /// How many of them were taken.
    private var taken = 0

    init(_ automation: RainAutomation, in frames: Range<Int>, timeline: Timeline, root: RandomKey) {
      let bounds = RainBounds(automation)
      law = DropLaw(validated: bounds.start.rain)
      law.walk = .sizes(below: root, timeline)
      schedule = DropSchedule(nearDropsOf: bounds, timeline: timeline, root: root)
      self.automation = AutomationReader(AutomationTable(automation), timeline: timeline)
      self.frames = frames
      self.timeline = timeline
      // Where no drop ever falls, do not look for one.
      frame = bounds.high.hasDrops ? frames.lowerBound : frames.upperBound
      _ = applySettings()
      schedule.seek(to: frames.lowerBound)
    }

    /// Takes the settings of the next run. Returns how many frames have them.
    private mutating func applySettings() -> Int {
      let count = automation.read(frame: frame)
      law.apply(automation.end)
      schedule.apply(
        perMinute: law.rain[.drops], regularity: law.rain[.regularity], eaves: law.rain[.eaves],
        automation, startingAt: frame)
      return count
    }

    /// Takes the settings of the next run, and returns its end. Its frames have the same settings. It lasts a
    /// second at most, as the gust curve of longer ones would be computed again for each layer.
    private mutating func beginRun() -> Int {
      let count = Swift.min(applySettings(), timeline.sampleRate)
      return frame + Swift.min(count, frames.upperBound - frame)
    }

    mutating func countAll() -> Int {
      var count = 0
      while frame < frames.upperBound {
        frame = beginRun()
        while schedule.next(before: frame) != nil { count += 1 }
      }
      return count
    }

    mutating func next() -> Arrival? {
      while taken == order.count {
        if frame >= frames.upperBound { return nil }
        let start = frame
        frame = beginRun()
        arrivals.removeAll(keepingCapacity: true)
        while let arrival = schedule.next(before: frame) { arrivals.append(arrival) }
        order.removeAll(keepingCapacity: true)
        for index in arrivals.indices {
          order.append(UInt64(arrivals[index].frame - start) << 32 | UInt64(index))
        }
        order.sort()
        taken = 0
      }
      taken += 1
      return arrivals[Int(UInt32(truncatingIfNeeded: order[taken - 1]))]
    }
  }
}
