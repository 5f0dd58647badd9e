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
  typealias Fields = [GaugeField]

  /// Where the time of a row may be; the first that is found counts.
  private enum Kind: CaseIterable {
    /// A date in one column, or what a person says.
    case date
    /// Year, month and so on, by the names of their columns.
    case parts
    /// A number or a clock, in the first column or one that is called a time.
    case number
  }

  /// Lines in which the same columns have a time.
  private struct Run {
    let kind: Kind
    var separator = UInt8(ascii: ",")
    /// The columns that may have the time; of parts, all of them.
    var columns: [Int]
    var format: GaugeTimePattern?
    /// The first line that may belong to it.
    var begin = 0
    var lines = 0..<0
    /// Whether another column has numbers.
    var hasAmounts = false

    /// Whether a row has a time in the columns, or begins one there.
    func reads(_ row: Fields) -> Bool {
      guard let last = columns.max(), last < row.count else { return false }
      let field = row[columns[0]]
      switch (kind, format) {
      case (.parts, let format?):
        return format.seconds(GaugeText.joined(columns.map { row[$0] })) != nil
      case (_, let format?): return width(of: row[columns[0]...], format) != nil
      case (.date, nil): return field.count >= 6 && GaugeTimePattern.isDate(field)
      default:
        return GaugeTimePattern.clock.seconds(field) != nil
          || GaugeTimePattern.Count.seconds.seconds(field) != nil
      }
    }

    /// Finds the first three lines or more, or else the most.
    mutating func find(in rows: [Fields]) {
      var last = begin..<begin
      for (index, row) in rows.enumerated().dropFirst(begin) {
        if reads(row) {
          last = (last.upperBound == index && !last.isEmpty ? last.lowerBound : index)..<index + 1
          if last.count > min(lines.count, 2) { lines = last }
        } else if lines.count >= 3 {
          break
        }
      }
      let some = rows[lines].prefix(20)
      hasAmounts = (0..<(some.first?.count ?? 0)).contains { column in
        !columns.contains(column)
          && some.count { column < $0.count && isAmount($0[column]) } * 2 >= some.count
      }
    }

    /// A run that breaks off early is not the whole table, but the line that breaks it is refused when the rows are read.
    func isBetter(than other: Self) -> Bool {
      (min(lines.count, 3), hasAmounts ? 1 : 0, other.lines.lowerBound, lines.count)
        > (min(other.lines.count, 3), other.hasAmounts ? 1 : 0, lines.lowerBound, other.lines.count)
    }
  }

  /// The rows have to begin within so many lines, and one of so many columns has to be their time.
  private static let (mostLines, mostColumns) = (1000, 50)

  let separator: UInt8
  /// The line of the first row.
  let firstLine: Int
  /// The columns whose texts, joined by blanks, are the time of a row.
  private(set) var time: [Int] = []
  /// How the time is written, if a person or the names of the columns say so.
  private(set) var format: GaugeTimePattern?
  /// The column with the beginning of a row's interval, if the file has one.
  private(set) var beginning: Int?
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  private(set) var names: [String]
  let hasNames: Bool
  /// The lines before the names of the columns, and the words of those that may be about a column.
  let preamble: [String]
  private let descriptions: [(line: String, words: [String])]
  /// Some rows, and all lines before them.
  let rows: [Fields]
  private let before: Set<GaugeField>

  /// Finds the table in a file in which `format` says where the time is, and how it is written.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let head = Array(file.prefix(Self.mostLines))
    let lines = head.filter { !Self.isComment($0) }
    guard let run = Self.run(in: lines, format) else {
      throw Self.flaw(ofNoRowIn: lines, file, format)
    }
    if run.kind == .number, format.time == nil {
      try Self.refuseParts(lines[run.lines], run.separator, file)
    }
    rows = lines[run.lines].prefix(20).map { GaugeText.fields($0.bytes, run.separator) }
    let number = lines[run.lines.lowerBound].number
    (separator, firstLine) = (run.separator, number)
    let before = head.prefix { $0.number < number }
    self.before = Set(before.map(\.bytes))
    let header = Self.header(in: Array(before), rows[0].count, run.separator)
    if header.isEmpty, let line = lines[..<run.lines.lowerBound].last, line.number == firstLine - 1
    {
      let fields = GaugeText.fields(line.bytes, separator)
      if fields.count >= rows[0].count {
        throw file.flaw(
          line.number, "\(GaugeText.string(fields[run.columns[0]]).quoted) \(GaugeTimes.noTime)")
      }
    }
    hasNames = !header.isEmpty
    preamble = before.filter { !header.contains(GaugeText.fields($0.bytes, run.separator)) }
      .map { GaugeText.string($0.bytes) }
    descriptions = preamble.filter { $0.contains(where: ":,=\t([".contains) }
      .map { ($0, GaugeWords.words($0)) }
    names = (0..<(header.last ?? rows[0]).count).map { index in
      let labels = header.compactMap { index < $0.count ? GaugeText.string($0[index]) : nil }
      return header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " ")
    }
    findTime(run)
    // A comma without quotation marks between a date and the time of its day moves the columns behind them.
    if hasNames, names.count == rows[0].count - 1, time.count == 2, time[1] == time[0] + 1 {
      names.insert("", at: time[1])
    }
  }

  /// The fields of each row that is one; `body` gets the lines that repeat those before the table, too.
  func forEachRow(
    of file: GaugeText,
    _ body: (GaugeText.Line, _ fields: Fields, _ isRepeated: Bool) throws(Flaw) -> Bool
  ) throws(Flaw) {
    var fields: Fields = []
    let last = time.max() ?? 0
    for line in file where line.number >= firstLine && !Self.isComment(line) {
      GaugeText.split(line.bytes, separator, into: &fields)
      // Most rows have a time, and are not looked up.
      let isRow =
        fields.count > last && fields[time[0]].first.map { $0 <= UInt8(ascii: "9") } == true
      guard try body(line, fields, !isRow && before.contains(line.bytes)) else { return }
    }
  }

  /// The text of a row's time.
  func time(_ fields: Fields) -> GaugeField {
    time.count == 1 ? fields[time[0]] : GaugeText.joined(time.map { fields[$0] })
  }

  /// The name of the columns together.
  var timeName: String {
    hasNames ? time.filter(names.indices.contains).map { names[$0] }.joined(separator: " ") : ""
  }

  /// The lines before the table that begin with the words of a name, and so are about the column.
  func lines(about name: String) -> [String] {
    let words = GaugeWords.words(name)
    return descriptions.filter { $0.words.starts(with: words) }.map(\.line)
  }

  /// The place of the column of that name; small and capital letters are the same.
  func column(_ name: String) -> Int? {
    let name = name.lowercased()
    func isLike(_ other: String) -> Bool {
      other.count == name.count
        && zip(other, name).allSatisfy { $0 == $1 || $0 == GaugeEncoding.unknown }
    }
    return names.firstIndex { isLike($0.lowercased()) }
      // The first or the last of several lines with names is enough.
      ?? names.firstIndex {
        $0.lowercased().hasPrefix("\(name) ") || $0.lowercased().hasSuffix(" \(name)")
      }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  // MARK: Rows

  /// The best run: one of three lines or more, with amounts beside the time.
  private static func run(in lines: [GaugeText.Line], _ format: GaugeFormat) -> Run? {
    let tables = separators(of: lines).map { separator in
      (separator, lines.map { GaugeText.fields($0.bytes, separator) })
    }
    var best = Run(kind: .date, columns: [])
    for kind in format.time == nil ? Kind.allCases : [.date] {
      for (separator, rows) in tables {
        for var run in candidates(kind, rows, format) {
          run.separator = separator
          run.find(in: rows)
          guard !run.lines.isEmpty else { continue }
          if run.isBetter(than: best) {
            best = run
          } else if kind == best.kind, kind != .parts, separator == best.separator,
            run.lines.lowerBound == best.lines.lowerBound,
            min(run.lines.count, 3) == min(best.lines.count, 3)
          {
            best.columns += run.columns
          }
        }
      }
      if best.lines.count > 1 { break }
    }
    return best.lines.isEmpty ? nil : best
  }

  /// What may separate fields. A comma behind seconds begins their decimals if three digits and more follow in every row and
  /// the names have none, or below the name of a time alone.
  private static func separators(of lines: [GaugeText.Line]) -> String.UTF8View {
    /// How many digits follow on a clock with seconds and a comma; nil without one.
    func decimals(_ line: GaugeField) -> Int? {
      let comma = line.indices.dropFirst(8).first { index in
        line[index] == UInt8(ascii: ",")
          && [index - 3, index - 6].allSatisfy { line[$0] == UInt8(ascii: ":") }
      }
      guard let digits = comma.map({ line[($0 + 1)...].prefix(while: \.isDigit) }) else {
        return nil
      }
      return line[digits.endIndex...].first == UInt8(ascii: ".") ? 0 : digits.count
    }
    let counts = lines.map { decimals($0.bytes) }
    guard let first = counts.firstIndex(where: { $0 != nil }) else { return ";\t|, ".utf8 }
    let name = first > 0 ? GaugeText.string(GaugeText.trimmed(lines[first - 1].bytes)) : ""
    let least = counts.lazy.compactMap(\.self).min() ?? 0
    return least >= (GaugeWords.isTime(name) ? 1 : 3) && !name.contains(",")
      ? ";\t| ".utf8 : ";\t|, ".utf8
  }

  /// The columns that may hold the time: after the name that `format` has, or else anywhere. Any number could be a time,
  /// but only the first column, or the one whose name says so, is.
  private static func candidates(_ kind: Kind, _ rows: [Fields], _ format: GaugeFormat) -> [Run] {
    func named(_ isName: (String) -> Bool) -> Run? {
      for (index, row) in rows.enumerated()
      where Int(format.timeColumn ?? "") == nil || areNames(row) {
        if let column = row.firstIndex(where: { isName(GaugeText.string($0)) }) {
          return Run(kind: kind, columns: [column], format: format.time, begin: index + 1)
        }
      }
      return nil
    }
    if let name = format.timeColumn {
      if kind == .parts { return [] }
      if let run = named({ $0.lowercased() == name.lowercased() }) { return [run] }
      // Columns without names have numbers.
      guard let number = Int(name), 1...mostColumns ~= number else { return [] }
      return [Run(kind: kind, columns: [number - 1], format: format.time)]
    }
    switch kind {
    case .number: return [named(GaugeWords.isTime) ?? Run(kind: kind, columns: [0])]
    case .parts:
      return rows.enumerated().flatMap { index, row in
        guard areNames(row) else { return [Run]() }
        let names = row.map(GaugeText.string)
        // What is called an hour may be a clock beside the date.
        return [true, false].compactMap { parts(names, withHour: $0, begin: index + 1) }
      }
    case .date:
      let widest = rows.lazy.map(\.count).max() ?? 0
      return (0..<min(mostColumns, widest)).map {
        Run(kind: kind, columns: [$0], format: format.time)
      }
    }
  }

  // MARK: Times

  /// The columns with a year, a month, a day and perhaps an hour, and how they are written; nil without a date.
  private static func parts(_ names: [String], withHour: Bool, begin: Int) -> Run? {
    let letters = names.map(GaugeWords.datePart)
    var found = GaugeWords.dateParts.compactMap { part in
      letters.firstIndex(of: part.letter).map { (letter: part.letter, column: $0) }
    }
    let has = Set(found.map(\.letter))
    guard has.contains("%Y"), has.isSuperset(of: ["%m", "%d"]) || has.contains("%j") else {
      return nil
    }
    // A day of the year needs no month, and hours and minutes in one column need none beside it.
    found.removeAll { $0.letter == (has.contains("%d") ? "%j" : "%m") }
    if !withHour { found.removeAll { "%H%M%S".contains($0.letter) } }
    if has.contains("%H%M") { found.removeAll { ["%H", "%M"].contains($0.letter) } }
    return Run(
      kind: .parts, columns: found.map(\.column),
      format: GaugeTimePattern(found.map(\.letter).joined(separator: " ")), begin: begin)
  }

  /// Finds the columns with the time among those of a run.
  private mutating func findTime(_ run: Run) {
    format = run.format
    let named = run.columns.filter(names.indices.contains)
    func first(_ meaning: GaugeWords.Meaning) -> Int? {
      hasNames ? named.first { GaugeWords.meanings(names[$0]).contains(meaning) } : nil
    }
    if run.kind == .parts {
      time = run.columns
      findClock(behind: run.columns.max() ?? 0)
    } else if let begin = first(.begin), let end = first(.end) {
      (beginning, time) = (begin, [end])
    } else {
      let column =
        named.first { GaugeWords.isTime(names[$0]) }
        ?? run.columns.first { column in Set(rows.map { $0.dropFirst(column).first }).count > 1 }
        ?? run.columns[0]
      time = [column]
      if let format {
        time += (column..<column + (Self.width(of: rows[0][column...], format) ?? 1)).dropFirst()
      } else {
        findNeighbours(of: column)
      }
    }
  }

  /// Whether all rows pass a test in a column.
  private func each(_ column: Int, _ test: (GaugeField) -> Bool) -> Bool {
    rows.allSatisfy { $0.indices.contains(column) && test($0[column]) }
  }

  private func isHour(_ column: Int) -> Bool {
    hasNames && names.indices.contains(column) && GaugeWords.meanings(names[column]).contains(.hour)
  }

  /// The time of the day of a date in parts lies behind them, or in a column that is called so.
  private mutating func findClock(behind last: Int) {
    guard let date = format?.text, !date.contains("%H") else { return }
    let columns = [last + 1] + names.indices.filter { isHour($0) && !time.contains($0) }
    for column in columns {
      for clock in ["%H:%M", "%H:%M:%S"] + (isHour(column) ? ["%H%M"] : []) {
        let pattern = GaugeTimePattern(clock)
        if each(column, { pattern?.seconds($0) != nil }) {
          time.append(column)
          format = GaugeTimePattern("\(date) \(clock)")
          return
        }
      }
    }
  }

  /// A date may have the time of its day beside it, and behind it the time zone.
  private mutating func findNeighbours(of column: Int) {
    if each(column, GaugeTimePattern.isDay) {
      let clock = [column + 1, column - 1].first { other in
        each(other, Self.isClock) || isHour(other) && each(other, Self.isNumber)
      }
      if let clock { time.append(clock) }
    }
    let zone = (time.max() ?? column) + 1
    if names.indices.contains(zone), names[zone].lowercased().hasPrefix("tz") { time.append(zone) }
  }

  /// Whether a field is the time of a day and looks like nothing else: `12:00`, `0100 UTC`.
  private static func isClock(_ field: GaugeField) -> Bool {
    if GaugeTimePattern.clock.seconds(field) != nil { return true }
    guard field.last == UInt8(ascii: "Z") || field.contains(UInt8(ascii: " ")) else { return false }
    return GaugeTimePattern.clocks.contains { $0.seconds(field) != nil }
  }

  /// How many fields make up the time that begins with the first; nil if there is none.
  private static func width(of fields: ArraySlice<GaugeField>, _ format: GaugeTimePattern) -> Int? {
    let patterns = format.variants(GaugeTimePattern.Digits.allCases)
    return (1...6).first { count in
      let text = GaugeText.joined(fields.prefix(count))
      return count <= fields.count && patterns.contains { $0.seconds(text) != nil }
    }
  }

  // MARK: Names

  private static func isComment(_ line: GaugeText.Line) -> Bool {
    line.bytes.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
  }

  /// Up to three lines with as many names each, right before the rows; none if these are preceded by another
  /// row. A line between them and the rows may have no letters, or widths such as 5s and 20d. Or the last comment with as many
  /// words as there are columns has the names.
  private static func header(in before: [GaugeText.Line], _ count: Int, _ separator: UInt8)
    -> [Fields]
  {
    var header: [Fields] = []
    for line in before.filter({ !isComment($0) }).reversed().prefix(4) {
      let fields = GaugeText.fields(line.bytes, separator)
      if count == 1, fields.count == 1, GaugeWords.isTime(GaugeText.string(fields[0])) {
        return [fields]
      }
      if header.isEmpty, fields.allSatisfy(isWidth) { continue }
      guard areNames(fields), fields.count == header.first?.count ?? fields.count, header.count < 3
      else { break }
      header.insert(fields, at: 0)
    }
    if !header.isEmpty { return header }
    let comments = before.filter(isComment)
      .map { GaugeText.fields($0.bytes.drop(while: " #".utf8.contains), separator) }
    return comments.last { $0.count == count && areNames($0) }.map { [$0] } ?? []
  }

  private static func isWidth(_ field: GaugeField) -> Bool {
    !field.contains { $0 > UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
      || field.count > 1 && "sdn".utf8.contains(field[field.endIndex - 1])
        && isNumber(field.dropLast())
  }

  private static func areNames(_ fields: Fields) -> Bool {
    fields.count > 1 && !fields.contains(where: isNumber)
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

  // MARK: Refusals

  /// The error for a file without a time.
  private static func flaw(
    ofNoRowIn lines: [GaugeText.Line], _ file: GaugeText, _ format: GaugeFormat
  ) -> Flaw {
    if let flaw = file.noTable { return flaw }
    let separators = ";\t|, ".utf8
    let tables = lines.map { line in
      separators.lazy.map { GaugeText.fields(line.bytes, $0) }.first { $0.count > 1 } ?? []
    }
    let names = tables.max { $0.count < $1.count }?.map(GaugeText.string) ?? []
    if let name = format.timeColumn, Int(name) == nil,
      !names.contains(where: { $0.lowercased() == name.lowercased() })
    {
      return file.flaw(nil, "has no column \(name.quoted); it has \(list(names))")
    }
    do throws(Flaw) {
      for separator in separators where format.time == nil {
        try refuseParts(lines[...], separator, file)
      }
    } catch {
      return error
    }
    if let row = tables.firstIndex(where: { $0.contains(where: isNumber) }) {
      return file.flaw(lines[row].number, "has \(GaugeTimes.noTime.dropFirst(3))")
    }
    guard let first = lines.first, tables[0].isEmpty else { return file.tooShort }
    return file.flaw(first.number, "has one column; a gauge has a time and an amount in each row")
  }

  /// Throws if columns of numbers look like the parts of a date, which their names do not say.
  private static func refuseParts(
    _ lines: ArraySlice<GaugeText.Line>, _ separator: UInt8, _ file: GaugeText
  ) throws(Flaw) {
    let rows = lines.map { line in
      GaugeText.fields(line.bytes, separator).map { field in
        field.count <= 4 ? Int(String(decoding: field, as: UTF8.self)) : nil
      }
    }.drop { $0.count(where: { $0 != nil }) < 3 }
    guard let width = rows.first?.count, rows.count >= 2 else { return }
    for column in 0..<min(mostColumns, width) {
      for parts in [["%Y", "%m", "%d", "%H", "%M", "%S"], ["%Y", "%j", "%H%M"]] {
        var letters: [String] = []
        for (letter, range, _) in GaugeWords.dateParts where parts.contains(letter) {
          let place = column + letters.count
          // The last number is what fell.
          guard place < width - (letters.count < 3 ? 0 : 1),
            rows.allSatisfy({ place < $0.count && $0[place].map(range.contains) ?? false })
          else { break }
          letters.append(letter)
        }
        guard letters.count >= 3 else { continue }
        throw file.flaw(
          lines[lines.endIndex - rows.count].number,
          "has a date in the columns \(column + 1) to \(column + letters.count), as it seems; "
            + "--time-column \(column + 1) --time-format '\(letters.joined(separator: " "))' reads it"
        )
      }
    }
  }

  // MARK: Fields

  static func isNumber(_ field: GaugeField) -> Bool {
    guard let first = field.first, "0123456789+-.,".utf8.contains(first) else { return false }
    let digits = field.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return Double(String(decoding: digits, as: UTF8.self)) != nil
  }

  /// Whether a field begins with a number, and has no more than a unit or a flag behind it.
  static func isAmount(_ field: GaugeField) -> Bool {
    let digits = field.prefix(while: "0123456789.,+-".utf8.contains)
    let rest = field[digits.endIndex...]
    return isNumber(digits) && rest.count <= 4 && !rest.contains { 0x30...0x3A ~= $0 }
  }
}
