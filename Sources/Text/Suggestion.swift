/// The name that somebody probably meant by a word that is none.
package enum Suggestion {
  /// The question after such a word; nil if no name is near. `show` writes the name as the reader knows it.
  package static func question(
    for word: String, in names: [String], shownAs show: (String) -> String = { $0 }
  ) -> String? {
    EditDistance.nearest(to: word, in: names).map { "did you mean \(show($0))?" }
  }

  /// The question as the end of a sentence, or else another end.
  package static func hint(
    for word: String, in names: [String], otherwise: String = "",
    shownAs show: (String) -> String = { $0 }
  ) -> String {
    question(for: word, in: names, shownAs: show).map { "; \($0)" } ?? otherwise
  }
}
