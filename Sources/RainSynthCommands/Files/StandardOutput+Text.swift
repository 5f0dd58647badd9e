internal import Platform
internal import Text

extension StandardOutput {
  /// Writes an answer. A terminal gets no control character.
  static func print(_ text: String) throws {
    try StandardOutput().write(Array(PlainText.lines(text).utf8))
  }

  /// Writes lines with names of files: byte for byte, so that a program finds the files, or safe to show
  /// on a terminal.
  static func printNames(_ text: String) throws {
    if StandardOutput().isTerminal {
      try print(text)
    } else {
      try StandardOutput().write(PathString.bytes(of: text))
    }
  }
}
