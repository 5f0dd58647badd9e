internal import Platform
internal import RainFiles
internal import Synchronization

/// The number of threads that render: the flag --jobs.
enum ThreadCount {
  private static let range = 1...1024

  static let option = Option(
    "jobs", short: "j", takes: "N",
    "number of threads, at most one a processor",
    range: "\(range.lowerBound) .. \(range.upperBound)", standard: "all processors")

  /// As many threads as the command line asks for, at most one for each processor. Their number never
  /// changes a sample.
  static func read(_ commandLine: ParsedCommandLine) throws -> Int {
    min(try commandLine.number(option.name, in: range) ?? .max, Processors.count)
  }

  /// Whether so many threads could be started when it was tried.
  private static let attempts = Mutex<[Int: Bool]>([:])

  /// The number of threads, or one if the system refuses to start that many.
  static func startable(_ threads: Int) -> Int {
    // A limit that has a name is reported as an error elsewhere.
    guard threads > 1, ProcessSetup.lack(threads: threads) == nil else { return threads }
    return attempts.withLock { attempts in
      // One more runs the command.
      let canStart = attempts[threads] ?? ProcessSetup.canStart(threads: threads + 1)
      attempts[threads] = canStart
      return canStart ? threads : 1
    }
  }
}
