/// Ticks of the patter that wait to be added, length by length.
///
/// The end of a tick is a branch. Where lengths come mixed, the processor guesses it wrong, which costs
/// as much as the additions; of ticks of one length, one after the other, it does so only at the last.
struct TickBatch: ~Copyable {
  /// Enough that several are of one length; they stay in the nearest cache.
  private static let most = 256

  /// Not private: unoptimised Swift 6.3 miscompiles `FixedArray` of a private type.
  struct Tick {
    /// The first frame in the table, and in the tile.
    var source = 0
    var start = 0
    var lag = 0
    var gains: (left: Float, right: Float) = (0, 0)
    /// The one of the same length that came before; -1: none.
    var previous = -1
  }

  private var ticks: FixedArray<Tick>
  /// The last that came of each length, in groups of eight frames; -1: none.
  private var last: FixedArray<Int>
  private var count = 0

  /// None, and room for ticks of up to `mostFrames` frames.
  init(mostFrames: Int) {
    ticks = FixedArray(repeating: Tick(), count: Self.most)
    last = FixedArray(repeating: -1, count: mostFrames / 8 + 1)
  }

  /// Whether those that wait have to be added before another comes.
  var isFull: Bool { count == ticks.count }

  /// The tick in the frames `range` of the table, whole groups of eight, waits for its addition from the
  /// frame `start` of the tile at hand on.
  @inline(__always)
  mutating func append(
    _ range: Range<Int>, at start: Int, lag: Int, gains: (left: Float, right: Float)
  ) {
    let groups = range.count / 8
    ticks[count] = Tick(
      source: range.lowerBound, start: start, lag: lag, gains: gains, previous: last[groups])
    last[groups] = count
    count += 1
  }

  /// Adds all that wait; `frames` are those of the table.
  mutating func add(_ frames: borrowing FixedArray<Float>, to bus: inout DropBus) {
    for groups in 0..<last.count {
      var number = last[groups]
      while number >= 0 {
        let tick = ticks[number]
        bus.addUnmarked(
          frames, tick.source..<tick.source + 8 * groups, at: tick.start, lag: tick.lag,
          gains: tick.gains)
        number = tick.previous
      }
      last[groups] = -1
    }
    if count > 0 { bus.markSounding(from: 0) }
    count = 0
  }
}
