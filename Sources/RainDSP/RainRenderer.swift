/// The sound of a rain, frame by frame, from any frame on.
///
///     near drops ─┐
///     patter ─────┴─ echo ─┐
///     bed of noise ────────────────┴─ tone ─ gain ─ soft clip
///
/// The same rain, seed, sample rate and channels give the same samples on every machine, in
/// whatever blocks and from whatever frame they are asked for. After the start, rendering
/// allocates nothing and waits for nothing.
///
/// ```swift
/// var renderer = RainRenderer(Rain(), sampleRate: 48_000, channels: 2, seed: 7)
/// var frames = [Float](repeating: 0, count: 2 * 480)
/// var span = frames.mutableSpan
/// renderer.render(into: &span)
/// ```
public struct RainRenderer: ~Copyable {
  /// Sample rates that can be rendered, in Hz.
  public static let sampleRates = 8_000...192_000

  /// The frame that the next call renders first.
  public private(set) var frame: Int
  /// How many samples would have exceeded full scale, of those handed out so far.
  public private(set) var clippedSamples = 0

  private let timeline: Timeline
  private let channels: Int
  private let gain: Float
  private let fullScale = SoftClip.fullScale
  private let hasDrops: Bool
  private let hasPatter: Bool
  private var drops: NearDrops
  private var patter: Patter
  private var bus: DropBus
  private var echo: Echo
  private var bed: NoiseBed
  private var tone: Tone?
  private var left = FixedArray<Float>(repeating: 0, count: Tile.frames)
  private var right: FixedArray<Float>
  /// The tile that `left` and `right` hold, before gain and soft clip.
  private var mixedTile = Int.min
  /// The tile that the bus stands at.
  private var busTile = 0

  /// - Parameters:
  ///   - rain: its settings, each within its range; ``Rain/validate()`` tells.
  ///   - sampleRate: in Hz, within ``sampleRates``.
  ///   - channels: 1 or 2.
  ///   - seed: another seed, another rain of the same kind.
  ///   - frame: the frame to begin with, at least 0.
  ///   - loop: frames of a loop, a second or more: then drops, their tails, patter, noise and gusts
  ///     at its end lead on to its beginning, and rendering begins anew there. nil: rain without
  ///     an end.
  public init(
    _ rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1,
    startingAt frame: Int = 0, loop: Int? = nil
  ) {
    precondition(Self.sampleRates.contains(sampleRate), "8,000 to 192,000 frames a second")
    precondition(channels == 1 || channels == 2, "mono or stereo")
    #if !hasFeature(Embedded)
    do {
      try rain.validate()
    } catch {
      preconditionFailure("\(error.name) is not within its range: see Rain.validate()")
    }
    #endif
    precondition(loop.map { $0 >= sampleRate } ?? true, "a loop lasts a second or more")
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    self.timeline = timeline
    self.channels = channels
    gain = SoftClip.gain(of: rain)
    drops = NearDrops(rain, timeline: timeline, channels: channels, seed: seed)
    patter = Patter(rain, timeline: timeline, channels: channels, seed: seed)
    hasDrops = rain.hasDrops
    hasPatter = rain.hasPatter
    echo = Echo(rain, timeline: timeline, channels: channels, seed: seed)
    bus = DropBus(
      channels: channels, behind: echo.memoryFrames,
      ahead: max(hasDrops ? drops.mostFrames : 0, hasPatter ? patter.mostFrames : 0))
    bed = NoiseBed(rain, timeline: timeline, channels: channels, seed: seed)
    if Tone.isNeeded(in: rain) {
      tone = Tone(rain, sampleRate: sampleRate, channels: channels)
    }
    right = FixedArray(repeating: 0, count: channels == 2 ? Tile.frames : 0)
    self.frame = frame
    seek(to: frame)
  }

  /// Goes to `frame`, at least 0: the next call renders from there.
  public mutating func seek(to frame: Int) {
    precondition(frame >= 0, "rain begins at frame 0")
    self.frame = frame
  }

  /// Renders the next frames: as many as fit into `output`, whose count is a multiple of the
  /// channels; left and right take turns.
  #if REALTIME_CHECKS
  // The compiler refuses a lock, an allocation and a call of which it cannot tell: make realtime.
  @_noLocks
  #endif
  public mutating func render(into output: inout MutableSpan<Float>) {
    precondition(output.count % channels == 0, "whole frames are rendered")
    var written = 0
    while written < output.count {
      let run = nextRun(of: (output.count - written) / channels)
      for start in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
        let count = min(8, run.upperBound - start)
        let x = SoftClip.apply(
          left[from: start, count: count] * gain, beyond: fullScale, counting: &clippedSamples)
        if channels == 1 {
          output.put(x, count: count, at: written)
        } else {
          let y = SoftClip.apply(
            right[from: start, count: count] * gain, beyond: fullScale, counting: &clippedSamples)
          output.put(
            SIMD8(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]), count: min(8, 2 * count),
            at: written)
          if count > 4 {
            output.put(
              SIMD8(x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7]), count: 2 * count - 8,
              at: written + 8)
          }
        }
        written += count * channels
      }
    }
  }

  /// Renders the next frames: as many as fit into `leftOutput`, and in stereo just as many into
  /// `rightOutput`, which is empty in mono.
  #if REALTIME_CHECKS
  @_noLocks
  #endif
  package mutating func render(
    left leftOutput: inout MutableSpan<Float>, right rightOutput: inout MutableSpan<Float>
  ) {
    precondition(
      rightOutput.count == (channels == 2 ? leftOutput.count : 0), "whole frames are rendered")
    var written = 0
    while written < leftOutput.count {
      let run = nextRun(of: leftOutput.count - written)
      clippedSamples += SoftClip.render(
        left, run, gain: gain, beyond: fullScale, into: &leftOutput, at: written)
      if channels == 2 {
        clippedSamples += SoftClip.render(
          right, run, gain: gain, beyond: fullScale, into: &rightOutput, at: written)
      }
      written += run.count
    }
  }

  /// Goes on by `count` frames, or to the end of their tile or loop; gives the frames of the tile,
  /// which is mixed by then.
  private mutating func nextRun(of count: Int) -> Range<Int> {
    let place = timeline.place(of: frame)
    let tile = Tile.index(of: place)
    if tile != mixedTile {
      if tile != mixedTile + 1 || mixedTile < 0 { approach(tile) }
      mix(tile: tile)
      mixedTile = tile
    }
    let first = place - tile * Tile.frames
    var count = min(count, Tile.frames - first)
    if let end = timeline.frames { count = min(count, end - place) }
    frame += count
    return first..<first + count
  }

  /// Brings everything into the state that a rendering from frame 0 has at the beginning of `tile`.
  private mutating func approach(_ tile: Int) {
    let remembered = tone?.memoryTiles ?? 0
    // The first tile that is heard, in it an echo, in that a drop.
    // Endless rain begins at frame 0; before a loop lies its end.
    let beginning = timeline.frames == nil ? 0 : Int.min
    let heard = max(beginning, tile - remembered)
    let echo = heard * Tile.frames - echo.memoryFrames
    let firstTick = max(beginning, Tile.index(of: echo - patter.mostFrames))
    let firstDrop = max(beginning, Tile.index(of: echo - drops.mostFrames))
    bus.clear()
    drops.seek(to: firstDrop * Tile.frames)
    patter.seek(to: firstTick * Tile.frames)
    busTile = min(firstDrop, firstTick)
    while busTile < heard {
      fillBus(drops: busTile >= firstDrop, patter: busTile >= firstTick)
      bus.advance()
      busTile += 1
    }
    tone?.clear()
    while busTile < tile { mix(tile: busTile) }
  }

  private mutating func fillBus(drops withDrops: Bool, patter withPatter: Bool) {
    if hasDrops && withDrops { drops.render(tile: busTile, adding: &bus) }
    if hasPatter && withPatter { patter.render(tile: busTile, adding: &bus) }
  }

  /// Adds everything up for the tile that the bus stands at, into `left` and `right`.
  private mutating func mix(tile: Int) {
    bed.render(tile: tile, left: &left, right: &right)
    fillBus(drops: true, patter: true)
    echo.render(tile: tile, from: bus, adding: &left, &right)
    bus.advance()
    busTile += 1
    tone?.filter(left: &left, right: &right)
  }
}
