internal import RainAudio

/// Renders, fades and encodes frames of a rendering: the work of one thread.
package struct JobRenderer: ~Copyable {
  private let channels: Int
  private var fades: Fades
  private var totalFrames: Int
  private let encoder: PCMEncoder
  private let partEncoders: [PCMEncoder]
  package var renderer: RainRenderer
  /// The frames that were rendered last, all of one channel and then all of the next.
  package private(set) var samples: [Float] = []
  private let parts: [RainStem?]

  /// Renders from a frame on. The parts are what is encoded of each frame: a stem, or nil for the mix. With `moves`, the rain
  /// is live; with `isEven`, short runs cost alike.
  package init(
    _ rendering: Rendering, startingAt frame: Int, parts: [RainStem?] = [nil],
    moves: MoveSource? = nil, isEven: Bool = false
  ) {
    var configuration = rendering.configuration(startingAt: frame)
    configuration.hasStems = parts != [nil]
    (configuration.isLive, configuration.moves) = (moves != nil, moves)
    configuration.isEven = isEven
    if let played = moves?.played { configuration.automation = played }
    renderer = checked { () throws(InvalidSetting) in try RainRenderer(configuration) }
    renderer.end = rendering.frames.upperBound
    channels = rendering.job.channels
    fades = rendering.fades
    totalFrames = rendering.totalFrames
    encoder = rendering.encoder
    partEncoders = parts.map(rendering.encoder)
    self.parts = parts
    samples.reserveCapacity(channels * Tile.frames)
  }

  package var limitedSamples: Int { renderer.limitedSamples }

  /// Appends the bytes of the frames of the mix.
  package mutating func encode(_ frames: Range<Int>, into bytes: inout [UInt8]) {
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = renderRun(frame..<frames.upperBound)
      encoder.encode(planar: samples.span, firstFrame: frame, into: &bytes)
      frame += count
    }
  }

  /// Appends the bytes of the frames of each part to its own: those of the mix, or those of a stem.
  package mutating func encode(_ frames: Range<Int>, into bytes: inout [[UInt8]]) {
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = renderRun(frame..<frames.upperBound)
      for (index, part) in parts.enumerated() {
        if let stem = part {
          Self.fill(&samples, by: &renderer) { $0.copy(stem, planar: &$1) }
          fade(firstFrame: frame)
        }
        partEncoders[index].encode(planar: samples.span, firstFrame: frame, into: &bytes[index])
      }
      frame += count
    }
  }

  /// Renders the first of the frames into ``samples``, up to the end of a tile: the renderer and the encoder
  /// work tile by tile. Returns how many there were.
  package mutating func renderRun(_ frames: Range<Int>) -> Int {
    precondition(frames.upperBound <= renderer.end, "the rendering has ended")
    let frame = frames.lowerBound
    if renderer.frame != frame { renderer.seek(to: frame) }
    let count = min(Tile.frames - frame % Tile.frames, frames.count)
    let excess = samples.count - channels * count
    if excess > 0 { samples.removeLast(excess) }
    if excess < 0 { samples.append(contentsOf: repeatElement(0, count: -excess)) }
    Self.fill(&samples, by: &renderer) { $0.render(planar: &$1) }
    fade(firstFrame: frame)
    return count
  }

  private mutating func fade(firstFrame: Int) {
    fades.apply(to: &samples, channels: channels, firstFrame: firstFrame, of: totalFrames)
  }

  /// The greatest magnitudes of the tile that was encoded last; but in stereo, both are that of all channels.
  package var peaks: (left: Float, right: Float) {
    let frames = samples.count / channels
    func peak(_ channels: Range<Int>) -> Float {
      samples[channels.lowerBound * frames..<channels.upperBound * frames]
        .reduce(0) { max($0, $1.magnitude) }
    }
    if channels == 2 { return (peak(0..<1), peak(1..<2)) }
    let loudest = peak(0..<channels)
    return (loudest, loudest)
  }

  /// Lets the rendering fall to silence over `frames` frames from `frame` on, unless it ends before that.
  /// Returns the frame at which it ends.
  package mutating func fadeOut(from frame: Int, frames: Int) -> Int {
    if totalFrames > frame + frames {
      totalFrames = frame + frames
      fades = Fades(inFrames: fades.inFrames, outFrames: frames)
    }
    return totalFrames
  }

  /// Lets a renderer change samples. Static, because a span of a property of `self` would hold exclusive access to all
  /// of `self`.
  private static func fill(
    _ samples: inout [Float], by renderer: inout RainRenderer,
    _ body: (inout RainRenderer, inout MutableSpan<Float>) -> Void
  ) {
    var span = samples.mutableSpan
    body(&renderer, &span)
  }
}
