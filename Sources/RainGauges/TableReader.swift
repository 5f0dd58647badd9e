internal import Text

/// Reads the rows of a file once, some at a time.
struct TableReader {
  /// So many rows decide how times are written, and whose rows are.
  private static let mostRows = 1 << 16
  /// So many columns may have the rain.
  private static let mostColumns = 6

  let file: TableText
  let table: Table
  let answers: Answers
  let form: TableForm?
  private(set) var columns: [AmountColumn] = []
  private(set) var times: Times
  private var beginnings: Times?
  private(set) var notes = Notes()
  /// The columns that may say whose rows are, and the one that does.
  private var candidates: [Owners] = []
  private(set) var owners: Owners?
  /// The rows of each owner, and in them those of each column.
  private(set) var rows: [[Rows]] = []
  /// Rows whose times are not known yet.
  private var readings: [[Double]]
  private var (lines, lengths, sizes): ([Int32], [Double], [Double]) = ([], [], [])
  /// A line that only the last one of a file may be.
  private var remark: Flaw?
  /// The columns that each row needs, and the one with the number of its version.
  private var (least, version): (Int, Int?) = (0, nil)
  private var last = (time: Field(), version: -1.0)
  /// The drops of all telegrams, and those that count.
  private(set) var drops = (all: 0, counted: 0)

  init(_ file: TableText, _ answers: Answers) throws {
    // A person may choose a column beside the telegrams.
    if answers.column == nil, answers.unit == nil, answers.rows == nil { try file.findTelegrams() }
    var (answers, table) = (answers, try Table(file, answers))
    let chosen = try answers.column.map { try table.index(of: $0, file) }
    let found = TableForm.find(table.names.map(\.text), column: chosen)
    if answers.time == nil, let time = found?.form.time {
      answers.time = time
      file.rewind()
      table = try Table(file, answers)
    }
    (self.file, self.answers, self.table, form) = (file, answers, table, found?.form)
    let name = table.time.map { table.name($0).text }.joined(separator: " ")
    times = Times(format: table.format, name: ColumnName(name))
    if table.beginning != nil || table.isInterval {
      beginnings = Times(format: table.format, name: ColumnName(""))
    }
    let indices =
      file.disdrometer != nil || answers.rows == .tip
      ? [] : try (found?.column ?? chosen).map { [$0] } ?? Self.columns(in: table, file, answers)
    readings = indices.isEmpty ? [[]] : indices.prefix(Self.mostColumns).map { _ in [] }
    columns = indices.prefix(Self.mostColumns).map { column($0) }
    if answers.station == nil || indices.isEmpty {
      candidates = table.others(indices).map { Owners($0, table.name($0)) }
    }
    let others = [table.time.max(), table.beginning].compactMap(\.self)
    least = (others + columns.map(\.index)).max() ?? 0
    version = form?.version.flatMap(table.column)
    if file.damaged > 0 { notes.add(.records, count: file.damaged) }
    try read()
  }

  private func column(_ index: Int) -> AmountColumn {
    let (name, units) = (table.name(index), form?.units ?? [])
    let texts = [name.text] + table.lines(about: name)
    return AmountColumn(
      index, name,
      units: units.isEmpty && answers.unit == nil ? table.units(of: index) : nil,
      group: form?.group, commaIsPoint: table.separator != UInt8(ascii: ","),
      isTenths: (units + texts.compactMap { RainUnit(in: $0) }).contains { $0.millimeters < 1 }
        || texts.contains { $0.contains("-1") })
  }

  /// The columns that may have the rain; none if each row is a tip.
  private static func columns(
    in table: Table, _ file: TableText, _ answers: Answers
  ) throws(Flaw) -> [Int] {
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
    // Counts of rows have no decimals.
    let likely =
      numbers.first { table.fields(in: $0.column).contains { $0.contains(UInt8(ascii: ".")) } }
      ?? numbers.last
    let hint = likely.map { PlainText.line(table.name($0.column).text, limit: 60).quoted }
      .map { table.hasNames ? ", such as --column \($0)" : ", by its number" }
    let isWide = !table.hasNames && table.width > table.time.count + 2
    let best = ranks.filter { $0.rank > 0 && $0.rank == ranks.lazy.map(\.rank).max() }.map(\.column)
    if !best.isEmpty, !isWide {
      let known = best.filter { column in numbers.contains { $0.column == column } }
      return known.isEmpty ? best : known
    }
    if others.count == 1, !isWide { return others }
    let isSaid = answers.unit != nil || answers.rows != nil
    if numbers.count == 1, isSaid || others.count < 4, !isWide { return [numbers[0].column] }
    let list = Table.list(table.names.map(\.text))
    throw file.flaw("has the columns \(list); choose one with --column\(hint ?? "")")
  }

  private mutating func read() throws {
    let station = answers.station.map { Array($0.utf8)[...] }
    let kept = form?.kept.flatMap { kept in
      table.column(kept.column).map { ($0, Array(kept.text.utf8)[...]) }
    }
    while let (number, line) = try file.next() {
      if Table.isComment(line) { continue }
      if let remark { throw remark }
      let telegram = file.disdrometer?.telegram(in: line)
      let fields = (telegram?.rest ?? line).fields(table.separator)
      if let station,
        !fields.contains(where: {
          $0 == station || $0.last ?? 0 > 0x7F && $0.string == answers.station
        })
      {
        continue
      }
      if let (column, text) = kept, column >= fields.count || fields[column] != text { continue }
      try read(fields, telegram, line, number)
      if lines.count == Self.mostRows { try flush() }
    }
    if !lines.isEmpty { try flush() }
    for owner in rows.indices {
      for column in rows[owner].indices {
        try rows[owner][column].order(times.format, isCalendar: times.isCalendar, file)
      }
    }
    if rows.isEmpty {
      throw answers.station.map { file.flaw("has no row of the station \($0.quoted)") }
        ?? file.tooShort
    }
    for column in columns where rows.count == 1 {
      if let flaw = column.flaw { throw flaw }
      let sentence =
        column.words > column.numbers
        ? "has fields that are no amount of rain; --column says which column has it"
        : column.numbers == 0 ? "has no value in any row" : nil
      if let sentence { throw file.flaw("\(column.name.text.quoted) \(sentence)") }
    }
  }

  /// Takes a line, which may be a row, a line of names or a remark.
  private mutating func read(
    _ fields: [Field], _ telegram: Disdrometer.Telegram?, _ line: Field, _ number: Int
  ) throws(Flaw) {
    // Most lines are rows, and are not looked up.
    let isWord = fields.first?.first?.isDigit != true
    // Files that were joined have their names again.
    if isWord, table.isRepeated(telegram?.rest ?? line, fields) {
      return fields.count > least ? notes.add(.names, line: number) : ()
    }
    if telegram == nil, file.disdrometer != nil { return notes.add(.damaged, line: number) }
    let first = isWord ? fields.first { !$0.isEmpty } ?? [] : []
    if first.first?.isDigit == false, Self.isRemark(first.string) || Self.isRemark(line.string) {
      return notes.add(.sums, line: number)
    }
    guard fields.count > least, let time = fields.joined(table.time) else {
      // A file may end with a remark.
      remark = file.flaw("has \(fields.count) columns, too few", line: number)
      if let remark, fields.count > 1 || fields[0].isNumber { throw remark }
      return
    }
    // Without quotation marks, a separator within a field would move the columns after it.
    if table.hasNames, telegram == nil,
      fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty })
    {
      throw file.flaw(
        "has \(fields.count) columns, but there are \(table.names.count) names", line: number)
    }
    if let version, version < fields.count, let value = fields[version].number?.value {
      if time == last.time, !lines.isEmpty {
        for index in columns.indices where value > last.version {
          readings[index][lines.count - 1] = columns[index].read(fields, line: number, file)
        }
        last.version = max(value, last.version)
        return
      }
      last = (time, value)
    }
    try append(time, telegram, fields, number)
  }

  private static func isRemark(_ text: String) -> Bool {
    let text = text.lowercased()
    let words = text.drop { !$0.isLetter }.prefix { $0.isLetter || $0 == " " }
      .split(separator: " ")
    return Meaning.endOfFile.texts.contains {
      Meaning.fits(text, $0.hasSuffix("*") ? $0[...] : "\($0)*")
    }
      || words.count < 3 && words.last.map { Meaning.sum.has(String($0)) } ?? false
        && text.count < 30
  }

  private mutating func append(
    _ time: Field, _ telegram: Disdrometer.Telegram?, _ fields: [Field], _ line: Int
  ) throws(Flaw) {
    let (begin, end, length) = table.isInterval ? time.moments : (nil, time, nil)
    try times.append(end, line: line, of: file)
    if let start = begin ?? table.beginning.map({ fields[$0] }) {
      try beginnings?.append(start, line: line, of: file)
    }
    if let length { lengths.append(length) }
    lines.append(Int32(clamping: line))
    if let telegram {
      sizes.append(telegram.size)
      drops = (drops.all + telegram.drops, drops.counted + telegram.counted)
    }
    if columns.isEmpty { readings[0].append(telegram?.millimeters ?? 1) }
    for index in columns.indices {
      readings[index].append(columns[index].read(fields, line: line, file))
    }
    for index in candidates.indices.reversed() where !candidates[index].append(fields) {
      candidates.remove(at: index)
    }
  }

  /// Gives the rows to their owners, once their times are known.
  private mutating func flush() throws(Flaw) {
    let first = Int(lines[0])
    var ends = try times.take(first, of: file)
    var starts = lengths.isEmpty ? try beginnings?.take(first, of: file) : ends
    for (index, length) in lengths.enumerated() { ends[index] += length }
    if starts?.count != ends.count { starts = nil }
    if rows.isEmpty {
      owners =
        candidates.first { $0.isNamed && $0.areSeveral(ends) }
        ?? candidates.first { $0.areSeveral(ends) }
    } else if owners == nil, let several = candidates.first(where: \.isNamed) {
      let names = several.texts.prefix(20).map { "--station \($0.string.quoted)" }
      throw file.flaw(
        "has several stations, in \(table.label([several.column])): \(names.joined(separator: ", "))"
      )
    }
    if let column = owners?.column {
      candidates.removeAll { $0.column != column }
      owners = candidates.first
    }
    let keys = owners?.owners
    while rows.count < max(1, owners?.texts.count ?? 1) {
      let own = keys.map { keys in ends.indices.filter { keys[$0] == rows.count }.map { ends[$0] } }
      let steps = (own ?? ends).steps
      let (up, down) = (steps.filter { $0 > 0 }, steps.filter { $0 < 0 })
      let step = times.isCalendar && down.count > up.count ? down.middle : up.middle
      rows.append(readings.map { _ in Rows(step: step) })
    }
    for row in lines.indices {
      for column in readings.indices {
        rows[keys?[row] ?? 0][column].append(
          ends[row], readings[column][row], line: Int(lines[row]), start: starts?[row],
          size: sizes.isEmpty ? nil : sizes[row])
      }
    }
    lines.removeAll(keepingCapacity: true)
    for column in readings.indices { readings[column].removeAll(keepingCapacity: true) }
    (lengths, sizes) = ([], [])
    for index in candidates.indices { candidates[index].forget() }
  }

  /// The notes on the rows and the fields of a column.
  func notes(_ column: AmountColumn?) -> Notes {
    column.map { notes.adding($0.notes, unit: $0.unit?.millimeters ?? 1) } ?? notes
  }

  /// The words of a column's name, of what all rows measure, or of lines before the table about it.
  func sense(_ column: AmountColumn, of station: String?) -> ColumnName {
    let own = table.sense(column.index)
    if own.isRain || own.isNoAmount { return own }
    let words = ([station] + candidates.map(\.entity)).compactMap(\.self).filter {
      station != nil || ColumnName($0).says(.rain, .rate, .other, .no)
    }
    let unit = own.unit == nil ? [] : [own.text]
    return words.isEmpty ? own : ColumnName((unit + words).joined(separator: " "))
  }
}
