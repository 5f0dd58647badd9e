internal import RainAudio
internal import RainFiles
internal import Text

/// The SHA-256 of the bytes of a job, with checkpoints on the way.
struct CheckpointedHash: Sendable {
  private var hash = SHA256()
  private(set) var checkpoints: Checkpoints
  private let beginning: Double  // s
  private let bytesPerCheckpoint: Int
  private var bytesToCheckpoint: Int

  init(_ job: Rendering) {
    checkpoints = Checkpoints(seconds: job.frames.count / job.sampleRate)
    beginning = Double(job.frames.lowerBound) / Double(job.sampleRate)
    bytesPerCheckpoint = checkpoints.spacing * job.sampleRate * job.bytesPerFrame
    bytesToCheckpoint = bytesPerCheckpoint
  }

  /// The digits of the whole hash.
  var digits: String { SHA256.hex(hash.finalize()) }

  /// The time in the rain, in seconds, after so many seconds of the job.
  func time(after seconds: Int) -> String {
    FixedPoint.trimmed(beginning + Double(seconds), decimals: 3)
  }

  /// Hashes several jobs at once, and hands out the number and the hash of each in order.
  nonisolated(nonsending) static func each(
    of jobs: [Rendering], _ flags: RenderFlags, to sink: (Int, CheckpointedHash) throws -> Void
  ) async throws {
    let queue = RenderQueue(jobs.map { [$0] }, sampleRate: flags.sampleRate) {
      _, group, threads, advance in
      let job = group[0]
      var hash = CheckpointedHash(job)
      _ = await job.deliver(threads: threads) { bytes in
        hash.update(bytes)
        await advance(bytes.count / job.bytesPerFrame)
      }
      return hash
    }
    try await queue.run(
      threads: flags.threads, progress: flags.makeProgress(of: queue), to: sink)
  }

  private mutating func update(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      // No checkpoint at the very end; the whole hash covers it.
      if bytesToCheckpoint == 0 {
        checkpoints.append(hash)
        bytesToCheckpoint = bytesPerCheckpoint
      }
      let count = min(bytesToCheckpoint, bytes.count - done)
      hash.update(bytes.span.extracting(done..<done + count))
      bytesToCheckpoint -= count
      done += count
    }
  }
}
