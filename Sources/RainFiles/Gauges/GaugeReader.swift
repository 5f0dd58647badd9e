/// Reads the rows of a file, some at a time, so that a file of any length takes the same memory.
struct GaugeReader {
  /// So many rows decide what the table has, and so many can be turned whose newest come first.
  static let (mostRows, mostTurned) = (1 << 17, 1 << 24)

  let file: GaugeText
  let table: GaugeTable
  let column: GaugeColumn
  let notes: GaugeNotes
  private(set) var pattern = GaugeTimePattern.clock
  /// Whether the times are numbers of an unknown unit, read as seconds.
  var isUnknownCount: Bool { !times.isCount && pattern.count?.name == "seconds" }
  private let format: GaugeFormat
  private var times: GaugeTimes
  private var beginnings: GaugeTimes?
  private var remark: Flaw?
  /// Why the column cannot be told, or the first field that is no amount.
  private var wrong: Flaw?
  private var series: [GaugeSeries]
  private var hasRows = false
  /// The drops of all telegrams, those that count, and where the instrument itself tells a rainfall, the sum of that in mm/h
  /// and the rain by the drops in mm.
  private(set) var drops = (all: 0, counted: 0, rainfall: 0.0, millimeters: 0.0)

  init(_ file: GaugeText, _ format: GaugeFormat) throws {
    // A person may choose a column beside the telegrams.
    if format.column == nil, format.unit == nil, format.rows == nil { try file.findTelegrams() }
    let table = try GaugeTable(file, format)
    column =
      file.disdrometer.map { GaugeColumn(of: $0, in: table) }
      ?? GaugeColumn(in: table, file, format)
    (self.file, self.format, self.table) = (file, format, table)
    (notes, wrong) = (GaugeNotes(file), column.flaw)
    let name = table.time.map { table.name($0).text }.joined(separator: " ")
    times = GaugeTimes(format: table.format, name: GaugeName(name))
    beginnings = table.beginning.map { _ in GaugeTimes(format: table.format, name: GaugeName("")) }
    let isOne = format.station != nil || !table.hours.isEmpty
    series = isOne ? [] : table.others(column.index).map(GaugeSeries.init)
  }

  /// The next rows in the order of time; nil at the end.
  mutating func next() throws -> [GaugeRow]? {
    var rows: [GaugeRow] = []
    try read(&rows, Self.mostRows)
    if rows.count >= Self.mostRows, !hasRows, times.isFalling {
      try read(&rows, Self.mostTurned)
      if rows.count >= Self.mostTurned {
        throw file.flaw(
          "has more than \(Self.mostTurned) rows, the newest first; sort them by their times")
      }
    }
    guard let line = rows.first?.line else {
      guard let station = format.station, !hasRows else { return nil }
      throw file.flaw("has no row of the station \(station.quoted)")
    }
    let reading = try times.ordered(line, of: file)
    pattern = reading.pattern
    if reading.isReversed, !hasRows { rows.reverse() }
    for row in rows.indices { rows[row].end = reading.seconds[row] }
    for series in series { try series.check(rows, of: table, file, reading.isReversed) }
    series = []
    if let wrong { throw wrong }
    if let back = reading.back {
      let texts = [back, back - 1].map { row in
        let seconds = row < 0 ? 0 : rows[row].end
        return (pattern.isDated ? GaugeMoment.text(seconds) : NumberText.shortest(seconds)).quoted
      }
      throw file.flaw(
        "\(texts[0]) does not lie after the row before, \(texts[1]); if files were joined or a "
          + "clock was set back, put the rows in order; --time-column and --time-format say which time is read, and how",
        line: rows[back].line)
    }
    if let starts = try beginnings?.ordered(line, of: file).seconds {
      for row in rows.indices { rows[row].start = starts[row] }
    }
    for (row, seconds, isHour) in reading.setBack {
      let (end, line) = (rows[row].end, rows[row].line)
      let start = isHour ? nil : end - reading.step
      notes.add(isHour ? .winter : .setBack, line: line, seconds, from: start, to: end)
    }
    hasRows = true
    return rows
  }

  private mutating func read(_ rows: inout [GaugeRow], _ most: Int) throws {
    let least = [table.time.max(), table.beginning, column.index].compactMap(\.self).max() ?? 0
    while rows.count < most, let (number, line) = try file.next() {
      if GaugeTable.isComment(line) { continue }
      if let remark { throw remark }
      let telegram = file.disdrometer?.telegram(in: line)
      let text = telegram?.rest ?? line
      let fields = text.fields(table.separator)
      if let name = format.station, !fields.contains(where: { $0.string == name }) { continue }
      // Files that were joined have their names again.
      if table.isRepeated(text, fields) {
        if fields.count > least { notes.add(.names, line: number) }
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
      if table.hasNames, telegram == nil, fields.count > table.names.count,
        fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty })
      {
        throw file.flaw(
          "has \(fields.count) columns, but there are \(table.names.count) names", line: number)
      }
      try times.append(time, hours: table.hours.count, line: number, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: number, of: file)
      }
      if let telegram {
        rows.append(GaugeRow(amount: telegram.millimeters, size: telegram.size, line: number))
        drops.all += telegram.drops
        drops.counted += telegram.counted
        let rainfall = telegram.rainfall ?? column.index.flatMap { fields[$0].number?.value }
        if let rainfall, 0..<1000 ~= rainfall {
          drops.rainfall += rainfall
          drops.millimeters += telegram.millimeters
        }
      } else if table.hours.isEmpty {
        append(column.index.map { fields[$0] }, number, &rows)
      }
      for hour in table.hours { append(hour < fields.count ? fields[hour] : [], number, &rows) }
      for index in series.indices.reversed() where !series[index].append(fields) {
        series.remove(at: index)
      }
    }
  }

  /// Appends a row with what its field says; nil for a tip.
  private mutating func append(_ field: GaugeField?, _ line: Int, _ rows: inout [GaugeRow]) {
    var amount = 1.0
    do throws(Flaw) {
      if let field { amount = try column.amount(in: field, line: line, file) ?? .nan }
    } catch {
      // It may be that of another quantity.
      wrong = wrong ?? error
      amount = .nan
    }
    if amount < 0 {
      notes.add(.negative, line: line, amount * column.unit.millimeters)
      amount = 0
    }
    rows.append(GaugeRow(amount: amount, line: line))
  }
}
