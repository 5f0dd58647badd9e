internal import RainFiles

/// The hash of a job, and how many samples were limited.
struct HashResult: Sendable {
  let hash: CheckpointedHash
  let limitedSamples: Int
}

/// Hashes several jobs at once.
enum HashQueue {
  static func make(_ jobs: [RenderJob], _ settings: Settings) -> RenderQueue<HashResult> {
    RenderQueue(jobs, sampleRate: settings.sampleRate) { _, job, threads, advance in
      var hash = CheckpointedHash(job)
      let limitedSamples = await job.deliver(threads: threads) { bytes in
        hash.update(bytes)
        await advance(bytes.count / job.bytesPerFrame)
      }
      return HashResult(hash: hash, limitedSamples: limitedSamples)
    }
  }
}
