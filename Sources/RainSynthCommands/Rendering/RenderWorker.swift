/// One of those who render a rendition side by side, turn by turn.
actor RenderWorker {
  private let rendition: RenderJob
  private var renderer: JobRenderer

  init(_ rendition: RenderJob) {
    self.rendition = rendition
    renderer = JobRenderer(rendition, startingAt: rendition.frames.lowerBound)
  }

  /// Puts the bytes of the frames in the place of what the buffer holds; returns how many samples
  /// were clipped.
  func render(_ frames: Range<Int>, into buffer: ChunkBuffer) -> Int {
    let clippedBefore = renderer.clippedSamples
    buffer.fill(byteCount: frames.count * rendition.bytesPerFrame) { bytes in
      renderer.encode(frames, into: &bytes)
    }
    return renderer.clippedSamples - clippedBefore
  }
}
