/// The words of help about a command, from a text in parts with blank lines between: first the
/// lines of its usage, then paragraphs on what it does, last whole command lines worth trying.
struct Page {
  let usage, details, examples: [String]

  /// Each value stands where the text has its name in braces.
  init(_ text: [UInt8], values: [String: String] = [:]) {
    var parts = Self.parts(text)
    (usage, examples) = (parts.removeFirst(), parts.removeLast())
    details = parts.map { lines in
      lines.joined(separator: " ").split { "{}".contains($0) }
        .map { values[String($0)] ?? String($0) }.joined()
    }
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
