/// A renderer that renders one chunk of a job after the other, on a thread of its own.
actor RenderWorker {
  private let bytesPerFrame: Int
  private var renderer: JobRenderer

  init(_ job: RenderJob, _ parts: RenderedParts) {
    bytesPerFrame = parts.allBytesPerFrame(of: job)
    renderer = JobRenderer(job, startingAt: job.frames.lowerBound, parts)
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
