/// A stem: a part of the output by itself.
package enum RainStem: String, CaseIterable, Sendable {
  /// The near drops, without their echo.
  case drops
  /// The patter, without its echo.
  case patter
  /// The echo of both.
  case echo
  /// The bed of noise.
  case bed
}

/// The stems of a tile, taken while the renderer mixes it: after tone, gain and limiter, each by the same factor as
/// the whole. They add up to the output but for rounding.
///
/// The renderer adds drops and patter into one bus, drop by drop and tick by tick, and the echo and the dry
/// sound to the bed. Only the drops and the bed are kept by themselves; with the bus x and the mix m, per frame,
///
///     patter = x - drops
///     echo = (m - bed) - x
struct StemTile: ~Copyable {
  private let hasEcho: Bool
  /// The drops alone, beside those in the bus of all.
  var dropBus: DropBus
  /// The stems, in the order of ``RainStem``.
  private var stems: InlineArray<4, Planes>
  /// The mix after tone and gain, before the limiter.
  private var whole: Planes
  /// A filter for each stem; nil: there is none.
  private var tones: InlineArray<4, Tone?>

  /// The place of the bed among the stems.
  private static var bed: Int { 3 }

  init(
    layout: ChannelLayout, hasEcho: Bool, dropBus: consuming DropBus, makeTone: () -> Tone?
  ) {
    self.hasEcho = hasEcho
    self.dropBus = dropBus
    func planes() -> Planes { Planes(count: layout.channels, frames: Tile.frames) }
    stems = InlineArray { _ in planes() }
    whole = planes()
    tones = InlineArray { _ in makeTone() }
  }

  /// Forgets all that sounded before.
  mutating func clear() {
    dropBus.clear()
    for place in tones.indices { tones[place]?.clear() }
  }

  /// Keeps the bed of a tile, before drops and echo are added to it.
  mutating func take(bed sound: borrowing Planes) {
    stems[Self.bed].copy(sound)
  }

  /// Takes the other stems of the tile at the cursor of the bus, from its mix.
  mutating func split(_ bus: borrowing DropBus, mix: borrowing Planes) {
    precondition(
      dropBus.cursor + Tile.frames <= dropBus.planes.frames
        && bus.cursor + Tile.frames <= bus.planes.frames && mix.frames == Tile.frames,
      "the buses hold a tile")
    for channel in 0..<mix.count {
      split(
        dropBus.planes.start(of: channel) + dropBus.cursor, bus.planes.samples,
        at: bus.planes.start(of: channel) + bus.cursor, mix.samples, at: mix.start(of: channel))
    }
  }

  private mutating func split(
    _ dropStart: Int, _ bus: borrowing FixedArray<Float>, at busStart: Int,
    _ mix: borrowing FixedArray<Float>, at start: Int
  ) {
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      let place = start &+ frame
      let drop = dropBus.planes.samples[eightFrom: dropStart &+ frame]
      let sum = bus[eightFrom: busStart &+ frame]
      let whole = mix[eightFrom: place]
      let bed = stems[Self.bed].samples[eightFrom: place]
      let echo = hasEcho ? (whole - bed) - sum : .zero
      let parts: InlineArray<4, SIMD8<Float>> = [drop, sum - drop, echo, bed]
      for stem in parts.indices { stems[stem].samples[eightFrom: place] = parts[stem] }
    }
  }

  /// Applies the tone of the mix to each stem of the tile that the automation has read.
  mutating func filter(of automation: borrowing AutomationReader) {
    for place in tones.indices { tones[place]?.filter(&stems[place], of: automation) }
  }

  /// Applies the gain of the mix, in a line.
  mutating func scale(from start: Float, to end: Float) {
    for place in stems.indices { stems[place].scale(from: start, to: end) }
  }

  /// Keeps the mix before gain and limiter, from which stems have their share of the limiter.
  mutating func take(whole mix: borrowing Planes) {
    whole.copy(mix)
  }

  /// Writes the frames `run` of a stem, all of one channel and then all of the next.
  ///
  /// It has the share of the limiter that the mix has in its frame: `gain` is that of the mix where it is constant, and `factors` those of all channels where one limiter is for all.
  func copy(
    _ stem: RainStem, _ run: Range<Int>, gain: Float, _ factors: borrowing FixedArray<Float>,
    to output: inout MutableSpan<Float>
  ) {
    guard let number = RainStem.allCases.firstIndex(of: stem) else { return }
    for channel in 0..<whole.count {
      for offset in stride(from: 0, to: run.count, by: 8) {
        let count = min(8, run.count - offset)
        let place = whole.start(of: channel) + run.lowerBound + offset
        var x = stems[number].samples[from: place, count: count]
        if factors.count > 0 {
          x *= factors[from: run.lowerBound + offset, count: count]
        } else {
          x *= gain
          let sum = whole.samples[from: place, count: count] * gain
          let limited = Limiter.apply(sum)
          x.replace(with: x * (limited / sum), where: limited .!= sum)
        }
        output.put(x, count: count, at: channel * run.count + offset)
      }
    }
  }
}
