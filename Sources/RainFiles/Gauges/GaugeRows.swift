internal import RainDSP
internal import Text

/// The rows of a rain gauge in the order of time, each with its interval and what fell in it.
struct GaugeRows {
  /// The ends of the rows, in s from any beginning, each later than the one before.
  private(set) var ends: [Double] = []
  /// Their beginnings, if the file has them.
  private(set) var starts: [Double]?
  /// What the gauge says; not a number if it says nothing.
  private(set) var amounts: [Double] = []
  /// The places of their lines.
  private(set) var lines: [Int] = []
  let table: GaugeTable
  let column: GaugeAmounts
  /// How the times are written.
  private(set) var time = ""
  private(set) var isDated = false
  private(set) var notes = GaugeNotes()

  /// Reads the rows of a file.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    table = try GaugeTable(file, format)
    column = try GaugeAmounts(in: table, file, format)
    var times = GaugeTimes(format: table.format, name: table.timeName)
    var beginnings = table.beginning.map { _ in GaugeTimes(format: table.format, name: "") }
    try read(file, format, &times, &beginnings)
    guard lines.count >= 2, let reading = try times.ordered(lines[0], of: file) else {
      throw file.tooShort
    }
    let isRising = reading.rises + 1 == lines.count
    // Two stations have rows of one time.
    if !isRising, format.station == nil { try refuseStations(in: file, reading) }
    if reading.isReversed {
      amounts.reverse()
      lines.reverse()
    }
    if let back = reading.back { throw flaw(at: back, in: file) }
    (ends, time, isDated) = (reading.seconds, reading.pattern.text, reading.pattern.isDated)
    starts = try beginnings?.ordered(lines[0], of: file)?.seconds
    if let winter = reading.winter { notes.add(.winter, line: lines[winter]) }
    noteCounting()
    if column.unit.isTotal { try countOn(file) }
    if !isRising { try merge(reading.step, file) }
    guard ends.count >= 2 else {
      throw file.flaw(
        lines[0], "has the only time; --time-column and --time-format say which time is read")
    }
  }

  private mutating func read(
    _ file: GaugeText, _ format: GaugeFormat, _ times: inout GaugeTimes,
    _ beginnings: inout GaugeTimes?
  ) throws(Flaw) {
    let least = [table.time.max(), table.beginning, column.column].compactMap(\.self).max() ?? 0
    var remark: Flaw?
    for line in file.lines(from: table.begin) where !GaugeTable.isComment(line) {
      if let remark { throw remark }
      let (place, fields) = (line.startIndex, GaugeText.fields(line, table.separator))
      if let station = format.station, !fields.contains(where: { GaugeText.string($0) == station })
      {
        continue
      }
      // Files that were joined have their names again.
      if table.isRepeated(line, fields) {
        if fields.count > least { notes.add(.names, line: place) }
        continue
      }
      guard fields.count > least, let time = table.time(fields) else {
        // A file may end with a remark.
        let flaw = file.flaw(place, "has \(fields.count) columns, too few")
        if fields.count > 1 || GaugeTable.isNumber(fields[0]) { throw flaw }
        remark = flaw
        continue
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty }) {
        throw file.flaw(
          place, "has \(fields.count) columns, but there are \(table.names.count) names")
      }
      try times.append(time, line: place, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: place, of: file)
      }
      let amount = try column.amount(in: fields, line: place, file) ?? .nan
      if amount < 0 { notes.add(.negative, line: place, amount * column.unit.millimeters) }
      amounts.append(amount < 0 ? 0 : amount)
      lines.append(place)
    }
    if let station = format.station, lines.isEmpty {
      throw file.flaw(nil, "has no row of the station \(station.quoted)")
    }
  }

  /// The fields of a row.
  private func fields(of row: Int, in file: GaugeText) -> GaugeTable.Fields {
    var lines = file.lines(from: lines[row])
    return lines.next().map { GaugeText.fields($0, table.separator) } ?? []
  }

  /// The error for a row that goes back in time.
  private func flaw(at back: Int, in file: GaugeText) -> Flaw {
    let texts = [back, back - 1].map { row in
      table.time(fields(of: row, in: file)).map(GaugeText.string) ?? ""
    }
    return file.flaw(
      lines[back],
      "\(texts[0].quoted) does not lie after the row before, \(texts[1].quoted); if files were joined, put their "
        + "rows in order; --time-column and --time-format say which time is read, and how")
  }

  /// Throws if a column has the names of several stations, whose rows lie below or between one another.
  private func refuseStations(in file: GaugeText, _ reading: GaugeTimes.Reading) throws(Flaw) {
    let times = reading.isReversed ? reading.seconds.reversed().map { -$0 } : reading.seconds
    for index in table.names.indices where !table.hasNames || table.says(index, .station) {
      if (table.time + [column.column, table.beginning]).contains(index) { continue }
      // The last time of each station, whose rows lie one after the other.
      var lasts: [GaugeField: Double] = [:]
      for (row, time) in times.enumerated() {
        let fields = fields(of: row, in: file)
        guard index < fields.count, lasts.count <= 1000,
          lasts.updateValue(time, forKey: fields[index]) ?? -.infinity < time
        else {
          lasts = [:]
          break
        }
      }
      let stations = lasts.keys.map(GaugeText.string).sorted()
      if stations.count >= 2, stations.count * 2 <= times.count {
        throw file.flaw(
          nil,
          "has several stations, in \(table.label([index])): \(GaugeTable.list(stations)); "
            + "choose one, such as --station \(stations[0].quoted)")
      }
    }
  }

  /// Notes amounts that rise, and never fall, as those of a counter do.
  private mutating func noteCounting() {
    if column.unit.isTotal || column.unit.seconds != nil { return }
    let known = amounts.lazy.filter { !$0.isNaN }
    let pairs = zip(known, known.dropFirst())
    if pairs.allSatisfy({ $0 <= $1 }), pairs.count(where: { $0 < $1 }) >= 3 {
      notes.add(.counts, line: lines[0])
    }
  }

  /// Turns the numbers of a counter into what was added in each row. A counter begins anew at 0. A reading below the
  /// one before may also be lost, or noise.
  private mutating func countOn(_ file: GaugeText) throws(Flaw) {
    // A counter of the day begins anew at midnight.
    let isDaily = isDated && GaugeWords.meanings(column.name).contains(.daySum)
    let smallest = zip(amounts, amounts.dropFirst()).lazy.map { $1 - $0 }.filter { $0 > 0 }.min()
    var high = Double.nan
    for index in amounts.indices where !amounts[index].isNaN {
      let total = amounts[index]
      amounts[index] = 0
      if high.isNaN || total >= high {
        if !high.isNaN { amounts[index] = total - high }
        high = total
        continue
      }
      // Where it goes on: at the next reading, or the first above 0.
      let known = amounts[(index + 1)...].lazy.filter { !$0.isNaN }
      let later = known.first { total > 0 || $0 > 0 } ?? 0
      let isBack = later >= high
      let isNext = later == known.first
      let isNewDay =
        isDaily && index > 0 && Int(ends[index] / 86_400) > Int(ends[index - 1] / 86_400)
      let isLost =
        total == 0 && isBack && !isNewDay
        && (isNext || high >= 20 * (smallest ?? .infinity) && later <= 1.1 * high)
      let isNoise =
        total > 0.9 * high
        || total > 0 && isBack && isNext
          && (total > high / 2 || high - total <= 1.001 * (smallest ?? .infinity))
      if isLost || isNoise {
        notes.add(.dips, line: lines[index])
      } else if total <= high / 2 {
        amounts[index] = total
        high = total
      } else {
        throw file.flaw(
          lines[index],
          "the counter goes back from \(NumberText.shortest(high)) to \(NumberText.shortest(total)), "
            + "and not to 0; --unit mm reads amounts of each row")
      }
    }
  }

  /// Makes one row of those with one time. Tips add up. In a file that has a row also where it was dry, a row
  /// that is there twice was written twice.
  private mutating func merge(_ step: Double, _ file: GaugeText) throws(Flaw) {
    let even = ends.steps.count { abs($0 - step) <= 0.01 * step }
    let hasDryRows = amounts.contains(0)
    let isRecord = even * 2 >= ends.count - 1 && hasDryRows && !column.unit.isTotal
    var kept = 0
    var last = amounts[0]
    var count = 0
    for index in amounts.indices.dropFirst() {
      let amount = amounts[index]
      if ends[index] == ends[kept] {
        count += column.unit.isTotal ? 0 : 1
        let isSame = amount == last || amount.isNaN && last.isNaN
        if isSame, isRecord || column.unit.seconds != nil || !(amount > 0) {
          notes.add(.repeated, line: lines[index])
        } else if column.unit.seconds != nil {
          throw file.flaw(lines[index], "has other rain at the time of the row before")
        } else {
          if !column.unit.isTotal { notes.add(.added, line: lines[index]) }
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
    // The hour of a day lies in another column, which nothing names.
    if count * 2 > ends.count, hasDryRows || step >= 86_400 {
      throw file.flaw(
        nil,
        "\(count) rows have the time of the row before; if the time goes on in the next column, "
          + "--time-format '\(time) %H' or '\(time) %H%M' reads it")
    }
    let surplus = (kept + 1)...
    ends.removeSubrange(surplus)
    amounts.removeSubrange(surplus)
    lines.removeSubrange(surplus)
    starts?.removeSubrange(surplus)
  }
}
