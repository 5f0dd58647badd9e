/// The times of several runs of the same work.
struct Measurement {
  let median: Double
  let least: Double
  let most: Double

  private static let runs = 5

  /// Runs `work` once without measuring, then five times. `work` does `units` units of work; the times
  /// are in nanoseconds per unit.
  @MainActor
  init(units: Int, _ work: @MainActor () async throws -> Void) async rethrows {
    try await work()
    var times: [Double] = []
    for _ in 0..<Self.runs {
      let start = ContinuousClock.now
      try await work()
      let time = (ContinuousClock.now - start).components
      times.append((Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9) / Double(units))
    }
    self.init(times)
  }

  /// - Parameter times: at least one.
  init(_ times: [Double]) {
    let times = times.sorted()
    median = times[times.count / 2]
    least = times[0]
    most = times[times.count - 1]
  }
}
