/// Batches ticks by length against branch misprediction.
///
/// The loop that adds a tick ends with its last frame. Where lengths come mixed, the processor
/// mispredicts that end for most ticks, which costs as much as the additions. So ticks wait in a batch
/// of up to 256, and are added sorted by length, by a bucket sort:
///
///     arrivals:   16  64  16  32  64       frames of each tick
///     buckets:    16 ▸ tick 2 ▸ tick 0
///                 32 ▸ tick 3
///                 64 ▸ tick 4 ▸ tick 1     added in this order, one misprediction a bucket
struct TickBatch: ~Copyable {
  /// Enough that several have one length, and few enough to stay in the nearest cache.
  private static let capacity = 256

  /// Not private: unoptimised Swift 6.3 miscompiles `FixedArray` of a private type.
  struct Tick {
    /// Its first frame in the table.
    var source = 0
    /// Its first frame in the tile.
    var start = 0
    /// The number of its direction; ``scattered``: the plane of scattered sound. Its gain there.
    var direction = 0
    var gain: Float = 0
    /// The tick of the same length that came before; -1 for none.
    var previous = -1
  }

  /// Instead of a direction.
  static let scattered = -1

  private var ticks: FixedArray<Tick>
  /// The buckets: the tick that came last of each length, in groups of eight frames, straight and scattered ones by
  /// themselves; -1 for none.
  private var lastOfLength: FixedArray<Int>
  private var count = 0

  /// An empty batch for ticks of up to `mostFrames` frames.
  init(mostFrames: Int) {
    ticks = FixedArray(repeating: Tick(), count: Self.capacity)
    lastOfLength = FixedArray(repeating: -1, count: 2 * (mostFrames / 8 + 1))
  }

  /// Whether the batch has to be added to the bus before another tick comes, straight and scattered.
  var isFull: Bool { count >= ticks.count - 1 }

  /// Puts the tick in the frames `range` of the table, whole groups of eight, into the batch. It will
  /// start at the frame `start` of the current tile.
  @inline(__always)
  mutating func append(_ range: Range<Int>, at start: Int, direction: Int, gain: Float) {
    let bucket = range.count / 4 &+ (direction < 0 ? 1 : 0)
    ticks[count] = Tick(
      source: range.lowerBound, start: start, direction: direction, gain: gain,
      previous: lastOfLength[bucket])
    lastOfLength[bucket] = count
    count += 1
  }

  /// Empties it; its ticks are not heard.
  mutating func clear() {
    lastOfLength.fill(0..<lastOfLength.count, with: -1)
    count = 0
  }

  /// Adds all ticks of the batch to the bus and empties it. `frames` are those of the table.
  mutating func add(
    _ frames: borrowing FixedArray<Float>, from directions: borrowing DirectionTable,
    to bus: inout DropBus
  ) {
    for bucket in 0..<lastOfLength.count {
      let count = 8 * (bucket / 2)
      var number = lastOfLength[bucket]
      while number >= 0 {
        let tick = ticks[number]
        let range = tick.source..<tick.source + count
        if bucket & 1 == 1 {
          bus.addScattered(frames, range, at: tick.start, gain: tick.gain)
        } else {
          bus.addUnmarked(
            frames, range, at: tick.start, from: directions, tick.direction, gain: tick.gain)
        }
        number = tick.previous
      }
      lastOfLength[bucket] = -1
    }
    if count > 0 { bus.markSounding(from: 0) }
    count = 0
  }
}
