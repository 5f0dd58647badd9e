internal import Text

/// The notes on what had to be left out or assumed in a file.
struct Notes {
  /// The sentences in the order in which they are said: N is how often it was, LINE that of the
  /// first, MM and TIME the sum of mm or s, and WORD a word.
  enum Kind: String, CaseIterable {
    case gaps = "TIME without a value, first in line LINE, are dry"
    case filled =
      "MM mm fell in times without a row, first before line LINE, and are spread over them"
    case words = "N fields are no numbers, such as WORD in line LINE, and no value"
    case added = "N rows with the time of the row before are added to it, first in line LINE"
    case repeated = "N rows that repeat the row before are dropped, first in line LINE"
    case lost =
      "N readings of the counter, after which it goes on where it was, are lost, first in line LINE"
    case remarks =
      "N lines of sums or remarks between or below the rows are no rows, first in line LINE"
    case others = "N rows are left out, as their WORD, first in line LINE"
    case damaged = "N lines are no whole telegrams and are dropped, first in line LINE"
    case records = "N pieces of JSON are no whole records and are left out"
    case negative = "N amounts below 0 are dry, first in line LINE"
    case winter = "clocks were put back an hour in line LINE: summer time ended"
    case spread =
      "MM mm lie in the dry rows before a tip, which gathered there; tips are of WORD mm (--tip)"
    case clipped =
      "TIME, first in line LINE, have more than WORD mm/h, the most that a rain can have"

    /// The word for it in a picture; nil where it has no moment.
    var word: String? { [.gaps: "gap", .filled: "gap", .lost: "lost", .clipped: "cut"][self] }
  }

  private var tallies: [Kind: (count: Int, line: Int, sum: Double, word: String)] = [:]
  /// Where the first of a kind lie, in s from the beginning of the record.
  private(set) var marks: [(word: String, start: Double, end: Double)] = []

  mutating func add(
    _ kind: Kind, line: Int = 0, _ amount: Double = 0, word: String = "", count: Int = 1,
    from start: Double? = nil, to end: Double = 0
  ) {
    let tally = tallies[kind] ?? (0, line, 0, word)
    tallies[kind] = (tally.count + count, tally.line, tally.sum + amount, tally.word)
    guard let start, let word = kind.word else { return }
    // Rows without a value that follow one another are one gap.
    if let last = marks.lastIndex(where: { $0.word == word && $0.end >= start }) {
      marks[last].end = max(marks[last].end, end)
    } else if marks.count < 100 {
      marks.append((word, start, end))
    }
  }

  var sentences: [String] {
    Kind.allCases.compactMap { kind in
      tallies[kind].map { count, line, sum, word in
        let values = [
          "N": "\(count)", "LINE": "\(line)", "MM": FixedPoint.brief(sum), "TIME": Self.clock(sum),
          "WORD": word,
        ]
        return kind.rawValue.replacing(/\b[A-Z]+\b/) { values[String($0.0)] ?? String($0.0) }
      }
    }
  }

  /// Hours, minutes and whole seconds.
  static func clock(_ seconds: Double) -> String {
    Duration.seconds(Int(seconds.rounded())).clockText
  }
}
