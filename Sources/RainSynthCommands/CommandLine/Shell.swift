internal import Text

/// Command lines as a person types them.
enum Shell {
  static func line(_ words: [String]) -> String {
    words.map(ShellWord.written).joined(separator: " ")
  }
}
