internal import Text

/// Reads the rows of a file once.
struct TableReader {
  /// So many columns may have the rain.
  private static let mostColumns = 6

  let file: TableText
  let answers: Answers
  let form: TableForm?
  private(set) var table: Table
  private(set) var columns: [AmountColumn] = []
  /// The column that says whose the rows are.
  private(set) var owners: Owners?
  /// The quantity of all rows, as a column says.
  private var entities: [String] = []
  /// The rows of each owner, and in them those of each column.
  private(set) var rows: [[[Row]]] = []
  private(set) var notes = Notes()
  /// The drops of all telegrams, and those that count.
  private(set) var drops = (all: 0, counted: 0)

  init(_ file: TableText, _ answers: Answers) throws {
    // A person may choose a column beside the telegrams.
    if answers.column == nil, answers.unit == nil, answers.rows == nil { try file.findTelegrams() }
    var (answers, table) = (answers, try Table(file, answers))
    let chosen = try answers.column.map { name throws(Flaw) in
      if let index = table.column(name) { return index }
      let names = Table.list(table.names.map(\.text))
      throw file.flaw("has no column \(name.quoted); it has \(names)")
    }
    let found = TableForm.find(table.names.map(\.text), column: chosen)
    if answers.time == nil, let time = found?.form.time {
      answers.time = [time]
      table = try Table(file, answers)
    }
    (self.file, self.answers, self.table, form) = (file, answers, table, found?.form)
    let indices =
      file.disdrometer != nil || answers.rows == .tip
      ? [] : try (found?.column ?? chosen).map { [$0] } ?? findColumns()
    columns = indices.prefix(Self.mostColumns).map { column($0) }
    try findOwners(besides: indices)
    if file.damaged > 0 { notes.add(.records, count: file.damaged) }
    try read()
  }

  private func column(_ index: Int) -> AmountColumn {
    let (name, units) = (table.name(index), form?.units ?? [])
    let texts = [name.text] + table.lines(about: name)
    return AmountColumn(
      index: index, name: name,
      units: units.isEmpty && answers.unit == nil ? table.units(of: index) : nil,
      group: form?.group, commaIsPoint: table.separator != UInt8(ascii: ","),
      isTenths: (units + texts.compactMap { RainUnit(in: $0) }).contains { $0.millimeters < 1 }
        || texts.contains { $0.contains("-1") })
  }

  /// The columns that may have the rain; none if each row is a tip.
  private func findColumns() throws(Flaw) -> [Int] {
    let others = table.names.indices.filter { !table.time.contains($0) && $0 != table.beginning }
    if others.isEmpty {
      if answers.unit != nil { return [] }
      throw file.flaw(
        "has a time alone; if each row is a tip, --unit 0.2mm says its size", line: table.begin)
    }
    let ranks = others.compactMap { column in
      table.sense(column).rank(beside: table.names).map { (column: column, rank: $0) }
    }
    let numbers = ranks.filter { table.fields(in: $0.column).contains(where: \.isAmount) }
    // Without names, in a wide table any number may be the rain.
    if table.hasNames || table.width <= table.time.count + 2 {
      let most = ranks.lazy.map(\.rank).max() ?? 0
      let best = (most > 0 ? ranks : []).filter { $0.rank == most }.map(\.column)
      let known = best.filter { column in numbers.contains { $0.column == column } }
      if !best.isEmpty { return known.isEmpty ? best : known }
      if others.count == 1 { return others }
      let isSaid = answers.unit != nil || answers.rows != nil
      if numbers.count == 1, isSaid || others.count < 4 { return [numbers[0].column] }
    }
    // Counts of rows have no decimals.
    let likely =
      numbers.first { table.fields(in: $0.column).contains { $0.contains(UInt8(ascii: ".")) } }
      ?? numbers.last
    let hint = likely.map { PlainText.line(table.name($0.column).text, limit: 60).quoted }
      .map { table.hasNames ? ", such as --column \($0)" : ", by its number" }
    let list = Table.list(table.names.map(\.text))
    throw file.flaw("has the columns \(list); choose one with --column\(hint ?? "")")
  }

  private mutating func findOwners(besides columns: [Int]) throws(Flaw) {
    let kept = (form?.kept?.column).flatMap(table.column)
    let known = Set(table.time + columns + [table.beginning, kept].compactMap(\.self))
    let all = Owners.all(
      in: (0..<min(table.width, Layout.mostColumns)).filter { !known.contains($0) }, of: table)
    if let columns = Owners.grid(all) {
      throw file.flaw("has a grid of places, in \(columns); leave the rows of one place")
    }
    if answers.station != nil, !columns.isEmpty { return }
    entities = all.compactMap(\.entity)
    let several = all.map { $0.areSeveral(table.times.sample) }
    let order: [(Int) -> Bool] = [
      { several[$0].byName && all[$0].texts.count > 1 }, { several[$0].byTurns },
      { several[$0].byName },
    ]
    owners = order.lazy.compactMap { all.indices.first(where: $0) }.first.map { all[$0] }
  }

  private mutating func read() throws {
    let (station, separator) = (answers.station.map { Array($0.utf8)[...] }, table.separator)
    let kept = form?.kept.flatMap { kept in
      table.column(kept.column).map { ($0, Array(kept.text.utf8)[...]) }
    }
    let other = form?.kept.map { "\($0.column) is not \($0.text)" } ?? ""
    let version = form?.version.flatMap(table.column)
    let least = (table.time + columns.map(\.index) + [table.beginning ?? 0]).max() ?? 0
    var (times, beginnings) = (table.times.anew, table.times.anew)
    var last = (time: Field(), version: -1.0)
    var readings = [Double](repeating: 1, count: max(1, columns.count))
    table.sample = []
    /// A line that only the last one of a file may be.
    var remark: Flaw?
    file.skip(to: table.begin)
    while let (number, line) = try file.next() {
      if Table.isComment(line) { continue }
      if let remark { throw remark }
      let telegram = file.disdrometer?.telegram(in: line)
      let fields = (telegram?.rest ?? line).fields(separator)
      if let station,
        !fields.contains(where: {
          $0 == station || $0.last ?? 0 > 0x7F && $0.string == answers.station
        })
      {
        continue
      }
      if let (column, text) = kept, column >= fields.count || fields[column] != text {
        // Other sums, not other quantities.
        if text.isNumber, column < fields.count, fields[column].isNumber {
          notes.add(.others, line: number, word: other)
        }
        continue
      }
      // Most lines are rows, and are not looked up. Files that were joined have their names again.
      let isWord = fields.first?.first?.isDigit != true
      if isWord,
        table.isRepeated(telegram?.rest ?? line, fields)
          || Self.isRemark(fields, line)
      {
        notes.add(.remarks, line: number)
        continue
      }
      if telegram == nil, file.disdrometer != nil {
        notes.add(.damaged, line: number)
        continue
      }
      guard fields.count > least, let time = fields.joined(table.time) else {
        // A file may end with a remark.
        remark = file.flaw("has \(fields.count) columns, too few", line: number)
        if let remark, fields.count > 1 || fields[0].isNumber { throw remark }
        continue
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, telegram == nil,
        fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty })
      {
        throw file.flaw(
          "has \(fields.count) columns, but there are \(table.names.count) names", line: number)
      }
      let (begin, end, length) = table.isInterval ? time.moments : (nil, time, nil)
      var moment = try times.next(end, line: number, file)
      var start = try (begin ?? table.beginning.map { fields[$0] }).map { text throws(Flaw) in
        try beginnings.next(text, line: number, file)
      }
      if let length { (start, moment) = (moment, moment + length) }
      if let telegram {
        readings[0] = telegram.millimeters
        drops = (drops.all + telegram.drops, drops.counted + telegram.counted)
      }
      for index in columns.indices {
        readings[index] = columns[index].read(fields, number, file, &notes)
      }
      guard let owner = owners == nil ? 0 : owners?.index(fields) else { break }
      while rows.count <= owner { rows.append(readings.map { _ in [] }) }
      if let version, version < fields.count, let value = fields[version].number?.value {
        if time == last.time, value < last.version { continue }
        if time == last.time { for index in readings.indices { rows[owner][index].removeLast() } }
        last = (time, value)
      }
      for index in readings.indices {
        rows[owner][index].append(
          Row(
            end: moment, reading: readings[index], start: start ?? .nan,
            size: Float(telegram?.size ?? .nan), line: Int32(clamping: number)))
      }
    }
    if rows.isEmpty {
      throw answers.station.map { file.flaw("has no row of the station \($0.quoted)") }
        ?? form?.kept.map { file.flaw("has no row whose \($0.column.quoted) is \($0.text)") }
        ?? file.tooShort
    }
    for owner in rows.indices {
      for column in rows[owner].indices {
        if let line = try rows[owner][column].order(times, file) {
          notes.add(.winter, line: Int(line))
        }
      }
    }
    for column in columns where rows.count == 1 { try column.check(file) }
  }

  /// Whether a line between or below the rows has a sum, or says whose they are.
  private static func isRemark(_ fields: [Field], _ line: Field) -> Bool {
    guard let first = fields.first(where: { !$0.isEmpty }), first.first?.isDigit == false else {
      return false
    }
    let texts = [first, line].map { $0.prefix(100).string.lowercased() }
    let words = texts[0].drop { !$0.isLetter }.prefix { $0.isLetter || $0 == " " }
      .split(separator: " ")
    return texts.contains { text in Meaning.endOfFile.texts.contains(where: text.hasPrefix) }
      || words.count < 3 && words.last.map { Meaning.sum.has(String($0)) } ?? false
        && texts[0].count < 30
  }

  /// The words of a column's name, of what all rows measure, or of lines before the table about it.
  func sense(_ column: AmountColumn, of station: String?) -> ColumnName {
    let own = table.sense(column.index)
    if own.isRain || own.isNoAmount { return own }
    let words =
      (station.map { [$0] } ?? [])
      + entities.filter {
        station != nil || ColumnName($0).says(.rain, .rate, .other, .no)
      }
    let unit = own.unit == nil ? [] : [own.text]
    return words.isEmpty ? own : ColumnName((unit + words).joined(separator: " "))
  }
}
