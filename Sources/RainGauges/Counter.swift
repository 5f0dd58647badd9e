/// A counter. It never falls, but to begin anew near 0; a reading or a run of them after which it
/// goes on where it was, up or down, is lost.
///
///     30  30.2  12  12.2  30.2  30.4      12 and 12.2 are lost
///      5   5    35   5     5.2            35 is lost
///     12  12.6   0   0.2   0.6            it begins anew
struct Counter {
  /// So many readings decide whether one is lost.
  private static let reach = 1000

  /// The amount that each run adds in its first row; not a number where the reading is missing or
  /// lost.
  private(set) var amounts: [Double]
  /// Runs after which the counter goes on where it was, and those a little below the one before.
  private(set) var lost = Set<Int>()
  /// Runs where it begins anew, with the reading before, and whether a new day does.
  private(set) var begins: [(run: Int, before: Double, isNewDay: Bool)] = []

  /// Reads a counter, which may begin anew at midnight.
  init(_ rows: Rows, isDaily: Bool, unit: RainUnit) {
    let runs = rows.runs
    amounts = [Double](repeating: .nan, count: runs.count)
    // The readings that count, in order, and which of these begin anew.
    var (kept, starts): ([Int], [Int]) = ([], [])
    kept.reserveCapacity(runs.count)
    func reading(_ index: Int) -> Double { runs[kept[index]].reading }
    func day(_ time: Double) -> Double { (time / 86_400).rounded(.down) }
    func isNewDay(_ run: Int) -> Bool {
      isDaily && run > 0 && day(runs[run].end) > day(runs[run - 1].last)
    }
    func lose(from index: Int) {
      lost.formUnion(kept[index...])
      kept.removeSubrange(index...)
    }
    /// Whether a rain can have so much between two rows.
    func isPossible(_ amount: Double, from first: Int, to last: Int) -> Bool {
      let record = Facts.records.first { runs[last].end - runs[first].last <= $0.seconds }
      return amount * unit.millimeters <= record?.millimeters ?? .infinity
    }
    let falls = runs.indices.dropFirst().filter { runs[$0].reading < runs[$0 - 1].reading }
    // A counter of the day that falls at midnights alone begins anew at each.
    let fallsAtMidnight = !falls.isEmpty && falls.allSatisfy(isNewDay)
    for run in runs.indices where !runs[run].reading.isNaN {
      let number = runs[run].reading
      // Does it stand again where it was before it fell?
      while let start = starts.last, let low = kept.last,
        case let (high, fall) = (reading(start - 1), reading(start - 1) - reading(start)),
        number >= high, run - kept[start] <= Self.reach, !isNewDay(kept[start]),
        number - runs[low].reading >= 0.8 * fall, kept.count == start + 1 || number <= 1.1 * high
      {
        lose(from: start)
        starts.removeLast()
      }
      let before = kept.isEmpty ? -.infinity : reading(kept.count - 1)
      if !kept.isEmpty, fallsAtMidnight && isNewDay(run) {
        starts.append(kept.count)
      } else if number < before {
        // Does it stand again where it was before it rose?
        let first = max(starts.last ?? 0, kept.count - Self.reach)
        if let base = kept[first...].lastIndex(where: { runs[$0].reading <= number }),
          !isNewDay(run),
          case let (level, rise) = (reading(base), reading(base + 1) - reading(base)),
          rise >= 0.8 * (before - level), number - level <= 0.2 * (before - level),
          level > 0 || !isPossible(rise, from: kept[base], to: kept[base + 1])
        {
          lose(from: base + 1)
        } else if number > 0.9 * before {
          lost.insert(run)
          continue
        } else {
          starts.append(kept.count)
        }
      }
      kept.append(run)
    }
    for (index, run) in kept.enumerated() {
      amounts[run] = index > 0 ? runs[run].reading - reading(index - 1) : 0
    }
    for index in starts {
      let run = kept[index]
      amounts[run] = runs[run].reading
      begins.append((run, reading(index - 1), isNewDay(run)))
    }
  }

  /// The first run that goes back, and neither begins anew nor is lost.
  func broken(_ rows: Rows) -> (run: Int, before: Double)? {
    begins.first {
      rows.runs[$0.run].reading > $0.before / 2 && rows.runs[$0.run].reading < $0.before
    }
    .map { ($0.run, $0.before) }
  }

  /// Whether the numbers are those of a counter that falls to near 0 alone, at most once in 20 h,
  /// and has so many lost readings at most.
  func holds(_ rows: Rows, lost most: Int) -> Bool {
    let ends = begins.map { rows.runs[$0.run].end }
    return broken(rows) == nil && lost.count <= most
      && begins.allSatisfy { $0.isNewDay || rows.runs[$0.run].reading <= 0.05 * $0.before + 1e-9 }
      && zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 >= 72_000 }
  }
}
