extension String {
  /// The text between quotation marks and on one line, whatever it holds: control characters are
  /// written as escapes, and what would fill the screen is cut.
  package var quoted: String {
    let longest = 64
    var text = ""
    for (count, scalar) in unicodeScalars.enumerated() {
      if count == longest {
        text += "..."
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
        text += scalar.escaped(asASCII: true)
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return "'\(text)'"
  }
}
