internal import Text

/// Lines in which the same columns have a time.
struct Layout {
  /// One of so many columns has to be the time.
  static let mostColumns = 50

  let separator: UInt8
  /// The columns whose texts, joined by blanks, are the time.
  let columns: [Int]
  /// How it may be written; whether a person or the names of the columns say so.
  let formats: [TimeFormat]
  let isSaid: Bool
  /// The forms of time that read some of the lines.
  private let known: [TimeFormat]
  /// The first run of three lines or more, or else the longest.
  let lines: Range<Int>
  /// Whether another column has numbers.
  private let hasAmounts: Bool

  private init(
    _ rows: [[Field]], _ separator: UInt8, _ columns: [Int], _ formats: [TimeFormat], isSaid: Bool
  ) {
    (self.separator, self.columns, self.isSaid) = (separator, columns, isSaid)
    self.formats = formats
    let times = rows.map { Self.time($0, columns, isSaid) }
    let isDated = formats.allSatisfy(\.isDated)
    let runs = rows.indices.split { index in
      guard let time = times[index], isSaid || !isDated || time.mayBeDate else { return true }
      return !formats.contains { $0.seconds(time) != nil }
    }
    let lines = runs.first { $0.count > 2 } ?? runs.max { $0.count < $1.count } ?? 0..<0
    let some = rows[lines].prefix(20)
    known = formats.filter { format in
      times[lines].prefix(20).contains { format.seconds($0 ?? []) != nil }
    }
    hasAmounts = (0..<(some.first?.count ?? 0)).contains { column in
      !columns.contains(column)
        && 2 * some.count { column < $0.count && $0[column].isAmount } >= some.count
    }
    self.lines = lines
  }

  var isNumber: Bool { !isSaid && known.first?.isDated == false }

  /// Whether a row has a time that is written as in one of the first.
  func hasTime(_ row: [Field]) -> Bool {
    let time = Self.time(row, columns, isSaid) ?? []
    return known.contains { $0.seconds(time) != nil }
  }

  private static func time(_ row: [Field], _ columns: [Int], _ isSaid: Bool) -> Field? {
    guard let text = row.joined(columns), !text.isEmpty else { return nil }
    return isSaid ? text : text.moments.end.plainTime
  }

  /// A run that breaks off early is not the whole table; the line that breaks it is refused when
  /// the rows are read.
  private var rank: (Int, Int, Int, Int) {
    (min(lines.count, 3), hasAmounts ? 1 : 0, -lines.lowerBound, lines.count)
  }

  /// The best layout, and other columns that may be the time of the same lines. The first kind that
  /// is found counts: what a person says, or a date in one column; year, month and so on by the
  /// names of their columns; a number or a clock, in the first column or one that is called a time.
  static func find(in lines: [Field], _ answers: Answers) -> (best: Self, others: [Int])? {
    let tables = separators(of: lines).map { mark in (mark, lines.map { $0.fields(mark) }) }
    var found: [Self] = []
    for kind in [dates, parts, numbers] where (found.first?.lines.count ?? 0) < 2 {
      found += tables.flatMap { mark, rows in
        kind(rows, answers).map { Self(rows, mark, $0.columns, $0.formats, isSaid: $0.isSaid) }
      }
      found = found.filter { !$0.lines.isEmpty }
      guard let best = found.max(by: { $0.rank < $1.rank }) else { continue }
      // The first of equal ones.
      found.swapAt(0, found.firstIndex { $0.rank == best.rank } ?? 0)
    }
    guard let best = found.first else { return nil }
    let others = found.dropFirst().filter {
      $0.columns.count == 1 && $0.separator == best.separator
        && $0.lines.lowerBound == best.lines.lowerBound && $0.rank.0 == best.rank.0
    }
    return (best, others.map { $0.columns[0] })
  }

  /// The bytes that may separate fields. Where no line has another comma, one behind seconds begins
  /// their decimals if three digits follow.
  private static func separators(of lines: [Field]) -> String.UTF8View {
    let lines = lines.filter { $0.contains(0x2C) }
    let isDecimal =
      !lines.isEmpty
      && lines.allSatisfy { line in
        let parts = line.split(separator: 0x2C, omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count == 19 && parts[0].dropFirst(16).first == 0x3A
          && parts[1].prefix(while: \.isDigit).count > 2
      }
    return isDecimal ? ";\t| ".utf8 : ";\t|, ".utf8
  }

  private typealias Way = (columns: [Int], formats: [TimeFormat], isSaid: Bool)

  /// The ways of dates: as a person says, or a date in one column.
  private static func dates(_ rows: [[Field]], _ answers: Answers) -> [Way] {
    let width = min(Self.mostColumns, rows.lazy.map(\.count).max() ?? 0)
    // Columns without names have numbers.
    let name = answers.timeColumn?.lowercased()
    let number = name.flatMap { Int($0) }.map { $0 - 1 }
    let named = rows.lazy.filter { number == nil || $0.areNames }
      .compactMap { $0.firstIndex { !$0.isNumber && $0.string.lowercased() == name } }.first
    let columns = (0..<width).filter { name == nil || $0 == named ?? number }
    return columns.flatMap { column -> [Way] in
      guard let said = answers.time else {
        let counts = TimeFormat.alone + TimeFormat.plain
        return [([column], TimeFormat.all + (name == nil ? [] : counts), false)]
      }
      return (1...6).map { (Array(column..<column + $0), said, true) }
    }
  }

  /// The columns with a year, a month, a day and perhaps an hour, in a row of names. What is called
  /// an hour may be a clock beside the date.
  private static func parts(_ rows: [[Field]], _ answers: Answers) -> [Way] {
    rows.filter { $0.areNames && answers.time == nil && answers.timeColumn == nil }.flatMap {
      row -> [Way] in
      let letters = row.prefix(Self.mostColumns).map { ColumnName($0.string).datePart }
      let date = letters.contains("%d") ? ["%Y", "%m", "%d"] : ["%Y", "%j"]
      guard date.allSatisfy(letters.contains) else { return [] }
      let hour = letters.contains("%H%M") ? ["%H%M", "%S"] : ["%H", "%M", "%S"]
      return [hour, []].map { hour in
        let parts = (date + hour).filter(letters.contains)
        let formats = TimeFormat.withClocks(parts.joined(separator: " "))
        return (parts.compactMap(letters.firstIndex), formats, true)
      }
    }
  }

  /// Any number could be a time, but only the first column, or the one whose name says so, is.
  private static func numbers(_ rows: [[Field]], _ answers: Answers) -> [Way] {
    let named = rows.lazy.compactMap {
      $0.firstIndex { $0.first?.isDigit == false && ColumnName($0.string).isTime }
    }.first
    let isAsked = answers.time == nil && answers.timeColumn == nil
    return isAsked ? [([named ?? 0], TimeFormat.alone + TimeFormat.plain, false)] : []
  }

  /// The flags for numbers side by side that look like a date in all rows, as no name says that
  /// they are one.
  static func likeDate(in lines: [Field]) -> String? {
    let dates = ["m %d %H %M %S", "m %d %H %M", "m %d %H", "m %d", "j %H %M", "j %H%M"]
    for mark in separators(of: lines) {
      let rows = lines.map { $0.fields(mark) }.drop { !$0.contains(where: \.isNumber) }
      for date in dates.map({ "%Y %\($0)" }) {
        let (width, format) = (date.split(separator: " ").count, TimeFormat(date))
        let last = min(Self.mostColumns, rows.first?.count ?? 0) - width
        let column = (0..<max(0, last)).first { column in
          rows.allSatisfy { row in
            guard let text = row.joined(Array(column..<column + width)) else { return false }
            return text.allSatisfy { $0.isDigit || $0 == 0x20 } && format?.seconds(text) != nil
          }
        }
        if let column { return "--time-column \(column + 1) --time-format '\(date)'" }
      }
    }
    return nil
  }
}
