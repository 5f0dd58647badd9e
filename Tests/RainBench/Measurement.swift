internal import Platform
internal import Text

/// The times of several runs of the same work.
struct Measurement {
  /// From the least to the most.
  let times: [Double]

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
    self.init(times: times)
  }

  init(times: [Double]) { self.times = times.sorted() }

  /// The median, the least and the most.
  var texts: [String] {
    [times.count / 2, 0, times.count - 1].map { FixedPoint.text(times[$0], decimals: 2) }
  }
}

/// Prints measurements: a table for people, or a line of JSON for each row.
struct Report {
  let isJSON: Bool
  var section = ""

  /// Begins a part of the table with numbers in `unit`.
  mutating func begin(_ title: String, in unit: String) throws {
    section = "\(title), \(unit)"
    if !isJSON { try write("\n" + Self.row(section, ["median", "least", "most"])) }
  }

  /// Adds a row to the current part.
  func add(_ name: String, _ measurement: Measurement) throws {
    let texts = measurement.texts
    let members = zip(["median", "least", "most"], texts).map { (key: $0, json: $1) }
    let names = [("part", section), ("name", name)].map { (key: $0, json: JSONText.string($1)) }
    try write(isJSON ? JSONText.line(names + members) + "\n" : Self.row(name, texts))
  }

  private static func row(_ name: String, _ texts: [String]) -> String {
    let margin = "".padded(to: max(1, 44 - name.count))
    return name + margin + texts.map { " " + $0.padded(to: 10) }.joined() + "\n"
  }

  private func write(_ text: String) throws { try StandardOutput.write(Array(text.utf8).span) }
}
