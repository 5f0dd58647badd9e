/// Words as a POSIX shell reads them.
package enum ShellWord {
  /// The word in single quotation marks, where no character is special.
  package static func quoted(_ word: String) -> String {
    "'\(word.replacing(["'": "'\\''"]))'"
  }

  /// The word as a person would type it: quoted only where that is needed.
  package static func written(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      $0.isDigit || $0.isLetter || "-_=+./:,%@".utf8.contains($0)
    }
    return isPlain && !word.isEmpty ? word : quoted(word)
  }

  /// A command line as a person would type it.
  package static func line(_ words: [String]) -> String {
    words.map(written).joined(separator: " ")
  }

  /// The words of a line, without their quotation marks and backslashes; nil where a quotation mark is not closed.
  package static func words(of line: Substring) -> [String]? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isWord = false
    var scalars = line.unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case " ", "\t", "\n":
        if isWord { words.append(String(word)) }
        (word, isWord) = (String.UnicodeScalarView(), false)
        continue
      case "'", "\"":
        guard let end = scalars.firstIndex(of: scalar) else { return nil }
        word.append(contentsOf: scalars[..<end])
        scalars = scalars[scalars.index(after: end)...]
      case "\\":
        guard let next = scalars.popFirst() else { return nil }
        word.append(next)
      default: word.append(scalar)
      }
      isWord = true
    }
    return isWord ? words + [String(word)] : words
  }
}
