/// A stem: a part of the mix by itself.
package enum RainStem: String, CaseIterable, Sendable {
  /// The near drops, without their echo.
  case drops
  /// The patter, without its echo.
  case patter
  /// The echo of both.
  case echo
  /// The bed of noise.
  case bed
  /// What adding the others leaves to the last bit of the mix.
  case rest
}

/// Where stems are taken.
package enum StemPoint: String, Sendable {
  /// Before tone, gain and soft clip. Added as Floats in the order of ``RainStem``, from left to right,
  /// they are the mix there, bit for bit.
  case dry
  /// After tone, gain and soft clip, each by the same factor as the whole: they add up to the output but for
  /// rounding.
  case wet

  package var stems: [RainStem] {
    self == .dry ? RainStem.allCases : RainStem.allCases.filter { $0 != .rest }
  }
}

/// The stems of a tile, taken while the renderer mixes it.
///
/// The renderer adds drops and patter into one bus, drop by drop and tick by tick, and the echo and the dry
/// sound to the bed. Floats lose bits with each addition, so sums in another order have other last bits.
/// Only the drops and the bed are kept by themselves; with the bus x and the mix m, per frame,
///
///     patter = x - drops
///     echo = (m - bed) - x
///     rest = m - (((drops + patter) + echo) + bed)
struct StemTile: ~Copyable {
  let point: StemPoint
  private let channels: Int
  private let hasEcho: Bool
  /// The drops alone, beside those in the bus of all.
  var dropBus: DropBus
  private var left: Side
  private var right: Side
  private var tones: Tones?

  /// The stems of a channel.
  private struct Side: ~Copyable {
    var drops: FixedArray<Float>
    var patter: FixedArray<Float>
    var echo: FixedArray<Float>
    var bed: FixedArray<Float>
    var rest: FixedArray<Float>
    /// The mix after tone and gain, before the soft clip.
    var whole: FixedArray<Float>

    init(frames: Int) {
      drops = FixedArray(repeating: 0, count: frames)
      patter = FixedArray(repeating: 0, count: frames)
      echo = FixedArray(repeating: 0, count: frames)
      bed = FixedArray(repeating: 0, count: frames)
      rest = FixedArray(repeating: 0, count: frames)
      whole = FixedArray(repeating: 0, count: frames)
    }

    /// Lets `body` read the frames `run` of a stem.
    func withSpan<Result>(
      of stem: RainStem, _ run: Range<Int>, _ body: (Span<Float>) -> Result
    ) -> Result {
      switch stem {
      case .drops: drops.withSpan(of: run, body)
      case .patter: patter.withSpan(of: run, body)
      case .echo: echo.withSpan(of: run, body)
      case .bed: bed.withSpan(of: run, body)
      case .rest: rest.withSpan(of: run, body)
      }
    }
  }

  /// A filter for each stem but the rest.
  private struct Tones: ~Copyable {
    var drops: Tone
    var patter: Tone
    var echo: Tone
    var bed: Tone
  }

  init(
    _ point: StemPoint, channels: Int, hasEcho: Bool, dropBus: consuming DropBus,
    makeTone: () -> Tone?
  ) {
    self.point = point
    self.channels = channels
    self.hasEcho = hasEcho
    self.dropBus = dropBus
    left = Side(frames: Tile.frames)
    right = Side(frames: channels == 2 ? Tile.frames : 0)
    if point == .wet, let drops = makeTone(), let patter = makeTone(), let echo = makeTone(),
      let bed = makeTone()
    {
      tones = Tones(drops: drops, patter: patter, echo: echo, bed: bed)
    }
  }

  /// Forgets all that sounded before.
  mutating func clear() {
    dropBus.clear()
    tones?.drops.clear()
    tones?.patter.clear()
    tones?.echo.clear()
    tones?.bed.clear()
  }

  /// Keeps the bed of a tile, before drops and echo are added to it.
  mutating func take(
    bed leftBed: borrowing FixedArray<Float>, _ rightBed: borrowing FixedArray<Float>
  ) {
    Self.copy(leftBed, to: &left.bed)
    if channels == 2 { Self.copy(rightBed, to: &right.bed) }
  }

  private static func copy(
    _ source: borrowing FixedArray<Float>, to target: inout FixedArray<Float>
  ) {
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      target[eightFrom: frame] = source[eightFrom: frame]
    }
  }

  /// Takes the other stems of the tile at the cursor of the bus, from its mix.
  mutating func split(
    _ bus: borrowing DropBus, mix leftMix: borrowing FixedArray<Float>,
    _ rightMix: borrowing FixedArray<Float>
  ) {
    Self.split(
      &left, dropBus.left, at: dropBus.cursor, bus.left, at: bus.cursor, leftMix, hasEcho: hasEcho)
    if channels == 2 {
      Self.split(
        &right, dropBus.right, at: dropBus.cursor, bus.right, at: bus.cursor, rightMix,
        hasEcho: hasEcho)
    }
  }

  private static func split(
    _ side: inout Side, _ drops: borrowing FixedArray<Float>, at dropCursor: Int,
    _ bus: borrowing FixedArray<Float>, at cursor: Int, _ mix: borrowing FixedArray<Float>,
    hasEcho: Bool
  ) {
    precondition(
      dropCursor >= 0 && dropCursor + Tile.frames <= drops.count && cursor >= 0
        && cursor + Tile.frames <= bus.count && mix.count == Tile.frames,
      "the buses hold a tile")
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      let drop = drops.eightUnchecked(from: dropCursor &+ frame)
      let sum = bus.eightUnchecked(from: cursor &+ frame)
      let whole = mix.eightUnchecked(from: frame)
      var bed = side.bed[eightFrom: frame]
      let patter = sum - drop
      let echo = hasEcho ? (whole - bed) - sum : .zero
      let struck = (drop + patter) + echo
      let added = struck + bed
      var rest = whole - added
      let isExact = added + rest .== whole
      if !all(isExact) {
        // Where the sum is so much smaller than what is added that the rest itself is rounded: let all
        // cancel. That changes the bed by the last bits of the others.
        bed.replace(with: -struck, where: .!isExact)
        rest.replace(with: whole, where: .!isExact)
        side.bed[eightFrom: frame] = bed
      }
      side.drops[eightFrom: frame] = drop
      side.patter[eightFrom: frame] = patter
      side.echo[eightFrom: frame] = echo
      side.rest[eightFrom: frame] = rest
    }
  }

  /// Applies the tone of the mix to each wet stem of the tile that the course has read.
  mutating func filter(of course: borrowing CourseReader) {
    tones?.drops.filter(left: &left.drops, right: &right.drops, of: course)
    tones?.patter.filter(left: &left.patter, right: &right.patter, of: course)
    tones?.echo.filter(left: &left.echo, right: &right.echo, of: course)
    tones?.bed.filter(left: &left.bed, right: &right.bed, of: course)
  }

  /// Applies the gain of the mix to wet stems, in a line.
  mutating func scale(from start: Float, to end: Float) {
    guard point == .wet else { return }
    Self.scale(&left, from: start, to: end)
    if channels == 2 { Self.scale(&right, from: start, to: end) }
  }

  private static func scale(_ side: inout Side, from start: Float, to end: Float) {
    side.drops.scale(from: start, to: end)
    side.patter.scale(from: start, to: end)
    side.echo.scale(from: start, to: end)
    side.bed.scale(from: start, to: end)
  }

  /// Keeps the mix before gain and soft clip, from which wet stems have their share of the soft clip.
  mutating func take(
    whole leftMix: borrowing FixedArray<Float>, _ rightMix: borrowing FixedArray<Float>
  ) {
    guard point == .wet else { return }
    Self.copy(leftMix, to: &left.whole)
    if channels == 2 { Self.copy(rightMix, to: &right.whole) }
  }

  /// Lets `body` read the frames `run` of a stem before tone and gain. Mutating for the reason of
  /// ``RainRenderer/withDry(_:frames:_:)``.
  mutating func withDry<Result>(
    _ stem: RainStem, _ run: Range<Int>,
    _ body: (_ left: Span<Float>, _ right: Span<Float>) -> Result
  ) -> Result {
    let rightRun = channels == 2 ? run : 0..<0
    return left.withSpan(of: stem, run) { left in
      right.withSpan(of: stem, rightRun) { body(left, $0) }
    }
  }

  /// Writes the frames `run` of a wet stem; `gain` is that of the mix where it rests.
  mutating func copyWet(
    _ stem: RainStem, _ run: Range<Int>, gain: Float, left leftOutput: inout MutableSpan<Float>,
    right rightOutput: inout MutableSpan<Float>
  ) {
    Self.copyWet(stem, of: left, run, gain: gain, to: &leftOutput)
    if channels == 2 { Self.copyWet(stem, of: right, run, gain: gain, to: &rightOutput) }
  }

  /// A wet stem has the share of the soft clip that the mix has in its frame.
  private static func copyWet(
    _ stem: RainStem, of side: borrowing Side, _ run: Range<Int>, gain: Float,
    to output: inout MutableSpan<Float>
  ) {
    side.withSpan(of: stem, run) { stem in
      for start in stride(from: 0, to: run.count, by: 8) {
        let count = min(8, run.count - start)
        let sum = side.whole[from: run.lowerBound + start, count: count] * gain
        var x = SIMD8<Float>.zero
        for lane in 0..<count { x[lane] = stem[start + lane] }
        x *= gain
        let limited = SoftClip.apply(sum)
        x.replace(with: x * (limited / sum), where: limited .!= sum)
        output.put(x, count: count, at: start)
      }
    }
  }
}
