/// The words of help about a command.
struct Page {
  /// The words behind the command's name in its usage lines, one string a line; at least one.
  let usage: [String]
  /// Paragraphs that explain more than the summary.
  var details: [String] = []
  /// Whole command lines worth trying.
  var examples: [String] = []
}

extension Page {
  /// From a text in parts with blank lines between: first the usage, then the details, last the
  /// examples. Each value stands where the text has its name in braces.
  init(_ text: [UInt8], values: [String: String] = [:]) {
    let parts = Self.parts(text)
    let details = parts.dropFirst().dropLast().map { lines in
      lines.joined(separator: " ").split { "{}".contains($0) }
        .map { values[String($0)] ?? String($0) }.joined()
    }
    self.init(usage: parts[0], details: details, examples: parts[parts.count - 1])
  }

  /// The parts of a text that has no others than paragraphs.
  static func paragraphs(_ text: [UInt8]) -> [String] {
    parts(text).map { $0.joined(separator: " ") }
  }

  /// The lines of a text that is one part.
  static func lines(_ text: [UInt8]) -> [String] { parts(text).flatMap(\.self) }

  private static func parts(_ text: [UInt8]) -> [[String]] {
    String(decoding: text, as: UTF8.self).split(separator: "\n\n")
      .map { $0.split(separator: "\n").map(String.init) }
  }
}
