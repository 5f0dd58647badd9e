/// A delay line for drops and patter, in all channels. It holds past frames, which the echo reads, the
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

  private(set) var planes: Planes
  private let layout: ChannelLayout
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
  ///   - layout: of the rendering.
  ///   - behind: frames of the past that are kept.
  ///   - ahead: frames of the longest sound, with the lag of the channel that hears it last.
  init(_ layout: ChannelLayout, behind: Int, ahead: Int) {
    self.behind = Lanes.wholeGroups(behind)
    // A sound begins in the current tile and is added in whole groups, so it may end up to
    // `Lanes.slack` frames later than `ahead` frames after the tile.
    self.ahead = Lanes.wholeGroups(ahead + Lanes.slack)
    let tiles = max(Self.leastTiles, (self.behind + self.ahead) / Tile.frames + 1)
    end = self.behind + tiles * Tile.frames
    cursor = self.behind
    reach = self.behind
    self.layout = layout
    planes = Planes(count: layout.channels, frames: end + self.ahead)
    isSounding = FixedArray(repeating: false, count: (end + self.ahead) / Self.block + 1)
  }

  /// Silences the bus, as before the first drop.
  mutating func clear() {
    planes.clear()
    for block in 0..<isSounding.count { isSounding[block] = false }
    cursor = behind
    reach = behind
  }

  /// Goes to the next tile.
  mutating func advance() {
    cursor += Tile.frames
    guard cursor == end else { return }
    let kept = end - behind..<max(end, reach)
    planes.moveToFront(kept)
    planes.clear(kept.count..<kept.upperBound)
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

  /// Adds a mono sound as ``addUnmarked(_:_:at:delays:gains:)`` does, and marks its blocks as sounding.
  mutating func add(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int,
    delays: PerChannel<Int>, gains: PerChannel<Float>
  ) {
    addUnmarked(sound, range, at: start, delays: delays, gains: gains)
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
  /// A channel whose delay is 0 adds fastest where `start` is a multiple of four: no addition then
  /// crosses two lines of the cache.
  /// - Parameters:
  ///   - sound: the buffer that holds the sound.
  ///   - range: the frames of the buffer to add: whole groups of eight, from a multiple of four on.
  ///   - start: the frame of the current tile that hears the first of them without a delay.
  ///   - delays: of each channel, in frames.
  ///   - gains: of each channel.
  @inline(__always)
  mutating func addUnmarked(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int,
    delays: PerChannel<Int>, gains: PerChannel<Float>
  ) {
    let target = cursor + start
    let end = target + layout.last(of: delays) + range.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= sound.count && range.lowerBound & 3 == 0
        && range.count & 7 == 0 && target >= 0 && end <= planes.frames,
      "the bus has room for all that sounds")
    reach = max(reach, end)
    // Two channels at a time: each frame of the sound is read once for both.
    var channel = 0
    while channel &+ 2 <= planes.count {
      addPair(channel, sound, range, at: target, delays: delays, gains: gains)
      channel &+= 2
    }
    if channel < planes.count {
      let (first, gain) = (planes.start(of: channel) &+ target &+ delays[channel], gains[channel])
      for group in 0..<range.count / 8 {
        let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
        planes.samples.addUnchecked(x * gain, from: first &+ 8 &* group)
      }
    }
  }

  @inline(__always)
  private mutating func addPair(
    _ channel: Int, _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at target: Int,
    delays: PerChannel<Int>, gains: PerChannel<Float>
  ) {
    let first = planes.start(of: channel) &+ target &+ delays[channel]
    let second = planes.start(of: channel &+ 1) &+ target &+ delays[channel &+ 1]
    let (firstGain, secondGain) = (gains[channel], gains[channel &+ 1])
    for group in 0..<range.count / 8 {
      let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
      planes.samples.addUnchecked(x * firstGain, from: first &+ 8 &* group)
      planes.samples.addUnchecked(x * secondGain, from: second &+ 8 &* group)
    }
  }
}
