internal import RainFiles

/// Hashes several jobs at once.
enum HashQueue {
  static func make(_ jobs: [Rendering], _ settings: RenderFlags) -> RenderQueue<CheckpointedHash> {
    RenderQueue(jobs.map { [$0] }, sampleRate: settings.sampleRate) { _, group, threads, advance in
      let job = group[0]
      var hash = CheckpointedHash(job)
      _ = await job.deliver(threads: threads) { bytes in
        hash.update(bytes)
        await advance(bytes.count / job.bytesPerFrame)
      }
      return hash
    }
  }
}
