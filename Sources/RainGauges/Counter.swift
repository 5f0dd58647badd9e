/// A counter. It never falls, but to begin anew near 0; a reading or a run of them after which it
/// goes on where it was, up or down, is lost.
///
///     30  30.2  12  12.2  30.2  30.4      12 and 12.2 are lost
///      5   5    35   5     5.2            35 is lost
///     12  12.6   0   0.2   0.6            it begins anew
struct Counter {
  /// So many readings decide whether one is lost.
  private static let reach = 1000

  /// The amount that each row adds; not a number where the reading is missing or lost.
  private(set) var amounts: [Double]
  /// Rows of new readings after which the counter goes on where it was, and of those a little below
  /// the one before.
  private(set) var lost = Set<Int>()
  /// Rows where it begins anew, with the reading before, and whether a new day does.
  private(set) var begins: [(row: Int, before: Double, isNewDay: Bool)] = []

  /// Reads a counter, which may begin anew at midnight.
  init(_ rows: [Row], isDaily: Bool, unit: RainUnit) {
    amounts = rows.map { $0.reading.isNaN ? .nan : 0 }
    // The new readings that count, in order, and which of these begin anew.
    var (kept, starts): ([Int], [Int]) = ([], [])
    func reading(_ index: Int) -> Double { rows[kept[index]].reading }
    func day(_ row: Int) -> Double { (rows[row].end / 86_400).rounded(.down) }
    func isNewDay(_ row: Int) -> Bool { isDaily && row > 0 && day(row) > day(row - 1) }
    func lose(from index: Int) {
      lost.formUnion(kept[index...])
      kept.removeSubrange(index...)
    }
    /// Whether a rain can have so much before a row.
    func isPossible(_ amount: Double, before row: Int) -> Bool {
      let record = Facts.records.first { rows[row].end - rows[row - 1].end <= $0.seconds }
      return amount * unit.millimeters <= record?.millimeters ?? .infinity
    }
    let falls = rows.indices.dropFirst().filter { rows[$0].reading < rows[$0 - 1].reading }
    // A counter of the day that falls at midnights alone begins anew at each.
    let fallsAtMidnight = !falls.isEmpty && falls.allSatisfy(isNewDay)
    var last = Double.nan
    for row in rows.indices where !rows[row].reading.isNaN {
      let number = rows[row].reading
      let isAnew = fallsAtMidnight && isNewDay(row)
      if number == last, !isAnew { continue }
      last = number
      // Does it stand again where it was before it fell?
      while let start = starts.last, let low = kept.last,
        case let (high, fall) = (reading(start - 1), reading(start - 1) - reading(start)),
        number >= high, kept.count - start <= Self.reach, !isNewDay(kept[start]),
        number - rows[low].reading >= 0.8 * fall, kept.count == start + 1 || number <= 1.1 * high
      {
        lose(from: start)
        starts.removeLast()
      }
      let before = kept.isEmpty ? -.infinity : reading(kept.count - 1)
      if !kept.isEmpty, isAnew {
        starts.append(kept.count)
      } else if number < before {
        // Does it stand again where it was before it rose?
        let first = Swift.max(starts.last ?? 0, kept.count - Self.reach)
        if let base = kept[first...].lastIndex(where: { rows[$0].reading <= number }),
          !isNewDay(row),
          case let (level, rise) = (reading(base), reading(base + 1) - reading(base)),
          rise >= 0.8 * (before - level), number - level <= 0.2 * (before - level),
          level > 0 || !isPossible(rise, before: kept[base + 1])
        {
          lose(from: base + 1)
        } else if number > 0.9 * before {
          lost.insert(row)
          continue
        } else {
          starts.append(kept.count)
        }
      }
      kept.append(row)
    }
    for (index, row) in kept.enumerated() {
      amounts[row] = rows[row].reading - (index > 0 ? reading(index - 1) : rows[row].reading)
    }
    for index in starts {
      let row = kept[index]
      amounts[row] = rows[row].reading
      begins.append((row, reading(index - 1), isNewDay(row)))
    }
    // A reading is lost as long as it stands.
    for first in lost {
      for row in rows[first...].indices.prefix(while: {
        rows[$0].reading.isNaN || rows[$0].reading == rows[first].reading
      }) { amounts[row] = .nan }
    }
  }

  /// The first row that goes back, and neither begins anew nor is lost.
  func broken(_ rows: [Row]) -> (row: Int, before: Double)? {
    begins.first { rows[$0.row].reading > $0.before / 2 && rows[$0.row].reading < $0.before }
      .map { ($0.row, $0.before) }
  }

  /// Whether the numbers are those of a counter that falls to near 0 alone, at most once in 20 h,
  /// and has so many lost readings at most.
  func holds(_ rows: [Row], lost most: Int) -> Bool {
    let ends = begins.map { rows[$0.row].end }
    return broken(rows) == nil && lost.count <= most
      && begins.allSatisfy { $0.isNewDay || rows[$0.row].reading <= 0.05 * $0.before + 1e-9 }
      && zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 >= 72_000 }
  }
}
