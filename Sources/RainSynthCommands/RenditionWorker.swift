/// One of those who render a rendition side by side, turn by turn.
actor RenditionWorker {
  private let rendition: Rendition
  private var renderer: RenditionRenderer

  init(_ rendition: Rendition) {
    self.rendition = rendition
    renderer = RenditionRenderer(rendition, startingAt: rendition.frames.lowerBound)
  }

  /// Puts the bytes of the frames in the place of what the buffer holds; returns how many samples
  /// were clipped.
  func render(_ frames: Range<Int>, into buffer: TurnBuffer) -> Int {
    let clippedBefore = renderer.clippedSamples
    buffer.fill(byteCount: frames.count * rendition.bytesPerFrame) { bytes in
      renderer.encode(frames, into: &bytes)
    }
    return renderer.clippedSamples - clippedBefore
  }
}
