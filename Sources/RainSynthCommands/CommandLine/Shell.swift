/// Command lines as a person types them.
enum Shell {
  static func line(_ words: [String]) -> String {
    words.map(word).joined(separator: " ")
  }

  /// The word as a shell takes it.
  static func word(_ word: String) -> String {
    func isPlain(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
        || "-_=+./:,%@".contains(character)
    }
    guard word.isEmpty || !word.allSatisfy(isPlain) else { return word }
    return "'" + word.map { $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
  }
}
