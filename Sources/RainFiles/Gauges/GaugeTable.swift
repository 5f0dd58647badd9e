internal import Text

/// The table in the file of a rain gauge: what separates its fields, where its rows begin, which columns
/// have the time, and what they are called.
///
/// The rows are the longest run of lines with a time in the same column. What stands before them says what
/// it likes, and so do lines that begin with #.
///
///     STATIONS_ID;MESS_DATUM;  QN;RS_01;RS_IND_01      German weather service, mm a minute
///     station,station_name,valid(UTC),precip           ASOS of the USA, inches a minute
///     Time_UTC,Centrum,Torslanda                       OpenMRG, a column a gauge, mm a minute
///     0,0.2                                            seconds, mm
struct GaugeTable {
  typealias Fields = [ArraySlice<UInt8>]

  /// A run of lines with a time in the same columns.
  private struct Run {
    var separator = UInt8(ascii: ",")
    var columns: [Int] = []
    var start = 0
    var end = 0

    var length: Int { end - start }

    func isLonger(than other: Self) -> Bool {
      (min(length, 3), other.start, length) > (min(other.length, 3), start, other.length)
    }
  }

  /// The rows have to begin within so many lines, and one of so many columns has to be their time.
  private static let (mostLines, mostColumns) = (1000, 50)
  private static let separators = ";\t|, ".utf8
  private static let timeNames: Set = [
    "mess_datum", "time_utc", "valid(utc)", "valid", "time", "timestamp", "datetime", "date", "utc",
    "seconds",
  ]
  /// Words in the names of columns with the beginning and the end of a row's interval, and with the time of
  /// the day beside a date.
  private static let beginnings: Set = ["beginn", "begin", "start", "from", "von", "från"]
  private static let ends: Set = ["ende", "end", "to", "until", "bis", "till"]
  private static let hours: Set = ["hh", "hhmm", "hour", "hr", "time", "stunde", "heure", "hora"]

  let separator: UInt8
  /// The line of the first row.
  let firstLine: Int
  /// The columns whose texts, joined by blanks, are the time of a row.
  let time: [Int]
  /// The column with the beginning of a row's interval, if the file has one.
  let beginning: Int?
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  let names: [String]
  let hasNames: Bool
  /// The lines before the names of the columns.
  let preamble: [String]

  /// Finds the table in a file in which `format` says where the time is, and how it is written.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let head = Array(file.prefix(Self.mostLines))
    let lines = head.filter { !Self.isComment($0) }
    let run = Self.run(in: lines, format)
    guard run.length > 0 else { throw Self.flaw(ofNoRowIn: lines, file, format) }
    let rows = lines[run.start...].prefix(min(run.length, 20)).map {
      Self.fields($0.bytes, run.separator)
    }
    (separator, firstLine) = (run.separator, lines[run.start].number)
    let before = head.prefix { $0.number < lines[run.start].number }
    var header = Self.header(in: before.filter { !Self.isComment($0) }, separator)
    if header.isEmpty, let line = lines[..<run.start].last, line.number == firstLine - 1 {
      let fields = Self.fields(line.bytes, separator)
      guard fields.count < rows[0].count else {
        let field = GaugeText.string(fields[run.columns[0]])
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
    let names = (0..<(header.last ?? rows[0]).count).map { index in
      let labels = header.compactMap { index < $0.count ? GaugeText.string($0[index]) : nil }
      return header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " ")
    }
    self.names = names

    let named = run.columns.filter(names.indices.contains).map { (column: $0, name: names[$0]) }
    let beginning = named.first { !Self.beginnings.isDisjoint(with: GaugeText.words($0.name)) }
    let end = named.first { !Self.ends.isDisjoint(with: GaugeText.words($0.name)) }
    if let beginning, let end {
      (self.beginning, time) = (beginning.column, [end.column])
    } else {
      let column =
        named.first { Self.timeNames.contains($0.name.lowercased()) }?.column
        ?? run.columns.first { column in Set(rows.map { $0.dropFirst(column).first }).count > 1 }
        ?? run.columns[0]
      (self.beginning, time) = (nil, Self.time(column, of: rows, names, format.time))
    }
  }

  /// The place of the column of that name; small and capital letters are the same.
  func column(_ name: String) -> Int? {
    names.firstIndex { $0.lowercased() == name.lowercased() }
      // The first of several lines with names is enough.
      ?? names.firstIndex { $0.lowercased().hasPrefix("\(name.lowercased()) ") }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  // MARK: Rows

  /// The first run of three lines or more, or else the longest. A run that breaks off early is not the
  /// whole table, but the line that breaks it is refused when the rows are read.
  private static func run(in lines: [GaugeText.Line], _ format: GaugeFormat) -> Run {
    var best = Run()
    for areDates in [true, false] {
      for separator in separators {
        let rows = lines.map { fields($0.bytes, separator) }
        let (columns, start) = places(in: rows, areDates: areDates, format)
        for column in columns {
          var run = Run(separator: separator, columns: [column])
          for (index, row) in rows.enumerated().dropFirst(start) {
            if column < row.count, isTime(row[column...], areDates: areDates, format.time) {
              if run.end < index { run.start = index }
              run.end = index + 1
              if run.isLonger(than: best) { best = run }
            } else if run.length >= 3 {
              break
            }
          }
          if run.start == best.start, run.separator == best.separator,
            min(run.length, 3) == min(best.length, 3), !best.columns.contains(column)
          {
            best.columns.append(column)
          }
        }
      }
      if best.length > 1 { break }
    }
    return best
  }

  /// The columns that may hold the time, and the first row that may: after the name that `format` has, or
  /// else anywhere. Any number could be a time, but only the first column, or the one whose name says so, is.
  private static func places(
    in rows: [Fields], areDates: Bool, _ format: GaugeFormat
  ) -> (columns: Range<Int>, start: Int) {
    let names = format.timeColumn.map { [$0.lowercased()] } ?? timeNames
    for (index, row) in rows.enumerated() where format.timeColumn != nil || !areDates {
      let column = row.firstIndex { names.contains(GaugeText.string($0).lowercased()) }
      if let column { return (column..<column + 1, index + 1) }
    }
    guard let name = format.timeColumn else { return (0..<(areDates ? mostColumns : 1), 0) }
    // Columns without names have numbers.
    guard let number = Int(name), 1...mostColumns ~= number else { return (0..<0, 0) }
    return (number - 1..<number, 0)
  }

  /// Whether a row has a time in the first of these fields, or begins one there.
  private static func isTime(
    _ fields: ArraySlice<ArraySlice<UInt8>>, areDates: Bool, _ format: GaugeTimePattern?
  ) -> Bool {
    if let format { return areDates && count(of: fields, in: format) != nil }
    let field = fields[fields.startIndex]
    if areDates { return field.count >= 6 && GaugeTimes.isDate(field) }
    return GaugeTimes.clock(field) != nil || GaugeTimes.elapsed(field, 1) != nil
  }

  /// The number of fields that make up the time which begins with the first one; nil if there is none.
  private static func count(
    of fields: ArraySlice<ArraySlice<UInt8>>, in format: GaugeTimePattern
  ) -> Int? {
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
      return Array(column..<column + (count(of: rows[0][column...], in: format) ?? 1))
    }
    var time = [column]
    func each(_ column: Int, _ test: (ArraySlice<UInt8>) -> Bool) -> Bool {
      rows.allSatisfy { $0.indices.contains(column) && test($0[column]) }
    }
    if each(column, GaugeTimes.isDay) {
      time +=
        [column + 1, column - 1].first { other in
          each(other) { GaugeTimes.clock($0) != nil }
            || names.indices.contains(other)
              && !hours.isDisjoint(with: GaugeText.words(names[other]))
              && each(other, isNumber)
        }.map { [$0] } ?? []
    }
    let zone = (time.max() ?? column) + 1
    if names.indices.contains(zone), names[zone].lowercased().hasPrefix("tz") { time.append(zone) }
    return time
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
    if let row = tables.first(where: { $0.1.contains(where: isNumber) }) {
      return file.flaw(row.0.number, "has \(GaugeTimes.noTime.dropFirst(3))")
    }
    guard let first = lines.first, tables[0].1.isEmpty else { return file.tooShort }
    return file.flaw(first.number, "has one column; a gauge has a time and an amount in each row")
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
