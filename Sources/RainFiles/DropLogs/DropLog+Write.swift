extension DropLog {
  /// Hands the log to `sink`, piece by piece.
  ///
  /// - Parameters:
  ///   - format: Its form.
  ///   - hasHeader: Whether a CSV begins with the names of its columns; nil: if it begins with the rain.
  ///   - threads: The threads that draw drops, 1 or more. Their number does not change a byte.
  ///   - sink: Takes the bytes. An error that it throws ends the log.
  /// - Throws: The error of the sink.
  public nonisolated(nonsending) func write<Refusal: Error>(
    as format: DropLogFormat, hasHeader: Bool? = nil, threads: Int,
    to sink: ([UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    // An excerpt without a frame has no header, or the lists that follow it would have a second one.
    let isBeginning = job.frames.lowerBound == 0 && (!job.frames.isEmpty || job.totalFrames == 0)
    if hasHeader ?? isBeginning { try sink(format.header(job.layout)) }
    try await DropLogPieces(self, as: format).forEach(threads: threads, sink)
  }
}
