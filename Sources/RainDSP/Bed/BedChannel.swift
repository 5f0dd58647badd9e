/// One channel of the bed:
///
///     white ─┐
///     pink  ─┼─ + ─ shelf ─ high-pass ─ low-pass ─ colour of the surface
///     brown ─┘
///
/// The shelf is used where the channels are correlated (``NoiseBed``). The high-pass is of the second
/// order, the low-pass of the first. A colour or filter that a rain does not use costs nothing.
struct BedChannel: ~Copyable {
  /// The ends of the ranges of `bedHighpass` and `bedLowpass`, in Hz, where no filter is needed.
  private static let lowestHighPass = 20.0
  private static let highestLowPass = 20_000.0
  /// A correlation below this frequency, in Hz, is inaudible.
  static let lowestCorrelation = 20.0

  /// Where the low end of the bed meets the high one, in Hz: their gusts differ, so the colour drifts.
  /// By ear, in the middle of the audible octaves.
  private static let middle = 1500.0

  /// The colours that sound, in the order in which they are added; the rest is nil. There is room
  /// for eight colours.
  private var colours: InlineArray<8, ColouredNoise?>
  private let colourNames: InlineArray<8, NoiseColour>
  private let colourLevels: InlineArray<8, Double>
  private let colourCount: Int
  private let colourTiles: Int
  /// The filters of a rain that rests.
  private let filters: Filters
  private let moves: Bool
  private var chain: Chain
  /// What the gusts of the low end move.
  private var lowEnd: FirstOrderFilter
  /// Whether there are gusts.
  private let swells: Bool
  private var colour = LaneTile()
  private var below = LaneTile()
  /// The tile that was rendered last.
  var sum = LaneTile()
  /// Where the settings move: the tile that was rendered last, by the filters of its start, which it fades
  /// from.
  var earlier = LaneTile()

  /// What the filters of a rain are made of.
  struct Filters {
    /// Whether both channels of the bed share their low frequencies.
    let isCorrelated: Bool
    let isHighPassed: Bool
    let isLowPassed: Bool
    fileprivate let shelf: FirstOrderFilter.Coefficients
    fileprivate let highPass: HighPass.Coefficients
    fileprivate let lowPass: FirstOrderFilter.Coefficients
    fileprivate let surface: SurfaceFilter.Coefficients

    /// - Parameters:
    ///   - moment: its settings.
    ///   - isStereo: whether the rendering has two channels.
    ///   - low: the gain of the shelf below `bedCorrelation`, where channels are correlated.
    ///   - sampleRate: in Hz.
    init(_ moment: CourseMoment, isStereo: Bool, low: Double, sampleRate: Int) {
      let rain = moment.rain
      isCorrelated = isStereo && rain.bedCorrelation >= lowestCorrelation
      isHighPassed = rain.bedHighpass > lowestHighPass
      isLowPassed = rain.bedLowpass < highestLowPass
      shelf = .init(
        shelf: max(rain.bedCorrelation, lowestCorrelation), low: isCorrelated ? low : 1,
        sampleRate: sampleRate)
      highPass = .init(frequency: rain.bedHighpass, sampleRate: sampleRate)
      lowPass = .init(lowPass: rain.bedLowpass, sampleRate: sampleRate)
      surface = .init(moment.colour, sampleRate: sampleRate)
    }

    /// Those with the longest memory of a course.
    init(slowestOf bounds: RainBounds, sampleRate: Int) {
      let rain = bounds.low
      (isCorrelated, isHighPassed, isLowPassed) = (true, true, true)
      shelf = .init(shelf: max(rain.bedCorrelation, lowestCorrelation), sampleRate: sampleRate)
      highPass = .init(frequency: rain.bedHighpass, sampleRate: sampleRate)
      lowPass = .init(lowPass: rain.bedLowpass, sampleRate: sampleRate)
      surface = .init(.lowest(of: bounds.surfaces), sampleRate: sampleRate)
    }

    /// The factor of the levels that the rain sets.
    var level: Double { isCorrelated ? 0.5.squareRoot() : 1 }
  }

  /// The filters, one behind the other, and their states.
  private struct Chain: ~Copyable {
    private(set) var shelf: FirstOrderFilter
    private(set) var highPass: HighPass
    private(set) var lowPass: FirstOrderFilter
    private(set) var surface: SurfaceFilter

    init(_ filters: Filters, slowest: Filters?) {
      shelf = FirstOrderFilter(filters.shelf, slowest: slowest?.shelf)
      highPass = HighPass(filters.highPass, slowest: slowest?.highPass)
      lowPass = FirstOrderFilter(filters.lowPass, slowest: slowest?.lowPass)
      surface = SurfaceFilter(filters.surface, slowest: slowest?.surface)
    }

    /// Filters the next tile in place. Overwrites `above` and `below`.
    mutating func filter(
      _ tile: inout LaneTile, above: inout LaneTile, below: inout LaneTile, by filters: Filters,
      isKept: Bool = true
    ) {
      if filters.isCorrelated {
        shelf.filter(&tile, by: filters.shelf, isKept: isKept)
      } else if isKept {
        shelf.skip()
      }
      if filters.isHighPassed {
        highPass.filter(&tile, by: filters.highPass, isKept: isKept)
      } else if isKept {
        highPass.skip()
      }
      if filters.isLowPassed {
        lowPass.filter(&tile, by: filters.lowPass, isKept: isKept)
      } else if isKept {
        lowPass.skip()
      }
      surface.filter(
        &tile, by: filters.surface, above: &above, below: &below, isKept: isKept)
    }
  }

  /// - Parameters:
  ///   - course: the settings at the beginning, and those that come.
  ///   - timeline: the time of the rendering.
  ///   - number: 0 or 1; the noise of one channel is independent of that of the other.
  ///   - isStereo: whether the rendering has two channels.
  ///   - low: the gain of the shelf below `bedCorrelation`, where channels are correlated.
  ///   - root: the key of the rendering.
  init(
    _ course: CourseSizes, timeline: Timeline, number: Int, isStereo: Bool, low: Double,
    root: RandomKey
  ) {
    let sampleRate = timeline.sampleRate
    let (rain, bounds) = (course.start.rain, course.bounds)
    let filters = Filters(course.start, isStereo: isStereo, low: low, sampleRate: sampleRate)
    // The last colour comes first: the golden samples are sums in this order.
    let sounding = NoiseColour.allCases.reversed().filter { bounds.high[$0] > 0 }
    let moves = course.moves
    var colourTiles = 0
    colours = InlineArray { index in
      guard index < sounding.count else { return nil }
      let row = sounding[index].row(sampleRate: sampleRate)
      let noise = ColouredNoise(
        row.roots, key: root.child(row.source).child(number),
        level: moves ? nil : rain[sounding[index]] * row.level * filters.level)
      colourTiles = max(colourTiles, noise.memoryTiles)
      return noise
    }
    colourNames = InlineArray { $0 < sounding.count ? sounding[$0] : .white }
    colourLevels = InlineArray {
      $0 < sounding.count ? sounding[$0].row(sampleRate: sampleRate).level : 0
    }
    colourCount = sounding.count
    self.colourTiles = colourTiles
    self.filters = filters
    self.moves = moves
    chain = Chain(
      filters, slowest: moves ? Filters(slowestOf: bounds, sampleRate: sampleRate) : nil)
    lowEnd = FirstOrderFilter(lowPass: Self.middle, sampleRate: sampleRate)
    swells = bounds.high.gust * bounds.high.bedModulation > 0
  }

  /// How many tiles back the channel depends on its white noise, at most.
  var memoryTiles: Int {
    colourTiles
      + (moves || filters.isCorrelated ? chain.shelf.memoryTiles : 0)
      + (moves || filters.isHighPassed ? chain.highPass.memoryTiles : 0)
      + (moves || filters.isLowPassed ? chain.lowPass.memoryTiles : 0) + chain.surface.memoryTiles
      + (swells ? lowEnd.memoryTiles : 0)
  }

  /// Whether both channels of a rain that rests share their low frequencies.
  var isCorrelated: Bool { filters.isCorrelated }

  /// Makes tile number `index`.
  mutating func render(tile index: Int, in loop: inout LoopedNoise) {
    colours[0]?.render(tile: index, in: &loop, into: &sum)
    for number in 1..<max(1, colourCount) {
      colours[number]?.render(tile: index, in: &loop, into: &colour)
      for row in 0..<Tile.rows { sum[row] += colour[row] }
    }
    chain.filter(&sum, above: &colour, below: &below, by: filters)
  }

  /// Makes tile number `index` of a course, with the levels and filters of its `start` and its `end`.
  ///
  /// Where the filters move, the tile is filtered twice, from the same state: by those of its start, which
  /// go on without a seam, into ``earlier``, and by those of its end, into ``sum``.
  mutating func render(
    tile index: Int, in loop: inout LoopedNoise, from start: Rain, to end: Rain,
    by filters: Filters,
    after filtersBefore: Filters?
  ) {
    let levelBefore = filtersBefore?.level ?? filters.level
    func level(_ number: Int, of rain: Rain, times level: Double) -> Double {
      rain[colourNames[number]] * colourLevels[number] * level
    }
    for number in 0..<colourCount {
      let from = level(number, of: start, times: levelBefore)
      let to = level(number, of: end, times: filters.level)
      if number == 0 {
        colours[0]?.render(tile: index, in: &loop, into: &sum, from: from, to: to)
      } else {
        colours[number]?.render(tile: index, in: &loop, into: &colour, from: from, to: to)
        for row in 0..<Tile.rows { sum[row] += colour[row] }
      }
    }
    if let filtersBefore {
      earlier.copy(sum)
      chain.filter(
        &earlier, above: &colour, below: &below, by: filtersBefore, isKept: false)
    }
    chain.filter(&sum, above: &colour, below: &below, by: filters)
  }

  /// Gives the tile that was rendered last the gains of the gusts.
  ///
  /// - Parameters:
  ///   - gain: above ``middle``.
  ///   - low: below it.
  ///   - isFading: whether the filters move in this tile.
  mutating func swell(by gain: borrowing GainRamp, low: borrowing GainRamp, isFading: Bool) {
    if isFading { lowEnd.swell(&earlier, by: gain, low: low, isKept: false) }
    lowEnd.swell(&sum, by: gain, low: low)
  }

  /// In place of ``swell(by:low:isFading:)`` for a tile that nobody hears: the next one needs its past.
  mutating func passUnheard() {
    if swells { lowEnd.pass(sum) }
  }
}
