/// Text laid out for a terminal of 80 columns.
enum TextLayout {
  static let columns = 80

  /// The words of the text, broken into lines of at most `width` characters; a longer word has a
  /// line of its own.
  static func wrap(_ text: String, width: Int) -> [String] {
    fill(text.split(separator: " ").map(String.init), width: width)
  }

  /// The pieces behind each other, as many on a line as fit.
  private static func fill(_ pieces: [String], width: Int) -> [String] {
    var lines: [String] = []
    for piece in pieces {
      if let line = lines.last, line.count + 1 + piece.count <= width {
        lines[lines.count - 1] = "\(line) \(piece)"
      } else {
        lines.append(piece)
      }
    }
    return lines
  }

  /// Two columns: terms, indented by two, and their explanations. An explanation is wrapped, with
  /// each of its parts on one line if the part fits. A term that reaches into the second column has
  /// a line of its own.
  static func table(_ rows: [(term: String, explanation: [String])], column: Int) -> String {
    var text = ""
    for row in rows {
      var lead = "  \(row.term)"
      if lead.count > column - 2 {
        text += "\(lead)\n"
        lead = ""
      }
      let width = columns - column
      for line in fill(row.explanation.flatMap { wrap($0, width: width) }, width: width) {
        text += "\(lead)\(String(repeating: " ", count: column - lead.count))\(line)\n"
        lead = ""
      }
    }
    return text
  }

  static func paragraph(_ text: String) -> String {
    wrap(text, width: columns).map { "\($0)\n" }.joined()
  }
}
