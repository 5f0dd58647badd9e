internal import RainDSP
internal import Text

/// What had to be left out or assumed.
struct GaugeNotes {
  /// In the order in which they are said. In place of COUNT stands how often it was, in place of LINE the line of the
  /// first, in place of SUM and TIME the sum of mm and s.
  enum Kind: String, CaseIterable {
    case unit = "NAME has no unit and is read as mm (--unit)"
    case counts = "the amounts never fall, as if they counted on; --unit total reads a counter"
    case gaps = "TIME without a value, first in line LINE, are dry"
    case added = "COUNT rows with the time of the row before are added to it, first in line LINE"
    case repeated = "COUNT rows that repeat the row before are dropped, first in line LINE"
    case dips =
      "COUNT readings of the counter below the one before are taken as lost or noise, first in line LINE"
    case names =
      "COUNT lines between the rows repeat the names and are dropped, first in line LINE"
    case negative = "COUNT amounts below 0, SUM mm in all, are dry, first in line LINE"
    case winter = "clocks were put back an hour in line LINE: summer time ended"
    case spread =
      "SUM mm lie in the dry rows before a tip, which gathered there; tips are steps of TIP mm (--tip)"
    case clipped =
      "TIME, first in line LINE, have more than MOST mm/h, the most that a rain can have"
  }

  private var tallies: [Kind: (count: Int, line: Int, sum: Double)] = [:]

  mutating func add(_ kind: Kind, line: Int, _ amount: Double = 0) {
    let tally = tallies[kind] ?? (0, line, 0)
    tallies[kind] = (tally.count + 1, tally.line, tally.sum + amount)
  }

  /// The sentences; `name` is that of the column, and `tip` the step of the gauge in mm.
  func sentences(_ file: GaugeText, name: String, tip: Double) -> [String] {
    Kind.allCases.compactMap { kind in
      guard let (count, line, sum) = tallies[kind] else { return nil }
      return [
        ("COUNT", "\(count)"), ("LINE", "\(file.number(ofLineAt: line))"),
        ("SUM", FixedPoint.brief(sum)),
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
