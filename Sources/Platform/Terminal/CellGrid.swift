/// How a cell of a screen looks.
package enum CellStyle: UInt8, Sendable {
  case plain, dim, bold, reversed
  /// Colors; without color they are plain, or bold for a warning.
  case accent, good, warm, warning

  /// The parameters of SGR, "select graphic rendition", of ECMA-48.
  fileprivate func parameters(isColored: Bool) -> String {
    switch self {
    case .plain: "0"
    case .dim: isColored ? "0;2" : "0"
    case .bold: "0;1"
    case .reversed: "0;7"
    case .accent: isColored ? "0;36" : "0"
    case .good: isColored ? "0;32" : "0"
    case .warm: isColored ? "0;33" : "0"
    case .warning: isColored ? "0;1;31" : "0;1"
    }
  }
}

/// The cells of a screen, each with one character that takes one column.
package struct CellGrid: Sendable, Equatable {
  package struct Cell: Sendable, Equatable {
    package var character: Character
    package var style: CellStyle

    package init(_ character: Character = " ", _ style: CellStyle = .plain) {
      (self.character, self.style) = (character, style)
    }
  }

  package let columns: Int
  package let lines: Int
  private var cells: [Cell]

  package init(columns: Int, lines: Int) {
    self.columns = max(1, columns)
    self.lines = max(1, lines)
    cells = [Cell](repeating: Cell(), count: self.columns * self.lines)
  }

  package subscript(line: Int, column: Int) -> Cell {
    get { cells[line * columns + column] }
    set { cells[line * columns + column] = newValue }
  }

  /// Writes text from a cell on, up to `end` or the right edge. A character that may take two columns becomes
  /// a question mark: terminals do not agree on the width of all.
  package mutating func put(
    _ text: String, line: Int, column: Int, _ style: CellStyle = .plain, end: Int = .max
  ) {
    guard (0..<lines).contains(line) else { return }
    var column = column
    for character in text {
      if column >= min(columns, end) { break }
      if column >= 0 {
        self[line, column] = Cell(Self.isNarrow(character) ? character : "?", style)
      }
      column += 1
    }
  }

  private static func isNarrow(_ character: Character) -> Bool {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return false
    }
    return 0x20..<0x7F ~= scalar.value || 0xA0..<0x1100 ~= scalar.value
      || 0x2000..<0x2E80 ~= scalar.value
  }

  /// The text that turns a terminal that shows `old` into this: the cells that differ; empty if none do.
  /// Where the sizes differ, or nothing is known of the old screen, it is cleared first.
  package func changes(from old: CellGrid?, isColored: Bool) -> String {
    var text = ""
    var style: CellStyle?
    let known = old.flatMap { $0.columns == columns && $0.lines == lines ? $0 : nil }
    if known == nil { text += "\u{1B}[0m\u{1B}[2J" }
    let base = known ?? CellGrid(columns: columns, lines: lines)
    var cursor: (line: Int, column: Int)?
    for line in 0..<lines {
      for column in 0..<columns where self[line, column] != base[line, column] {
        let cell = self[line, column]
        if cursor?.line != line || cursor?.column != column {
          text += "\u{1B}[\(line + 1);\(column + 1)H"
        }
        if cell.style != style {
          text += "\u{1B}[\(cell.style.parameters(isColored: isColored))m"
          style = cell.style
        }
        text.append(cell.character)
        // Behind the last column, terminals differ in where the cursor is.
        cursor = column + 1 < columns ? (line, column + 1) : nil
      }
    }
    if text.isEmpty { return "" }
    if style != nil { text += "\u{1B}[0m" }
    // Terminals that know this mode show the frame at once; all others ignore it.
    return "\u{1B}[?2026h\(text)\u{1B}[?2026l"
  }
}
