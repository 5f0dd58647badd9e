internal import RainFiles

/// Works on several groups of jobs at once and hands out their results in order.
struct RenderQueue<Result: Sendable> {
  /// Renders the jobs of one group with a number of threads, and reports the frames that are done.
  typealias Work =
    @Sendable (
      _ number: Int, _ group: [Rendering], _ threads: Int, _ advance: (_ frames: Int) async -> Void
    ) async -> Result

  private enum Event: Sendable {
    case rendered(Int, frames: Int)
    case finished(Int, Result)
  }

  /// The most groups at once.
  private static var mostAtOnce: Int { 64 }

  /// Frames between two yields of a thread: about 20 ms of its time.
  private static var framesBetweenYields: Int { 1 << 20 }

  let groups: [[Rendering]]
  /// Progress is counted in frames of this sample rate; groups may have other rates.
  let sampleRate: Int
  /// The names of the groups in the progress line.
  var names: [String]?
  let work: Work

  /// The frames of all jobs, counted at the sample rate of the queue.
  var totalFrames: Int {
    let frames = groups.reduce(0) { sum, group in
      group.reduce(sum) { $0 + Double($1.frames.count) * scale(of: group) }
    }
    return Int(min(frames, 9e18))
  }

  /// All jobs of a group have one rate.
  private func scale(of group: [Rendering]) -> Double {
    Double(sampleRate) / Double(group.first?.sampleRate ?? sampleRate)
  }

  /// How many groups are worked on at once with so many threads.
  static func groupsAtOnce(threads: Int) -> Int { min(threads, mostAtOnce) }

  /// Hands the number and the result of every group to `sink`.
  func run(threads: Int, progress: Progress, to sink: (Int, Result) throws -> Void) async throws {
    guard !groups.isEmpty else { return }
    var progress = progress
    defer { progress.finish() }
    guard threads > 1 else {
      // On the thread of the caller: where no thread can be started, a task would wait for ever.
      for number in groups.indices {
        progress.name = names?[number]
        let result = await work(number, groups[number], 1) { frames in
          progress.advance(by: Int(Double(frames) * scale(of: groups[number])))
        }
        progress.finish()
        try sink(number, result)
      }
      return
    }
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let atOnce = min(Self.groupsAtOnce(threads: threads), groups.count)
    // The first groups take the threads that are left over, and hand their threads on when they are done.
    var shares = (0..<atOnce).map { threads / atOnce + ($0 < threads % atOnce ? 1 : 0) }
    for number in 0..<atOnce { start(number, threads: shares[number], sender) }
    var started = atOnce
    var results: [Int: Result] = [:]
    var handedOut = 0
    for await event in events {
      progress.name = names?[handedOut]
      switch event {
      case .rendered(let number, let frames):
        progress.advance(by: Int(Double(frames) * scale(of: groups[number])))
      case .finished(let number, let result):
        results[number] = result
        if started < groups.count {
          shares.append(shares[number])
          start(started, threads: shares[started], sender)
          started += 1
        }
      }
      while let result = results.removeValue(forKey: handedOut) {
        progress.finish()
        try sink(handedOut, result)
        handedOut += 1
      }
      if handedOut == groups.count { break }
    }
  }

  private func start(_ number: Int, threads: Int, _ sender: AsyncStream<Event>.Continuation) {
    Task { @concurrent [group = groups[number], work] in
      var framesSinceYield = 0
      let result = await work(number, group, threads) { frames in
        sender.yield(.rendered(number, frames: frames))
        // All threads of the pool may be busy: yield now and then, so that the task that shows the
        // progress can run. Not after each block, because another thread may resume this task.
        framesSinceYield += frames
        if framesSinceYield >= Self.framesBetweenYields {
          framesSinceYield = 0
          await Task.yield()
        }
      }
      sender.yield(.finished(number, result))
    }
  }
}
