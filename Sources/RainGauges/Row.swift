internal import Text

/// A row of a rain gauge.
struct Row {
  /// Its end, in s from any beginning, and what it reads; not a number if that is nothing.
  var end, reading: Double
  /// When it begins, in s, and the mean size of the water of its drops, in mm; not a number where
  /// files do not say it.
  let start: Double
  let size: Float
  let line: Int32
}

extension [Row] {
  /// Turns the newest rows to the end, and moves those behind the end of summer time, when clocks
  /// are put back an hour, on a Sunday before four. Throws if a row lies before the one above it.
  /// - Returns: The line of the last row before which summer time ended.
  mutating func order(_ times: Times, _ file: TableText) throws(Flaw) -> Int32? {
    var winter: Int32?
    var (moves, falls, hours) = (0, 0, 0)
    for (above, row) in zip(self, dropFirst()) where above.end != row.end {
      moves += 1
      if row.end < above.end { falls += 1 }
      if abs(row.end - above.end) == 3600 { hours += 1 }
    }
    if times.isCalendar, 2 * falls > moves { reverse() }
    var (offset, changed, before) = (0.0, -Double.infinity, -Double.infinity)
    for index in indices {
      let time = self[index].end
      let lack = before - time - offset
      // Rows of an hour then have one time twice.
      if 300..<3600 ~= lack || lack == 0 && 2 * hours > moves, times.format.isDated, count > 2,
        time - changed > 150 * 86_400,
        0..<14_400 ~= (time + 4 * 86_400).truncatingRemainder(dividingBy: 7 * 86_400)
      {
        offset += 3600
        changed = time
        winter = self[index].line
      } else if lack > 0 {
        let texts = [time, before - offset].map { seconds in
          (times.format.isDated ? TimeFormat.text(seconds) : NumberText.shortest(seconds)).quoted
        }
        throw file.flaw(
          "\(texts[0]) does not lie after the row before, \(texts[1]); if files were joined or a "
            + "clock was set back, put the rows in order; --time-column and --time-format say "
            + "which time is read, and how", line: Int(self[index].line))
      }
      before = time + offset
      self[index].end = before
    }
    return winter
  }
}
