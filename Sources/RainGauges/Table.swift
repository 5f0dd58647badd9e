internal import Text

/// The table in the file of a rain gauge: what separates its fields, where its rows begin, which
/// columns have the time, and what they are called.
///
/// The rows are the longest run of lines with a time in the same columns. What stands before them
/// says what it likes, and so do lines that begin with #.
///
///     STATIONS_ID;MESS_DATUM;  QN;RS_01;RS_IND_01      German weather service, mm a minute
///     station,station_name,valid(UTC),precip           ASOS of the USA, inches a minute
///     YEAR,MO,DY,HR,PRECTOTCORR                        NASA POWER, a date in four columns
///     0,0.2                                            seconds, mm
final class Table {
  /// One of so many columns has to be the time.
  private static let mostColumns = 50

  let separator: UInt8
  /// The line of the first row.
  let begin: Int
  /// The columns whose texts, joined by blanks, are the time of a row.
  private(set) var time: [Int]
  /// How the time is written, if a person or the names of the columns say so.
  let format: TimeFormat?
  /// The column with the beginning of a row's interval, if the file has one.
  private(set) var beginning: Int?
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  private(set) var names: [ColumnName]
  let hasNames: Bool
  /// Whether times are intervals, as ISO 8601 writes them.
  let isInterval: Bool
  private let preamble: [String]
  /// Some rows, and all lines before them.
  private let rows: [[Field]]
  private let before: [Field]

  /// Finds the table in a file in which the answers say where the time is, and how it is written.
  init(_ file: TableText, _ answers: Answers) throws(Flaw) {
    let lines = file.head.filter { !Self.isComment($0.text) }
    guard let layout = Layout.find(in: lines.map(\.text), answers) else {
      throw Self.flaw(ofNoRowIn: lines, file, answers)
    }
    (separator, format, time) = (layout.separator, layout.format, layout.columns)
    begin = lines[layout.lines.lowerBound].number
    if layout.isLike, let format {
      throw file.flaw(
        "has a date in the columns \(time[0] + 1) to \(time[0] + time.count), as it seems; "
          + "--time-column \(time[0] + 1) --time-format '\(format.text)' reads it", line: begin)
    }
    rows = lines[layout.lines].prefix(20).map { $0.text.fields(layout.separator) }
    before = file.head.prefix { [begin] in $0.number < begin }.map(\.text)
    file.skip(to: before.count)
    let header = Self.header(in: before, rows[0].count, separator, time: time[0])
    if header.isEmpty, let line = lines[..<layout.lines.lowerBound].last, line.number == begin - 1,
      case let fields = line.text.fields(separator), fields.count >= rows[0].count
    {
      throw file.flaw("\(fields[time[0]].string.quoted) \(Times.noTime)", line: line.number)
    }
    hasNames = !header.isEmpty
    preamble = before.filter { !header.contains($0.fields(layout.separator)) }.map(\.string)
    names = (header.last ?? rows[0]).indices.map { index in
      let labels = header.compactMap { index < $0.count ? $0[index].string : nil }
      return ColumnName(
        header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " "))
    }
    let moments = rows[0].joined(time)?.moments
    isInterval = moments?.begin != nil || moments?.length != nil
    if time.count == 1 { choose(among: time + layout.others) }
    if !layout.isNumber, beginning == nil { addNeighbours(layout.patterns) }
    // A comma without quotation marks between a date and the time of its day moves the columns
    // behind them.
    if hasNames, names.count == rows[0].count - 1, time.count == 2, time[1] == time[0] + 1 {
      names.insert(ColumnName(""), at: time[1])
    }
    let hours = names.compactMap {
      $0.text.lowercased().wholeMatch(of: /(?:h|hr|hour|hh|uhr|std)?[ _]?(\d\d?)(?:h|:00| uhr)?/)
        .flatMap { Int($0.1) }
    }
    if hasNames, zip(hours, hours.dropFirst()).count(where: { $0 + 1 == $1 }) == 23 {
      throw file.flaw("has the hours of a day in columns; write a row for each hour", line: begin)
    }
  }

  /// Whether a line between the rows repeats one before them. Most have a time, and are not looked
  /// up.
  func isRepeated(_ line: Field, _ fields: [Field]) -> Bool {
    let isRow = time[0] < fields.count && fields[time[0]].first?.isDigit == true
    return !isRow && before.contains(line)
  }

  /// The column with the units of a column: that which shares most of its path, or follows it.
  func units(of column: Int) -> Int? {
    func path(_ index: Int) -> [Substring] { name(index).text.lowercased().split(separator: " ") }
    func shared(_ index: Int) -> Int { zip(path(column), path(index)).prefix { $0 == $1 }.count }
    let columns = names.indices.filter { $0 != column && names[$0].has(.units) }
    let most = columns.map(shared).max()
    let near = columns.filter { shared($0) == most }
    return near.first { $0 > column } ?? near.last
  }

  /// The columns that may say whose a row is: those with neither the time nor an amount.
  func others(_ columns: [Int]) -> [Int] {
    rows[0].indices.prefix(Self.mostColumns).filter {
      !(time + columns).contains($0) && $0 != beginning
    }
  }

  /// The lines before the table that begin with the words of a name, and so are about the column.
  func lines(about name: ColumnName) -> [String] {
    name.words.isEmpty
      ? []
      : preamble.filter {
        $0.contains(where: ":,=\t([".contains) && ColumnName($0).words.starts(with: name.words)
      }
  }

  /// The name of a column, and if that says nothing of rain, with the line before the table about
  /// it.
  func sense(_ column: Int) -> ColumnName {
    let name = name(column)
    if !hasNames || name.isRain { return hasNames ? name : ColumnName("") }
    return lines(about: name).lazy.map { ColumnName($0) }.first(where: \.isRain) ?? name
  }

  /// Whether a line before the rows says how hard it rains.
  var hasRates: Bool {
    preamble.contains { RainUnit(in: $0)?.seconds != nil && ColumnName($0).says(.rain) }
  }

  /// How many fields the longest of some rows has.
  var width: Int { rows.lazy.map(\.count).max() ?? 0 }

  /// The name of a column; without one, it is empty.
  func name(_ column: Int) -> ColumnName { column < names.count ? names[column] : ColumnName("") }
  func fields(in column: Int) -> [Field] { rows.map { column < $0.count ? $0[column] : [] } }

  /// The names and the numbers of columns, for messages.
  func label(_ columns: [Int]) -> String {
    let named = hasNames ? columns.filter(names.indices.contains) : []
    let titles = named.map { PlainText.line(names[$0].text, limit: 40).quoted }
    let numbers = columns.map { "\($0 + 1)" }.joined(separator: ", ")
    let label = "column\(columns.count == 1 ? "" : "s") \(numbers)"
    return named.isEmpty ? label : "\(titles.joined(separator: " ")) (\(label))"
  }

  /// The same, or an error that names all.
  func index(of name: String, _ file: TableText) throws(Flaw) -> Int {
    if let index = column(name) { return index }
    throw file.flaw("has no column \(name.quoted); it has \(Self.list(names.map(\.text)))")
  }

  /// The index of the column of that name; small and capital letters are the same.
  func column(_ name: String) -> Int? {
    let (name, others) = (name.lowercased(), names.map { $0.text.lowercased() })
    return others.firstIndex { other in
      other.count == name.count
        && zip(other, name).allSatisfy { $0 == $1 || $0 == EastAsianText.unknown }
    }
      // The first or the last of several lines with names is enough.
      ?? others.firstIndex { $0.hasPrefix("\(name) ") || $0.hasSuffix(" \(name)") }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  /// Chooses the time among columns that have one: the end of a row's interval, a column with that
  /// name, or one that moves on.
  private func choose(among columns: [Int]) {
    let moves = { [self] in Set(fields(in: $0)).count > 1 }
    time = [columns.first { name($0).isTime } ?? columns.first(where: moves) ?? columns[0]]
    guard let begin = columns.first(where: { name($0).has(.begin) }),
      let end = columns.first(where: { name($0).has(.end) })
    else { return }
    (beginning, time) = (begin, [end])
  }

  /// A date may have the time of its day beside it, or in a column that is called so, and behind it
  /// the time zone.
  private func addNeighbours(_ patterns: [TimeFormat]) {
    func isBeside(_ column: Int) -> Bool {
      !time.contains(column)
        && rows.allSatisfy { row in
          guard row.indices.contains(column), !row[column].isEmpty,
            name(column).has(.clock) || !row[column].isNumber,
            let text = row.joined(time + [column])
          else { return false }
          return patterns.contains { $0.seconds(text) != nil }
        }
    }
    let hours = names.indices.filter { name($0).has(.clock) }
    while let next = ([(time.max() ?? 0) + 1, time[0] - 1] + hours).first(where: isBeside) {
      time.append(next)
    }
  }

  // MARK: Names

  static func isComment(_ line: Field) -> Bool {
    line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
  }

  /// Up to three lines with as many names each, right before the rows; none if these are preceded
  /// by another row. A line between them and the rows may have no letters, or widths such as 5s and
  /// 20d. Numbers are names beside that of the time, or beside no name. A comment with as many
  /// words as there are columns is the last of them if it has no name of the time, as units have
  /// none, or if no other line has as many.
  private static func header(
    in before: [Field], _ count: Int, _ separator: UInt8, time: Int
  ) -> [[Field]] {
    var header: [[Field]] = []
    let ordinary = before.last { !isComment($0) }?.fields(separator).count
    for line in before.reversed() where header.count < 3 {
      var fields = line.fields(separator)
      if isComment(line) {
        fields = line.drop(while: " #".utf8.contains).fields(separator)
        guard header.isEmpty, fields.count == count, fields.areNames,
          fields[time].isEmpty || ordinary != count
        else { continue }
      }
      if header.isEmpty, fields.count == count, case let name = ColumnName(fields[time].string),
        name.isTime && count == 1
          || count > 1 && (name.text.isEmpty || name.isTime || name.has(.date))
            && fields.contains(where: \.isNumber)
      {
        return [fields]
      }
      // Widths, and lines without letters.
      if header.isEmpty,
        fields.allSatisfy({ $0.string.wholeMatch(of: /[\t-\/=]*|\d+[sdn]/) != nil })
      {
        continue
      }
      guard fields.areNames, fields.count == header.first?.count ?? fields.count else { break }
      header.insert(fields, at: 0)
    }
    return header
  }

  /// The names for a sentence, of bounded length.
  static func list(_ names: [String]) -> String {
    let some = names.prefix(20).map { PlainText.line($0, limit: 20) }
    return (names.count > 20 ? some + ["..."] : some).joined(separator: ", ")
  }

  private static func flaw(
    ofNoRowIn lines: [Line], _ file: TableText, _ answers: Answers
  ) -> Flaw {
    let tables = lines.map { line in
      ";\t|, ".utf8.lazy.map { line.text.fields($0) }.first { $0.count > 1 } ?? []
    }
    if let name = answers.timeColumn {
      let names = list(tables.max { $0.count < $1.count }?.map(\.string) ?? [])
      return file.flaw(
        "has no column \(name.quoted) with times; it has \(names); \(Times.remedy)")
    }
    let row = tables.firstIndex { $0.contains(where: \.isNumber) }
    return file.noTable
      ?? row.map { file.flaw("has \(Times.noTime.dropFirst(3))", line: lines[$0].number) }
      ?? file.tooShort
  }
}

extension [Field] {
  /// The texts of columns, joined by blanks; nil if one is missing.
  func joined(_ columns: [Int]) -> Field? {
    guard columns.allSatisfy(indices.contains) else { return nil }
    if columns.count == 1 { return self[columns[0]] }
    return [UInt8](columns.map { self[$0] }.joined(separator: [UInt8(ascii: " ")]))[...]
  }

  var areNames: Bool { count > 1 && !contains(where: \.isNumber) }
}
