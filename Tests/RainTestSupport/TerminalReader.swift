package import Platform

/// What a terminal shows after some output: printable characters, the cursor, SGR and erasing (ECMA-48). It
/// fails on anything else, so that nothing unknown is sent.
package struct TerminalReader: Equatable {
  package struct Cell: Equatable {
    package var character: Character = " "
    /// The parameters of SGR, such as `0;36`.
    package var style = "0"
  }

  package let columns: Int
  package let lines: Int
  package private(set) var cells: [Cell]
  /// What it did not understand.
  package private(set) var unknown: [String] = []
  private var line = 0
  private var column = 0
  private var style = "0"

  package init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    cells = [Cell](repeating: Cell(), count: columns * lines)
  }

  package static func == (a: TerminalReader, b: TerminalReader) -> Bool {
    a.columns == b.columns && a.lines == b.lines && a.cells == b.cells
  }

  package func text(line: Int) -> String {
    String(cells[line * columns..<(line + 1) * columns].map(\.character))
  }

  /// Takes output.
  package mutating func read(_ text: String) {
    var rest = Substring(text)
    while let first = rest.popFirst() {
      if first == "\u{1B}" {
        guard rest.popFirst() == "[", let end = rest.firstIndex(where: { "@"..."~" ~= $0 }) else {
          unknown.append("an escape")
          return
        }
        take(String(rest[..<end]), rest[end])
        rest = rest[rest.index(after: end)...]
      } else if first.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) {
        if column >= columns || line >= lines {
          unknown.append("\(first) beyond the edge")
        } else {
          cells[line * columns + column] = Cell(character: first, style: style)
          column += 1
        }
      } else {
        unknown.append("a control character")
      }
    }
  }

  private mutating func take(_ parameters: String, _ final: Character) {
    switch final {
    case "H":
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      (line, column) = numbers.count == 2 ? (numbers[0] - 1, numbers[1] - 1) : (0, 0)
      if !(0..<lines).contains(line) || !(0..<columns).contains(column) {
        unknown.append("cursor at \(parameters)")
        (line, column) = (0, 0)
      }
    case "m": style = parameters
    case "J" where parameters == "2":
      cells = [Cell](repeating: Cell(), count: columns * lines)
    case "h" where parameters.hasPrefix("?"), "l" where parameters.hasPrefix("?"): break
    default: unknown.append("\(parameters)\(final)")
    }
  }
}

extension CellGrid {
  /// The text of a line.
  package func text(line: Int) -> String { String((0..<columns).map { self[line, $0].character }) }
}
