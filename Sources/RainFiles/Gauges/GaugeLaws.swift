internal import Text

/// Laws that the numbers of a counter and of a moving sum keep, and what fell in each row by them.
enum GaugeLaws {
  /// The readings of a counter.
  struct Count {
    /// What was added in each row, not a number where the reading is missing or lost.
    var amounts: [Double]
    /// Readings after which the counter goes on where it was, and those a little below the one before.
    var lost: [Int] = []
    /// How often it began anew.
    var resets = 0
    /// The first reading that goes back, and neither begins anew nor is lost.
    var broken: (index: Int, from: Double, to: Double)?
  }

  /// So many rows decide whether a reading is lost.
  static let reach = 1000

  /// Reads a counter. It never falls, but to begin anew near 0; a reading or a run of them after which it goes on where it
  /// was, up or down, is lost.
  ///
  ///     30  30.2  12  12.2  30.2  30.4      12 and 12.2 are lost
  ///      5   5    35   5     5.2            35 is lost
  ///     12  12.6   0   0.2   0.6            it begins anew
  static func count(_ readings: [Double], isNewDay: (Int) -> Bool) -> Count {
    var count = Count(amounts: readings.map { _ in .nan })
    // The readings that count, in order, and which of these begin anew.
    var (kept, begins) = ([Int](), [Int]())
    let falls = readings.indices.dropFirst().filter { readings[$0] < readings[$0 - 1] }
    // A counter of the day that falls at midnights alone begins anew at each.
    let isDaily = !falls.isEmpty && falls.allSatisfy(isNewDay)
    for index in readings.indices where !readings[index].isNaN {
      let reading = readings[index]
      // Does it stand again where it was before it fell?
      while let begin = begins.last, let low = kept.last {
        let (high, first) = (readings[kept[begin - 1]], readings[kept[begin]])
        guard reading >= high, index - kept[begin] <= reach, !isNewDay(kept[begin]),
          reading - readings[low] >= 0.8 * (high - first),
          kept.count - begin <= 1 || reading <= 1.1 * high
        else { break }
        count.lost += kept[begin...]
        kept.removeSubrange(begin...)
        begins.removeLast()
      }
      if isDaily, isNewDay(index), !kept.isEmpty {
        begins.append(kept.count)
        kept.append(index)
        continue
      }
      guard let last = kept.last, reading < readings[last] else {
        kept.append(index)
        continue
      }
      // Does it stand again where it was before it rose?
      var base = kept.count - 1
      while base >= max(begins.last ?? 0, kept.count - reach), readings[kept[base]] > reading {
        base -= 1
      }
      if base >= max(begins.last ?? 0, kept.count - reach), readings[kept[base]] > 0,
        !isNewDay(index)
      {
        let (level, top) = (readings[kept[base]], readings[last])
        let rise = readings[kept[base + 1]] - level
        if rise >= 0.8 * (top - level), reading - level <= 0.2 * (top - level) {
          count.lost += kept[(base + 1)...]
          kept.removeSubrange((base + 1)...)
          kept.append(index)
          continue
        }
      }
      if reading > 0.9 * readings[last] {
        count.lost.append(index)
        continue
      }
      begins.append(kept.count)
      kept.append(index)
    }
    let starts = Set(begins)
    for (place, index) in kept.enumerated() {
      let before = place > 0 ? readings[kept[place - 1]] : readings[index]
      count.amounts[index] = starts.contains(place) ? readings[index] : readings[index] - before
      if starts.contains(place), readings[index] > before / 2, readings[index] < before,
        count.broken == nil
      {
        count.broken = (index, before, readings[index])
      }
    }
    count.resets = begins.count
    count.lost.sort()
    return count
  }

  /// Reads a moving sum: what fell in a row is what the sum has beyond the rows before that are still in it.
  struct Sum {
    let window: Double
    let resolution: Double
    /// How often it fell as rain left it.
    private(set) var falls = 0
    /// The first row whose number is less than the rows before it in the window say.
    private(set) var broken: Int?
    /// What the first number has from before the first row and still leaves it, and until when it does.
    private var old: Double
    private let end: Double
    /// The rows in the window, and what they have.
    private var inside: [(end: Double, amount: Double)] = []
    private var oldest = 0
    private var known = 0.0
    private var last = Double.nan
    /// The last time of no rain, and the greatest number.
    private var (dry, most): (Double, Double)

    /// Begins with the first rows.
    init(window: Double, resolution: Double, _ rows: GaugeRows) {
      (self.window, self.resolution) = (window, resolution)
      (dry, most) = (rows.ends[0], 0)
      end = rows.ends[0] + window - 1e-3
      let first = rows.amounts.first { !$0.isNaN } ?? 0
      // Without a row after the window, all of it may be old.
      old = first
      if rows.ends[rows.count - 1] >= end {
        let numbers = zip(rows.amounts, rows.ends).prefix { [end] in $0.1 < end }.map(\.0)
        old = min(first, zip(numbers, numbers.dropFirst()).reduce(0) { $0 + max(0, $1.0 - $1.1) })
      }
    }

    /// Replaces the sums by what fell in each row. If `stops`, the first broken row is the last one that is read.
    mutating func read(_ rows: inout GaugeRows, stops: Bool = false) {
      for index in rows.amounts.indices where !rows.amounts[index].isNaN {
        let (number, time) = (rows.amounts[index], rows.ends[index])
        while oldest < inside.count, inside[oldest].end <= time - window + 1e-3 {
          known -= inside[oldest].amount
          oldest += 1
        }
        if oldest > 1000, 2 * oldest > inside.count {
          inside.removeFirst(oldest)
          oldest = 0
        }
        // The sum of many numbers loses digits.
        if oldest == inside.count { known = 0 }
        if time >= end { old = 0 }
        let rest = number - known
        if number == 0 { dry = time }
        // Errors of rounding add up until it is dry; they tell nothing where numbers have few digits.
        most = max(most, number)
        let periods = most > 200 * resolution ? (max(0, time - dry) / window).squareRoot() : 0
        if rest < -1.5 * resolution * (1 + periods) - 1e-9 * number, broken == nil {
          broken = index
          if stops { return }
        }
        old = min(old, max(0, rest))
        if number < last { falls += 1 }
        last = number
        // Less than the last digit is the error of rounding.
        let amount = rest - old > 0.5 * resolution ? rest - old : 0
        if amount > 0 { inside.append((time, amount)) }
        known += amount
        rows.amounts[index] = amount
      }
    }
  }
}
