/// Text of unknown origin, made fit to stand in a line of ours: a file name or a key may hold line
/// breaks, terminal controls, or a megabyte.
package enum PlainText {
  /// The text on one line, with every invisible character by its number, and cut with … after
  /// `limit` characters.
  package static func line(_ text: String, limit: Int = 40) -> String {
    precondition(limit > 0, "a line holds at least one character")
    var line = ""
    var length = 0
    for scalar in text.unicodeScalars {
      if length == limit { return line + "…" }
      if isVisible(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += number(of: scalar)
      }
      length += 1
    }
    return line
  }

  /// A code point as Unicode writes it, such as U+00A0.
  package static func number(of scalar: Unicode.Scalar) -> String {
    "U+" + hexadecimal(scalar.value, digits: 4)
  }

  /// A number in upper-case hexadecimal, with zeros in front up to so many digits.
  package static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      false
    case .spaceSeparator:
      scalar == " "
    default:
      true
    }
  }
}
