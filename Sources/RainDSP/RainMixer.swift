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
  private var wind: Wind
  private var thunder: Thunder
  /// The tile that was mixed last.
  var mix: MixTile
  /// The one that comes next, at the cursor of the bus, and how far it is.
  private var next: Planes
  private var stage = Stage.drops
  private var part = 0
  /// How much work of it is done, and the most that tiles have had lately: one is some 2 µs of a processor of 2025.
  private var work = (done: 0, usual: 0)
  /// Its number.
  private(set) var tile = Int.min
  private var busTile = 0

  /// The stages of a tile, in their order. Each has parts of some microseconds.
  private enum Stage: Int { case drops, patter, bed, echo, wind, thunder, tone, whole }
  /// Work of some 2 µs: the frames of a drop, the ticks of a part, and the share of a second of ticks.
  private static let dropFrames = 2048
  private static let ticks = 64
  private static let secondWork = 5

  /// A mixer of settings over time that stay within bounds, before its first tile.
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
    dropEcho = Planes(count: hasStems ? layout.mixPlanes : 0, frames: Tile.frames)
    bed = NoiseBed(bounds, timeline: timeline, layout: layout, root: root)
    wind = Wind(bounds, timeline: timeline, layout: layout, root: root)
    thunder = Thunder(bounds, timeline: timeline, layout: layout, root: root)
    mix = MixTile(bounds, sampleRate: sampleRate, layout: layout, root: root)
    next = Planes(count: layout.mixPlanes, frames: Tile.frames)
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
    mix.restart(root)
    wind.restart(root)
    thunder.restart(root)
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
    (stage, part, work.done) = (.drops, 0, 0)
    thunder.leave()
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
      automation.read(tile: busTile)
      if busTile >= firstDrop { _ = addDrops() }
      if busTile >= firstTick { _ = addTicks() }
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

  /// Adds the drops that begin in the tile at the cursor of the bus, which the automation has read, or the next of them.
  /// Returns the work, nil: none is left. Settings that never move were applied where this rendering began: Swift 6.3
  /// copies the automation, 4 KB, for each call that reads it.
  private mutating func addDrops(atMost most: Int = .max) -> Int? {
    if !hasDrops { return nil }
    if part == 0 && automation.moves { drops.apply(automation, tile: busTile) }
    return drops.render(tile: busTile, atMost: most, adding: &bus, &stems).map {
      1 + $0 / Self.dropFrames
    }
  }

  /// Adds the ticks, as the drops; where they come in parts, the first of these is without ticks.
  private mutating func addTicks(isWhole: Bool = true) -> Int? {
    if !hasPatter { return nil }
    if part == 0 {
      if automation.moves { patter.apply(automation, tile: busTile) }
      if !isWhole { return patter.load(tile: busTile) ? Self.secondWork : 1 }
    }
    let isLast = patter.render(
      tile: busTile, atMost: isWhole ? .max : Self.ticks, adding: &bus)
    return isLast ? nil : 1
  }

  /// Mixes the tile at the cursor of the bus, or what is left of it, and advances the bus.
  mutating func mixNext() {
    while stage != .whole { make(isWhole: true) }
    automation.read(tile: busTile)
    tile = busTile
    advanceBus()
    swap(&mix.planes, &next)
    mix.applyGain(of: automation, &stems)
    work = (0, max(work.done, (15 * work.usual + work.done) / 16))
    stage = .drops
  }

  /// Whether a part of the next tile is done.
  var hasBegun: Bool { work.done > 0 }

  /// Makes the share of the next tile that falls to some frames of those that are left before it.
  mutating func makeAhead(_ frames: Int, of left: Int) {
    if stage == .whole { return }
    // Drops and ticks are counted once they are made; as many as lately are expected.
    var rest = layout.channels
    if stage.rawValue <= Stage.echo.rawValue {
      rest += (Echo.parts - (stage == .echo ? part : 0)) * echo.weight
    }
    if stage.rawValue <= Stage.thunder.rawValue { rest += 4 * thunder.parts }
    if stage.rawValue <= Stage.wind.rawValue {
      rest += 2 * (wind.parts - (stage == .wind ? part : 0))
    }
    if stage.rawValue <= Stage.bed.rawValue { rest += 2 * (bed.parts - (stage == .bed ? part : 0)) }
    if stage.rawValue <= Stage.patter.rawValue { rest = max(rest + 1, work.usual - work.done) }
    let end = frames < left ? work.done + rest * frames / left : .max
    // One part at least, so that the tile has begun.
    repeat { make() } while stage != .whole && work.done < end
  }

  /// Makes the next part of the next tile, or what is left of a stage.
  private mutating func make(isWhole: Bool = false) {
    automation.read(tile: busTile)
    var isLast = true
    var weight = 1
    switch stage {
    case .drops, .patter:
      let added =
        stage == .drops ? addDrops(atMost: isWhole ? .max : 1) : addTicks(isWhole: isWhole)
      isLast = added == nil
      weight = added ?? 1
    case .bed:
      bed.render(part: part, tile: busTile, of: &automation, into: &next)
      isLast = part == bed.parts - 1
      weight = 2
      if isLast { stems?.take(next, as: StemTile.bed) }
    case .echo:
      if part == 0 && automation.moves { echo.apply(automation) }
      let frames = Tile.frames / Echo.parts
      let run = part * frames..<(isWhole ? Echo.parts : part + 1) * frames
      echo.render(run, tile: busTile, from: bus, adding: &next)
      isLast = run.upperBound == Tile.frames
      weight = echo.weight
      if isLast && hasStems { splitStems() }
    case .wind:
      wind.render(part: part, tile: busTile, of: &automation)
      isLast = part == wind.parts - 1
      weight = 2
      if isLast {
        if wind.sounds { next.add(wind.planes) }
        if hasStems { stems?.take(wind.planes, as: StemTile.wind, sounds: wind.sounds) }
      }
    case .thunder:
      isLast = thunder.make(tile: busTile, of: &automation)
      weight = 4
      if isLast {
        let sounds = thunder.sounds(tile: busTile)
        if sounds { next.add(thunder.planes) }
        if hasStems { stems?.take(thunder.planes, as: StemTile.thunder, sounds: sounds) }
      }
    case .tone, .whole: mix.tone?.filter(&next, of: automation)
    }
    work.done += weight
    part = isLast ? 0 : part + 1
    if isLast { stage = Stage(rawValue: stage.rawValue + 1) ?? .whole }
  }

  /// Renders the echo of the drops alone, and splits the mix. By itself: Swift 6.3 copies the stems, 17 KB, to look into
  /// them, also where there are none.
  @inline(never)
  private mutating func splitStems() {
    switch stems {
    case nil: break
    case .some(let stems):
      dropEcho.clear()
      echo.render(tile: busTile, from: stems.dropBus, isStraight: false, adding: &dropEcho)
    }
    stems?.split(echo: dropEcho, mix: next)
  }

  /// Writes the frames `run` of a stem of the last tile.
  ///
  /// - Precondition: the mixer keeps stems.
  mutating func copy(_ stem: RainStem, _ run: Range<Int>, to output: inout MutableSpan<Float>) {
    let stems: Void? = stems?.copy(stem, run, gain: mix.gain, mix.factors, to: &output)
    precondition(stems != nil, "the renderer keeps stems")
  }
}
