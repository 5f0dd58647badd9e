extension DropLog {
  /// Hands the log to `sink`, piece by piece.
  ///
  /// - Parameters:
  ///   - format: Its form.
  ///   - ground: In m²: what falls on so much ground instead, by the law of sizes.
  ///   - hasHeader: Whether a CSV begins with the names of its columns; nil: if it begins with the rain.
  ///   - threads: The threads that draw drops, 1 or more. Their number does not change a byte.
  ///   - sink: Takes the bytes. An error that it throws ends the log.
  /// - Throws: The error of the sink.
  public nonisolated(nonsending) func write<Refusal: Error>(
    as format: DropLogFormat, ground: Double? = nil, hasHeader: Bool? = nil, threads: Int,
    to sink: ([UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    if hasHeader ?? job.isBeginning { try sink(format.header(ground == nil ? job.layout : nil)) }
    let ground = ground.map {
      GroundDrops(
        job.automation, squareMeters: $0, sampleRate: job.sampleRate, seed: job.seed, loop: job.loop
      )
    }
    // In pieces that several threads make in constant memory: a second at first, so that a reader has the first drops
    // at once, then longer, since each begins with a seek.
    let longest = min(
      Self.mostSeconds, Self.dropsPerPiece / max(1, ground?.perSecond ?? mostPerSecond))
    var (remaining, seconds) = (job.frames, 1)
    // One more than there are threads, so that none waits while the caller writes.
    let most = threads == 1 ? 1 : threads + 1
    var tasks: [Task<[UInt8], Never>] = []
    while true {
      while tasks.count < most, !remaining.isEmpty {
        let count = min(remaining.count, seconds * job.sampleRate)
        let piece = remaining.lowerBound..<remaining.lowerBound + count
        remaining = piece.upperBound..<remaining.upperBound
        seconds = max(1, min(2 * seconds, Int(longest)))
        tasks.append(Task { @concurrent [self] in rows(of: piece, as: format, ground) })
      }
      if tasks.isEmpty { return }
      try sink(await tasks.removeFirst().value)
    }
  }

  /// Drops of a piece, about, and its longest time in s.
  private static let dropsPerPiece = 8000.0
  private static let mostSeconds = 64.0

  /// The mean rate in drops/s; where it moves, the highest.
  private var mostPerSecond: Double { job.automation.mostDrops / 60 }

  private func rows(
    of frames: Range<Int>, as format: DropLogFormat, _ ground: GroundDrops?
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    if var ground {
      ground.forEach(in: frames) { frame, diameter, speed in
        format.append((frame, Double(frame) / Double(job.sampleRate), diameter, speed), to: &bytes)
      }
      return bytes
    }
    forEach(in: frames, hasEnds: format.hasEnds) { format.append($0, to: &bytes) }
    return bytes
  }
}
