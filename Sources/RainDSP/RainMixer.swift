/// Mixes the tiles of a rain, one after the other, by the stages that ``RainRenderer`` shows.
struct RainMixer: ~Copyable {
  private let timeline: Timeline
  private let layout: ChannelLayout
  /// The settings of each tile.
  var automation: AutomationReader
  /// The rain of the restart that the next tile begins with.
  private var restarted: Rain?
  private let hasDrops: Bool
  private let hasPatter: Bool
  private let hasStems: Bool
  var drops: NearDrops
  private var patter: Patter
  private var bus: DropBus
  /// The stems of the tile, for a caller who wants them.
  private var stems: StemTile?
  private var echo: Echo
  /// For stems: the echo of the drops of a tile.
  private var dropEcho: Planes
  private var bed: NoiseBed
  /// The tile that was mixed last.
  var mix: MixTile
  /// Its number.
  private(set) var tile = Int.min
  /// The tile at the cursor of the bus.
  private var busTile = 0

  /// - Parameters:
  ///   - table: the settings over time.
  ///   - bounds: the ranges within which they stay.
  ///   - timeline: the sample rate, and the loop.
  ///   - layout: of the rendering.
  ///   - root: the key of the rendering.
  ///   - hasStems: whether it keeps the stems of each tile.
  init(
    _ table: consuming AutomationTable, _ bounds: RainBounds, timeline: Timeline,
    layout: ChannelLayout, root: RandomKey, hasStems: Bool
  ) {
    let sampleRate = timeline.sampleRate
    self.timeline = timeline
    self.layout = layout
    automation = AutomationReader(table, timeline: timeline)
    drops = NearDrops(bounds, timeline: timeline, layout: layout, root: root)
    patter = Patter(bounds, timeline: timeline, layout: layout, root: root)
    hasDrops = bounds.high.hasDrops || bounds.high[.gutter] > 0
    hasPatter = bounds.high.hasPatter
    echo = Echo(bounds, timeline: timeline, layout: layout, gutterRate: Gutter.rate, root: root)
    bus = DropBus(
      layout, behind: echo.memoryFrames,
      ahead: max(hasDrops ? drops.mostFrames : 0, hasPatter ? patter.mostFrames : 0))
    self.hasStems = hasStems
    dropEcho = Planes(count: hasStems ? layout.channels : 0, frames: Tile.frames)
    bed = NoiseBed(bounds, timeline: timeline, layout: layout, root: root)
    mix = MixTile(bounds, sampleRate: sampleRate, layout: layout)
    guard hasStems else { return }
    stems = StemTile(
      layout: layout,
      dropBus: DropBus(
        layout, behind: echo.memoryFrames, ahead: hasDrops ? drops.mostFrames : 0)
    ) {
      Tone(bounds, sampleRate: sampleRate, layout: layout)
    }
  }

  /// Begins anew with a rain and the key of another rendering.
  mutating func restart(_ rain: Rain, _ root: RandomKey) {
    automation.hold(rain)
    drops.restart(root)
    patter.restart(root)
    echo.restart(root)
    bed.restart(root)
    (restarted, tile) = (rain, .min)
  }

  /// Brings everything into the state that a rendering from frame 0 has at the beginning of `tile`, unless it follows
  /// the last one.
  ///
  ///     firstDrop    firstTick          echo               heard               tile
  ///         └──────────┴─ longest sound ──┴─ memory of echo ──┴─ memory of tone ─┘
  mutating func goTo(_ tile: Int) {
    if tile == self.tile + 1 && tile > 0 { return }
    // Endless rain begins at frame 0; a loop's end lies before its beginning.
    let beginning = timeline.frames == nil ? 0 : Int.min
    // The first tile whose mix the tone remembers, the first frame whose echo that mix holds, and the
    // first tiles whose ticks and drops still sound in that frame.
    var toneTiles = mix.tone?.memoryTiles ?? 0
    var echoFrames = echo.memoryFrames
    if let rain = restarted {
      toneTiles = mix.tone?.memoryTiles(of: rain) ?? 0
      echoFrames = EchoLaw.mostFrames(of: rain, sampleRate: timeline.sampleRate, layout: layout)
      restarted = nil
    }
    let heard = max(beginning, tile - toneTiles)
    let echo = heard * Tile.frames - echoFrames
    let firstTick = max(beginning, Tile.index(of: echo - patter.mostFrames))
    let firstDrop = max(beginning, Tile.index(of: echo - drops.mostFrames))
    bus.clear()
    stems?.clear()
    automation.read(tile: firstDrop)
    drops.apply(automation, tile: firstDrop)
    drops.seek(to: firstDrop * Tile.frames, heardFrom: echo)
    automation.read(tile: firstTick)
    patter.apply(automation, tile: firstTick)
    patter.seek(to: firstTick * Tile.frames)
    busTile = min(firstDrop, firstTick)
    while busTile < heard {
      fillBus(drops: busTile >= firstDrop, patter: busTile >= firstTick)
      advanceBus()
    }
    mix.tone?.clear()
    while busTile < tile { mixNext() }
  }

  private mutating func advanceBus() {
    bus.advance()
    stems?.dropBus.advance()
    busTile += 1
  }

  /// Adds the drops and ticks that begin in the tile at the cursor of the bus. Settings that never move were applied
  /// where this rendering began: Swift 6.3 copies the automation, 4 KB, for each call that reads it.
  private mutating func fillBus(drops withDrops: Bool, patter withPatter: Bool) {
    automation.read(tile: busTile)
    if hasDrops && withDrops {
      if automation.moves { drops.apply(automation, tile: busTile) }
      drops.render(tile: busTile, adding: &bus, &stems)
    }
    if hasPatter && withPatter {
      if automation.moves { patter.apply(automation, tile: busTile) }
      patter.render(tile: busTile, adding: &bus)
    }
  }

  /// Mixes the tile at the cursor of the bus, and advances the bus.
  mutating func mixNext() {
    tile = busTile
    bed.render(tile: tile, of: &automation, into: &mix.planes)
    stems?.take(bed: mix.planes)
    fillBus(drops: true, patter: true)
    if automation.moves { echo.apply(automation) }
    echo.render(tile: tile, from: bus, adding: &mix.planes)
    if hasStems { splitStems() }
    advanceBus()
    mix.finish(of: automation, &stems)
  }

  /// Renders the echo of the drops alone, and splits the mix. By itself: Swift 6.3 copies the stems, 17 KB, to look into
  /// them, also where there are none.
  @inline(never)
  private mutating func splitStems() {
    switch stems {
    case nil: break
    case .some(let stems):
      dropEcho.clear()
      echo.render(tile: tile, from: stems.dropBus, isStraight: false, adding: &dropEcho)
    }
    stems?.split(echo: dropEcho, mix: mix.planes)
  }

  /// Writes the frames `run` of a stem of the last tile.
  ///
  /// - Precondition: the mixer keeps stems.
  mutating func copy(_ stem: RainStem, _ run: Range<Int>, to output: inout MutableSpan<Float>) {
    let stems: Void? = stems?.copy(stem, run, gain: mix.gain, mix.factors, to: &output)
    precondition(stems != nil, "the renderer keeps stems")
  }
}
