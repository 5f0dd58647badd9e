/// One channel of the bed:
///
///     white ─┐
///     pink  ─┼─ + ─ shelf ─ high-pass ─ low-pass ─ color of the surface
///     brown ─┘
///
/// The shelf is used where the channels are correlated (``NoiseBed``). The high-pass is of the second
/// order, the low-pass of the first. A color or filter that a rain does not use costs nothing.
struct BedChannel: ~Copyable {
  /// Where the low end of the bed meets the high one, in Hz: their gusts differ, so the color drifts.
  /// By ear, in the middle of the audible octaves.
  private static let middle = 1500.0

  /// Something for each color that sounds, with room for eight.
  private typealias PerColor<Value: ~Copyable> = InlineArray<8, Value>

  /// The colors that sound, in the order in which they are added; the rest is nil.
  private var colors: PerColor<ColoredNoise?>
  /// Their settings, their RMS where these are 1, and their sources of random numbers.
  private let rows: PerColor<(setting: Setting, level: Double, source: UInt64)>
  private let number: Int
  private let colorCount: Int
  private let colorTiles: Int
  private var filters: GlidingValue<BedFilters>
  private var constants: BedFilters.Constants
  private var chain: BedFilterChain
  /// The filter that splits the channel at ``middle``, where its gusts differ.
  private var lowEnd: FirstOrderFilter
  private let lowEndCoefficients: FirstOrderFilter.Coefficients
  private var color = LaneTile()
  /// The tile that was rendered last.
  private var sound = CrossFade()

  /// The channel of a number from 0 on; the noise of one is independent of that of any other. The
  /// level is 1 in mono and stereo, and the correlation that of the low frequencies with those of
  /// the partner; nil: there is no partner.
  init(
    _ bounds: RainBounds, timeline: Timeline, number: Int, level: Double,
    correlation: Double?, root: RandomKey
  ) {
    let sampleRate = timeline.sampleRate
    // The last color comes first: the golden samples are sums in this order.
    let sounding = NoiseColor.allCases.reversed().filter { bounds.high[$0.setting] > 0 }
    precondition(sounding.count <= PerColor<Int>.count, "room for all colors")
    var colorTiles = 0
    self.number = number
    colors = InlineArray { index in
      guard index < sounding.count else { return nil }
      let row = sounding[index].row(sampleRate: sampleRate)
      let noise = ColoredNoise(row.roots, key: root.child(row.source).child(number))
      colorTiles = max(colorTiles, noise.memoryTiles)
      return noise
    }
    rows = InlineArray { index in
      guard index < sounding.count else { return (.white, 0, 0) }
      let row = sounding[index].row(sampleRate: sampleRate)
      return (sounding[index].setting, level * row.level, row.source)
    }
    colorCount = sounding.count
    self.colorTiles = colorTiles
    let constants = BedFilters.Constants(
      correlation: correlation, sampleRate: sampleRate, root: root)
    filters = GlidingValue(bounds.start, constants)
    self.constants = constants
    chain = BedFilterChain(
      slowest: BedFilters(
        bounds.low, to: bounds.high, color: .lowest(of: bounds.surfaces + bounds.standingWater),
        nil, constants))
    let hasGusts = bounds.high[.gust] * bounds.high[.bedModulation] > 0 || bounds.high[.drift] > 0
    lowEndCoefficients = .init(lowPass: Self.middle, sampleRate: sampleRate)
    lowEnd = FirstOrderFilter(slowest: hasGusts ? lowEndCoefficients : nil)
  }

  /// Takes the noise of another rendering with the key `root`.
  mutating func restart(_ root: RandomKey) {
    for color in 0..<colorCount {
      colors[color]?.restart(root.child(rows[color].source).child(number))
    }
    constants.root = root
    filters.restart(constants)
  }

  /// How many tiles back the channel depends on its white noise, at most.
  var memoryTiles: Int { colorTiles + chain.memoryTiles + lowEnd.memoryTiles }

  /// Makes the colors of tile number `index`, which the automation has read, with the levels and filters of its start and
  /// its end; then come its filters (``filter(age:)``).
  ///
  /// The first tile that is heard comes `age` tiles later.
  mutating func render(
    tile index: Int, of automation: borrowing AutomationReader, in loop: inout LoopedNoise, age: Int
  ) {
    filters.move(with: automation)
    if age > memoryTiles { return }
    for number in 0..<colorCount {
      let row = rows[number]
      let from = automation.start.rain[row.setting] * row.level * filters.start.level
      let to = automation.end.rain[row.setting] * row.level * filters.end.level
      if number == 0 {
        colors[0]?.render(tile: index, in: &loop, from: from, to: to, into: &sound.tile)
      } else {
        colors[number]?.render(tile: index, in: &loop, from: from, to: to, into: &color)
        for row in 0..<Tile.rows { sound.tile[row] += color[row] }
      }
    }
  }

  /// Filters the tile that was rendered last. Until the first that is heard, a filter is left out which does not remember
  /// this one long enough, with all behind it.
  mutating func filter(age: Int) {
    if age > memoryTiles { return }
    sound.begin(isFading: filters.moves && age == 0)
    if sound.isFading { chain.filter(&sound.earlier, by: filters.start, isKept: false, age: 0) }
    chain.filter(&sound.tile, by: filters.end, age: age - lowEnd.memoryTiles)
    // Only the state moves.
    if age > 0 && age <= lowEnd.memoryTiles {
      _ = lowEnd.enterLanes(of: sound.tile, by: lowEndCoefficients, isKept: true)
    }
  }

  /// Applies the gains of the gusts, above and below ``middle``, to the tile that was rendered
  /// last.
  mutating func applyGusts(_ gain: borrowing GainRamp, low: borrowing GainRamp) {
    let coefficients = lowEndCoefficients
    if sound.isFading {
      lowEnd.applyGains(gain, low: low, to: &sound.earlier, by: coefficients, isKept: false)
    }
    lowEnd.applyGains(gain, low: low, to: &sound.tile, by: coefficients)
  }

  /// Exchanges the sound of the tile for another.
  mutating func exchange(_ other: inout CrossFade) { swap(&sound, &other) }

  /// Where this channel, a middle, is correlated with its partner: makes the channels of the middle and the
  /// side.
  mutating func mix(with side: inout CrossFade) {
    if filters.end.isCorrelated { sound.tile.mix(with: &side.tile) }
    if sound.isFading && filters.start.isCorrelated { sound.earlier.mix(with: &side.earlier) }
  }

  /// Writes the tile to `frames`, from `start` on.
  mutating func finish(into frames: inout FixedArray<Float>, from start: Int) {
    sound.end()
    sound.tile.scatter(into: &frames, from: start)
  }
}
