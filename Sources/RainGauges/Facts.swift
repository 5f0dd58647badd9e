/// The numbers and the times of rows, which may speak against a reading.
struct Facts {
  /// The most that has fallen in so many s, in mm: Unionville, 4 July 1956; Holt, 22 June 1947;
  /// Foc-Foc, 7 January 1966 (WMO).
  static let records: [(seconds: Double, millimeters: Double)] = [
    (60, 31.2), (3600, 305), (86_400, 1825),
  ]

  /// How far most rows lie apart, and the closest, in s.
  private(set) var (step, leastStep) = (0.0, 0.0)
  /// Whether most rows lie so far apart; whether all steps are multiples of the least; whether
  /// there is a row also where it was dry, so that equal rows were written twice.
  private(set) var (isEven, isRegular, isRecord) = (false, true, false)
  /// How often a number rises, falls, and stays above 0; how many there are.
  private(set) var (rises, falls, rests, count) = (0, 0, 0, 0)
  /// The least and the most number, and the least above 0.
  private(set) var (least, most, leastWet) = (Double.infinity, 0.0, Double.infinity)
  /// How many decimals the numbers have, up to six.
  private(set) var decimals = 0
  var resolution: Double { [1, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6][decimals] }
  private(set) var (first, span) = (0.0, 0.0)
  private(set) var fallsToRain = false
  var hasZeros: Bool { least <= 0 }
  /// How many rows have the time of the one before.
  private(set) var ties = 0

  init(_ rows: [Row]) {
    var (last, scale) = (Double.nan, 1.0)
    var steps: [Double: Int] = [:]
    // Most rows lie as far from the one before as that from the one before it.
    var equal = (step: 0.0, count: 0)
    func noteEqual() {
      // Times with decimals may have as many steps as rows.
      if steps.count < 1 << 16 || steps[equal.step] != nil {
        steps[equal.step, default: 0] += equal.count
      }
    }
    for (index, row) in rows.enumerated() {
      if index > 0, case let step = row.end - rows[index - 1].end {
        if step != equal.step {
          noteEqual()
          equal = (step, 0)
        }
        equal.count += 1
      }
      let value = row.reading
      if value.isNaN { continue }
      if count == 0 { first = value }
      count += 1
      if value == last {
        if value > 0 { rests += 1 }
        continue
      }
      (least, most) = (min(least, value), max(most, value))
      if value > 0 { leastWet = min(leastWet, value) }
      if value > last { rises += 1 }
      if value < last { falls += 1 }
      fallsToRain = fallsToRain || value < last && value > 0
      last = value
      while decimals < 6, abs(value * scale - (value * scale).rounded()) > 1e-6 * scale {
        scale *= 10
        decimals += 1
      }
    }
    noteEqual()
    span = (rows.last?.end ?? 0) - (rows.first?.end ?? 0)
    let apart = steps.filter { $0.key > 0 }.sorted { $0.key < $1.key }
    (ties, leastStep) = (steps[0] ?? 0, apart.first?.key ?? 0)
    let all = apart.reduce(0) { $0 + $1.value }
    var before = 0
    step =
      apart.first {
        before += $0.value; return before > all / 2
      }?.key ?? 0
    let even = apart.reduce(0) { $0 + (abs($1.key - step) <= 0.01 * step ? $1.value : 0) }
    (isEven, isRecord) = (2 * even >= all, hasZeros && 2 * even >= all + ties)
    isRegular = apart.allSatisfy { [leastStep] in
      let ratio = $0.key / leastStep
      return abs(ratio - ratio.rounded()) < 0.02
    }
  }

  /// Whether a number without a unit may be inches: no gauge in inches has only 2.5 mm and more.
  var mayBeInches: Bool { leastWet < 0.1 - 1e-9 || decimals > 1 }
  /// Whether it may be metres, or counts of tips.
  var mayBeMetres: Bool { decimals >= 3 && most < (step >= 86_400 ? 0.5 : 0.1) }
  var mayBeTips: Bool { decimals == 0 && most > 0 }
  /// Whether the numbers rise and rest as those of a counter do that no word names.
  var seemsCounted: Bool {
    falls == 0
      ? rises > 3 || count > 3 && (rises > 1 && rests > 0 || rises > 0 && rests > 3)
      : rises > 2 && rests >= rises
  }
}
