/// A renderer that renders one chunk of a rendering after the other, on a thread of its own.
actor RenderWorker {
  private let bytesPerFrame: Int
  private var renderer: JobRenderer

  init(_ rendering: Rendering, _ parts: RenderedParts) {
    bytesPerFrame = parts.allBytesPerFrame(of: rendering)
    renderer = JobRenderer(rendering, startingAt: rendering.frames.lowerBound, parts)
  }

  /// Replaces the contents of the buffer by the bytes of the frames; returns how many samples were
  /// limited.
  func render(_ frames: Range<Int>, into buffer: ChunkBuffer) -> Int {
    let limitedBefore = renderer.limitedSamples
    buffer.fill(byteCount: frames.count * bytesPerFrame) { bytes in
      renderer.encode(frames, into: &bytes)
    }
    return renderer.limitedSamples - limitedBefore
  }
}
