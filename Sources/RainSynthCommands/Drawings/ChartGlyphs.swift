/// What charts for a terminal are drawn with.
struct ChartGlyphs {
  let isUnicode: Bool
  /// The dots of a character.
  let dotColumns: Int
  let dotRows: Int
  let bar, tick, corner, line, mark, start, end, single: Character
  let separator: String
  /// From none to the darkest.
  let shades: [Character]

  static let unicode = ChartGlyphs(
    isUnicode: true, dotColumns: 2, dotRows: 4, bar: "│", tick: "┤", corner: "└", line: "─",
    mark: "┬", start: "├", end: "┤", single: "│", separator: " · ",
    shades: Array(" .:░▒▓█"))
  static let ascii = ChartGlyphs(
    isUnicode: false, dotColumns: 1, dotRows: 2, bar: "|", tick: "+", corner: "+", line: "-",
    mark: "+", start: "|", end: "|", single: "|", separator: ", ",
    shades: Array(" .:-=+*#%@"))

  /// The bit of a dot of a Braille character: Unicode counts the upper six down the columns, the
  /// lowest two came later.
  func bit(_ column: Int, _ row: Int) -> UInt8 {
    row == 3 ? 0x40 << column : 1 << (column * 3 + row)
  }

  func character(_ dots: UInt8) -> Character {
    if !isUnicode { return [" ", "'", ".", "|"][Int(dots & 3)] }
    guard let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else {
      preconditionFailure("U+2800 to U+28FF are the Braille patterns")
    }
    return Character(scalar)
  }

  /// The line without what the screen does not show.
  func shown(_ line: String) -> String {
    isUnicode
      ? line
      : line.unicodeScalars.map { $0 == "…" ? "~" : $0.isASCII ? String($0) : "?" }.joined()
  }
}
