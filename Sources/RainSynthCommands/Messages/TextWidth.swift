/// The width of text, rather too wide than too narrow.
package enum TextWidth {
  /// Columns of a terminal.
  package static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  /// The text, or its longest beginning followed by …, that fits into so many columns.
  package static func cut(_ text: String, columns limit: Int) -> String {
    if columns(text) <= limit { return text }
    var room = limit - 1
    var beginning = ""
    for scalar in text.unicodeScalars {
      room -= columns(scalar)
      if room < 0 { break }
      beginning.unicodeScalars.append(scalar)
    }
    return beginning + "…"
  }

  /// Hangul, Chinese, Japanese and pictures take two columns (Unicode Standard Annex 11), and some
  /// rare scripts beyond U+2E80 are counted as if they did.
  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    (0x1100...0x115F).contains(scalar.value) || scalar.value >= 0x2E80 ? 2 : 1
  }
}
