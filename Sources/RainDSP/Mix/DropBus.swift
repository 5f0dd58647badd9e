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
/// beyond it are 0. The buffer is several tiles long, and the cursor moves through it tile by tile,
/// round after round.
///
/// No call moves the whole bus, since one of a live rain that did would take longer than its frames
/// last. A tile that has ended is copied to the front, if it is in the past of the next round, and
/// what nobody reads any more is silenced tile by tile. When the cursor comes to ``end``, only what
/// sounds in the future moves.
struct DropBus: ~Copyable {
  /// Frames of a block. Of each block the bus knows whether anything was added to it, so that the echo
  /// can skip silence. A quarter of a tile: fine enough to skip most of what lies between few drops.
  private static let block = 1024

  private(set) var planes: Planes
  /// Frames of the past that are kept, whole blocks.
  private let behind: Int
  /// Frames of a round, whole tiles: at its beginning, all that can be added to was silenced in the
  /// last one.
  private let round: Int
  /// Where the cursor moves back to the front.
  private let end: Int
  /// Where the current tile begins.
  private(set) var cursor: Int
  /// The end of all that was added: beyond it lies silence.
  private var reach: Int
  /// Whether anything was added to each block of frames.
  private var isSounding: FixedArray<Bool>
  /// Two ears: a sound between two groups of silence.
  private var padded: FixedArray<Float>

  /// A silent bus.
  /// - Parameters:
  ///   - layout: of the rendering.
  ///   - behind: frames of the past that are kept.
  ///   - ahead: frames of the longest sound, with the lag of the channel that hears it last.
  init(_ layout: ChannelLayout, behind: Int, ahead: Int) {
    self.behind = (behind + Self.block - 1) & -Self.block
    // A sound begins in the current tile and is added in whole groups, so it may end up to
    // `Lanes.slack` frames later than `ahead` frames after the tile.
    let ahead = (ahead + Lanes.slack + Self.block - 1) & -Self.block
    round = Tile.frames + ((self.behind + ahead + Tile.frames - 1) & -Tile.frames)
    end = self.behind + round
    cursor = self.behind
    reach = self.behind
    planes = Planes(count: layout.planes, frames: end + ahead)
    isSounding = FixedArray(repeating: false, count: (end + ahead) / Self.block)
    padded = FixedArray(repeating: 0, count: layout == .binaural ? ahead : 0)
  }

  /// Silences the bus, as before the first drop.
  mutating func clear() {
    silence(0..<planes.frames)
    cursor = behind
    reach = behind
  }

  /// Goes to the next tile.
  mutating func advance() {
    cursor += Tile.frames
    copyToFront(max(round, cursor - Tile.frames)..<max(round, cursor))
    if cursor == end {
      copyToFront(end..<max(end, reach))
      // Where nothing has sounded for long, it has ended before all that is kept.
      reach = max(0, reach - round)
      cursor = behind
    }
    // Nobody reads what lies before the past, in this round and, behind it, in the last one.
    let past = cursor - behind
    silence(max(behind, past - Tile.frames)..<max(behind, past))
    silence(past + round - Tile.frames..<past + round)
  }

  /// Copies frames to where they lie in the next round.
  private mutating func copyToFront(_ frames: Range<Int>) {
    for first in stride(from: frames.lowerBound, to: frames.upperBound, by: Self.block) {
      let target = first - round
      if isSounding[first / Self.block] {
        planes.move(first..<first + Self.block, to: target)
        isSounding[target / Self.block] = true
      } else {
        silence(target..<target + Self.block)
      }
    }
  }

  /// Silences whole blocks, as far as there are any.
  private mutating func silence(_ frames: Range<Int>) {
    let last = min(frames.upperBound, planes.frames)
    for first in stride(from: frames.lowerBound, to: last, by: Self.block)
    where isSounding[first / Self.block] {
      planes.clear(first..<first + Self.block)
      isSounding[first / Self.block] = false
    }
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
    padded.count > 0
      ? addToEars(sound, range, at: start, from: directions)
      : addUnmarked(sound, range, at: start, from: directions, row, gain: 1)
    markSounding(from: start)
  }

  /// Adds a sound to two ears, from the only row of a table. Their lag has parts of a frame.
  private mutating func addToEars(
    _ sound: borrowing FixedArray<Float>, _ range: Range<Int>, at start: Int,
    from directions: borrowing DirectionTable
  ) {
    let target = makeRoom(for: range, of: sound, at: start, delay: directions.lastDelay(0))
    let scattered = directions.gains[planes.count - 1]
    if scattered != 0 { addSingle(planes.count - 1, sound, range, at: target, gain: scattered) }
    let end = 8 + range.count
    padded[eightFrom: end] = .zero
    for frame in stride(from: 8, to: end, by: 8) {
      padded[eightFrom: frame] = sound[eightFrom: range.lowerBound - 8 + frame]
    }
    for ear in 0..<2 {
      let delay = max(0, ear == 0 ? directions.lag : -directions.lag)
      let taps = Head.taps(delay - Double(Int(delay)))
      let gains = (directions.gains[2 * ear], directions.gains[2 * ear + 1])
      let offset = target - 8 + Int(delay)
      let first = (planes.start(of: 2 * ear) + offset, planes.start(of: 2 * ear + 1) + offset)
      for frame in stride(from: 8, through: end, by: 8) {
        var x = padded.eightUnchecked(from: frame &- Head.lead)
        if delay > 0 {
          x = .zero
          for tap in 0..<8 { x += padded.eightUnchecked(from: frame &- tap) * taps[tap] }
        }
        planes.samples.addUnchecked(x * gains.0, from: first.0 &+ frame)
        planes.samples.addUnchecked(x * gains.1, from: first.1 &+ frame)
      }
    }
  }

  /// Marks the blocks from the frame `start` of the current tile to ``reach`` as sounding.
  mutating func markSounding(from start: Int) {
    for block in (cursor + start) / Self.block...max(cursor + start, reach - 1) / Self.block {
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
      let start = target &+ directions.delays[first &+ plane]
      if here != 0 && next != 0 {
        addPair(plane, sound, range, at: start, start, gains: (here * gain, next * gain))
        plane &+= 2
      } else {
        if here != 0 { addSingle(plane, sound, range, at: start, gain: here * gain) }
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
