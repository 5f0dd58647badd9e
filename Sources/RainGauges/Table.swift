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
struct Table {
  /// The rows have to begin within so many lines.
  private static let mostSearched = 1000

  let separator: UInt8
  /// The line of the first row.
  let begin: Int
  /// The columns whose texts, joined by blanks, are the time of a row.
  private(set) var time: [Int]
  /// The column with the beginning of a row's interval, if the file has one.
  private(set) var beginning: Int?
  /// How times are written, found from the first rows.
  private(set) var times = Times(TimeFormat.plain[0])
  /// The names of the columns, those of several lines joined by blanks; 1, 2 ... if they have none.
  let names: [ColumnName]
  let hasNames: Bool
  /// Whether times are intervals, as ISO 8601 writes them.
  let isInterval: Bool
  private let preamble: [String]
  /// All lines before the rows; some rows.
  private let before: [Field]
  private let some: [[Field]]
  /// The rows in the first lines of the file.
  var sample: [Line] = []

  /// Finds the table in a file in which the answers say where the time is, and how it is written.
  init(_ file: TableText, _ answers: Answers) throws(Flaw) {
    let head = file.head.filter { !Self.isComment($0.text) }
    let searched = head.prefix(Self.mostSearched).map(\.text)
    let found = Layout.find(in: searched, answers)
    if answers.time == nil, answers.timeColumn == nil, found?.best.isNumber ?? true,
      let flags = Layout.likeDate(in: searched)
    {
      throw file.flaw("has a date in several columns without names, as it seems; \(flags) reads it")
    }
    guard let (layout, others) = found else {
      throw Self.flaw(ofNoRowIn: Array(head.prefix(Self.mostSearched)), file, answers)
    }
    let (mark, first) = (layout.separator, head[layout.lines.lowerBound].number)
    (separator, time, begin) = (mark, layout.columns, first)
    some = searched[layout.lines].prefix(20).map { $0.fields(mark) }
    before = file.head.prefix { $0.number < first }.map(\.text)
    let header = Self.header(in: before, some[0].count, mark, time: time[0])
    if header.isEmpty, layout.lines.lowerBound > 0,
      case let line = head[layout.lines.lowerBound - 1], line.number == first - 1,
      case let fields = line.text.fields(mark), fields.count >= some[0].count
    {
      throw file.flaw("\(fields[time[0]].string.quoted) \(Times.noTime)", line: line.number)
    }
    hasNames = !header.isEmpty
    preamble = before.filter { !header.contains($0.fields(mark)) }.map(\.string)
    names = (header.last ?? some[0]).indices.map { index in
      let labels = header.compactMap { index < $0.count ? $0[index].string : nil }
      return ColumnName(
        header.isEmpty ? "\(index + 1)" : labels.filter { !$0.isEmpty }.joined(separator: " "))
    }
    let moments = some[0].joined(time)?.moments
    isInterval = moments?.begin != nil || moments?.length != nil
    sample = head.filter { $0.number >= first && layout.hasTime($0.text.fields(mark)) }
    if time.count == 1 { choose(among: time + others) }
    if !layout.isNumber, beginning == nil { addNeighbours(layout.formats) }
    let texts = sample.compactMap { [time] line in
      line.text.fields(mark).joined(time).map { Line(line.number, $0.moments.end) }
    }
    times = try Times.find(
      texts, said: layout.isSaid ? layout.formats : nil,
      ColumnName(time.map { name($0).text }.joined(separator: " ")), file)
    let hours = names.compactMap {
      $0.text.lowercased().wholeMatch(of: /(?:h|hr|hour|hh|uhr|std)?[ _]?(\d\d?)(?:h|:00| uhr)?/)
        .flatMap { Int($0.1) }
    }
    if hasNames, zip(hours, hours.dropFirst()).count(where: { $0 + 1 == $1 }) == 23 {
      throw file.flaw("has the hours of a day in columns; write a row for each hour", line: first)
    }
  }

  static func isComment(_ line: Field) -> Bool {
    line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
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
    let near = columns.filter { shared($0) == columns.map(shared).max() }
    return near.first { $0 > column } ?? near.last
  }

  /// The lines before the table that begin with the words of a name, and so are about the column.
  func lines(about name: ColumnName) -> [String] {
    preamble.filter {
      !name.words.isEmpty && $0.contains(where: ":,=\t([".contains)
        && ColumnName($0).words.starts(with: name.words)
    }
  }

  /// The name of a column, and if that says nothing of rain, with the line before the table about
  /// it.
  func sense(_ column: Int) -> ColumnName {
    let name = name(column)
    if !hasNames || name.isRain { return hasNames ? name : ColumnName("") }
    return lines(about: name).lazy.map { ColumnName($0) }.first(where: \.isRain) ?? name
  }

  /// How many fields some rows have, and those in a column.
  var width: Int { some.lazy.map(\.count).max() ?? 0 }
  func fields(in column: Int) -> [Field] { some.map { column < $0.count ? $0[column] : [] } }
  /// The name of a column; without one, it is empty.
  func name(_ column: Int) -> ColumnName { column < names.count ? names[column] : ColumnName("") }

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
        && zip(other, name).allSatisfy { $0 == $1 || $0 == Meaning.unknownLetter }
    }
      // The first or the last of several lines with names is enough.
      ?? others.firstIndex { $0.hasPrefix("\(name) ") || $0.hasSuffix(" \(name)") }
      // A name that cannot be typed has its number.
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  /// The names for a sentence, of bounded length.
  static func list(_ names: [String]) -> String {
    let some = names.prefix(20).map { PlainText.line($0, limit: 20) }
    return (names.count > 20 ? some + ["..."] : some).joined(separator: ", ")
  }

  /// Chooses the time among columns that have one: the end of a row's interval, a column with that
  /// name, or one that moves on.
  private mutating func choose(among columns: [Int]) {
    if let begin = columns.first(where: { name($0).has(.begin) }),
      let end = columns.first(where: { name($0).has(.end) })
    {
      (beginning, time) = (begin, [end])
    } else {
      let moving = columns.first { Set(fields(in: $0)).count > 1 }
      time = [columns.first { name($0).isTime } ?? moving ?? columns[0]]
    }
  }

  /// A date may have the time of its day beside it, or in a column that is called so, and behind it
  /// the time zone.
  private mutating func addNeighbours(_ formats: [TimeFormat]) {
    func isBeside(_ column: Int) -> Bool {
      !time.contains(column)
        && some.allSatisfy { row in
          guard row.indices.contains(column), !row[column].isEmpty,
            name(column).has(.clock) || !row[column].isNumber,
            let text = row.joined(time + [column])
          else { return false }
          return formats.contains { $0.seconds(text) != nil }
        }
    }
    let hours = names.indices.filter { name($0).has(.clock) }
    while let next = ([(time.max() ?? 0) + 1, time[0] - 1] + hours).first(where: isBeside) {
      time.append(next)
    }
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
        count == 1
          ? name.isTime
          : (name.text.isEmpty || name.isTime || name.has(.date)) && !fields.areNames
      {
        return [fields]
      }
      let isWidths = fields.allSatisfy { $0.string.wholeMatch(of: /[\t-\/=]*|\d+[sdn]/) != nil }
      if header.isEmpty, isWidths { continue }
      guard fields.areNames, fields.count == header.first?.count ?? fields.count else { break }
      header.insert(fields, at: 0)
    }
    return header
  }

  private static func flaw(ofNoRowIn lines: [Line], _ file: TableText, _ answers: Answers) -> Flaw {
    if let name = answers.timeColumn {
      return file.flaw("has no column \(name.quoted) with times; \(Times.remedy)")
    }
    let row = lines.first { line in
      ";\t|, ".utf8.contains { line.text.fields($0).contains(where: \.isNumber) }
    }
    return file.noTable
      ?? row.map { file.flaw("has \(Times.noTime.dropFirst(3))", line: $0.number) } ?? file.tooShort
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
