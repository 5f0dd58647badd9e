internal import Text

/// Lines in which the same columns have a time.
struct Layout {
  /// The columns whose texts, joined by blanks, are the time.
  let columns: [Int]
  /// How it is written, if a person or the names of the columns say so.
  var format: TimeFormat?
  /// Whether numbers side by side look like a date; whether the time is a number or a clock.
  var (isLike, isNumber) = (false, false)
  private(set) var separator = UInt8(ascii: ",")
  /// Other columns that may be the time of the same lines.
  private(set) var others: [Int] = []
  private(set) var lines = 0..<0
  /// Whether another column has numbers.
  private var hasAmounts = false

  init(_ columns: [Int], _ format: TimeFormat? = nil) {
    (self.columns, self.format) = (columns, format)
  }

  var patterns: [TimeFormat] {
    isNumber ? [.clock, .init(.seconds)] : format?.variants() ?? TimeFormat.moments
  }

  /// Finds the first three lines or more, or else the most.
  private mutating func find(in rows: [[Field]]) {
    let (patterns, least) = (patterns, isNumber || format != nil ? 1 : 6)
    let runs = rows.indices.split { index in
      guard let text = rows[index].joined(columns), text.count >= least,
        !isLike || text.allSatisfy({ $0.isDigit || $0 == 0x20 })
      else { return true }
      let plain = format == nil ? text.moments.end.plainTime : text
      return !patterns.contains { $0.seconds(plain) != nil }
    }
    lines = runs.first { $0.count > 2 } ?? runs.max { $0.count < $1.count } ?? 0..<0
    // What only looks like a date is one in all rows.
    if isLike,
      lines.upperBound < rows.count
        || rows[..<lines.lowerBound].contains(where: {
          columns[0] < $0.count && $0[columns[0]].isNumber
        })
    {
      lines = 0..<0
    }
    let some = rows[lines].prefix(20)
    hasAmounts = (0..<(some.first?.count ?? 0)).contains { column in
      !columns.contains(column)
        && some.count { column < $0.count && $0[column].isAmount } * 2 >= some.count
    }
  }

  /// A run that breaks off early is not the whole table; the line that breaks it is refused when
  /// the rows are read.
  private func isBetter(than other: Self) -> Bool {
    (min(lines.count, 3), hasAmounts ? 1 : 0, other.lines.lowerBound, lines.count)
      > (min(other.lines.count, 3), other.hasAmounts ? 1 : 0, lines.lowerBound, other.lines.count)
  }

  /// The best layout: one of three lines or more, with amounts beside the time. The first kind that
  /// is found counts: a date in one column, or what a person says; year, month and so on, by the
  /// names of their columns, or by their numbers; a number or a clock, in the first column or one
  /// that is called a time.
  static func find(in lines: [Field], _ answers: Answers) -> Self? {
    let tables = separators(of: lines).map { mark in (mark, lines.map { $0.fields(mark) }) }
    var best = Layout([])
    for kind in [dates, parts, likeParts, numbers] where best.lines.count < 2 {
      for (separator, rows) in tables {
        for var layout in kind(rows, answers) {
          layout.separator = separator
          layout.find(in: rows)
          if layout.lines.isEmpty { continue }
          if layout.isBetter(than: best) {
            best = layout
          } else if layout.columns.count == 1, separator == best.separator,
            layout.lines.lowerBound == best.lines.lowerBound,
            min(layout.lines.count, 3) == min(best.lines.count, 3)
          {
            best.others += layout.columns
          }
        }
      }
    }
    return best.lines.isEmpty ? nil : best
  }

  /// The bytes that may separate fields. A comma behind seconds begins their decimals if three
  /// digits and more follow in every row and the names have none, or below the name of a time
  /// alone.
  private static func separators(of lines: [Field]) -> String.UTF8View {
    /// How many digits follow on a clock with seconds and a comma; nil without one.
    func decimals(_ line: Field) -> Int? {
      let time = line.prefix { $0 != UInt8(ascii: ",") }
      let isClock = time.count > 7 && [3, 6].allSatisfy { time.suffix($0).first == 0x3A }
      guard isClock, line.count > time.count else { return nil }
      let digits = line[time.endIndex...].dropFirst().prefix(while: \.isDigit)
      return line[digits.endIndex...].first == UInt8(ascii: ".") ? 0 : digits.count
    }
    let counts = lines.map(decimals)
    let first = counts.firstIndex { $0 != nil } ?? 0
    let name = first > 0 ? lines[first - 1].trimmed.string : ""
    let isDecimal =
      counts.lazy.compactMap(\.self).min() ?? 0 >= (ColumnName(name).isTime ? 1 : 3)
      && !name.contains(",")
    return isDecimal ? ";\t| ".utf8 : ";\t|, ".utf8
  }

  /// The columns that may have the time: that of a name, or else any.
  private static func columns(_ rows: [[Field]], _ answers: Answers) -> [Int] {
    let all = 0..<min(50, rows.lazy.map(\.count).max() ?? 0)
    guard let name = answers.timeColumn?.lowercased() else { return Array(all) }
    // Columns without names have numbers.
    let number = Int(name)
    let column = rows.lazy.filter { number == nil || $0.areNames }
      .compactMap { $0.firstIndex { !$0.isNumber && $0.string.lowercased() == name } }.first
    return all.filter { $0 == column ?? number.map { $0 - 1 } }
  }

  private static func dates(_ rows: [[Field]], _ answers: Answers) -> [Self] {
    columns(rows, answers).flatMap { column in
      answers.time.map { time in (1...6).map { Self(Array(column..<column + $0), time) } }
        ?? [Self([column])]
    }
  }

  /// The columns with a year, a month, a day and perhaps an hour, in a row of names. What is called
  /// an hour may be a clock beside the date.
  private static func parts(_ rows: [[Field]], _ answers: Answers) -> [Self] {
    rows.filter { $0.areNames && answers.time == nil && answers.timeColumn == nil }.flatMap {
      row -> [Self] in
      let letters = row.prefix(50).map { ColumnName($0.string).datePart }
      let date = letters.contains("%d") ? ["%Y", "%m", "%d"] : ["%Y", "%j"]
      guard date.allSatisfy(letters.contains) else { return [] }
      let hour = letters.contains("%H%M") ? ["%H%M", "%S"] : ["%H", "%M", "%S"]
      return [hour, []].map { hour in
        let parts = (date + hour).filter(letters.contains)
        return Self(
          parts.compactMap(letters.firstIndex), TimeFormat(parts.joined(separator: " ")))
      }
    }
  }

  private static func likeParts(_ rows: [[Field]], _ answers: Answers) -> [Self] {
    if answers.time != nil || answers.timeColumn != nil { return [] }
    let dates = [
      "%Y %m %d %H %M %S", "%Y %m %d %H %M", "%Y %m %d %H", "%Y %m %d", "%Y %j %H %M", "%Y %j %H%M",
    ]
    return dates.flatMap { date in
      columns(rows, answers).map { column in
        var layout = Self(
          Array(column..<column + date.split(separator: " ").count), TimeFormat(date))
        layout.isLike = true
        return layout
      }
    }
  }

  /// Any number could be a time, but only the first column, or the one whose name says so, is.
  private static func numbers(_ rows: [[Field]], _ answers: Answers) -> [Self] {
    if answers.time != nil { return [] }
    let named = rows.lazy.compactMap {
      $0.firstIndex { $0.first?.isDigit == false && ColumnName($0.string).isTime }
    }.first
    var layouts =
      answers.timeColumn == nil ? [Self([named ?? 0])] : columns(rows, answers).map { Self([$0]) }
    for index in layouts.indices { layouts[index].isNumber = true }
    return layouts
  }
}
