/// The number of threads that render: the flag --jobs.
enum ThreadCount {
  private static let range = 1...1024

  static let option = Option(
    "jobs", short: "j", takes: "N",
    "number of threads, at most one a processor",
    range: "\(range.lowerBound) .. \(range.upperBound)", standard: "all processors")

  /// As many as the command line asks for, at most one a processor. They never change a sample.
  static func read(_ commandLine: ParsedCommandLine) throws -> Int {
    min(try commandLine.number(option.name, in: range) ?? .max, Processors.count)
  }

  /// The number of threads, or one if the system refuses to start that many.
  static func startable(_ threads: Int) -> Int {
    // A limit that has a name is reported as an error elsewhere.
    guard threads > 1, ProcessSetup.lack(threads: threads) == nil else { return threads }
    // One more runs the command.
    return ProcessSetup.canStart(threads: threads + 1) ? threads : 1
  }
}
