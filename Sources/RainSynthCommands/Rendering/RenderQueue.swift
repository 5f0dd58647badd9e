/// Renditions that are rendered side by side, as many as there are threads, and told in order.
struct RenderQueue<Result: Sendable> {
  /// What is done with the rendition of that number; it says how many frames are done.
  typealias Work =
    @Sendable (
      _ number: Int, _ rendition: RenderJob,
      _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
    ) async -> Result

  private enum Event: Sendable {
    case rendered(Int, frames: Int)
    case finished(Int, Result)
  }

  /// Each may have files open.
  private static var mostSideBySide: Int { 64 }

  /// Some twenty milliseconds of a thread's time.
  private static var framesUnbroken: Int { 1 << 20 }

  private let renditions: [RenderJob]
  private let work: Work

  init(_ renditions: [RenderJob], _ work: @escaping Work) {
    self.renditions = renditions
    self.work = work
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
    defer { progress.finish() }
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let sideBySide = min(jobs, renditions.count, Self.mostSideBySide)
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
    Task { @concurrent [rendition, work] in
      var unbroken = 0
      let result = await work(number, rendition) { frames in
        sender.yield(.rendered(number, frames: frames))
        // Where every thread renders, whoever tells of progress has to come between; not after each
        // block, since another thread may go on then.
        unbroken += frames
        if unbroken >= Self.framesUnbroken {
          unbroken = 0
          await Task.yield()
        }
      }
      sender.yield(.finished(number, result))
    }
  }
}
