internal import RainAudioIO
internal import RainDSP

/// Renders, fades and encodes frames of a rendition: the work of one thread.
struct RenditionRenderer: ~Copyable {
  private static let framesPerBlock = 4096

  private let rendition: Rendition
  private let encoder: PCMEncoder
  private var renderer: RainRenderer
  private var samples: [Float] = []

  init(_ rendition: Rendition, startingAt frame: Int) {
    self.rendition = rendition
    encoder = rendition.encoder
    renderer = RainRenderer(
      rendition.rain, sampleRate: rendition.sampleRate, channels: rendition.channels,
      seed: rendition.seed, startingAt: frame,
      loop: rendition.isLoop ? rendition.totalFrames : nil)
    samples.reserveCapacity(RenditionRenderer.framesPerBlock * rendition.channels)
  }

  var clippedSamples: Int { renderer.clippedSamples }

  /// Appends the bytes of the frames.
  mutating func encode(_ frames: Range<Int>, into bytes: inout [UInt8]) {
    if renderer.frame != frames.lowerBound { renderer.seek(to: frames.lowerBound) }
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = min(RenditionRenderer.framesPerBlock, frames.upperBound - frame)
      resizeSamples(to: count * rendition.channels)
      RenditionRenderer.fill(&samples, from: &renderer)
      rendition.fades.apply(
        to: &samples, channels: rendition.channels, firstFrame: frame, of: rendition.totalFrames)
      encoder.encode(samples.span, firstFrame: frame, into: &bytes)
      frame += count
    }
  }

  /// A span of a property of `self` would keep all of `self` for itself.
  private static func fill(_ samples: inout [Float], from renderer: inout RainRenderer) {
    var span = samples.mutableSpan
    renderer.render(into: &span)
  }

  private mutating func resizeSamples(to count: Int) {
    if samples.count > count {
      samples.removeLast(samples.count - count)
    } else if samples.count < count {
      samples.append(contentsOf: repeatElement(0, count: count - samples.count))
    }
  }
}
