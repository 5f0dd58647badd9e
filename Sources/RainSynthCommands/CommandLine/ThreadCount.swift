internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Synchronization
internal import Wording

/// The number of threads that render: the flag --jobs.
enum ThreadCount {
  private static let range = 1...1024

  static let option = Option(
    "jobs", short: "j", takes: "N", "number of threads; the samples do not depend on it",
    range: "\(range.lowerBound) .. \(range.upperBound)", standard: "all processors")

  /// As many threads as the command line asks for, at most one for each processor; one where the system
  /// refuses to start that many. Their number never changes a sample.
  static func read(_ commandLine: ParsedCommandLine) throws(UsageError) -> Int {
    guard let text = commandLine["jobs"] else { return startable(Processors.count) }
    guard let threads = Int(text), range.contains(threads) else {
      throw UsageError(
        "--jobs takes \(range.lowerBound) .. \(range.upperBound), not \(text.quoted)")
    }
    return startable(min(threads, Processors.count))
  }

  /// Whether so many threads could be started when it was tried.
  private static let attempts = Mutex<[Int: Bool]>([:])

  /// The number of threads, or one if that many cannot be started.
  private static func startable(_ threads: Int) -> Int {
    // A limit that has a name is reported as an error elsewhere.
    guard threads > 1, ProcessSetup.lack(threads: threads) == nil else { return threads }
    let canStart = attempts.withLock { attempts in
      if let known = attempts[threads] { return known }
      // One more runs the command.
      let canStart = ProcessSetup.canStart(threads: threads + 1)
      attempts[threads] = canStart
      return canStart
    }
    return canStart ? threads : 1
  }

  /// Whether a command renders with several threads. A mistake in --jobs is reported by the command.
  static func isSeveral(_ commandLine: ParsedCommandLine) -> Bool {
    guard let threads = try? read(commandLine), threads > 1 else { return false }
    return ProcessSetup.lack(threads: threads) == nil
  }

  /// Runs the body on the thread pool instead of the main thread. The thread that rendered a chunk
  /// then usually also writes it, out of its own cache.
  nonisolated(nonsending) static func leavingMainThread(
    _ body: @escaping @Sendable () async throws(Failure) -> Void
  ) async throws(Failure) {
    let result = await Task { @concurrent () -> Result<Void, Failure> in
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }.value
    try result.get()
  }
}
