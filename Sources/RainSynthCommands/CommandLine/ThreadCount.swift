internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

/// The number of threads that render: the flag --jobs.
enum ThreadCount {
  private static let range = 1...1024

  static let option = Option(
    "jobs", short: "j", takes: "N", "threads; never change a sample",
    range: "\(range.lowerBound) .. \(range.upperBound)", standard: "all processors")

  /// As many threads as the command line asks for, at most one for each processor.
  static func read(_ commandLine: ParsedCommandLine) throws(UsageError) -> Int {
    guard let text = commandLine["jobs"] else { return Processors.count }
    guard let threads = Int(text), range.contains(threads) else {
      throw UsageError(
        "--jobs takes \(range.lowerBound) .. \(range.upperBound), not \(text.quoted)")
    }
    return min(threads, Processors.count)
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
