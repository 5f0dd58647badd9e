internal import RainAudio
package import RainDSP

/// Renders, fades and encodes frames of a rendering: the work of one thread.
package struct JobRenderer: ~Copyable {
  private let channels: Int
  private var fades: Fades
  private var totalFrames: Int
  private let encoder: PCMEncoder
  private let rendering: Rendering
  private var renderer: RainRenderer
  /// The frames that were rendered last, all of one channel and then all of the next.
  package private(set) var samples: [Float] = []
  private let parts: RenderedParts
  private let stemEncoder: PCMEncoder

  package init(_ rendering: Rendering, startingAt frame: Int) {
    self.init(rendering, startingAt: frame, RenderedParts())
  }

  init(_ rendering: Rendering, startingAt frame: Int, _ parts: RenderedParts) {
    self.init(
      Self.renderer(of: rendering, stems: parts.hasStems, startingAt: frame), of: rendering, parts)
  }

  /// The bytes of a renderer with the rate, channels and format of a rendering.
  package init(_ renderer: consuming RainRenderer, of rendering: Rendering) {
    self.init(renderer, of: rendering, RenderedParts())
  }

  private init(
    _ renderer: consuming RainRenderer, of rendering: Rendering, _ parts: RenderedParts
  ) {
    self.parts = parts
    stemEncoder = PCMEncoder(format: .f32, channels: rendering.job.channels, dither: nil)
    channels = rendering.job.channels
    fades = rendering.fades
    totalFrames = rendering.totalFrames
    encoder = rendering.encoder
    self.rendering = rendering
    self.renderer = renderer
    samples.reserveCapacity(channels * Tile.frames)
  }

  private static func renderer(
    of rendering: Rendering, stems: Bool, startingAt frame: Int
  ) -> RainRenderer {
    var configuration = rendering.configuration(startingAt: frame)
    configuration.hasStems = stems
    do {
      var renderer = try RainRenderer(configuration)
      renderer.end = rendering.frames.upperBound
      return renderer
    } catch {
      preconditionFailure("a rendering is valid: \(error)")
    }
  }

  package var limitedSamples: Int { renderer.limitedSamples }

  /// Appends the bytes of the frames; with stems, for each run of frames within a tile the bytes of the mix, if
  /// it is a part, then those of each stem as Floats.
  package mutating func encode(_ frames: Range<Int>, into bytes: inout [UInt8]) {
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = renderRun(frame..<frames.upperBound)
      if parts.hasMix { encoder.encode(planar: samples.span, firstFrame: frame, into: &bytes) }
      if parts.hasStems {
        for stem in RainStem.allCases { encode(stem, firstFrame: frame, into: &bytes) }
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
    JobRenderer.resize(&samples, to: channels * count)
    Self.fill(&samples, by: &renderer) { $0.render(planar: &$1) }
    if parts.hasMix { fade(firstFrame: frame) }
    return count
  }

  /// Lets the settings of a live rain move from the next tile on.
  package mutating func move(_ move: SettingMove) { renderer.move(move) }

  /// Lets settings of a live rain follow other curves from the next tile on.
  package mutating func follow(_ automation: RainAutomation) { renderer.follow(automation) }

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

  /// Appends the bytes of a stem of the frames that were rendered last, with the fades of the mix.
  private mutating func encode(_ stem: RainStem, firstFrame: Int, into bytes: inout [UInt8]) {
    Self.fill(&samples, by: &renderer) { $0.copy(stem, planar: &$1) }
    fade(firstFrame: firstFrame)
    stemEncoder.encode(planar: samples.span, firstFrame: firstFrame, into: &bytes)
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

  private static func resize(_ samples: inout [Float], to count: Int) {
    if samples.count > count {
      samples.removeLast(samples.count - count)
    } else if samples.count < count {
      samples.append(contentsOf: repeatElement(0, count: count - samples.count))
    }
  }
}

/// What a rendering delivers of each frame: the mix, its stems, or both.
struct RenderedParts: Sendable {
  var hasMix = true
  /// Stems follow the mix.
  var hasStems = false

  /// The bytes of a frame in each part, in order.
  func bytesPerFrame(of rendering: Rendering) -> [Int] {
    let stem = rendering.job.channels * SampleFormat.f32.bytesPerSample
    return [hasMix ? rendering.job.bytesPerFrame : 0]
      + (hasStems ? RainStem.allCases.map { _ in stem } : [])
  }

  /// The bytes of a frame in all parts together.
  func allBytesPerFrame(of rendering: Rendering) -> Int {
    bytesPerFrame(of: rendering).reduce(0, +)
  }
}
