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
  /// nil: the settings move by the automation alone.
  package var live: LiveRain?
  /// The frame of a tile from which on the next is made.
  private let firstAhead: Int
  private var mixer: RainMixer

  /// The rain to render, and how.
  public struct Configuration: Sendable {
    /// The settings over time. They move once a tile (``Tile``): levels, filters and the gain glide, each drop has the
    /// settings of the tile in which it strikes, and each second its gusts. In a loop they begin anew each time, so
    /// their end should be their beginning.
    public var automation: RainAutomation
    /// The channels.
    public var layout: ChannelLayout
    /// In Hz, within ``sampleRates``.
    public var sampleRate: Int
    /// Another seed gives another rain of the same kind.
    public var seed: UInt64
    /// The first frame to render, at least 0.
    public var start: Int
    /// The length of a loop in frames, a second or more. Drops, patter, noise and gusts at its end lead on to its
    /// beginning, and rendering goes round. nil for rain without an end.
    public var loop: Int?
    /// Whether settings can move while the rain sounds: ``move(to:over:)``. The renderer then takes memory and time for
    /// whatever they may become, and its loop is ignored.
    public var isLive: Bool
    /// Whether calls for a few frames cost alike. The last quarter of each tile then makes the next, bit by bit, where
    /// otherwise a call makes a whole tile. A live rain takes the settings of a tile where that quarter begins: what moves
    /// in it acts a tile later.
    public var isEven = false
    /// Whether the renderer keeps the stems of what it renders.
    package var hasStems = false
    /// Other threads that move the settings of a live rain.
    package var moves: MoveSource?

    /// A rendering of those settings; see the properties.
    public init(
      _ automation: RainAutomation, layout: ChannelLayout = .stereo, sampleRate: Int = 44_100,
      seed: UInt64 = 1, startingAt start: Int = 0, loop: Int? = nil, isLive: Bool = false
    ) {
      (self.automation, self.layout, self.sampleRate) = (automation, layout, sampleRate)
      (self.seed, self.start, self.loop, self.isLive) = (seed, start, loop, isLive)
    }
  }

  /// A renderer of rain in mono or stereo, ready to render; see ``Configuration``.
  ///
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init(
    _ rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1,
    startingAt frame: Int = 0, loop: Int? = nil
  ) throws(InvalidSetting) {
    try self.init(
      Configuration(
        RainAutomation(rain), layout: .required(channels: channels), sampleRate: sampleRate,
        seed: seed, startingAt: frame, loop: loop))
  }

  /// A renderer, ready to render.
  ///
  /// ```swift
  /// var renderer = try RainRenderer(.init(RainAutomation(Rain()), layout: .firstOrder))
  /// ```
  ///
  /// - Throws: ``InvalidSetting`` for the first setting or property that lies outside its range.
  public init(_ configuration: Configuration) throws(InvalidSetting) {
    let isLive = configuration.isLive
    let automation = isLive ? configuration.automation : configuration.automation.simplest
    let (sampleRate, layout) = (configuration.sampleRate, configuration.layout)
    let loop = isLive ? nil : configuration.loop
    try automation.rain.validate()
    try InvalidSetting.require(sampleRate, from: configuration.start, "startingAt", loop: loop)
    let bounds = isLive ? RainBounds(live: automation.rain) : RainBounds(automation)
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    let root = Source.root(seed: configuration.seed)
    self.timeline = timeline
    self.layout = layout
    frame = configuration.start
    firstAhead =
      configuration.isEven && !configuration.hasStems && loop == nil
      ? Tile.frames - Tile.lead : Tile.frames
    if isLive { live = LiveRain(automation.rain, configuration.moves) }
    mixer = RainMixer(
      isLive ? AutomationTable(live: automation) : AutomationTable(automation), bounds,
      timeline: timeline, layout: layout, root: root, hasStems: configuration.hasStems)
  }

  /// Makes the next call render from `frame` on. That call costs more than others, a few
  /// milliseconds: it first renders what still sounds from before.
  ///
  /// - Precondition: `frame` is at least 0.
  public mutating func seek(to frame: Int) {
    precondition(frame >= 0, "rain begins at frame 0")
    self.frame = frame
  }

  /// The frame before which the rendering ends, Int.max for none: the sound of drops is not computed from there on.
  package var end: Int {
    // Mutating, as other functions that only read: Swift 6.3 would copy the renderer, several KB.
    mutating get { mixer.drops.end }
    set { mixer.drops.end = newValue }
  }

  /// Lets the settings move to those of a rain, from the next tile on that is not begun (``Configuration/isEven``). Of
  /// several moves before it the last counts.
  ///
  /// For the thread that renders, such as the callback of an audio engine: it allocates nothing and waits for
  /// nothing. Other threads have ``RainControls``.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seconds: how long that takes, 0 ... 86,400; a tile at least.
  /// - Returns: whether they move. They do not if a setting or the time lies outside its range, or if settings
  ///   contradict each other; ``Rain/validate()`` says which.
  /// - Precondition: the rain is live (``Configuration/isLive``).
  @discardableResult
  public mutating func move(to rain: Rain, over seconds: Double = 0) -> Bool {
    guard allows(rain), SettingMove.seconds.contains(seconds) else { return false }
    live?.next = SettingMove(to: rain, over: seconds)
    return true
  }

  // Mutating, as other functions that only read: Swift 6.3 would copy the renderer, several KB.
  private mutating func allows(_ rain: Rain) -> Bool {
    guard let allows = live?.allows(rain) else {
      preconditionFailure("the settings of this renderer are fixed")
    }
    return allows
  }

  /// Begins anew, on the thread that renders: what follows are the samples of a new renderer of that rain and seed. It
  /// allocates nothing and waits for nothing.
  ///
  /// The next call costs 1 ms and more, as after ``seek(to:)``. It renders the sounds of before that this rain still
  /// hears. If settings move within the next two seconds so that more would be heard, as of a longer echo, that is
  /// missing.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seed: another seed gives another rain of the same kind.
  ///   - frame: the first frame to render.
  /// - Returns: whether it does. It does not if a setting lies outside its range, or if settings contradict each other.
  /// - Precondition: the rain is live (``Configuration/isLive``), and `frame` is at least 0.
  @discardableResult
  public mutating func restart(_ rain: Rain, seed: UInt64, at frame: Int) -> Bool {
    guard allows(rain) else { return false }
    restart(SettingMove(to: rain, over: 0), seed: seed, at: frame)
    return true
  }

  /// As ``restart(_:seed:at:)``, with some settings on their curves; each setting is in its range.
  package mutating func restart(_ move: SettingMove, seed: UInt64, at frame: Int) {
    live?.hold(move)
    guard let rain = live?.rain(at: Double(frame) / Double(timeline.sampleRate)) else { return }
    seek(to: frame)
    mixer.restart(rain, Source.root(seed: seed))
  }

  /// Renders the next frames, interleaved: left, right, left, right ... in stereo.
  ///
  /// - Parameter output: as many frames are rendered as fit into it.
  /// - Precondition: the count of `output` is a multiple of the channels.
  public mutating func render(into output: inout MutableSpan<Float>) {
    let channels = layout.channels
    precondition(output.count % channels == 0, "whole frames are rendered")
    var written = 0
    while written < output.count {
      let run = nextRun(of: (output.count - written) / channels)
      mixer.mix.write(run, interleaved: &output, at: written, counting: &limitedSamples)
      written += run.count * channels
    }
  }

  /// Renders the next frames, all of one channel and then all of the next. The samples are those of
  /// ``render(into:)``.
  ///
  /// - Parameter output: the channels, one after the other. As many frames are rendered as fit into it.
  /// - Precondition: the count of `output` is a multiple of the channels.
  public mutating func render(planar output: inout MutableSpan<Float>) {
    precondition(output.count % layout.channels == 0, "whole frames are rendered")
    let frames = output.count / layout.channels
    var written = 0
    while written < frames {
      let run = nextRun(of: frames - written)
      for channel in 0..<layout.channels {
        mixer.mix.write(
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
      mixer.mix.write(0, run, to: &leftOutput, at: written, counting: &limitedSamples)
      if hasRight {
        mixer.mix.write(1, run, to: &rightOutput, at: written, counting: &limitedSamples)
      }
      written += run.count
    }
  }

  /// Advances by up to `count` frames, stopping at the end of the tile or loop. Returns their range
  /// within the tile, which is then mixed, ready to be written.
  private mutating func nextRun(of count: Int) -> Range<Int> {
    let position = timeline.frameInLoop(frame)
    let tile = Tile.index(of: position)
    if tile != mixer.tile {
      mixer.goTo(tile)
      if !mixer.hasBegun { move(tile: tile) }
      mixer.mixNext()
    }
    let first = position - tile * Tile.frames
    var count = min(count, Tile.frames - first)
    if let end = timeline.frames { count = min(count, end - position) }
    frame += count
    let run = first..<first + count
    mixer.mix.link(run, counting: &limitedSamples)
    if run.upperBound > firstAhead {
      if !mixer.hasBegun { move(tile: tile + 1) }
      let before = max(firstAhead, run.lowerBound)
      mixer.makeAhead(run.upperBound - before, of: Tile.frames - before)
    }
    return run
  }

  /// Begins the move of a live rain in a tile.
  private mutating func move(tile: Int) {
    let end = Double((tile + 1) * Tile.frames) / Double(timeline.sampleRate)
    live?.move(&mixer.automation, tile: tile, endingAt: end)
  }
}

// MARK: Stems

// Functions that only read are mutating, too: Swift 6.3 would copy the renderer, several KB, for each call.
extension RainRenderer {
  /// Writes a stem of the frames that were rendered last, all of one channel and then all of the next.
  ///
  /// - Precondition: they lie within one tile, and the renderer keeps stems.
  package mutating func copy(_ stem: RainStem, planar output: inout MutableSpan<Float>) {
    let count = output.count / layout.channels
    let first = timeline.frameInLoop(frame - count) - mixer.tile * Tile.frames
    precondition(first >= 0 && first + count <= Tile.frames, "stems are read tile by tile")
    mixer.copy(stem, first..<first + count, to: &output)
  }
}
