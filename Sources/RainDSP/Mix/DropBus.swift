/// What drops and patter add up to, left and right: the tile at hand, the frames behind it, which
/// the echo answer, and the frames before it, into which drops ring.
///
/// A long buffer through which the tile wanders; at its end the frames still needed move to the
/// front, which costs next to nothing a frame.
struct DropBus: ~Copyable {
  /// Frames of which is known whether anything sounds in them.
  private static let block = 1024

  private(set) var left: FixedArray<Float>
  private(set) var right: FixedArray<Float>
  private let channels: Int
  private let behind: Int
  private let ahead: Int
  private let end: Int
  /// Where the tile at hand begins.
  private(set) var cursor: Int
  /// Beyond here, nothing sounds yet.
  private var reach: Int
  /// Whether anything was added to each block of frames.
  private var isSounding: FixedArray<Bool>

  /// A silent bus that keeps the frames `behind` the tile at hand and has room for sounds that last
  /// `ahead` frames.
  init(channels: Int, behind: Int, ahead: Int) {
    self.channels = channels
    self.behind = (behind + 7) & ~7
    self.ahead = (ahead + 15) & ~7
    let tiles = max(8, (self.behind + self.ahead) / Tile.frames + 1)
    end = self.behind + tiles * Tile.frames
    cursor = self.behind
    reach = self.behind
    left = FixedArray(repeating: 0, count: end + self.ahead)
    right = FixedArray(repeating: 0, count: channels == 2 ? end + self.ahead : 0)
    isSounding = FixedArray(repeating: false, count: (end + self.ahead) / Self.block + 1)
  }

  /// Silence, as before the first drop.
  mutating func clear() {
    left.clear(0..<left.count)
    right.clear(0..<right.count)
    for block in 0..<isSounding.count { isSounding[block] = false }
    cursor = behind
    reach = behind
  }

  /// Goes on to the next tile.
  mutating func advance() {
    cursor += Tile.frames
    guard cursor == end else { return }
    let kept = end - behind..<max(end, reach)
    left.moveToFront(kept)
    left.clear(kept.count..<kept.upperBound)
    if channels == 2 {
      right.moveToFront(kept)
      right.clear(kept.count..<kept.upperBound)
    }
    // Whole tiles, and so whole blocks.
    let moved = (end - behind) / Self.block
    for block in 0..<isSounding.count {
      isSounding[block] = block + moved < isSounding.count && isSounding[block + moved]
    }
    reach -= end - behind
    cursor = behind
  }

  /// A frame from `start` on before which there is silence, up to the end of the tile at hand.
  func firstSound(from start: Int) -> Int {
    var block = start / Self.block
    while block * Self.block < cursor + Tile.frames && !isSounding[block] { block += 1 }
    return min(max(start, block * Self.block), cursor + Tile.frames)
  }

  /// Adds a mono sound as ``addUnmarked(_:_:at:lag:gains:)`` does, and marks that it sounds.
  mutating func add(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int, lag: Int = 0,
    gains: (left: Float, right: Float)
  ) {
    addUnmarked(sound, range, at: start, lag: lag, gains: gains)
    markSounding(from: start)
  }

  /// From the frame `start` of the tile at hand on, what was added sounds.
  mutating func markSounding(from start: Int) {
    for block in (cursor + start) / Self.block...max(cursor + start, reach) / Self.block {
      isSounding[block] = true
    }
  }

  /// Adds frames of a mono sound, in whole groups of eight within its buffer, the first of them a
  /// multiple of four, from the frame `start` of the tile at hand on; right hears it `lag` frames
  /// before left, or after it, if that is negative. In mono, only the left gain counts, and no lag.
  /// Where `start` and `lag` are multiples of four as well, no addition crosses two lines of the cache.
  @inline(__always)
  mutating func addUnmarked(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int, lag: Int,
    gains: (left: Float, right: Float)
  ) {
    let delays = Place.delays(lag: lag)
    let target = cursor + start + delays.left
    let rightTarget = cursor + start + delays.right
    let end = max(target, rightTarget) + range.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= sound.count && range.lowerBound & 3 == 0
        && range.count & 7 == 0 && target >= 0 && rightTarget >= 0 && end <= left.count,
      "the bus has room for all that sounds")
    reach = max(reach, end)
    if (target | rightTarget) & 3 != 0 {
      addAnywhere(sound, range, at: target, rightTarget, gains: gains)
      return
    }
    let groups = range.count / 8
    if channels == 2 {
      for group in 0..<groups {
        let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
        left.addUnchecked(x * gains.left, fromFourth: target &+ 8 &* group)
        right.addUnchecked(x * gains.right, fromFourth: rightTarget &+ 8 &* group)
      }
    } else {
      for group in 0..<groups {
        let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
        left.addUnchecked(x * gains.left, fromFourth: target &+ 8 &* group)
      }
    }
  }

  /// In a loop of frames that are no multiple of four, before its beginning.
  @inline(never)
  private mutating func addAnywhere(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at target: Int, _ rightTarget: Int,
    gains: (left: Float, right: Float)
  ) {
    for frame in range {
      let offset = frame - range.lowerBound
      left[target + offset] += sound[frame] * gains.left
      if channels == 2 { right[rightTarget + offset] += sound[frame] * gains.right }
    }
  }
}
