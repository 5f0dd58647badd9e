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

  private let rain: Rain
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
    try InvalidSetting.require(sampleRate, in: SampleRate.range, "sampleRate")
    try InvalidSetting.require(frames.lowerBound, in: 0...Int.max, "frames")
    if let loop { try InvalidSetting.require(loop, in: sampleRate...Int.max, "loop") }
    #if !hasFeature(Embedded)
    try rain.validate()
    #endif
    self.rain = rain
    self.frames = frames
    timeline = Timeline(sampleRate: sampleRate, frames: loop)
    root = Source.root(seed: seed)
  }

  /// How many drops there are. None is drawn: a million take some hundredths of a second.
  public var count: Int {
    var schedule = DropSchedule(nearDropsOf: CourseSizes(rain), timeline: timeline, root: root)
    schedule.seek(to: frames.lowerBound)
    var count = 0
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      frame = Self.end(ofRunFrom: frame, in: frames, timeline)
      while schedule.next(before: frame) != nil { count += 1 }
    }
    return count
  }

  /// An iterator from the first drop of the range.
  public func makeIterator() -> Iterator {
    Iterator(DropQueue(rain, in: frames, timeline: timeline, root: root))
  }

  /// Draws the drops, one after the other.
  public struct Iterator: IteratorProtocol {
    private let queue: DropQueue

    fileprivate init(_ queue: DropQueue) {
      self.queue = queue
    }

    /// The next drop, or nil after the last.
    public mutating func next() -> Element? {
      queue.next().map { (frame: $0.frame, drop: queue.law.drop($0.key)) }
    }

    /// Passes `count` drops without drawing them.
    mutating func skip(_ count: Int) {
      var left = count
      while left > 0, queue.next() != nil { left -= 1 }
    }
  }

  /// Runs of the schedule last a second at most: the gust curve of longer ones would be computed again
  /// for each layer.
  fileprivate static func end(
    ofRunFrom frame: Int, in frames: Range<Int>, _ timeline: Timeline
  ) -> Int {
    frame + Swift.min(timeline.sampleRate, frames.upperBound - frame)
  }

  /// The arrivals of one second after another, each sorted by time. A class, so that an iterator can be
  /// copied, which a schedule cannot.
  fileprivate final class DropQueue {
    let law: DropLaw
    private var schedule: DropSchedule
    private let frames: Range<Int>
    private let timeline: Timeline
    /// The frame at which the next run begins.
    private var frame: Int
    /// The arrivals of the current run, the last one first.
    private var arrivals: [Arrival] = []

    init(_ rain: Rain, in frames: Range<Int>, timeline: Timeline, root: RandomKey) {
      law = DropLaw(validated: rain)
      schedule = DropSchedule(nearDropsOf: CourseSizes(rain), timeline: timeline, root: root)
      schedule.seek(to: frames.lowerBound)
      self.frames = frames
      self.timeline = timeline
      // Where no drop ever falls, do not look for one.
      frame = rain.drops > 0 ? frames.lowerBound : frames.upperBound
    }

    func next() -> Arrival? {
      while arrivals.isEmpty && frame < frames.upperBound {
        frame = Drops.end(ofRunFrom: frame, in: frames, timeline)
        while let arrival = schedule.next(before: frame) { arrivals.append(arrival) }
        // Arrivals of one frame stay in the order of layers: the sort compares their places, too.
        let order = arrivals.indices.sorted {
          (arrivals[$0].frame, $0) > (arrivals[$1].frame, $1)
        }
        arrivals = order.map { arrivals[$0] }
      }
      return arrivals.popLast()
    }
  }
}
