internal import Platform
internal import Text

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
      times.append((.now - start) / .nanoseconds(units))
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

/// Prints measurements: a table for people, or a line of JSON for each row.
struct Report {
  let isJSON: Bool
  var section = ""

  /// Begins a part of the table with numbers in `unit`.
  mutating func begin(_ title: String, in unit: String) throws {
    section = "\(title), \(unit)"
    if !isJSON {
      try StandardOutput.write(
        Array("\n\(Self.left(section))\(Self.columns(["median", "least", "most"]))\n".utf8).span)
    }
  }

  /// Adds a row to the current part.
  func add(_ name: String, _ measurement: Measurement) throws {
    let numbers = [measurement.median, measurement.least, measurement.most].map {
      FixedPoint.text($0, decimals: 2)
    }
    let row =
      isJSON
      ? "{\"part\":\"\(section)\",\"name\":\"\(name)\",\"median\":\(numbers[0]),"
        + "\"least\":\(numbers[1]),\"most\":\(numbers[2])}\n"
      : "\(Self.left(name))\(Self.columns(numbers))\n"
    try StandardOutput.write(Array(row.utf8).span)
  }

  private static func left(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 44 - text.count))
  }

  private static func columns(_ texts: [String]) -> String {
    texts.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }
}
