internal import Text

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
  typealias Fields = [ArraySlice<UInt8>]

  /// Where the time of a row may be.
  private enum Kind {
    /// A date in one column.
    case date
    /// Year, month and so on, by the names of their columns.
    case parts
    /// A number or a clock, in the first column or one that is called a time.
    case number
  }

  /// A run of lines with a time in the same columns.
  private struct Run {
    var kind = Kind.date
    var separator = UInt8(ascii: ",")
    var commaIsPoint = false
    /// The columns that may have the time; of parts, all of them.
    var columns: [Int] = []
    var format: GaugeTimePattern?
    var start = 0
    var end = 0
    /// Whether another column has numbers.
    var hasAmounts = false

    var length: Int { end - start }

    /// A run that breaks off early is not the whole table, but the line that breaks it is refused when the rows are read.
    func isBetter(than other: Self) -> Bool {
      (min(length, 3), hasAmounts ? 1 : 0, other.start, length)
        > (min(other.length, 3), other.hasAmounts ? 1 : 0, start, other.length)
    }
  }

  /// The rows have to begin within so many lines, and one of so many columns has to be their time.
  private static let (mostLines, mostColumns) = (1000, 50)
  private static let separators = ";\t|, ".utf8

  let separator: UInt8
  /// Whether a comma begins the decimals of a second.
  private let commaIsPoint: Bool
  /// The line of the first row.
  let firstLine: Int
  /// The columns whose texts, joined by blanks, are the time of a row.
  let time: [Int]
  /// How the time is written, if a person or the names of the columns say so.
  let format: GaugeTimePattern?
  /// The column with the beginning of a row's interval, if the file has one.
  let beginning: Int?
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  let names: [String]
  let hasNames: Bool
  /// The lines before the names of the columns.
  let preamble: [String]
  /// Some rows, and all lines before them.
  let rows: [Fields]
  let before: Set<ArraySlice<UInt8>>

  /// Finds the table in a file in which `format` says where the time is, and how it is written.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let head = Array(file.prefix(Self.mostLines))
    let lines = head.filter { !Self.isComment($0) }
    var run = Self.run(in: lines, format)
    // Decimals of a second look like a column: thousandths, or those below a name alone.
    if run.separator == UInt8(ascii: ","), run.kind == .date, let column = run.columns.first {
      let name = run.start == 0 ? nil : lines[run.start - 1].bytes
      let isAlone = name.map {
        GaugeNames.times.contains(GaugeText.string(GaugeText.trimmed($0)).lowercased())
      }
      let digits = isAlone == true ? 1 : 3
      if name?.contains(UInt8(ascii: ",")) != true,
        lines[run.start..<run.end].allSatisfy({ Self.hasDecimals($0, column, digits) })
      {
        let other = Self.run(in: lines, format, commaIsPoint: true)
        if other.length >= run.length { run = other }
      }
    }
    guard run.length > 0 else { throw Self.flaw(ofNoRowIn: lines, file, format) }
    let rows = lines[run.start...].prefix(min(run.length, 20)).map {
      Self.fields($0.bytes, run.separator)
    }
    if run.kind == .number, format.time == nil {
      try Self.refuseParts(lines[run.start..<run.end], run.separator, file)
    }
    (separator, commaIsPoint, self.rows) = (run.separator, run.commaIsPoint, rows)
    firstLine = lines[run.start].number
    let before = head.prefix { $0.number < lines[run.start].number }
    self.before = Set(before.map(\.bytes))
    var header = Self.header(in: before.filter { !Self.isComment($0) }, separator)
    if header.isEmpty, let line = lines[..<run.start].last, line.number == firstLine - 1 {
      let fields = Self.fields(line.bytes, separator)
      guard fields.count < rows[0].count else {
        let field = GaugeText.string(fields[run.columns[0]])
        // A name alone, above times alone.
        guard fields.count > 1 || !GaugeNames.times.contains(field.lowercased()) else {
          (self.format, time, beginning) = (format.time, [0], nil)
          (names, hasNames, preamble) = ([field], true, [])
          return
        }
        throw file.flaw(line.number, "\(field.quoted) \(GaugeTimes.noTime)")
      }
    }
    if header.isEmpty {
      // The last comment with as many words as there are columns has their names.
      let comments = before.filter(Self.isComment)
        .map { Self.fields($0.bytes.drop { [0x20, 0x23].contains($0) }, run.separator) }
      header = comments.last { $0.count == rows[0].count && Self.areNames($0) }.map { [$0] } ?? []
    }
    hasNames = !header.isEmpty
    preamble = before.filter { !header.contains(Self.fields($0.bytes, run.separator)) }
      .map { GaugeText.string($0.bytes) }
    var names = (0..<(header.last ?? rows[0]).count).map { index in
      let labels = header.compactMap { index < $0.count ? GaugeText.string($0[index]) : nil }
      return header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " ")
    }
    let named = run.columns.filter(names.indices.contains).map {
      (column: $0, words: GaugeText.words(names[$0]))
    }
    let begin = named.first { !GaugeNames.begins.isDisjoint(with: $0.words) }
    let end = named.first { !GaugeNames.ends.isDisjoint(with: $0.words) }
    if run.kind == .parts, let pattern = run.format {
      let (column, text) = Self.clock(beside: run.columns, pattern.text, of: rows)
      (beginning, time) = (nil, run.columns + column)
      self.format = GaugeTimePattern(text)
    } else if let begin, let end {
      (beginning, time, self.format) = (begin.column, [end.column], format.time)
    } else {
      let column =
        named.first { GaugeNames.times.contains(names[$0.column].lowercased()) }?.column
        ?? run.columns.first { column in Set(rows.map { $0.dropFirst(column).first }).count > 1 }
        ?? run.columns[0]
      (beginning, self.format) = (nil, format.time)
      time = Self.time(column, of: rows, names, format.time)
    }
    // A comma without quotation marks between a date and the time of its day moves the columns behind them.
    if hasNames, names.count == rows[0].count - 1, time.count == 2, time[1] == time[0] + 1 {
      names.insert("", at: time[1])
    }
    self.names = names
  }

  /// The text of a row's time.
  func time(_ fields: Fields) -> ArraySlice<UInt8> {
    let text = time.count == 1 ? fields[time[0]] : Self.joined(time.map { fields[$0] })
    return commaIsPoint ? Self.withPoint(text) : text
  }

  private static func withPoint(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(UInt8(ascii: ",")) else { return text }
    return text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...]
  }

  /// The place of the column of that name; small and capital letters are the same.
  func column(_ name: String) -> Int? {
    let name = name.lowercased()
    func isLike(_ other: String) -> Bool {
      other.count == name.count
        && zip(other, name).allSatisfy { $0 == $1 || $0 == GaugeEncoding.unknown }
    }
    return names.firstIndex { isLike($0.lowercased()) }
      // The first of several lines with names is enough.
      ?? names.firstIndex { $0.lowercased().hasPrefix("\(name) ") }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  // MARK: Rows

  /// The best run: one of three lines or more, with amounts beside the time.
  private static func run(
    in lines: [GaugeText.Line], _ format: GaugeFormat, commaIsPoint: Bool? = nil
  ) -> Run {
    let tables = separators.map { separator in
      (separator, lines.map { fields($0.bytes, separator) })
    }
    let hasComma = lines.contains { line in
      line.bytes.indices.dropFirst(3).contains {
        line.bytes[$0] == UInt8(ascii: ",") && line.bytes[$0 - 3] == UInt8(ascii: ":")
      }
    }
    var best = Run()
    for kind in format.time == nil ? [Kind.date, .parts, .number] : [.date] {
      for commaIsPoint in commaIsPoint.map({ [$0] }) ?? (hasComma ? [false, true] : [false]) {
        for (separator, rows) in tables {
          for var run in candidates(kind, rows, format) {
            (run.separator, run.commaIsPoint) = (separator, commaIsPoint)
            extend(run, over: rows, format, &best)
          }
        }
      }
      if best.length > 1 { break }
    }
    return best
  }

  /// Looks for the rows of a run.
  private static func extend(
    _ candidate: Run, over rows: [Fields], _ format: GaugeFormat, _ best: inout Run
  ) {
    var (run, top) = (candidate, candidate)
    for (index, row) in rows.enumerated().dropFirst(run.start) {
      if isTime(row, run, format.time) {
        if run.end < index || run.length == 0 { run.start = index }
        run.end = index + 1
        if run.isBetter(than: top) { top = run }
      } else if run.length >= 3 {
        break
      }
    }
    run = top
    guard run.length > 0 else { return }
    let some = rows[run.start..<run.end].prefix(20)
    run.hasAmounts = (0..<(some.first?.count ?? 0)).contains { column in
      !run.columns.contains(column)
        && some.count { column < $0.count && isAmount($0[column]) } * 2 >= some.count
    }
    if run.isBetter(than: best) {
      best = run
    } else if run.start == best.start, run.separator == best.separator, run.kind != .parts,
      run.commaIsPoint == best.commaIsPoint, min(run.length, 3) == min(best.length, 3)
    {
      best.columns += run.columns
    }
  }

  /// The columns that may hold the time, and the first row that may: after the name that `format` has, or
  /// else anywhere. Any number could be a time, but only the first column, or the one whose name says so, is.
  private static func candidates(
    _ kind: Kind, _ rows: [Fields], _ format: GaugeFormat
  ) -> [Run] {
    if kind == .parts {
      guard format.timeColumn == nil else { return [] }
      return rows.indices.dropLast().flatMap { index in
        let names = rows[index].map(GaugeText.string)
        // What is called time may be a clock beside the date.
        return [true, false].compactMap { parts(names, hasTime: $0) }.map { columns, pattern in
          Run(kind: .parts, columns: columns, format: pattern, start: index + 1, end: index + 1)
        }
      }
    }
    let names = format.timeColumn.map { [$0.lowercased()] } ?? GaugeNames.times
    for (index, row) in rows.enumerated() where format.timeColumn != nil || kind == .number {
      let column = row.firstIndex { names.contains(GaugeText.string($0).lowercased()) }
      if let column {
        return [Run(kind: kind, columns: [column], start: index + 1, end: index + 1)]
      }
    }
    guard let name = format.timeColumn else {
      let widest = rows.lazy.map(\.count).max() ?? 0
      return (0..<(kind == .date ? min(mostColumns, widest) : 1)).map {
        Run(kind: kind, columns: [$0])
      }
    }
    // Columns without names have numbers.
    guard let number = Int(name), 1...mostColumns ~= number else { return [] }
    return [Run(kind: kind, columns: [number - 1])]
  }

  /// The columns with a year, a month, a day and perhaps an hour, and how they are written; nil without a date.
  private static func parts(
    _ names: [String], hasTime: Bool
  ) -> (columns: [Int], pattern: GaugeTimePattern)? {
    var (columns, letters) = ([Int](), [String]())
    for (letter, words) in GaugeNames.dateParts {
      let column = names.firstIndex { name in
        words.contains(
          GaugeText.words(String(name.prefix { $0 != "(" && $0 != "[" })).joined()[...])
      }
      // A day of the year needs no month.
      guard let column, !columns.contains(column), hasTime || !letter.hasPrefix("%H") else {
        continue
      }
      if letter == "%j", letters.contains("%d") { continue }
      if letter == "%H" || letter == "%M", letters.contains("%H%M") { continue }
      columns.append(column)
      letters.append(letter)
    }
    let isWhole = letters.contains("%m") && letters.contains("%d") || letters.contains("%j")
    guard letters.first == "%Y", isWhole else { return nil }
    if letters.contains("%j"), let month = letters.firstIndex(of: "%m") {
      columns.remove(at: month)
      letters.remove(at: month)
    }
    return GaugeTimePattern(letters.joined(separator: " ")).map { (columns, $0) }
  }

  /// The column with the time of the day beside a date in parts, and the pattern with it; `time` may be a clock.
  private static func clock(
    beside columns: [Int], _ text: String, of rows: [Fields]
  ) -> ([Int], String) {
    guard !text.contains("%H"), let column = columns.max().map({ $0 + 1 }) else {
      return ([], text)
    }
    let pattern = ["%H:%M", "%H:%M:%S"].first { text in
      let clock = GaugeTimePattern(text)
      return rows.allSatisfy { column < $0.count && clock?.seconds($0[column]) != nil }
    }
    return pattern.map { ([column], "\(text) \($0)") } ?? ([], text)
  }

  /// Whether a row has a time in the columns of a run, or begins one there.
  private static func isTime(_ row: Fields, _ run: Run, _ format: GaugeTimePattern?) -> Bool {
    guard let last = run.columns.max(), last < row.count else { return false }
    let column = run.columns[0]
    func text(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      run.commaIsPoint ? withPoint(field) : field
    }
    if let format { return count(of: row[column...].map(text), in: format) != nil }
    let field = text(row[column])
    if run.commaIsPoint, !row[column].contains(UInt8(ascii: ",")) { return false }
    switch run.kind {
    case .date: return field.count >= 6 && GaugeTimes.isDate(field)
    case .parts:
      // The time may be a clock, not hours and minutes.
      let some = run.columns.map { row[$0] }
      return run.format?.seconds(joined(some)) != nil
    case .number:
      return GaugeTimes.clock(field) != nil || GaugeTimePattern.Count.seconds.seconds(field) != nil
    }
  }

  /// The number of fields that make up the time which begins with the first one; nil if there is none.
  private static func count(of fields: Fields, in format: GaugeTimePattern) -> Int? {
    (1...6).first {
      $0 <= fields.count && GaugeTimes.seconds(joined(fields.prefix($0)), as: format) != nil
    }
  }

  /// The columns with the time that begins in `column`: a date may have the time of its day beside it, and
  /// behind it the time zone.
  private static func time(
    _ column: Int, of rows: [Fields], _ names: [String], _ format: GaugeTimePattern?
  ) -> [Int] {
    if let format {
      return Array(column..<column + (count(of: Array(rows[0][column...]), in: format) ?? 1))
    }
    var time = [column]
    func each(_ column: Int, _ test: (ArraySlice<UInt8>) -> Bool) -> Bool {
      rows.allSatisfy { $0.indices.contains(column) && test($0[column]) }
    }
    if each(column, GaugeTimes.isDay) {
      time +=
        [column + 1, column - 1].first { other in
          each(other) { isClock($0) }
            || names.indices.contains(other)
              && !GaugeNames.hours.isDisjoint(with: GaugeText.words(names[other]))
              && each(other, isNumber)
        }.map { [$0] } ?? []
    }
    let zone = (time.max() ?? column) + 1
    if names.indices.contains(zone), names[zone].lowercased().hasPrefix("tz") { time.append(zone) }
    return time
  }

  /// Whether a field is the time of a day and looks like nothing else: `12:00`, `0100 UTC`.
  private static func isClock(_ field: ArraySlice<UInt8>) -> Bool {
    if GaugeTimes.clock(field) != nil { return true }
    guard field.last == UInt8(ascii: "Z") || field.contains(UInt8(ascii: " ")) else { return false }
    return GaugeTimePattern.clocks.contains { $0.seconds(field) != nil }
  }

  /// Whether so many digits or more follow a time with seconds and a comma.
  private static func hasDecimals(_ line: GaugeText.Line, _ column: Int, _ least: Int) -> Bool {
    let fields = fields(line.bytes, UInt8(ascii: ","))
    guard column + 1 < fields.count, fields[column].count >= 8 else { return false }
    let (time, digits) = (fields[column], fields[column + 1])
    return time.count { $0 == UInt8(ascii: ":") } == 2
      && time[time.endIndex - 3] == UInt8(ascii: ":") && digits.count >= least
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Fields as one text.
  static func joined(_ fields: some Collection<ArraySlice<UInt8>>) -> ArraySlice<UInt8> {
    if fields.count == 1, let only = fields.first { return only }
    return Array(fields.joined(separator: [UInt8(ascii: " ")]))[...]
  }

  // MARK: Names

  static func isComment(_ line: GaugeText.Line) -> Bool {
    line.bytes.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
  }

  /// Up to three lines with as many names each, right before the rows; none if these are preceded by another
  /// row. A line between them and the rows may have no letters, or widths such as 5s and 20d.
  private static func header(in before: [GaugeText.Line], _ separator: UInt8) -> [Fields] {
    var header: [Fields] = []
    for line in before.reversed().prefix(4) {
      let fields = fields(line.bytes, separator)
      if header.isEmpty, fields.allSatisfy(isWidth) { continue }
      guard areNames(fields), fields.count == header.first?.count ?? fields.count, header.count < 3
      else { break }
      header.insert(fields, at: 0)
    }
    return header
  }

  private static func isWidth(_ field: ArraySlice<UInt8>) -> Bool {
    !field.contains { $0 > UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
      || field.count > 1 && "sdn".utf8.contains(field[field.endIndex - 1])
        && isNumber(field.dropLast())
  }

  private static func areNames(_ fields: Fields) -> Bool {
    fields.count > 1 && !fields.contains(where: isNumber)
  }

  /// The error for a file without a time.
  private static func flaw(
    ofNoRowIn lines: [GaugeText.Line], _ file: GaugeText, _ format: GaugeFormat
  ) -> Flaw {
    let tables = lines.map { line in
      (line, separators.map { fields(line.bytes, $0) }.first { $0.count > 1 } ?? [])
    }
    let names =
      tables.lazy.map(\.1).max { $0.count < $1.count }.map { $0.map(GaugeText.string) } ?? []
    if let name = format.timeColumn, Int(name) == nil,
      !names.contains(where: { $0.lowercased() == name.lowercased() })
    {
      return file.flaw(nil, "has no column \(name.quoted); it has \(list(names))")
    }
    if format.time == nil {
      for separator in separators {
        do throws(Flaw) {
          try refuseParts(lines[...], separator, file)
        } catch {
          return error
        }
      }
    }
    if let row = tables.first(where: { $0.1.contains(where: isNumber) }) {
      return file.flaw(row.0.number, "has \(GaugeTimes.noTime.dropFirst(3))")
    }
    guard let first = lines.first, tables[0].1.isEmpty else { return file.tooShort }
    return file.flaw(first.number, "has one column; a gauge has a time and an amount in each row")
  }

  /// Throws if columns of numbers look like the parts of a date, which their names do not say.
  private static func refuseParts(
    _ lines: ArraySlice<GaugeText.Line>, _ separator: UInt8, _ file: GaugeText
  ) throws(Flaw) {
    let rows = lines.map { line in
      fields(line.bytes, separator).map { field in
        field.count <= 4 ? Int(String(decoding: field, as: UTF8.self)) : nil
      }
    }.drop { $0.count(where: { $0 != nil }) < 3 }
    guard let line = lines.dropFirst(lines.count - rows.count).first, rows.count >= 2 else {
      return
    }
    func isPart(_ column: Int, _ range: ClosedRange<Int>) -> Bool {
      rows.allSatisfy { column < $0.count && ($0[column].map(range.contains) ?? false) }
    }
    for column in 0..<min(mostColumns, rows.first?.count ?? 0) {
      guard isPart(column, 1900...2100), isPart(column + 1, 1...12), isPart(column + 2, 1...31)
      else { continue }
      var pattern = "%Y %m %d"
      var last = column + 3
      for (letter, range) in [(" %H", 0...24), (" %M", 0...59)] where isPart(last, range) {
        // The last number is what fell.
        if last + 1 == rows.first?.count { break }
        pattern += letter
        last += 1
      }
      throw file.flaw(
        line.number,
        "has a date in the columns \(column + 1) to \(last), as it seems; "
          + "--time-column \(column + 1) --time-format '\(pattern)' reads it")
    }
  }

  /// The names for a sentence, of bounded length.
  static func list(_ names: [String]) -> String {
    var list = ""
    for name in names {
      if list.utf8.count > 300 { return "\(list), ..." }
      list += (list.isEmpty ? "" : ", ") + PlainText.line(name, limit: 20)
    }
    return list
  }

  // MARK: Fields

  static func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
    guard let first = field.first, "0123456789+-.,".utf8.contains(first) else { return false }
    let digits = field.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return Double(String(decoding: digits, as: UTF8.self)) != nil
  }

  /// Whether a field begins with a number, and has no more than a unit or a flag behind it.
  static func isAmount(_ field: ArraySlice<UInt8>) -> Bool {
    let digits = field.prefix { "0123456789.,+-".utf8.contains($0) }
    let rest = field[digits.endIndex...]
    return isNumber(digits) && rest.count <= 4 && !rest.contains { 0x30...0x3A ~= $0 }
  }

  /// The fields of a line, without blanks and quotation marks around them. Between quotation marks a separator
  /// is a part of the field.
  static func fields(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) -> Fields {
    let mark = UInt8(ascii: "\"")
    var fields: Fields = []
    var start = bytes.startIndex
    var isQuoted = false
    func end(before index: Int) {
      var field = GaugeText.trimmed(bytes[start..<index])
      start = index + 1
      if field.isEmpty, separator == UInt8(ascii: " ") { return }
      if field.count >= 2, field.first == mark, field.last == mark {
        field = GaugeText.trimmed(field.dropFirst().dropLast())
      }
      fields.append(field)
    }
    for index in bytes.indices {
      // In a field that does not begin with a mark, a mark is a letter like others.
      if bytes[index] == mark, GaugeText.trimmed(bytes[start...index]).first == mark {
        isQuoted.toggle()
      } else if bytes[index] == separator, !isQuoted {
        end(before: index)
      }
    }
    end(before: bytes.endIndex)
    return fields
  }
}
