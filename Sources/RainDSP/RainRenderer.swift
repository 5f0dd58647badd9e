/// The sound of a rain, frame by frame, from any frame on.
///
///     near drops ─┐
///                 ├─ bus ─ echo ─┐
///     patter ─────┘              ├─ tone ─ gain ─ limiter
///     bed of noise ──────────────┘
///
/// The same rain, seed, sample rate and channels give the same samples on every machine, in blocks of
/// any size and from any frame. After the start, rendering allocates nothing and waits for nothing, so
/// it may run in the callback of an audio engine.
///
/// ```swift
/// var renderer = try RainRenderer(Rain(), sampleRate: 48_000, channels: 2, seed: 7)
/// var frames = [Float](repeating: 0, count: 2 * 480)
/// var span = frames.mutableSpan
/// renderer.render(into: &span)
/// ```
///
/// Frames are counted in an `Int`. Where it has 32 bits, as in WebAssembly, rendering traps after 2³¹
/// frames, 13.5 hours at 44.1 kHz; seek back before.
public struct RainRenderer: ~Copyable, Sendable {
  /// The sample rates that can be rendered, in Hz.
  public static let sampleRates = SampleRate.range

  /// The frame that the next call renders first.
  public private(set) var frame: Int
  /// How many of the samples rendered so far the limiter has bent by more than 1 dB.
  public private(set) var limitedSamples = 0

  private let timeline: Timeline
  private let layout: ChannelLayout
  /// The settings of each tile.
  private var automation: AutomationReader
  /// The move that waits for the next tile.
  private var nextMove: SettingMove?
  /// The least and the greatest numbers to which settings can move; nil if they cannot.
  private var limits: (low: Rain, high: Rain)?
  /// The mailbox and the reports of controls, and their owner: to reach a class the render loop would count references.
  private var mailbox: Mailbox<SettingMove>?
  private var reports: MoveReports?
  private var owner: (any AnyObject & Sendable)?
  /// The rain of the restart that the next call begins with.
  private var restarted: Rain?
  private let hasDrops: Bool
  private let hasPatter: Bool
  private var drops: NearDrops
  private var patter: Patter
  private var bus: DropBus
  /// The stems of the tile, for a caller who wants them.
  private var stems: StemTile?
  private var echo: Echo
  /// The drops and the patter of a tile, straight and scattered.
  private var struck: Planes
  private var bed: NoiseBed
  private var mix: MixTile
  /// The tile that `mix` holds.
  private var mixedTile = Int.min
  /// The tile at the cursor of the bus.
  private var busTile = 0

  /// A renderer, ready to render from `frame` on.
  ///
  /// - Parameters:
  ///   - rain: its settings.
  ///   - sampleRate: in Hz, within ``sampleRates``.
  ///   - channels: 1 or 2.
  ///   - seed: another seed gives another rain of the same kind.
  ///   - frame: the first frame to render, at least 0.
  ///   - loop: the length of a loop in frames, a second or more. Drops, patter, noise and gusts at its
  ///     end lead on to its beginning, and rendering goes round. nil for rain without an end.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1,
    startingAt frame: Int = 0, loop: Int? = nil
  ) throws(InvalidSetting) {
    try self.init(
      RainAutomation(rain), sampleRate: sampleRate, channels: channels, seed: seed,
      startingAt: frame, loop: loop)
  }

  /// A renderer of a rain whose settings move.
  ///
  /// Settings move once a tile (``Tile``): levels, filters and the gain glide, each drop has the settings
  /// of the tile in which it strikes, and each second its gusts. Where all settings are constant, the samples are
  /// those of that rain alone, once what sounded before has died away. The parameters are those of
  /// ``init(_:sampleRate:channels:seed:startingAt:loop:)-(Rain,_,_,_,_,_)``; in a loop, the automation begins
  /// anew each time, so its end should be its beginning.
  ///
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ automation: RainAutomation, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1,
    startingAt frame: Int = 0, loop: Int? = nil
  ) throws(InvalidSetting) {
    try self.init(
      automation, layout: .required(channels: channels), sampleRate: sampleRate, seed: seed,
      startingAt: frame, loop: loop)
  }

  /// A renderer of any layout, such as ambisonics. The other parameters are those of
  /// ``init(_:sampleRate:channels:seed:startingAt:loop:)-(RainAutomation,_,_,_,_,_)``.
  ///
  /// ```swift
  /// var renderer = try RainRenderer(RainAutomation(Rain()), layout: .firstOrder)
  /// ```
  ///
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ automation: RainAutomation, layout: ChannelLayout, sampleRate: Int = 44_100,
    seed: UInt64 = 1, startingAt frame: Int = 0, loop: Int? = nil
  ) throws(InvalidSetting) {
    try self.init(
      automation, stems: false, layout: layout, sampleRate: sampleRate, seed: seed,
      startingAt: frame, loop: loop)
  }

  /// A renderer of a rain whose settings the thread that renders moves while it plays: ``move(to:over:)``. It
  /// takes memory and time for whatever the settings may become.
  ///
  /// - Parameters:
  ///   - rain: the settings at the beginning.
  ///   - sampleRate: in Hz, within ``sampleRates``.
  ///   - channels: 1 or 2.
  ///   - seed: another seed gives another rain of the same kind.
  ///   - frame: the first frame to render, at least 0.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    live rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1,
    startingAt frame: Int = 0
  ) throws(InvalidSetting) {
    try rain.validate()
    try self.init(
      live: RainAutomation(rain), layout: .required(channels: channels), sampleRate: sampleRate,
      seed: seed,
      startingAt: frame)
  }

  /// A renderer of a rain whose settings can move, and have moved so far.
  package init(
    live automation: RainAutomation, layout: ChannelLayout, sampleRate: Int, seed: UInt64,
    startingAt frame: Int
  ) throws(InvalidSetting) {
    try self.init(
      AutomationTable(live: automation), RainBounds(live: automation.rain), layout: layout,
      sampleRate: sampleRate, seed: seed, startingAt: frame, loop: nil)
    limits = Rain.ends
  }

  init(
    _ table: consuming AutomationTable, _ bounds: RainBounds, stems hasStems: Bool = false,
    layout: ChannelLayout, sampleRate: Int, seed: UInt64, startingAt frame: Int, loop: Int?
  ) throws(InvalidSetting) {
    try InvalidSetting.require(sampleRate, in: Self.sampleRates, "sampleRate")
    try InvalidSetting.require(frame, in: 0...Int.max, "startingAt")
    if let loop { try InvalidSetting.require(loop, in: sampleRate...Int.max, "loop") }
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    let root = Source.root(seed: seed)
    self.timeline = timeline
    self.layout = layout
    self.frame = frame
    automation = AutomationReader(table, timeline: timeline)
    drops = NearDrops(bounds, timeline: timeline, layout: layout, root: root)
    patter = Patter(bounds, timeline: timeline, layout: layout, root: root)
    hasDrops = bounds.high.hasDrops || bounds.high.gutter > 0
    hasPatter = bounds.high.hasPatter
    echo = Echo(bounds, timeline: timeline, layout: layout, root: root)
    bus = DropBus(
      layout, behind: echo.memoryFrames,
      ahead: max(hasDrops ? drops.mostFrames : 0, hasPatter ? patter.mostFrames : 0))
    struck = Planes(count: layout.channels, frames: Tile.frames)
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

  /// Makes the next call render from `frame` on. That call costs more than others, a few
  /// milliseconds: it first renders what still sounds from before.
  ///
  /// - Precondition: `frame` is at least 0.
  public mutating func seek(to frame: Int) {
    precondition(frame >= 0, "rain begins at frame 0")
    self.frame = frame
  }

  /// The frame before which the rendering ends: what drops would sound from there on is not computed. Int.max: none.
  package var end: Int {
    // Mutating, as other functions that only read: Swift 6.3 would copy the renderer, several KB.
    mutating get { drops.end }
    set { drops.end = newValue }
  }

  /// Lets the settings move to those of a rain, from the next tile on. Of several moves within a tile the last
  /// counts.
  ///
  /// For the thread that renders, such as the callback of an audio engine: it allocates nothing and waits for
  /// nothing. Other threads have ``RainControls``.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seconds: how long that takes, 0 ... 86,400; a tile at least.
  /// - Returns: whether they move. They do not if a setting or the time lies outside its range, or if settings
  ///   contradict each other; ``Rain/validate()`` says which.
  /// - Precondition: the renderer was made by ``init(live:sampleRate:channels:seed:startingAt:)``.
  #if REALTIME_CHECKS
  @_noLocks
  #endif
  @discardableResult
  public mutating func move(to rain: Rain, over seconds: Double = 0) -> Bool {
    guard let limits else { preconditionFailure("the settings of this renderer are fixed") }
    guard rain.lies(within: limits.low, limits.high), SettingMove.seconds.contains(seconds) else {
      return false
    }
    nextMove = SettingMove(rain: rain, seconds: seconds)
    return true
  }

  /// Begins anew, on the thread that renders: what follows are the samples of a new renderer of that rain and seed. It
  /// allocates nothing and waits for nothing.
  ///
  /// The next call costs 1 ms and more, as after ``seek(to:)``. Settings that move within the two seconds after it have
  /// the past that the rain needed: an echo that grows longer than it was begins with the sounds from then on.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seed: another seed gives another rain of the same kind.
  ///   - frame: the first frame to render.
  /// - Returns: whether it does. It does not if a setting lies outside its range, or if settings contradict each other.
  /// - Precondition: the renderer was made by ``init(live:sampleRate:channels:seed:startingAt:)``, and `frame` is at
  ///   least 0.
  #if REALTIME_CHECKS
  @_noLocks
  #endif
  @discardableResult
  public mutating func restart(_ rain: Rain, seed: UInt64, at frame: Int) -> Bool {
    guard let limits else { preconditionFailure("the settings of this renderer are fixed") }
    guard rain.lies(within: limits.low, limits.high) else { return false }
    seek(to: frame)
    let root = Source.root(seed: seed)
    automation.hold(rain)
    nextMove = nil
    drops.restart(root)
    patter.restart(root)
    echo.restart(root)
    bed.restart(root)
    (restarted, mixedTile) = (rain, .min)
    return true
  }

  /// Takes moves from a mailbox, and reports them; the owner of both lives as long as the renderer.
  mutating func listen(
    to mailbox: Mailbox<SettingMove>, _ reports: MoveReports, of owner: any AnyObject & Sendable
  ) {
    self.mailbox = mailbox
    self.reports = reports
    self.owner = owner
  }

  /// Renders the next frames, interleaved: left, right, left, right ... in stereo.
  ///
  /// - Parameter output: as many frames are rendered as fit into it.
  /// - Precondition: the count of `output` is a multiple of the channels.
  #if REALTIME_CHECKS
  // With this attribute the compiler rejects locks, allocations and calls that it cannot see into
  // (make realtime).
  @_noLocks
  #endif
  public mutating func render(into output: inout MutableSpan<Float>) {
    let channels = layout.channels
    precondition(output.count % channels == 0, "whole frames are rendered")
    var written = 0
    while written < output.count {
      let run = nextLimitedRun(of: (output.count - written) / channels)
      mix.write(run, interleaved: &output, at: written, counting: &limitedSamples)
      written += run.count * channels
    }
  }

  /// Renders the next frames, all of one channel and then all of the next. The samples are those of
  /// ``render(into:)``.
  ///
  /// - Parameter output: the channels, one after the other. As many frames are rendered as fit into it.
  /// - Precondition: the count of `output` is a multiple of the channels.
  #if REALTIME_CHECKS
  @_noLocks
  #endif
  public mutating func render(planar output: inout MutableSpan<Float>) {
    precondition(output.count % layout.channels == 0, "whole frames are rendered")
    let frames = output.count / layout.channels
    var written = 0
    while written < frames {
      let run = nextLimitedRun(of: frames - written)
      for channel in 0..<layout.channels {
        mix.write(
          channel, run, to: &output, at: channel * frames + written, counting: &limitedSamples)
      }
      written += run.count
    }
  }

  /// Renders the next frames, a span for each channel, as audio engines want them (Core Audio calls
  /// this non-interleaved). The samples are those of ``render(into:)``.
  ///
  /// - Parameters:
  ///   - leftOutput: the left channel, or the one channel of mono. As many frames are rendered as fit
  ///     into it.
  ///   - rightOutput: the right channel.
  /// - Precondition: in stereo both spans have one count; in mono `rightOutput` is empty.
  #if REALTIME_CHECKS
  @_noLocks
  #endif
  public mutating func render(
    left leftOutput: inout MutableSpan<Float>, right rightOutput: inout MutableSpan<Float>
  ) {
    precondition(!layout.isSurround, "two spans are for mono or stereo")
    let hasRight = layout.channels > 1
    precondition(
      rightOutput.count == (hasRight ? leftOutput.count : 0), "whole frames are rendered")
    var written = 0
    while written < leftOutput.count {
      let run = nextRun(of: leftOutput.count - written)
      mix.write(0, run, to: &leftOutput, at: written, counting: &limitedSamples)
      if hasRight {
        mix.write(1, run, to: &rightOutput, at: written, counting: &limitedSamples)
      }
      written += run.count
    }
  }

  /// As ``nextRun(of:)``, to be written.
  private mutating func nextLimitedRun(of count: Int) -> Range<Int> {
    let run = nextRun(of: count)
    mix.link(run, counting: &limitedSamples)
    return run
  }

  /// Advances by up to `count` frames, stopping at the end of the tile or loop. Returns their range
  /// within the tile, which is then mixed.
  private mutating func nextRun(of count: Int) -> Range<Int> {
    let place = timeline.place(of: frame)
    let tile = Tile.index(of: place)
    if tile != mixedTile {
      if tile != mixedTile + 1 || mixedTile < 0 { approach(tile) }
      move(tile: tile)
      mix(tile: tile)
      mixedTile = tile
    }
    let first = place - tile * Tile.frames
    var count = min(count, Tile.frames - first)
    if let end = timeline.frames { count = min(count, end - place) }
    frame += count
    return first..<first + count
  }

  /// Begins the move that waits.
  private mutating func move(tile: Int) {
    if let move = nextMove {
      _ = automation.move(to: move.rain, over: move.seconds, tile: tile)
      nextMove = nil
    }
    guard let mailbox, let reports, reports.haveRoom, let move = mailbox.take() else { return }
    let (start, end) = automation.move(to: move.rain, over: move.seconds, tile: tile)
    reports.add(.init(number: move.number, start: start, end: end))
  }

  /// Brings everything into the state that a rendering from frame 0 has at the beginning of `tile`.
  ///
  ///     firstDrop    firstTick          echo               heard               tile
  ///         └──────────┴─ longest sound ──┴─ memory of echo ──┴─ memory of tone ─┘
  private mutating func approach(_ tile: Int) {
    // Endless rain begins at frame 0; a loop's end lies before its beginning.
    let beginning = timeline.frames == nil ? 0 : Int.min
    // The first tile whose mix the tone remembers, the first frame whose echo that mix holds, and the
    // first tiles whose ticks and drops still sound in that frame.
    var toneTiles = mix.memoryTiles
    var echoFrames = echo.memoryFrames
    if let rain = restarted {
      toneTiles = mix.memoryTiles(of: rain)
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
      bus.advance()
      stems?.dropBus.advance()
      busTile += 1
    }
    mix.clear()
    while busTile < tile { mix(tile: busTile) }
  }

  /// Adds the drops and ticks that begin in the tile at the cursor of the bus.
  private mutating func fillBus(drops withDrops: Bool, patter withPatter: Bool) {
    automation.read(tile: busTile)
    if hasDrops && withDrops {
      drops.apply(automation, tile: busTile)
      drops.render(tile: busTile, adding: &bus, &stems)
    }
    if hasPatter && withPatter {
      patter.apply(automation, tile: busTile)
      patter.render(tile: busTile, adding: &bus)
    }
  }

  /// Mixes the tile at the cursor of the bus, and advances the bus.
  private mutating func mix(tile: Int) {
    bed.render(tile: tile, of: &automation, into: &mix.planes)
    stems?.take(bed: mix.planes)
    fillBus(drops: true, patter: true)
    echo.apply(automation)
    echo.render(tile: tile, from: bus, into: &struck)
    // Once, so that the noise leaves drops and patter as they are.
    mix.planes.add(struck)
    stems?.split(tile: tile, of: &echo, mix: mix.planes)
    bus.advance()
    stems?.dropBus.advance()
    busTile += 1
    mix.finish(of: automation, &stems)
  }
}

// MARK: Stems

extension RainRenderer {
  /// A renderer that may also keep the stems of what it renders.
  package init(
    _ automation: RainAutomation, stems hasStems: Bool, layout: ChannelLayout, sampleRate: Int,
    seed: UInt64,
    startingAt frame: Int, loop: Int?
  ) throws(InvalidSetting) {
    let automation = automation.simplest
    try automation.rain.validate()
    try self.init(
      AutomationTable(automation), RainBounds(automation), stems: hasStems, layout: layout,
      sampleRate: sampleRate, seed: seed, startingAt: frame, loop: loop)
  }
}

// Functions that only read are mutating, too: Swift 6.3 would copy the renderer, several KB, for each call.
extension RainRenderer {
  /// Writes a stem of the frames that were rendered last, all of one channel and then all of the next.
  ///
  /// - Precondition: they lie within one tile, and the renderer keeps stems.
  package mutating func copy(_ stem: RainStem, planar output: inout MutableSpan<Float>) {
    let run = runOfStems(frames: output.count / layout.channels)
    let stems: Void? = stems?.copy(stem, run, gain: mix.gain, mix.factors, to: &output)
    precondition(stems != nil, "the renderer keeps stems")
  }

  /// Where the last frames lie in the tile.
  private mutating func runOfStems(frames count: Int) -> Range<Int> {
    let first = timeline.place(of: frame - count) - mixedTile * Tile.frames
    precondition(first >= 0 && first + count <= Tile.frames, "stems are read tile by tile")
    return first..<first + count
  }

}
