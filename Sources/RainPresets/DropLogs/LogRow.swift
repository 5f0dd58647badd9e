/// The value of a column of a log.
enum LogValue {
  case number(Double?, decimals: Int)
  case word(String?)

  func append(to bytes: inout [UInt8], asJSON: Bool) {
    switch self {
    case .number(let number?, let decimals):
      FixedPoint.append(number, decimals: decimals, to: &bytes)
    case .word(let word?): bytes += (asJSON ? JSONText.string(word) : word).utf8
    case .number, .word: if asJSON { bytes += "null".utf8 }
    }
  }
}

/// A row of a log, column by column: a line of a CSV, or an object of JSON on a line.
struct LogRow {
  private let isJSON: Bool
  private var before: UInt8?

  @inline(__always)
  init(asJSON isJSON: Bool) {
    self.isJSON = isJSON
    before = isJSON ? UInt8(ascii: "{") : nil
  }

  @inline(__always)
  mutating func append(_ key: String, _ value: LogValue, to bytes: inout [UInt8]) {
    if let before { bytes.append(before) }
    before = UInt8(ascii: ",")
    if isJSON { bytes += "\"\(key)\":".utf8 }
    value.append(to: &bytes, asJSON: isJSON)
  }

  @inline(__always)
  func end(_ bytes: inout [UInt8]) {
    if isJSON { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: "\n"))
  }
}
