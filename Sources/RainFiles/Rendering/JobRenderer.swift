internal import RainAudio
internal import RainDSP

/// Renders, fades and encodes frames of a job: the work of one thread.
struct JobRenderer: ~Copyable {
  private let channels: Int
  private let fades: Fades
  private let totalFrames: Int
  private let encoder: PCMEncoder
  private var renderer: RainRenderer
  private var left: [Float] = []
  private var right: [Float] = []
  /// Where stems are taken, which follow the mix; nil: they are not.
  private let point: StemPoint?
  private let stemEncoder: PCMEncoder

  init(_ job: RenderJob, startingAt frame: Int, stems point: StemPoint? = nil) {
    self.point = point
    stemEncoder = PCMEncoder(format: .f32, channels: job.channels, dither: nil)
    channels = job.channels
    fades = job.fades
    totalFrames = job.totalFrames
    encoder = job.encoder
    do {
      let loop = job.excerpt.isLoop ? job.totalFrames : nil
      if let point {
        renderer = try RainRenderer(
          job.course, stems: point, sampleRate: job.sampleRate, channels: job.channels,
          seed: job.seed, startingAt: frame, loop: loop)
      } else {
        renderer = try RainRenderer(
          job.course, sampleRate: job.sampleRate, channels: job.channels, seed: job.seed,
          startingAt: frame, loop: loop)
      }
    } catch {
      preconditionFailure("the settings of a job are checked before: \(error)")
    }
    left.reserveCapacity(Tile.frames)
    right.reserveCapacity(Tile.frames)
  }

  var limitedSamples: Int { renderer.limitedSamples }

  /// Appends the bytes of the frames; with stems, for each run of frames within a tile the bytes of the mix,
  /// then those of each stem as Floats.
  mutating func encode(_ frames: Range<Int>, into bytes: inout [UInt8]) {
    if renderer.frame != frames.lowerBound { renderer.seek(to: frames.lowerBound) }
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      // Stop at the end of a tile: the renderer and the encoder work tile by tile.
      let count = min(Tile.frames - frame % Tile.frames, frames.upperBound - frame)
      JobRenderer.resize(&left, to: count)
      if channels == 2 { JobRenderer.resize(&right, to: count) }
      JobRenderer.fill(&left, &right, from: &renderer)
      fades.apply(to: &left, firstFrame: frame, of: totalFrames)
      fades.apply(to: &right, firstFrame: frame, of: totalFrames)
      encoder.encode(left.span, right.span, firstFrame: frame, into: &bytes)
      if let point {
        for stem in point.stems { encode(stem, firstFrame: frame, into: &bytes) }
      }
      frame += count
    }
  }

  /// Appends the bytes of a stem of the frames that were rendered last. Wet stems have the fades of the mix,
  /// too.
  private mutating func encode(_ stem: RainStem, firstFrame: Int, into bytes: inout [UInt8]) {
    JobRenderer.copy(stem, &left, &right, from: renderer)
    if point == .wet {
      fades.apply(to: &left, firstFrame: firstFrame, of: totalFrames)
      fades.apply(to: &right, firstFrame: firstFrame, of: totalFrames)
    }
    stemEncoder.encode(left.span, right.span, firstFrame: firstFrame, into: &bytes)
  }

  private static func copy(
    _ stem: RainStem, _ left: inout [Float], _ right: inout [Float],
    from renderer: borrowing RainRenderer
  ) {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    renderer.copy(stem, left: &leftSpan, right: &rightSpan)
  }

  /// Appends the bytes of frames of which the mix of dry stems is given: a run within a tile that follows the
  /// last one.
  mutating func encode(
    mix leftMix: [Float], _ rightMix: [Float], firstFrame frame: Int, into bytes: inout [UInt8]
  ) {
    JobRenderer.resize(&left, to: leftMix.count)
    if channels == 2 { JobRenderer.resize(&right, to: leftMix.count) }
    JobRenderer.finish(leftMix, rightMix, &left, &right, by: &renderer)
    fades.apply(to: &left, firstFrame: frame, of: totalFrames)
    fades.apply(to: &right, firstFrame: frame, of: totalFrames)
    encoder.encode(left.span, right.span, firstFrame: frame, into: &bytes)
  }

  private static func finish(
    _ leftMix: [Float], _ rightMix: [Float], _ left: inout [Float], _ right: inout [Float],
    by renderer: inout RainRenderer
  ) {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    renderer.finish(leftMix, rightMix, left: &leftSpan, right: &rightSpan)
  }

  /// Static, because a span of a property of `self` would hold exclusive access to all of `self`.
  private static func fill(
    _ left: inout [Float], _ right: inout [Float], from renderer: inout RainRenderer
  ) {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    renderer.render(left: &leftSpan, right: &rightSpan)
  }

  private static func resize(_ samples: inout [Float], to count: Int) {
    if samples.count > count {
      samples.removeLast(samples.count - count)
    } else if samples.count < count {
      samples.append(contentsOf: repeatElement(0, count: count - samples.count))
    }
  }
}
