/// A stem: a part of the output by itself.
package enum RainStem: String, CaseIterable, Sendable {
  /// The near drops, without their echo.
  case drops
  /// The patter. Most of it arrives scattered.
  case patter
  /// The echo of the near drops.
  case echo
  /// The bed of noise.
  case bed
  /// The wind.
  case wind
  /// The thunder.
  case thunder
}

/// The stems of a tile, taken while the renderer mixes it: after tone, gain and limiter, each by the same factor as
/// the whole. They add up to the output but for rounding.
///
/// The renderer adds drops and patter into one bus, drop by drop and tick by tick, and their sum to the bed. Drops and
/// bed are kept by themselves, and the renderer asks the echo once more, for the drops alone. With the mix m, per frame,
///
///     patter = ((m - bed) - drops) - echo
struct StemTile: ~Copyable {
  /// The drops alone; the bus of all has them, too.
  var dropBus: DropBus
  /// The stems, in the order of ``RainStem``.
  private var stems: InlineArray<6, Planes>
  /// The mix after tone and gain, before the limiter, from which stems have their share of it.
  var whole: Planes
  /// A filter for each stem; nil: there is none.
  private var tones: InlineArray<6, Tone?>

  /// The indices of stems.
  private static var drops: Int { 0 }
  private static var patter: Int { 1 }
  private static var echo: Int { 2 }
  static var bed: Int { 3 }
  static var wind: Int { 4 }
  static var thunder: Int { 5 }

  init(layout: ChannelLayout, dropBus: consuming DropBus, makeTone: () -> Tone?) {
    self.dropBus = dropBus
    func planes() -> Planes { Planes(count: layout.mixPlanes, frames: Tile.frames) }
    stems = InlineArray { _ in planes() }
    whole = planes()
    tones = InlineArray { _ in makeTone() }
  }

  /// Forgets all that sounded before.
  mutating func clear() {
    dropBus.clear()
    for index in tones.indices { tones[index]?.clear() }
  }

  /// Keeps a stem that comes by itself, which may be silent in this tile.
  mutating func take(_ sound: borrowing Planes, as number: Int, sounds: Bool = true) {
    if sounds { stems[number].samples.copy(sound.samples) } else { stems[number].clear() }
  }

  /// Takes the other stems of a tile, which is at the cursor of the bus of drops, from its mix and the echo of its drops.
  mutating func split(echo: borrowing Planes, mix: borrowing Planes) {
    precondition(
      dropBus.cursor + Tile.frames <= dropBus.planes.frames && mix.frames == Tile.frames,
      "the bus holds a tile")
    stems[Self.echo].samples.copy(echo.samples)
    for channel in 0..<mix.count {
      let source = dropBus.planes.start(of: channel) + dropBus.cursor
      let start = mix.start(of: channel)
      for frame in stride(from: 0, to: Tile.frames, by: 8) {
        let index = start &+ frame
        let drops = dropBus.planes.samples[eightFrom: source &+ frame]
        let struck = mix.samples[eightFrom: index] - stems[Self.bed].samples[eightFrom: index]
        stems[Self.drops].samples[eightFrom: index] = drops
        stems[Self.patter].samples[eightFrom: index] =
          (struck - drops) - stems[Self.echo].samples[eightFrom: index]
      }
    }
  }

  /// Applies the tone of the mix to each stem of the tile that the automation has read.
  mutating func filter(of automation: borrowing AutomationReader) {
    for index in tones.indices { tones[index]?.filter(&stems[index], of: automation) }
  }

  /// Applies the gain of the mix, in a line.
  mutating func scale(from start: SideGains, to end: SideGains) {
    for index in stems.indices { stems[index].scale(from: start, to: end) }
  }

  /// Writes the frames `run` of a stem, all of one channel and then all of the next.
  ///
  /// The limiter bends it as much as the mix in that frame. `gain` is that of the mix where it is constant; where one
  /// limiter is for all channels, `factors` are those of the frames.
  func copy(
    _ stem: RainStem, _ run: Range<Int>, gain: SideGains, _ factors: borrowing FixedArray<Float>,
    to output: inout MutableSpan<Float>
  ) {
    guard let number = RainStem.allCases.firstIndex(of: stem) else { return }
    for channel in 0..<output.count / run.count {
      for offset in stride(from: 0, to: run.count, by: 8) {
        let count = min(8, run.count - offset)
        let index = whole.start(of: channel) + run.lowerBound + offset
        var x = stems[number].samples[from: index, count: count]
        if factors.count > 0 {
          x *= factors[from: run.lowerBound + offset, count: count]
        } else {
          x *= gain[channel]
          let sum = whole.samples[from: index, count: count] * gain[channel]
          let limited = Limiter.apply(sum)
          x.replace(with: x * (limited / sum), where: limited .!= sum)
        }
        output.put(x, count: count, at: channel * run.count + offset)
      }
    }
  }
}
