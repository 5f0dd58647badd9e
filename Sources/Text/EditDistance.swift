/// How far apart two spellings are.
package enum EditDistance {
  /// How many letters to insert, drop, replace or swap with their neighbour to turn `a` into `b`
  /// (optimal string alignment: Damerau 1964, Levenshtein 1966).
  package static func between(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
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
