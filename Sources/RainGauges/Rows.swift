internal import Text

/// The rows of a rain gauge. Rows of one reading that follow each other evenly are one run, so that
/// a dry year takes no room.
struct Rows {
  struct Run {
    /// The end of its first row, in s from any beginning, and what each row reads; not a number if
    /// that is nothing.
    var end, reading: Double
    var count: Int32 = 1
    /// The line of the row that was read first.
    var line: Int32
  }

  private(set) var runs: [Run] = []
  /// How far the rows of a run lie apart.
  private(set) var step = 0.0
  /// When each run begins, in s, and the mean size of the water of its drops, in mm; none where
  /// files do not say it.
  private(set) var starts: [Double] = []
  private(set) var sizes: [Double] = []
  private(set) var count = 0
  /// Whether rows have the time of the one before.
  private(set) var hasTies = false
  /// How far the rows behind this one were moved, as summer time ended there.
  private(set) var winter: (line: Int, end: Double)?

  init(step: Double) { self.step = step }

  /// The line of the row that ends at a time, in s.
  func line(at time: Double) -> Int {
    guard let run = runs.first(where: { last($0) > time - 1e-6 }) else { return 0 }
    return Int(run.line) + (run.count > 1 ? Int(((time - run.end) / step).rounded()) : 0)
  }

  /// The time of the last row of a run.
  func last(_ run: Run) -> Double { run.end + Double(run.count - 1) * step }

  mutating func append(
    _ end: Double, _ reading: Double, line: Int, start: Double? = nil, size: Double? = nil
  ) {
    count += 1
    if let start { starts.append(start) }
    if let size { sizes.append(size) }
    if start == nil, size == nil, let run = runs.last, run.line + run.count == line,
      run.count < .max,
      run.reading == reading || run.reading.isNaN && reading.isNaN, last(run) + step == end
    {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(end: end, reading: reading, line: Int32(clamping: line)))
    }
  }

  /// Turns the newest rows to the end, and moves those behind the end of summer time, when clocks
  /// are put back an hour, on a Sunday before four. Throws if a row lies before the one above it.
  mutating func order(_ format: TimeFormat, isCalendar: Bool, _ file: TableText) throws(Flaw) {
    let pairs = zip(runs, runs.dropFirst()).map { $1.end - last($0) }
    let inside = runs.reduce(0) { $0 + Int($1.count) - 1 }
    let rises = pairs.count { $0 > 0 } + (step > 0 ? inside : 0)
    let falls = pairs.count { $0 < 0 } + (step < 0 ? inside : 0)
    if isCalendar, falls > rises {
      for index in runs.indices { runs[index].end = last(runs[index]) }
      runs.reverse()
      starts.reverse()
      sizes.reverse()
      step = -step
    }
    var (offset, changed, before) = (0.0, -Double.infinity, -Double.infinity)
    for index in runs.indices {
      let (time, lack) = (runs[index].end, before - runs[index].end - offset)
      let days = (time / 86_400).rounded(.down)
      let isSundayNight =
        (days + 4).truncatingRemainder(dividingBy: 7) == 0 && time - days * 86_400 < 14_400
      if lack > 0 || lack == 0 && abs(step) == 3600 && isSundayNight {
        // Rows without a step have lain within the hour.
        let isHour =
          lack < 3600 && format.isDated && runs.count > 2 && time - changed > 150 * 86_400
          && (abs(lack + step - 3600) <= 1 || lack >= 300 && isSundayNight)
        if isHour {
          (offset, changed) = (offset + 3600, time + offset + 3600)
          winter = (Int(runs[index].line), changed)
        } else if lack > 0 {
          let texts = [time, before - offset].map { seconds in
            (format.isDated ? TimeFormat.text(seconds) : NumberText.shortest(seconds)).quoted
          }
          throw file.flaw(
            "\(texts[0]) does not lie after the row before, \(texts[1]); if files were joined or a "
              + "clock was set back, put the rows in order; --time-column and --time-format say which "
              + "time is read, and how", line: Int(runs[index].line))
        }
      }
      hasTies = hasTies || before == runs[index].end + offset
      runs[index].end += offset
      before = last(runs[index])
    }
  }

  /// The rows with one for each time: `merge` says what it reads of two readings, nil for an error.
  func merged(_ merge: (Run, Run) throws(Flaw) -> Double) throws(Flaw) -> Self {
    if !hasTies { return self }
    var rows = Self(step: step)
    rows.winter = winter
    for (index, run) in runs.enumerated() {
      if let above = rows.runs.last, rows.last(above) == run.end {
        let reading = try merge(above, run)
        if above.count > 1 { rows.split() }
        rows.runs[rows.runs.count - 1].reading = reading
        if run.count == 1 { continue }
        var rest = run
        (rest.end, rest.count) = (run.end + step, run.count - 1)
        rows.runs.append(rest)
        rows.count += Int(rest.count)
      } else {
        rows.runs.append(run)
        if !starts.isEmpty { rows.starts.append(starts[index]) }
        if !sizes.isEmpty { rows.sizes.append(sizes[index]) }
        rows.count += Int(run.count)
      }
    }
    return rows
  }

  /// Makes a run of the last row of the last one.
  private mutating func split() {
    var run = runs[runs.count - 1]
    runs[runs.count - 1].count -= 1
    (run.end, run.count, run.line) = (last(run), 1, run.line + run.count - 1)
    runs.append(run)
  }

  /// Hands each row to `body`: its end, its reading and its line, and the index of its run.
  func forEach(
    _ body: (_ end: Double, _ reading: Double, _ line: Int, _ run: Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    for (index, run) in runs.enumerated() {
      for number in 0..<Int(run.count) {
        try body(run.end + Double(number) * step, run.reading, Int(run.line) + number, index)
      }
    }
  }
}
