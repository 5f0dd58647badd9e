/// A delay line for drops and patter, left and right. It holds past frames, which the echo reads, the
/// current tile, and future frames, where sounds that have begun go on.
///
///     |<-- behind -->|<---- tile ---->|<----------- ahead ---------->|
///     |     past     |  current tile  |     future                   |
///     |..............|################|########----------------------| ...
///                    ^ cursor                  ^ reach                 ^ end
///
///     # may sound    - silent still    . may have sounded
///
/// Sounds are added from the current tile on. ``reach`` is the end of the last of them: all frames
/// beyond it are 0. The buffer is several tiles long, and the cursor moves through it tile by tile. When
/// it comes to ``end``, the past and the future move to the front: at most one copy a frame.
struct DropBus: ~Copyable {
  /// Frames of a block. Of each block the bus knows whether anything was added to it, so that the echo
  /// can skip silence. A quarter of a tile: fine enough to skip most of what lies between few drops.
  private static let block = 1024
  /// The least number of tiles between two moves to the front, so that moves are rare where sounds are
  /// short. Where sounds are long, the buffer has as many tiles as a move copies.
  private static let leastTiles = 8

  private(set) var left: FixedArray<Float>
  private(set) var right: FixedArray<Float>
  private let channels: Int
  /// Frames of the past that are kept, and of the future that can be added to; whole groups of eight.
  private let behind: Int
  private let ahead: Int
  /// Where the cursor moves back to the front.
  private let end: Int
  /// Where the current tile begins.
  private(set) var cursor: Int
  /// The end of all that was added: beyond it lies silence.
  private var reach: Int
  /// Whether anything was added to each block of frames.
  private var isSounding: FixedArray<Bool>

  /// A silent bus.
  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - behind: frames of the past that are kept.
  ///   - ahead: frames of the longest sound, with the lag of the channel that hears it last.
  init(channels: Int, behind: Int, ahead: Int) {
    self.channels = channels
    self.behind = Lanes.wholeGroups(behind)
    // A sound begins in the current tile and is added in whole groups, so it may end up to
    // `Lanes.slack` frames later than `ahead` frames after the tile.
    self.ahead = Lanes.wholeGroups(ahead + Lanes.slack)
    let tiles = max(Self.leastTiles, (self.behind + self.ahead) / Tile.frames + 1)
    end = self.behind + tiles * Tile.frames
    cursor = self.behind
    reach = self.behind
    left = FixedArray(repeating: 0, count: end + self.ahead)
    right = FixedArray(repeating: 0, count: channels == 2 ? end + self.ahead : 0)
    isSounding = FixedArray(repeating: false, count: (end + self.ahead) / Self.block + 1)
  }

  /// Silences the bus, as before the first drop.
  mutating func clear() {
    left.clear(0..<left.count)
    right.clear(0..<right.count)
    for block in 0..<isSounding.count { isSounding[block] = false }
    cursor = behind
    reach = behind
  }

  /// Goes to the next tile.
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
    // A move by whole tiles is one by whole blocks.
    let moved = (end - behind) / Self.block
    for block in 0..<isSounding.count {
      isSounding[block] = block + moved < isSounding.count && isSounding[block + moved]
    }
    reach -= end - behind
    cursor = behind
  }

  /// Whether any frame of the tile that begins at `start` may sound.
  func sounds(inTileFrom start: Int) -> Bool {
    for block in start / Self.block...(start + Tile.frames - 1) / Self.block
    where isSounding[block] { return true }
    return false
  }

  /// Adds a mono sound as ``addUnmarked(_:_:at:lag:gains:)`` does, and marks its blocks as sounding.
  mutating func add(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int, lag: Int = 0,
    gains: (left: Float, right: Float)
  ) {
    addUnmarked(sound, range, at: start, lag: lag, gains: gains)
    markSounding(from: start)
  }

  /// Marks the blocks from the frame `start` of the current tile to ``reach`` as sounding.
  mutating func markSounding(from start: Int) {
    for block in (cursor + start) / Self.block...max(cursor + start, reach) / Self.block {
      isSounding[block] = true
    }
  }

  /// Adds frames of a mono sound without marking blocks.
  ///
  /// The channel whose delay is 0 adds fastest where `start` is a multiple of four: no addition then
  /// crosses two lines of the cache.
  /// - Parameters:
  ///   - sound: the buffer that holds the sound.
  ///   - range: the frames of the buffer to add: whole groups of eight, from a multiple of four on.
  ///   - start: the frame of the current tile that hears the first of them.
  ///   - lag: by how many frames left hears them later than right, negative where earlier; 0 in mono.
  ///   - gains: of the channels; in mono only the left one counts.
  @inline(__always)
  mutating func addUnmarked(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int, lag: Int,
    gains: (left: Float, right: Float)
  ) {
    let delays = MicrophonePair.delays(lag: lag)
    let target = cursor + start + delays.left
    let rightTarget = cursor + start + delays.right
    let end = max(target, rightTarget) + range.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= sound.count && range.lowerBound & 3 == 0
        && range.count & 7 == 0 && target >= 0 && rightTarget >= 0 && end <= left.count,
      "the bus has room for all that sounds")
    reach = max(reach, end)
    let groups = range.count / 8
    if channels == 2 {
      for group in 0..<groups {
        let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
        left.addUnchecked(x * gains.left, from: target &+ 8 &* group)
        right.addUnchecked(x * gains.right, from: rightTarget &+ 8 &* group)
      }
    } else {
      for group in 0..<groups {
        let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
        left.addUnchecked(x * gains.left, from: target &+ 8 &* group)
      }
    }
  }
}
