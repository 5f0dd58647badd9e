internal import Text

/// The rows of a rain gauge. Rows of one reading that follow each other evenly are one run, so that
/// a dry year takes no room.
struct Rows {
  struct Run {
    /// The end of its first row, in s from any beginning, and what each row reads; not a number if
    /// that is nothing.
    var end, reading: Double
    /// How far its rows lie apart.
    var step = 0.0
    var count: Int32 = 1
    /// The line of the row that was read first.
    let line: Int32
    /// The time of its last row.
    var last: Double { end + Double(count - 1) * step }
  }

  private(set) var runs: [Run] = []
  /// When each run begins, in s, and the mean size of the water of its drops, in mm; none where
  /// files do not say it.
  private(set) var starts: [Double] = []
  private(set) var sizes: [Double] = []
  private(set) var count = 0
  /// How far the second row lies from the first: no run goes back.
  private var direction = 0.0
  /// Whether rows have the time of the one before.
  private(set) var hasTies = false
  /// The line behind which rows were moved, as summer time ended there.
  private(set) var winter: (line: Int, end: Double)?

  mutating func append(
    _ end: Double, _ reading: Double, line: Int, start: Double? = nil, size: Double? = nil
  ) {
    if count == 1, let first = runs.first { direction = end - first.end }
    count += 1
    if let start { starts.append(start) }
    if let size { sizes.append(size) }
    if start == nil, size == nil, let run = runs.last, run.line + run.count == line,
      run.count < .max, run.reading == reading || run.reading.isNaN && reading.isNaN,
      case let step = end - run.last, step * direction > 0, run.count == 1 || step == run.step
    {
      runs[runs.count - 1].step = step
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(end: end, reading: reading, line: Int32(clamping: line)))
    }
  }

  mutating func removeLast() {
    count -= 1
    runs[runs.count - 1].count -= 1
    if runs[runs.count - 1].count == 0 { runs.removeLast() }
  }

  /// Turns the newest rows to the end, and moves those behind the end of summer time, when clocks
  /// are put back an hour, on a Sunday before four. Throws if a row lies before the one above it.
  mutating func order(_ times: Times, _ file: TableText) throws(Flaw) {
    let steps = zip(runs, runs.dropFirst()).map { $1.end - $0.last } + runs.map(\.step)
    let moves = steps.filter { $0 != 0 }
    if times.isCalendar, 2 * moves.count(where: { $0 < 0 }) > moves.count {
      for index in runs.indices {
        (runs[index].end, runs[index].step) = (runs[index].last, -runs[index].step)
      }
      runs.reverse()
      starts.reverse()
      sizes.reverse()
    }
    let isHourly = 2 * moves.count { abs($0) == 3600 } > moves.count
    var (offset, changed, before) = (0.0, -Double.infinity, -Double.infinity)
    for index in runs.indices {
      let (time, lack) = (runs[index].end, before - runs[index].end - offset)
      let week = (time + 4 * 86_400).truncatingRemainder(dividingBy: 7 * 86_400)
      // Rows of an hour then have one time twice.
      if times.format.isDated, time - changed > 150 * 86_400, 0..<14_400 ~= week, runs.count > 2,
        300..<3600 ~= lack || lack == 0 && isHourly
      {
        offset += 3600
        (changed, winter) = (time, (Int(runs[index].line), time + offset))
      } else if lack > 0 || runs[index].step < 0 {
        let texts = (lack > 0 ? [time, before - offset] : [runs[index].last, time]).map { seconds in
          (times.format.isDated ? TimeFormat.text(seconds) : NumberText.shortest(seconds)).quoted
        }
        throw file.flaw(
          "\(texts[0]) does not lie after the row before, \(texts[1]); if files were joined or a "
            + "clock was set back, put the rows in order; --time-column and --time-format say which "
            + "time is read, and how", line: Int(runs[index].line) + (lack > 0 ? 0 : 1))
      }
      hasTies = hasTies || before == runs[index].end + offset
      runs[index].end += offset
      before = runs[index].last
    }
  }

  /// The rows with one for each time: `merge` says what it reads of two readings.
  func merged(
    _ merge: (_ before: Double, _ next: Double, _ line: Int) throws(Flaw) -> Double
  ) throws(Flaw) -> Self {
    if !hasTies { return self }
    var rows = Self()
    rows.winter = winter
    var held: (end: Double, reading: Double, line: Int, run: Int)?
    func release() {
      guard let held else { return }
      rows.append(
        held.end, held.reading, line: held.line, start: starts.isEmpty ? nil : starts[held.run],
        size: sizes.isEmpty ? nil : sizes[held.run])
    }
    try forEach { (end, reading, line, run) throws(Flaw) in
      if let row = held, row.end == end {
        held?.reading = try merge(row.reading, reading, line)
      } else {
        release()
        held = (end, reading, line, run)
      }
    }
    release()
    return rows
  }

  /// Hands each row to `body`: its end, its reading and its line, and the index of its run.
  func forEach(
    _ body: (_ end: Double, _ reading: Double, _ line: Int, _ run: Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    for (index, run) in runs.enumerated() {
      for number in 0..<Int(run.count) {
        try body(run.end + Double(number) * run.step, run.reading, Int(run.line) + number, index)
      }
    }
  }
}
