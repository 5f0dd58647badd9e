/// Text laid out for a screen of so many columns.
package struct TextLayout {
  let columns: Int

  /// The words in lines of at most `width` characters; a longer word has a line of its own.
  package static func wrap(_ text: String, width: Int) -> [String] {
    fill(text.split(separator: " ").map(String.init), width: width)
  }

  /// Joins the pieces with spaces, as many on a line as fit.
  package static func fill(_ pieces: [String], width: Int) -> [String] {
    pieces.rows(within: width, gap: 1, width: \.count).map { $0.joined(separator: " ") }
  }

  /// Two columns: terms, indented by two, and their explanations, which begin in `column`. An
  /// explanation is wrapped, with each of its parts on one line if the part fits. A term that reaches
  /// into the second column has a line of its own, and so has every term of a narrow screen.
  func table(_ rows: [(term: String, explanation: [String])], column: Int) -> String {
    let column = columns < 2 * column ? 8 : column
    var text = ""
    for row in rows {
      var lead = "  \(row.term)"
      if lead.count > column - 2 {
        text += "\(lead)\n"
        lead = ""
      }
      let width = columns - column
      let lines = TextLayout.fill(
        row.explanation.flatMap { TextLayout.wrap($0, width: width) }, width: width)
      for line in lines {
        text += "\(lead)\(String(repeating: " ", count: column - lead.count))\(line)\n"
        lead = ""
      }
    }
    return text
  }

  func paragraph(_ text: String) -> String { lines(text, indentation: 0) }

  func lines(_ text: String, indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    return TextLayout.wrap(text, width: columns - indentation).map { "\(margin)\($0)\n" }.joined()
  }

  /// A command line, broken by backslashes so that a shell still reads it as one.
  func commandLine(_ text: String) -> String {
    if text.count + 2 <= columns { return "  \(text)\n" }
    let lines = TextLayout.wrap(text, width: columns - 6)
    return "  " + lines.joined(separator: " \\\n    ") + "\n"
  }
}

extension Array {
  /// The elements in rows, as many side by side as fit within a limit; a wider one has a row of its own.
  func rows<Length: Numeric & Comparable>(
    within limit: Length, gap: Length, width: (Element) -> Length
  ) -> [[Element]] {
    var rows: [[Element]] = []
    var end = Length.zero
    for element in self {
      let length = width(element)
      if !rows.isEmpty, end + gap + length <= limit {
        rows[rows.count - 1].append(element)
        end += gap + length
      } else {
        rows.append([element])
        end = length
      }
    }
    return rows
  }
}
