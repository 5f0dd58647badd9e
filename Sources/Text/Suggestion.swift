/// The name that somebody probably meant by an unknown word.
package enum Suggestion {
  /// The name that was probably meant: one that the word begins, or the nearest within a third of
  /// the word's length (at least one letter); nil if there is none.
  package static func nearest(to word: String, in names: [String]) -> String? {
    // Longer words match no name, and the work grows with the length.
    guard word.utf8.count <= 64 else { return nil }
    let begun = names.filter { $0.utf8.starts(with: word.utf8) }
    if word.utf8.count > 1, let shortest = begun.min(by: { $0.utf8.count < $1.utf8.count }) {
      return shortest
    }
    let candidates = names.map { (name: $0, distance: EditDistance.between(word, $0)) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, word.utf8.count / 3)
    else { return nil }
    return best.name
  }

  /// The question whether a name was meant.
  package static func question(_ name: String) -> String { "did you mean \(name)?" }

  /// The question after such a word; nil if no name is near. `show` writes the name as the reader knows it.
  package static func question(
    for word: String, in names: [String], shownAs show: (String) -> String = { $0 }
  ) -> String? {
    nearest(to: word, in: names).map { question(show($0)) }
  }

  /// The question as the end of a sentence, or else another end.
  package static func hint(
    for word: String, in names: [String], otherwise: String = "",
    shownAs show: (String) -> String = { $0 }
  ) -> String {
    question(for: word, in: names, shownAs: show).map { "; \($0)" } ?? otherwise
  }

  /// The end of a sentence about a number with a decimal comma, which reads well with a point; nil for other words.
  /// Before three digits, the comma may part thousands.
  package static func point(in word: String, _ reads: (String) -> Bool) -> String? {
    let halves = word.split(separator: ",", omittingEmptySubsequences: false)
    let pointed = halves.joined(separator: ".")
    guard halves.count == 2, halves[1].prefix(while: { $0.isNumber }).count != 3, reads(pointed)
    else {
      return nil
    }
    return "; write a point: \(pointed)"
  }
}

/// How far apart two spellings are.
package enum EditDistance {
  /// How many letters to insert, drop, replace or swap with their neighbour to turn `a` into `b`
  /// (optimal string alignment: Damerau 1964, Levenshtein 1966).
  package static func between(_ a: String, _ b: String) -> Int {
    // By bytes, which are the letters of all names here: those of Unicode need tables.
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforePrevious, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
