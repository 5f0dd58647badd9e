internal import Synchronization

/// Works on several groups of jobs at once and hands out their results in order.
struct RenderQueue<Result: Sendable> {
  let groups: [[Rendering]]
  /// Progress is counted in frames of this sample rate; groups may have other rates.
  let sampleRate: Int
  var names: [String]?
  /// Renders the jobs of one group with a number of threads, and reports the frames that are done.
  let work:
    @Sendable (
      _ number: Int, _ group: [Rendering], _ threads: Int, _ advance: (_ frames: Int) -> Void
    ) async -> Result

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

  /// How many groups are worked on at once with so many threads, 64 at most.
  static func groupsAtOnce(threads: Int) -> Int { min(threads, 64) }

  /// Hands the number and the result of every group to `sink`.
  func run(threads: Int, progress: Progress, to sink: (Int, Result) throws -> Void) async throws {
    guard !groups.isEmpty else { return }
    let progress = Mutex(progress)
    defer { progress.withLock { $0.finish() } }
    let render = { @Sendable (number: Int, threads: Int) in
      await work(number, groups[number], threads) { frames in
        progress.withLock { $0.advance(by: Int(Double(frames) * scale(of: groups[number]))) }
      }
    }
    var handedOut = 0
    func handOut(_ result: Result) throws {
      try progress.withLock { progress in
        progress.finish()
        try sink(handedOut, result)
        handedOut += 1
        progress.name = names?.dropFirst(handedOut).first
      }
    }
    progress.withLock { $0.name = names?.first }
    guard threads > 1 else {
      // On the thread of the caller: where no thread can be started, a task would wait for ever.
      for number in groups.indices { try handOut(await render(number, 1)) }
      return
    }
    let (finished, sender) = AsyncStream.makeStream(
      of: (number: Int, threads: Int, result: Result).self)
    func start(_ number: Int, threads: Int) {
      Task { @concurrent in sender.yield((number, threads, await render(number, threads))) }
    }
    // The first groups take the threads that are left over, and hand their threads on when they are done.
    var started = min(Self.groupsAtOnce(threads: threads), groups.count)
    for number in 0..<started {
      start(number, threads: threads / started + (number < threads % started ? 1 : 0))
    }
    var results: [Int: Result] = [:]
    for await (number, threads, result) in finished {
      results[number] = result
      if started < groups.count {
        start(started, threads: threads)
        started += 1
      }
      while let result = results.removeValue(forKey: handedOut) { try handOut(result) }
      if handedOut == groups.count { break }
    }
  }
}
