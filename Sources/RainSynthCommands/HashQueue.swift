/// Renditions that are hashed side by side, as many as there are threads, and told in order.
struct HashQueue {
  private enum Event: Sendable {
    case rendered(Int, frames: Int)
    case finished(Int, Result)
  }

  struct Result: Sendable {
    let hash: MarkedHash
    let clippedSamples: Int
  }

  private let renditions: [Rendition]

  init(_ renditions: [Rendition]) {
    self.renditions = renditions
  }

  /// Hands the result of every rendition and its number to `sink`.
  nonisolated(nonsending) func run(
    _ settings: Settings, to sink: (Int, Result) throws(Failure) -> Void
  ) async throws(Failure) {
    guard !renditions.isEmpty else { return }
    let jobs = settings.jobs
    // Renditions may differ in their rates; progress counts in that of the settings.
    let rates = renditions.map { Double(settings.sampleRate) / Double($0.sampleRate) }
    let totalFrames = zip(renditions, rates).reduce(0) { $0 + Double($1.0.frames.count) * $1.1 }
    var progress = settings.makeProgress(totalFrames: Int(min(totalFrames, 9e18)))
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let sideBySide = min(jobs, renditions.count)
    var started = 0
    while started < sideBySide {
      start(started, jobs: jobs / sideBySide, sender)
      started += 1
    }
    var results: [Int: Result] = [:]
    var told = 0
    for await event in events {
      switch event {
      case .rendered(let number, let frames):
        progress.advance(by: Int(Double(frames) * rates[number]))
      case .finished(let number, let result):
        results[number] = result
        if started < renditions.count {
          start(started, jobs: jobs / sideBySide, sender)
          started += 1
        }
      }
      while let result = results.removeValue(forKey: told) {
        progress.finish()
        try sink(told, result)
        told += 1
      }
      if told == renditions.count { break }
    }
  }

  private func start(_ number: Int, jobs: Int, _ sender: AsyncStream<Event>.Continuation) {
    var rendition = renditions[number]
    rendition.jobs = jobs
    Task { @concurrent [rendition] in
      var hash = MarkedHash(rendition)
      let clippedSamples = await rendition.deliver { bytes in
        hash.update(bytes)
        sender.yield(.rendered(number, frames: bytes.count / rendition.bytesPerFrame))
      }
      sender.yield(.finished(number, Result(hash: hash, clippedSamples: clippedSamples)))
    }
  }
}
