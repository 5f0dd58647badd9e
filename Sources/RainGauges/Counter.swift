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
  /// Runs after which the counter goes on where it was, and those a little below the one before;
  /// those that begin anew.
  private(set) var (lost, begins): (Set<Int>, [Int]) = ([], [])
  /// The first run that goes back, and neither begins anew nor is lost, and the reading before.
  private(set) var broken: (run: Int, before: Double)?
  /// How far it fell where it began anew, as a part of the reading before.
  private(set) var shares: [Double] = []

  /// Reads a counter, which may begin anew at midnight.
  init(_ rows: Rows, isDaily: Bool, unit: RainUnit) {
    let runs = rows.runs
    amounts = runs.map { _ in .nan }
    // The readings that count, in order, and which of these begin anew.
    var (kept, begins): ([Int], [Int]) = ([], [])
    kept.reserveCapacity(runs.count)
    func reading(_ index: Int) -> Double { runs[kept[index]].reading }
    func isNewDay(_ run: Int) -> Bool {
      isDaily && run > 0
        && (runs[run].end / 86_400).rounded(.down)
          > (rows.last(runs[run - 1]) / 86_400).rounded(.down)
    }
    func lose(from index: Int) {
      lost.formUnion(kept[index...])
      kept.removeSubrange(index...)
    }
    /// Whether a rain can have so much between two rows.
    func isPossible(_ amount: Double, from first: Int, to last: Int) -> Bool {
      let record = Facts.records.first { runs[last].end - rows.last(runs[first]) <= $0.seconds }
      return amount * unit.millimeters <= record?.millimeters ?? .infinity
    }
    let falls = runs.indices.dropFirst().filter { runs[$0].reading < runs[$0 - 1].reading }
    // A counter of the day that falls at midnights alone begins anew at each.
    let fallsAtMidnight = !falls.isEmpty && falls.allSatisfy(isNewDay)
    for run in runs.indices where !runs[run].reading.isNaN {
      let number = runs[run].reading
      // Does it stand again where it was before it fell?
      while let begin = begins.last, let low = kept.last {
        let (high, fall) = (reading(begin - 1), reading(begin - 1) - reading(begin))
        guard number >= high, run - kept[begin] <= Self.reach, !isNewDay(kept[begin]),
          number - runs[low].reading >= 0.8 * fall, kept.count == begin + 1 || number <= 1.1 * high
        else { break }
        lose(from: begin)
        begins.removeLast()
      }
      let before = kept.isEmpty ? -.infinity : reading(kept.count - 1)
      if !kept.isEmpty, fallsAtMidnight && isNewDay(run) {
        begins.append(kept.count)
      } else if number < before {
        // Does it stand again where it was before it rose?
        let first = max(begins.last ?? 0, kept.count - Self.reach)
        let base = kept[first...].lastIndex { runs[$0].reading <= number }
        if let base, !isNewDay(run),
          case let (level, rise) = (reading(base), reading(base + 1) - reading(base)),
          rise >= 0.8 * (before - level), number - level <= 0.2 * (before - level),
          level > 0 || !isPossible(rise, from: kept[base], to: kept[base + 1])
        {
          lose(from: base + 1)
        } else if number > 0.9 * before {
          lost.insert(run)
          continue
        } else {
          begins.append(kept.count)
        }
      }
      kept.append(run)
    }
    let starts = Set(begins)
    for (index, run) in kept.enumerated() {
      let number = runs[run].reading
      let before = index > 0 ? reading(index - 1) : number
      amounts[run] = starts.contains(index) ? number : number - before
      guard starts.contains(index) else { continue }
      self.begins.append(run)
      shares.append(isNewDay(run) ? 0 : number / max(before, 1e-300))
      if number > before / 2, number < before, broken == nil { broken = (run, before) }
    }
  }

  /// Whether the numbers are those of a counter that falls to near 0 alone, at most once in 20 h,
  /// and has so many lost readings at most.
  func holds(_ rows: Rows, lost most: Int) -> Bool {
    let ends = begins.map { rows.runs[$0].end }
    return broken == nil && lost.count <= most && shares.allSatisfy { $0 <= 0.05 + 1e-9 }
      && zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 >= 72_000 }
  }
}
