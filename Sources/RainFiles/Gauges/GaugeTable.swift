/// The table in the file of a rain gauge: what separates its fields, where its rows begin, which columns
/// have the time, and what they are called.
///
/// The rows are the longest run of lines with a time in the same columns. What stands before them says what
/// it likes, and so do lines that begin with #.
///
///     STATIONS_ID;MESS_DATUM;  QN;RS_01;RS_IND_01      German weather service, mm a minute
///     station,station_name,valid(UTC),precip           ASOS of the USA, inches a minute
///     YEAR,MO,DY,HR,PRECTOTCORR                        NASA POWER, a date in four columns
///     0,0.2                                            seconds, mm
struct GaugeTable {
  typealias Fields = [GaugeField]

  /// Lines in which the same columns have a time.
  private struct Run {
    /// Where the time of a row may be; the first that is found counts: a date in one column, or what a person says; year,
    /// month and so on, by the names of their columns, or by their numbers; a number or a clock, in the first column or
    /// one that is called a time.
    enum Kind: CaseIterable { case date, parts, likeParts, number }

    let kind: Kind
    /// The columns whose texts, joined by blanks, are the time.
    let columns: [Int]
    /// How it is written, if a person or the names of the columns say so.
    var format: GaugeTimePattern?
    var separator = UInt8(ascii: ",")
    /// Other columns that may be the time of the same lines.
    var others: [Int] = []
    var lines = 0..<0
    /// Whether another column has numbers.
    var hasAmounts = false

    var patterns: [GaugeTimePattern] {
      kind == .number ? [.clock, .init(.seconds)] : format?.variants() ?? GaugeTimePattern.moments
    }

    /// Finds the first three lines or more, or else the most.
    mutating func find(in rows: [Fields]) {
      let (patterns, least) = (patterns, kind == .date && format == nil ? 6 : 1)
      let runs = rows.indices.split { index in
        guard let text = rows[index].joined(columns), text.count >= least,
          kind != .likeParts || text.allSatisfy({ $0.isDigit || $0 == 0x20 })
        else { return true }
        return !patterns.contains { $0.seconds(text) != nil }
      }
      lines = runs.first { $0.count > 2 } ?? runs.max { $0.count < $1.count } ?? 0..<0
      let some = rows[lines].prefix(20)
      hasAmounts =
        some.first?.indices.contains { column in
          !columns.contains(column)
            && some.count { column < $0.count && $0[column].isAmount } * 2 >= some.count
        } ?? false
    }

    /// Whether all rows with a number where the time begins belong to it.
    func hasAll(_ rows: [Fields]) -> Bool {
      lines.upperBound == rows.count
        && !rows[..<lines.lowerBound].contains { columns[0] < $0.count && $0[columns[0]].isNumber }
    }

    /// A run that breaks off early is not the whole table; the line that breaks it is refused when the rows are read.
    func isBetter(than other: Self) -> Bool {
      (min(lines.count, 3), hasAmounts ? 1 : 0, other.lines.lowerBound, lines.count)
        > (min(other.lines.count, 3), other.hasAmounts ? 1 : 0, lines.lowerBound, other.lines.count)
    }
  }

  /// One of so many columns has to be the time.
  private static let mostColumns = 50

  let separator: UInt8
  /// The line of the first row.
  let begin: Int
  /// The columns of the 24 hours of a day, if the file has them.
  private(set) var hours: [Int] = []
  /// The columns whose texts, joined by blanks, are the time of a row.
  private(set) var time: [Int]
  /// How the time is written, if a person or the names of the columns say so.
  let format: GaugeTimePattern?
  /// The column with the beginning of a row's interval, if the file has one.
  private(set) var beginning: Int?
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  private(set) var names: [GaugeName]
  let hasNames: Bool
  let preamble: [String]
  /// Some rows, and all lines before them.
  private let rows: [Fields]
  private let before: [GaugeField]

  /// Finds the table in a file in which `format` says where the time is, and how it is written.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let lines = file.head.filter { !Self.isComment($0.text) }
    guard let run = Self.run(in: lines.map(\.text), format) else {
      throw Self.flaw(ofNoRowIn: lines, file, format)
    }
    (separator, self.format, time) = (run.separator, run.format, run.columns)
    begin = lines[run.lines.lowerBound].number
    if run.kind == .likeParts, let pattern = run.format {
      throw file.flaw(
        "has a date in the columns \(time[0] + 1) to \(time[0] + time.count), as it seems; "
          + "--time-column \(time[0] + 1) --time-format '\(pattern.text)' reads it", line: begin)
    }
    rows = lines[run.lines].prefix(20).map { $0.text.fields(run.separator) }
    before = file.head.prefix { [begin] in $0.number < begin }.map(\.text)
    file.skip(to: before.count)
    let header = Self.header(in: before, rows[0].count, separator, time: time[0])
    if header.isEmpty, let line = lines[..<run.lines.lowerBound].last, line.number == begin - 1,
      case let fields = line.text.fields(separator), fields.count >= rows[0].count
    {
      throw file.flaw("\(fields[time[0]].string.quoted) \(GaugeTimes.noTime)", line: line.number)
    }
    hasNames = !header.isEmpty
    preamble = before.filter { !header.contains($0.fields(run.separator)) }.map(\.string)
    names = (header.last ?? rows[0]).indices.map { index in
      let labels = header.compactMap { index < $0.count ? $0[index].string : nil }
      return GaugeName(
        header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " "))
    }
    if time.count == 1 { choose(among: time + run.others) }
    if run.kind != .number, beginning == nil { addNeighbours(run.patterns) }
    // A comma without quotation marks between a date and the time of its day moves the columns behind them.
    if hasNames, names.count == rows[0].count - 1, time.count == 2, time[1] == time[0] + 1 {
      names.insert(GaugeName(""), at: time[1])
    }
    // Hours are called 0 to 23 or 1 to 24.
    let numbers = names.map { name in
      ["", "h", "hr", "hour", "hh", "uhr", "std"].contains(
        name.text.lowercased().filter(\.isLetter))
        ? Int(name.text.filter(\.isNumber).prefix(2)) : nil
    }
    for first in 0...1 where hasNames {
      let begin = numbers.firstIndex(of: first) ?? numbers.count
      let columns = begin..<begin + 24
      if numbers[begin...].prefix(24).elementsEqual((first..<first + 24).map(Optional.init)),
        !time.contains(where: columns.contains)
      {
        hours = Array(columns)
      }
    }
  }

  /// Whether a line between the rows repeats one before them. Most have a time, and are not looked up.
  func isRepeated(_ line: GaugeField, _ fields: Fields) -> Bool {
    let isRow = time[0] < fields.count && fields[time[0]].first?.isDigit == true
    return !isRow && before.contains(line)
  }

  /// The unit that a column of units has in all rows: that of weewx has 1 for the USA, 16 for cm, 17 for mm.
  var unit: GaugeUnit? {
    guard let column = names.firstIndex(where: { $0.says(.units) }) else { return nil }
    let texts = Set(fields(in: column).map(\.string))
    guard texts.count == 1, let text = texts.first else { return nil }
    let systems = ["1": GaugeUnit.inches, "16": GaugeUnit(millimeters: 10), "17": .millimeters]
    return systems[text] ?? GaugeUnit(in: text)
  }

  /// The columns that may say whose a row is: those with neither the time nor the amount.
  func others(_ column: Int?) -> [Int] {
    rows[0].indices.prefix(Self.mostColumns).filter {
      !(time + hours + [column, beginning].compactMap(\.self)).contains($0)
    }
  }

  /// The lines before the table that begin with the words of a name, and so are about the column.
  func lines(about name: GaugeName) -> [String] {
    preamble.filter {
      $0.contains(where: ":,=\t([".contains) && GaugeName($0).words.starts(with: name.words)
    }
  }

  /// The name of a column; without one, it is empty.
  func name(_ column: Int) -> GaugeName { column < names.count ? names[column] : GaugeName("") }
  func fields(in column: Int) -> [GaugeField] { rows.map { column < $0.count ? $0[column] : [] } }

  /// The names and the numbers of columns, for messages.
  func label(_ columns: [Int]) -> String {
    let named = hasNames ? columns.filter(names.indices.contains) : []
    let titles = named.map { PlainText.line(names[$0].text, limit: 40).quoted }
    let numbers = columns.map { "\($0 + 1)" }.joined(separator: ", ")
    let label = "column\(columns.count == 1 ? "" : "s") \(numbers)"
    return named.isEmpty ? label : "\(titles.joined(separator: " ")) (\(label))"
  }

  /// The index of the column of that name; small and capital letters are the same.
  func column(_ name: String) -> Int? {
    let (name, others) = (name.lowercased(), names.map { $0.text.lowercased() })
    return others.firstIndex { other in
      other.count == name.count
        && zip(other, name).allSatisfy { $0 == $1 || $0 == GaugeEncoding.unknown }
    }
      // The first or the last of several lines with names is enough.
      ?? others.firstIndex { $0.hasPrefix("\(name) ") || $0.hasSuffix(" \(name)") }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  // MARK: Rows

  /// The best run: one of three lines or more, with amounts beside the time.
  private static func run(in lines: [GaugeField], _ format: GaugeFormat) -> Run? {
    let tables = separators(of: lines).map { mark in (mark, lines.map { $0.fields(mark) }) }
    var best = Run(kind: .date, columns: [])
    for kind in Run.Kind.allCases
    where best.lines.count < 2 && (kind == .date || format.time == nil) {
      for (separator, rows) in tables {
        for var run in candidates(kind, rows, format) {
          run.separator = separator
          run.find(in: rows)
          if run.lines.isEmpty || kind == .likeParts && !run.hasAll(rows) { continue }
          if run.isBetter(than: best) {
            best = run
          } else if run.columns.count == 1, separator == best.separator,
            run.lines.lowerBound == best.lines.lowerBound,
            min(run.lines.count, 3) == min(best.lines.count, 3)
          {
            best.others += run.columns
          }
        }
      }
    }
    return best.lines.isEmpty ? nil : best
  }

  /// The bytes that may separate fields. A comma behind seconds begins their decimals if three digits and more follow in every
  /// row and the names have none, or below the name of a time alone.
  private static func separators(of lines: [GaugeField]) -> String.UTF8View {
    /// How many digits follow on a clock with seconds and a comma; nil without one.
    func decimals(_ line: GaugeField) -> Int? {
      let time = line.prefix { $0 != UInt8(ascii: ",") }
      let isClock = time.count > 7 && [3, 6].allSatisfy { time.suffix($0).first == 0x3A }
      guard isClock, line.count > time.count else { return nil }
      let digits = line[time.endIndex...].dropFirst().prefix(while: \.isDigit)
      return line[digits.endIndex...].first == UInt8(ascii: ".") ? 0 : digits.count
    }
    let counts = lines.map(decimals)
    let first = counts.firstIndex { $0 != nil } ?? 0
    let name = first > 0 ? lines[first - 1].trimmed.string : ""
    let least = counts.lazy.compactMap(\.self).min() ?? 0
    let isDecimal = least >= (GaugeName(name).isTime ? 1 : 3) && !name.contains(",")
    return isDecimal ? ";\t| ".utf8 : ";\t|, ".utf8
  }

  /// Where the time may be: after the name that `format` has, or else anywhere. Any number could be a time, but only
  /// the first column, or the one whose name says so, is.
  private static func candidates(
    _ kind: Run.Kind, _ rows: [Fields], _ format: GaugeFormat
  ) -> [Run] {
    func named(_ isName: (String) -> Bool) -> Int? {
      let titles = Int(format.timeColumn ?? "") == nil ? rows : rows.filter(areNames)
      for row in titles {
        if let index = row.firstIndex(where: { !$0.isNumber && isName($0.string) }) { return index }
      }
      return nil
    }
    var columns = Array(0..<min(mostColumns, rows.lazy.map(\.count).max() ?? 0))
    if let name = format.timeColumn {
      // Columns without names have numbers.
      let column = named { $0.lowercased() == name.lowercased() }
      columns = columns.filter { $0 == column ?? ("\($0 + 1)" == name ? $0 : nil) }
    } else if kind == .number {
      columns = [named { $0.first?.isNumber != true && GaugeName($0).isTime } ?? 0]
    }
    func runs(_ pattern: GaugeTimePattern, _ counts: ClosedRange<Int>) -> [Run] {
      columns.flatMap { column in
        counts.map { Run(kind: kind, columns: Array(column..<column + $0), format: pattern) }
      }
    }
    switch kind {
    case .date, .number:
      return format.time.map { runs($0, 1...6) } ?? columns.map { Run(kind: kind, columns: [$0]) }
    case _ where format.timeColumn != nil: return []
    case .parts: return rows.flatMap(parts)
    case .likeParts:
      let date = "%Y %m %d"
      return ["\(date) %H %M %S", "\(date) %H %M", "\(date) %H", date, "%Y %j %H %M", "%Y %j %H%M"]
        .compactMap(GaugeTimePattern.init).flatMap { pattern in
          let count = pattern.text.split(separator: " ").count
          return runs(pattern, count...count)
        }
    }
  }

  /// The columns with a year, a month, a day and perhaps an hour, in a row of names. What is called an hour may be a
  /// clock beside the date.
  private static func parts(_ row: Fields) -> [Run] {
    guard areNames(row) else { return [] }
    let letters = row.map { GaugeName($0.string).datePart }
    let date = letters.contains("%d") ? ["%Y", "%m", "%d"] : ["%Y", "%j"]
    guard date.allSatisfy(letters.contains) else { return [] }
    let hour = letters.contains("%H%M") ? ["%H%M", "%S"] : ["%H", "%M", "%S"]
    return [hour, []].map { hour in
      let parts = (date + hour).filter(letters.contains)
      return Run(
        kind: .parts, columns: parts.compactMap(letters.firstIndex),
        format: GaugeTimePattern(parts.joined(separator: " ")))
    }
  }

  /// Chooses the time among columns that have one: the end of a row's interval, a column with that name, or one that
  /// moves on.
  private mutating func choose(among columns: [Int]) {
    let moves = { [self] in Set(fields(in: $0)).count > 1 }
    time = [columns.first { name($0).isTime } ?? columns.first(where: moves) ?? columns[0]]
    guard let begin = columns.first(where: { name($0).says(.begin) }),
      let end = columns.first(where: { name($0).says(.end) })
    else { return }
    (beginning, time) = (begin, [end])
  }

  /// A date may have the time of its day beside it, or in a column that is called so, and behind it the time zone.
  private mutating func addNeighbours(_ patterns: [GaugeTimePattern]) {
    func isBeside(_ column: Int) -> Bool {
      !time.contains(column)
        && rows.allSatisfy { row in
          guard row.indices.contains(column), !row[column].isEmpty,
            name(column).says(.clock) || !row[column].isNumber,
            let text = row.joined(time + [column])
          else { return false }
          return patterns.contains { $0.seconds(text) != nil }
        }
    }
    let hours = names.indices.filter { name($0).says(.clock) }
    while let next = ([(time.max() ?? 0) + 1, time[0] - 1] + hours).first(where: isBeside) {
      time.append(next)
    }
  }

  // MARK: Names

  static func isComment(_ line: GaugeField) -> Bool {
    line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
  }

  /// Up to three lines with as many names each, right before the rows; none if these are preceded by another row. A
  /// line between them and the rows may have no letters, or widths such as 5s and 20d. Numbers are names beside that
  /// of the time, or beside no name. A comment with as many words as there are columns is the last of them if it has no
  /// name of the time, as units have none, or if no other line has as many.
  private static func header(
    in before: [GaugeField], _ count: Int, _ separator: UInt8, time: Int
  ) -> [Fields] {
    var header: [Fields] = []
    let ordinary = before.last { !isComment($0) }?.fields(separator).count
    for line in before.reversed() where header.count < 3 {
      var fields = line.fields(separator)
      if isComment(line) {
        fields = line.drop(while: " #".utf8.contains).fields(separator)
        guard header.isEmpty, fields.count == count, areNames(fields),
          fields[time].isEmpty || ordinary != count
        else { continue }
      }
      if header.isEmpty, fields.count == count, case let name = GaugeName(fields[time].string),
        name.isTime && count == 1
          || count > 1 && (name.text.isEmpty || name.isTime || name.says(.date))
            && fields.contains(where: \.isNumber)
      {
        return [fields]
      }
      if header.isEmpty, fields.allSatisfy(isWidth) { continue }
      guard areNames(fields), fields.count == header.first?.count ?? fields.count else { break }
      header.insert(fields, at: 0)
    }
    return header
  }

  private static func isWidth(_ field: GaugeField) -> Bool {
    !field.contains { $0 > UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
      || field.count > 1 && "sdn".utf8.contains(field[field.endIndex - 1])
        && field.dropLast().isNumber
  }

  private static func areNames(_ fields: Fields) -> Bool {
    fields.count > 1 && !fields.contains(where: \.isNumber)
  }

  /// The names for a sentence, of bounded length.
  static func list(_ names: [String]) -> String {
    let some = names.prefix(20).map { PlainText.line($0, limit: 20) }
    return (names.count > 20 ? some + ["..."] : some).joined(separator: ", ")
  }

  private static func flaw(
    ofNoRowIn lines: [GaugeLine], _ file: GaugeText, _ format: GaugeFormat
  ) -> Flaw {
    let tables = lines.map { line in
      ";\t|, ".utf8.lazy.map { line.text.fields($0) }.first { $0.count > 1 } ?? []
    }
    if let name = format.timeColumn {
      let names = list(tables.max { $0.count < $1.count }?.map(\.string) ?? [])
      return file.flaw(
        "has no column \(name.quoted) with times; it has \(names); \(GaugeTimes.remedy)")
    }
    let row = tables.firstIndex { $0.contains(where: \.isNumber) }
    return file.noTable
      ?? row.map { file.flaw("has \(GaugeTimes.noTime.dropFirst(3))", line: lines[$0].number) }
      ?? file.tooShort
  }
}

extension GaugeTable.Fields {
  /// The texts of columns, joined by blanks; nil if one is missing.
  func joined(_ columns: [Int]) -> GaugeField? {
    guard columns.allSatisfy(indices.contains) else { return nil }
    if columns.count == 1 { return self[columns[0]] }
    return [UInt8](columns.map { self[$0] }.joined(separator: [UInt8(ascii: " ")]))[...]
  }
}
