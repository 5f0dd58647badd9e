/// One of those who render a rendition side by side, turn by turn.
actor RenditionWorker {
  struct Result: Sendable {
    let bytes: [UInt8]
    let clippedSamples: Int
  }

  private let rendition: Rendition
  private var renderer: RenditionRenderer

  init(_ rendition: Rendition) {
    self.rendition = rendition
    renderer = RenditionRenderer(rendition, startingAt: rendition.frames.lowerBound)
  }

  func render(_ frames: Range<Int>) -> Result {
    let clippedBefore = renderer.clippedSamples
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames.count * rendition.bytesPerFrame)
    renderer.encode(frames, into: &bytes)
    return Result(bytes: bytes, clippedSamples: renderer.clippedSamples - clippedBefore)
  }
}
