internal import Platform
internal import Text

/// Prints measurements: a table for people, or a line of JSON for each row.
struct Report {
  let isJSON: Bool
  private var section = ""

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  /// Begins a part of the table with numbers in `unit`.
  mutating func begin(_ title: String, in unit: String) throws {
    section = "\(title), \(unit)"
    if !isJSON {
      try StandardOutput().write(
        Array("\n\(Self.left(section))\(Self.columns(["median", "least", "most"]))\n".utf8))
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
    try StandardOutput().write(Array(row.utf8))
  }

  private static func left(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 44 - text.count))
  }

  private static func columns(_ texts: [String]) -> String {
    texts.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }
}
