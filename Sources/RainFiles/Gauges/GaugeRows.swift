internal import Text

/// Some rows of a rain gauge in the order of time.
struct GaugeRows {
  /// The ends of the rows, in s from any beginning.
  var ends: [Double] = []
  /// Their beginnings, if the file has them.
  var starts: [Double]?
  /// What the gauge says; not a number if it says nothing.
  var amounts: [Double] = []
  var lines: [Int] = []

  var count: Int { ends.count }
  var sum: Double { amounts.reduce(0) { $0 + ($1.isNaN ? 0 : $1) } }

  mutating func append(_ rows: GaugeRows) {
    ends += rows.ends
    amounts += rows.amounts
    lines += rows.lines
    starts = rows.starts.map { (starts ?? []) + $0 }
  }

  /// The rows in a range.
  subscript(range: Range<Int>) -> GaugeRows {
    GaugeRows(
      ends: Array(ends[range]), starts: starts.map { Array($0[range]) },
      amounts: Array(amounts[range]), lines: Array(lines[range]))
  }

  /// Makes one row of those with one time. Tips add up. In a file that has a row also where it was dry, a row that is there
  /// twice was written twice.
  ///
  /// - Returns: How many had the time of the row before.
  mutating func merge(_ kind: GaugeKind, isRecord: Bool, _ notes: inout GaugeNotes) throws(Flaw)
    -> Int
  {
    if !zip(ends, ends.dropFirst()).contains(where: ==) { return 0 }
    var isRate = false
    if case .rate = kind { isRate = true }
    var (kept, count) = (0, 0)
    var last = amounts.first ?? 0
    for index in amounts.indices.dropFirst() {
      let amount = amounts[index]
      if ends[index] == ends[kept] {
        count += kind == .counter ? 0 : 1
        let isSame = amount == last || amount.isNaN && last.isNaN
        if isSame, isRecord || isRate || !(amount > 0) {
          if kind != .counter { notes.add(.repeated, line: lines[index]) }
        } else if isRate {
          throw notes.file.flaw(lines[index], "has other rain at the time of the row before")
        } else {
          if kind != .counter { notes.add(.added, line: lines[index]) }
          amounts[kept] = amounts[kept].isNaN ? amount : amounts[kept] + (amount.isNaN ? 0 : amount)
        }
      } else {
        kept += 1
        ends[kept] = ends[index]
        amounts[kept] = amount
        lines[kept] = lines[index]
        if let start = starts?[index] { starts?[kept] = start }
      }
      last = amount
    }
    if !ends.isEmpty { self = self[0..<kept + 1] }
    return count
  }
}

/// Reads the rows of a file, some at a time, so that a file of any length takes the same memory.
struct GaugeReader {
  /// So many rows decide what the table has.
  static let mostRows = 1 << 17
  /// So many rows can be turned whose newest come first.
  private static let mostTurned = 1 << 24

  let file: GaugeText
  let table: GaugeTable
  let column: GaugeAmounts
  /// How the times are written.
  private(set) var time = ""
  private(set) var isDated = false
  /// Whether the times are numbers of an unknown unit, read as seconds.
  private(set) var isUnknownCount = false
  private(set) var notes: GaugeNotes
  private let format: GaugeFormat
  private let station: [UInt8]?
  private var times: GaugeTimes
  private var beginnings: GaugeTimes?
  private var remark: Flaw?
  /// The first field that is no amount.
  private var wrong: Flaw?
  private var series: [GaugeSeries]
  private var hasRows = false

  init(_ file: GaugeText, _ format: GaugeFormat) throws {
    let table = try GaugeTable(file, format)
    do {
      self.init(file, table, try GaugeAmounts(in: table, file, format), format)
    } catch {
      // The reason may be that the column has several quantities.
      var others = format
      others.rows = .tip
      if let amounts = try? GaugeAmounts(in: table, file, others) {
        var reader = GaugeReader(file, table, amounts, others)
        do { _ = try reader.next() } catch let flaw as Flaw
          where flaw.sentence.contains("--station")
        {
          throw flaw
        } catch {}
      }
      throw error
    }
  }

  private init(
    _ file: GaugeText, _ table: GaugeTable, _ column: GaugeAmounts, _ format: GaugeFormat
  ) {
    (self.file, self.table, self.column, self.format) = (file, table, column, format)
    notes = GaugeNotes(file)
    station = format.station.map { Array($0.utf8) }
    times = GaugeTimes(format: table.format, name: table.timeName)
    beginnings = table.beginning.map { _ in GaugeTimes(format: table.format, name: "") }
    series = format.station == nil ? table.others(column.column).map(GaugeSeries.init) : []
  }

  /// The next rows; nil at the end.
  mutating func next() throws -> GaugeRows? {
    var rows = GaugeRows()
    try read(&rows, Self.mostRows)
    if rows.amounts.count >= Self.mostRows, !hasRows, times.isFalling {
      try read(&rows, Self.mostTurned)
      if rows.amounts.count >= Self.mostTurned {
        throw file.flaw(
          nil, "has more than \(Self.mostTurned) rows, the newest first; sort them by their times")
      }
    }
    guard let line = rows.lines.first else {
      if let station = format.station, !hasRows {
        throw file.flaw(nil, "has no row of the station \(station.quoted)")
      }
      return nil
    }
    guard let reading = try times.ordered(line, of: file) else { return nil }
    if reading.isReversed, !hasRows {
      rows.amounts.reverse()
      rows.lines.reverse()
    }
    for series in series {
      let others = reading.isReversed ? series.reversed : series
      if let flaw = others.flaw(table, reading.seconds, rows.amounts) {
        throw file.flaw(nil, flaw)
      }
    }
    series = []
    if let wrong { throw wrong }
    rows.ends = reading.seconds
    if let back = reading.back {
      func text(_ row: Int) -> String {
        let seconds = row < 0 ? 0 : rows.ends[row]
        return reading.pattern.isDated
          ? GaugeMoment.text(seconds) : NumberText.shortest(seconds)
      }
      throw file.flaw(
        rows.lines[back],
        "\(text(back).quoted) does not lie after the row before, \(text(back - 1).quoted); if files were joined or a "
          + "clock was set back, put the rows in order; --time-column and --time-format say which time is read, and how"
      )
    }
    (time, isDated) = (reading.pattern.text, reading.pattern.isDated)
    isUnknownCount =
      !times.isCount && reading.pattern.count?.name == "seconds" && rows.ends[0] < 3e8
    rows.starts = try beginnings?.ordered(line, of: file)?.seconds
    if let winter = reading.winter { notes.add(.winter, line: rows.lines[winter]) }
    for (row, seconds) in reading.setBack {
      let end = rows.ends[row]
      notes.add(.setBack, line: rows.lines[row], seconds, from: end - reading.step, to: end)
    }
    hasRows = true
    return rows
  }

  /// The error that the hour of a day lies in another column, which nothing names.
  func hourFlaw(_ ties: Int) -> Flaw {
    file.flaw(
      nil,
      "\(ties) rows have the time of the row before; if the time goes on in the next column, "
        + "--time-format '\(time) %H' or '\(time) %H%M' reads it")
  }

  /// Reads rows until there are so many.
  private mutating func read(_ rows: inout GaugeRows, _ most: Int) throws {
    let least = [table.time.max(), table.beginning, column.column].compactMap(\.self).max() ?? 0
    var fields: [GaugeField] = []
    while rows.amounts.count < most, let line = try file.next() {
      if GaugeTable.isComment(line.text) { continue }
      if let remark { throw remark }
      GaugeText.split(line.text, table.separator, into: &fields)
      if let station, !fields.contains(where: { $0.elementsEqual(station) }),
        !fields.contains(where: { GaugeText.string($0) == format.station })
      {
        continue
      }
      // Files that were joined have their names again.
      if table.isRepeated(line.text, fields) {
        if fields.count > least { notes.add(.names, line: line.number) }
        continue
      }
      guard fields.count > least, let time = table.time(fields) else {
        // A file may end with a remark.
        let flaw = file.flaw(line.number, "has \(fields.count) columns, too few")
        if fields.count > 1 || GaugeTable.isNumber(fields[0]) { throw flaw }
        remark = flaw
        continue
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, fields.count > table.names.count,
        fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty })
      {
        throw file.flaw(
          line.number, "has \(fields.count) columns, but there are \(table.names.count) names")
      }
      try times.append(time, hours: table.hours.count, line: line.number, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: line.number, of: file)
      }
      if table.hours.isEmpty {
        try append(column.column.map { fields[$0] }, line.number, &rows)
        for index in series.indices where series[index].isOpen { series[index].append(fields) }
      } else {
        for hour in table.hours {
          try append(hour < fields.count ? fields[hour] : [], line.number, &rows)
        }
      }
    }
  }

  private mutating func append(_ field: GaugeField?, _ line: Int, _ rows: inout GaugeRows) throws {
    var amount = 1.0
    do {
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
    rows.amounts.append(amount)
    rows.lines.append(line)
  }
}
