/// A delay line for drops and patter: what arrives straight, in all channels, and behind them a plane of what the echo
/// scatters. It holds past frames, which the echo reads, the current tile, and future frames, where sounds that have
/// begun go on.
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
  /// The least number of tiles between two moves to the front: so few that the buffer stays in the cache next to the
  /// nearest. Where sounds are long, it has as many tiles as a move copies.
  private static let leastTiles = 3

  private(set) var planes: Planes
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
    planes = Planes(count: layout.planes, frames: end + self.ahead)
    isSounding = FixedArray(repeating: false, count: (end + self.ahead) / Self.block + 1)
  }

  /// Silences the bus, as before the first drop.
  mutating func clear() {
    planes.clear(0..<reach)
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
    // Where nothing has sounded for long, it has ended before all that is kept.
    reach = max(0, reach - (end - behind))
    cursor = behind
  }

  /// Whether any of some frames may sound.
  func sounds(in frames: Range<Int>) -> Bool {
    for block in frames.lowerBound / Self.block...(frames.upperBound - 1) / Self.block
    where isSounding[block] { return true }
    return false
  }

  /// Whether every block of some frames may sound.
  func sounds(throughout frames: Range<Int>) -> Bool {
    for block in frames.lowerBound / Self.block...(frames.upperBound - 1) / Self.block
    where !isSounding[block] { return false }
    return true
  }

  /// Adds a mono sound as ``addUnmarked(_:_:at:from:_:gain:)`` does, and marks its blocks as sounding.
  mutating func add(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int,
    from directions: borrowing DirectionTable, _ row: Int = 0
  ) {
    addUnmarked(sound, range, at: start, from: directions, row, gain: 1)
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
  ///   - directions: how the planes hear directions.
  ///   - row: that of the sound.
  ///   - gain: a factor of the gains of the direction.
  @inline(__always)
  mutating func addUnmarked(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int,
    from directions: borrowing DirectionTable, _ row: Int, gain: Float
  ) {
    let first = row &* planes.count
    precondition(
      row >= 0 && directions.planes == planes.count
        && first &+ planes.count <= directions.gains.count, "the table has the direction")
    let target = makeRoom(for: range, of: sound, at: start, delay: directions.lastDelay(row))
    if planes.count != 3 {
      addPlanes(sound, range, at: target, from: directions, first, gain: gain)
      return
    }
    addPair(
      0, sound, range, at: target &+ directions.delays[unchecked: first],
      target &+ directions.delays[unchecked: first &+ 1],
      gains: (
        directions.gains[unchecked: first] * gain, directions.gains[unchecked: first &+ 1] * gain
      ))
    let scattered = directions.gains[unchecked: first &+ 2]
    if scattered != 0 { addSingle(2, sound, range, at: target, gain: scattered * gain) }
  }

  /// Adds frames of a mono sound to the plane of scattered sound alone, as ``addUnmarked(_:_:at:from:_:gain:)`` does.
  @inline(__always)
  mutating func addScattered(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int, gain: Float
  ) {
    let target = makeRoom(for: range, of: sound, at: start, delay: 0)
    addSingle(planes.count &- 1, sound, range, at: target, gain: gain)
  }

  /// Checks that frames of a sound can be added from the frame `start` of the current tile on, the last of them after a
  /// delay, and that later loops need no checks. Returns the frame of the bus.
  @inline(__always)
  private mutating func makeRoom(
    for range: Range<Int>, of sound: borrowing FixedArray<Float>, at start: Int, delay: Int
  ) -> Int {
    let target = cursor + start
    let end = target + delay + range.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= sound.count && range.lowerBound & 3 == 0
        && range.count & 7 == 0 && target >= 0 && end <= planes.frames,
      "the bus has room for all that sounds")
    reach = max(reach, end)
    return target
  }

  /// Adds to the planes that hear the direction, two at a time where both do.
  @inline(never)
  private mutating func addPlanes(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at target: Int,
    from directions: borrowing DirectionTable, _ first: Int, gain: Float
  ) {
    var plane = 0
    while plane < planes.count {
      let here = directions.gains[first &+ plane]
      let next = plane &+ 1 < planes.count ? directions.gains[first &+ plane &+ 1] : 0
      if here != 0 && next != 0 {
        addPair(plane, sound, range, at: target, target, gains: (here * gain, next * gain))
        plane &+= 2
      } else {
        if here != 0 { addSingle(plane, sound, range, at: target, gain: here * gain) }
        plane &+= 1
      }
    }
  }

  @inline(__always)
  private mutating func addSingle(
    _ plane: Int, _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at target: Int,
    gain: Float
  ) {
    let first = planes.start(of: plane) &+ target
    for group in 0..<range.count / 8 {
      let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
      planes.samples.addUnchecked(x * gain, from: first &+ 8 &* group)
    }
  }

  /// Adds to a plane and the next one: each frame of the sound is read once for both.
  @inline(__always)
  private mutating func addPair(
    _ plane: Int, _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at target: Int,
    _ nextTarget: Int, gains: (Float, Float)
  ) {
    let first = planes.start(of: plane) &+ target
    let second = planes.start(of: plane &+ 1) &+ nextTarget
    for group in 0..<range.count / 8 {
      let x = sound.eightUnchecked(fromFourth: range.lowerBound &+ 8 &* group)
      planes.samples.addUnchecked(x * gains.0, from: first &+ 8 &* group)
      planes.samples.addUnchecked(x * gains.1, from: second &+ 8 &* group)
    }
  }
}
