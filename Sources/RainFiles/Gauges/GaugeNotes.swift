/// The notes on what had to be left out or assumed in a file.
final class GaugeNotes {
  /// In the order in which they are said. For COUNT stands how often it was, for LINE the line of the
  /// first, for SUM and TIME the sum of mm and s.
  enum Kind: String, CaseIterable {
    case unit = "NAME has no unit and is read as mm; --unit in reads SUM mm"
    case lengths =
      "rows are of unlike length; as rates that hold until the next row they are SUM mm (--rows rate:after)"
    case counts = "the amounts never fall, as if they counted on; --rows counter reads SUM mm"
    case gaps = "TIME without a value, first in line LINE, are dry"
    case filled =
      "SUM mm that the gauge counted in times without a row, first before line LINE, are spread over them"
    case added = "COUNT rows with the time of the row before are added to it, first in line LINE"
    case repeated = "COUNT rows that repeat the row before are dropped, first in line LINE"
    case lost =
      "COUNT readings of the counter, after which it goes on where it was, are lost, first in line LINE"
    case names =
      "COUNT lines between the rows repeat the names and are dropped, first in line LINE"
    case damaged =
      "COUNT lines are no whole telegrams of the instrument and are dropped, first line LINE"
    case negative = "COUNT amounts below 0, SUM mm in all, are dry, first in line LINE"
    case winter = "clocks were put back an hour in line LINE: summer time ended"
    case setBack =
      "the clock was set back by TIME, first in line LINE; the rows go on where they were"
    case spread =
      "SUM mm lie in the dry rows before a tip, which gathered there; tips are steps of TIP mm (--tip)"
    case clipped =
      "TIME, first in line LINE, have more than MOST mm/h, the most that a rain can have"

    /// The word for it in a picture; nil where it has no moment.
    var word: String? {
      [.gaps: "gap", .filled: "gap", .lost: "lost", .setBack: "clock", .clipped: "cut"][self]
    }
  }

  let file: GaugeText
  private var tallies: [Kind: (count: Int, line: Int, sum: Double)] = [:]
  /// Where the first of a kind lie, on the clock of the rows, in s.
  private(set) var marks: [(word: String, start: Double, end: Double)] = []

  init(_ file: GaugeText) { self.file = file }

  func add(
    _ kind: Kind, line: Int = 0, _ amount: Double = 0, from start: Double? = nil, to end: Double = 0
  ) {
    let tally = tallies[kind] ?? (0, line, 0)
    tallies[kind] = (tally.count + 1, tally.line, tally.sum + amount)
    guard let start, let word = kind.word else { return }
    // Rows without a value that follow one another are one gap.
    if let last = marks.lastIndex(where: { $0.word == word && $0.end >= start }) {
      marks[last].end = max(marks[last].end, end)
    } else if marks.count < 100 {
      marks.append((word, start, end))
    }
  }

  /// The sentences; `name` is that of the column, and `tip` the step of the gauge in mm.
  func sentences(name: String, tip: Double) -> [String] {
    Kind.allCases.compactMap { kind in
      guard let (count, line, sum) = tallies[kind] else { return nil }
      return [
        ("COUNT", "\(count)"), ("LINE", "\(line)"), ("SUM", FixedPoint.brief(sum)),
        ("TIME", Self.clock(sum)), ("TIP", FixedPoint.brief(tip)), ("NAME", name.quoted),
        ("MOST", NumberText.shortest(Rain.rainfallRange.upperBound)),
      ].reduce(kind.rawValue) { $0.replacing($1.0, with: $1.1) }
    }
  }

  /// Hours, minutes and whole seconds.
  static func clock(_ seconds: Double) -> String {
    Duration.seconds(Int(seconds.rounded())).clockText
  }
}
