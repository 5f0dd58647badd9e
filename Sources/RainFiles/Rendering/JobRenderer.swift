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

  init(_ job: RenderJob, startingAt frame: Int) {
    channels = job.channels
    fades = job.fades
    totalFrames = job.totalFrames
    encoder = job.encoder
    do {
      renderer = try RainRenderer(
        job.course, sampleRate: job.sampleRate, channels: job.channels,
        seed: job.seed, startingAt: frame,
        loop: job.excerpt.isLoop ? job.totalFrames : nil)
    } catch {
      preconditionFailure("the settings of a job are checked before: \(error)")
    }
    left.reserveCapacity(Tile.frames)
    right.reserveCapacity(Tile.frames)
  }

  var limitedSamples: Int { renderer.limitedSamples }

  /// Appends the bytes of the frames.
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
      frame += count
    }
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
