import RainGauges
import Testing
import Text

/// A table, read with flags as they are typed behind `rainsynth gauge`.
func gauge(_ bytes: [UInt8], _ flags: String = "") throws -> Gauge {
  var options = GaugeOptions()
  let words = try #require(ShellWord.words(of: Substring(flags)))
  for (flag, value) in zip(words, words.dropFirst()) {
    switch flag {
    case "--column": options.column = value
    case "--time-column": options.timeColumn = value
    case "--time-format": options.timeFormat = value
    case "--unit": options.unit = value
    case "--rows": options.rows = value
    case "--station": options.station = value
    case "--tip": options.tip = Double(value)
    default: break
    }
  }
  return try Gauge(bytes, path: "g.csv", options)
}

func gauge(_ text: String, _ flags: String = "") throws -> Gauge {
  try gauge(Array(text.utf8), flags)
}

/// The sentence of a table that is refused.
func refusal(_ text: String, _ flags: String = "") -> String {
  let error = #expect(throws: Flaw.self) { try gauge(text, flags) }
  return error?.description ?? ""
}

/// The flags that a refusal offers, and what it says that they read, in mm.
func offers(_ sentence: String) -> [(flags: String, millimeters: Double)] {
  sentence.matches(of: /((?:--[a-z-]+ (?:'[^']*'|[^ ,;]+) )+)reads ([0-9.]+) mm/).map {
    (String($0.1), Double($0.2) ?? .nan)
  }
}

/// A table with two columns, and rows so many minutes apart.
func table(_ name: String, _ numbers: String, minutes: Int = 5, time: String = "time") -> String {
  let rows = numbers.split(separator: " ", omittingEmptySubsequences: false).enumerated()
  return "\(time);\(name)\n"
    + rows.map { "\(1_746_057_600 + 60 * minutes * $0);\($1 == "_" ? "" : $1)\n" }.joined()
}
