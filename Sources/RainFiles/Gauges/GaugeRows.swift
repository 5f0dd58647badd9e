internal import Text

/// The rows of a rain gauge in the order of time, each with its interval and what fell in it.
struct GaugeRows {
  /// Four years of minutes.
  private static let mostRows = 1 << 21

  /// Rows that are not read as they are: how many, and the line of the first.
  struct Count {
    private(set) var count = 0
    private(set) var firstLine = 0

    mutating func add(_ line: Int) {
      if count == 0 { firstLine = line }
      count += 1
    }
  }

  /// The ends of the rows, in s from any beginning, each later than the one before.
  private(set) var ends: [Double]
  /// Their beginnings, if the file has them.
  private(set) var starts: [Double]?
  /// What the gauge says; not a number if it says nothing.
  private(set) var amounts: [Double] = []
  /// From 1 on.
  private(set) var lines: [Int] = []
  let table: GaugeTable
  let column: GaugeAmounts
  /// How the times are written.
  let time: String
  let isDated: Bool
  /// Whether the amounts rise, and never fall, as those of a counter do.
  private(set) var neverFall: Bool
  private(set) var (added, repeated, dips, names) = (Count(), Count(), Count(), Count())
  /// Amounts below 0, and their sum.
  private(set) var (negative, lost) = (Count(), 0.0)
  /// The line in which clocks were put back.
  private(set) var winterLine: Int?

  /// Reads the rows of a file.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let table = try GaugeTable(file, format)
    let column = try GaugeAmounts(in: table, file, format)
    (self.table, self.column) = (table, column)
    let name = table.time.map { table.names.indices.contains($0) ? table.names[$0] : "" }
      .joined(separator: " ")
    var times = GaugeTimes(format: table.format, name: table.hasNames ? name : "")
    var beginnings = table.beginning.map { _ in GaugeTimes(format: table.format, name: "") }
    amounts.reserveCapacity(min(file.lineCount, Self.mostRows))
    lines.reserveCapacity(min(file.lineCount, Self.mostRows))
    let least = (table.time + [table.beginning, column.column].compactMap(\.self)).max() ?? 0
    var isEmpty = true
    for row in file where row.number >= table.firstLine && !GaugeTable.isComment(row) {
      let fields = GaugeTable.fields(row.bytes, table.separator)
      if let station = format.station {
        isEmpty = false
        if !Self.has(station, fields) { continue }
      }
      guard fields.count > least else {
        if table.before.contains(row.bytes) { continue }
        if fields.count == 1, !GaugeTable.isNumber(fields[0]), Self.isLast(row, in: file) { break }
        throw file.flaw(row.number, "has \(fields.count) columns, too few")
      }
      let time = table.time(fields)
      // Files that were joined have their names again.
      if let first = time.first, first > UInt8(ascii: "9"), table.before.contains(row.bytes) {
        names.add(row.number)
        continue
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty }) {
        throw file.flaw(
          row.number, "has \(fields.count) columns, but there are \(table.names.count) names")
      }
      try times.append(time, line: row.number, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: row.number, of: file)
      }
      var amount = try column.amount(in: fields, line: row.number, file) ?? .nan
      if amount < 0 {
        negative.add(row.number)
        lost += amount * column.unit.millimeters
        amount = 0
      }
      if lines.count == Self.mostRows {
        throw file.flaw(row.number, "is one too many; \(Self.mostRows) rows are read")
      }
      amounts.append(amount)
      lines.append(row.number)
    }
    if let station = format.station, lines.isEmpty, !isEmpty {
      throw file.flaw(nil, "has no row of the station \(station.quoted)")
    }
    guard lines.count >= 2, let first = times.first else { throw file.tooShort }
    let settled = try times.reading(of: file)
    // Two stations have rows of one time.
    let isInOrder = settled.map { reading in
      !reading.seconds.indices.dropFirst().contains {
        reading.seconds[$0] == reading.seconds[$0 - 1]
      }
    }
    if isInOrder != true, format.station == nil {
      try Self.refuseStations(in: file, table, column.column, first)
    }
    guard let reading = settled else { throw Self.flaw(ofOrderIn: file, table, first, lines) }
    (ends, time, isDated) = (reading.seconds, reading.way.text, reading.way.isDated)
    starts = try beginnings?.reading(of: file)?.seconds
    if reading.isReversed {
      amounts.reverse()
      lines.reverse()
    }
    winterLine = reading.winter.map { [lines] in lines[$0] }
    var (last, rises, falls) = (Double.infinity, 0, false)
    for amount in amounts where !amount.isNaN {
      if amount > last { rises += 1 }
      if amount < last, last < .infinity { falls = true }
      last = amount
    }
    neverFall = !falls && rises >= 3
    if column.unit.isTotal { try countOn(file) }
    if isInOrder != true { try merge(file) }
    guard ends.count >= 2 else {
      throw file.flaw(
        lines[0], "has the only time; --time-column and --time-format say which time is read")
    }
  }

  private static func has(_ station: String, _ fields: GaugeTable.Fields) -> Bool {
    fields.contains { GaugeText.string($0) == station }
  }

  /// Whether no line after this one has as many as two fields: the file ends with a remark.
  private static func isLast(_ row: GaugeText.Line, in file: GaugeText) -> Bool {
    file.allSatisfy { $0.number <= row.number }
  }

  /// The error for rows that go back in time.
  private static func flaw(
    ofOrderIn file: GaugeText, _ table: GaugeTable, _ reading: GaugeTimes.Reading, _ lines: [Int]
  ) -> Flaw {
    let lines = reading.isReversed ? lines.reversed() : lines
    guard let back = reading.back else { return file.tooShort }
    let texts = [lines[back], lines[back - 1]].map { number in
      file.first { $0.number == number }.map { line in
        GaugeText.string(table.time(GaugeTable.fields(line.bytes, table.separator)))
      } ?? ""
    }
    return file.flaw(
      lines[back],
      "\(texts[0].quoted) does not lie after the row before, \(texts[1].quoted); if files were joined, put their "
        + "rows in order; --time-column and --time-format say which time is read, and how")
  }

  /// Throws if a column has the names of several stations, whose rows lie below or between one another.
  private static func refuseStations(
    in file: GaugeText, _ table: GaugeTable, _ amounts: Int?, _ reading: GaugeTimes.Reading
  ) throws(Flaw) {
    let columns = table.names.indices.filter { column in
      !table.time.contains(column) && column != amounts && column != table.beginning
        && (!table.hasNames || GaugeNames.isStation(GaugeText.words(table.names[column])))
    }
    var lasts = [[ArraySlice<UInt8>: Double]](repeating: [:], count: columns.count)
    var isRising = columns.map { _ in true }
    let seconds = reading.isReversed ? reading.seconds.reversed() : reading.seconds
    let sign = reading.isReversed ? -1.0 : 1
    var row = 0
    for line in file where line.number >= table.firstLine && !GaugeTable.isComment(line) {
      let fields = GaugeTable.fields(line.bytes, table.separator)
      if row == seconds.count || !isRising.contains(true) { break }
      if table.before.contains(line.bytes) { continue }
      for (place, column) in columns.enumerated() where isRising[place] {
        guard column < fields.count, lasts[place].count < 1000 else {
          isRising[place] = false
          continue
        }
        let last = lasts[place].updateValue(seconds[row] * sign, forKey: fields[column])
        if let last, last >= seconds[row] * sign { isRising[place] = false }
      }
      row += 1
    }
    for (place, column) in columns.enumerated() where isRising[place] {
      let stations = lasts[place].keys.map(GaugeText.string).sorted()
      guard stations.count >= 2, stations.count * 2 <= seconds.count else { continue }
      let name = table.hasNames ? table.names[column].quoted : "\(column + 1)"
      throw file.flaw(
        nil,
        "has several stations, in the column \(name): \(GaugeTable.list(stations)); choose one, such as "
          + "--station \(stations[0].quoted)")
    }
  }

  /// Turns the numbers of a counter into what was added in each row. A counter begins anew at 0. A reading below the one
  /// before may also be lost, or noise.
  private mutating func countOn(_ file: GaugeText) throws(Flaw) {
    let isDaily = GaugeText.words(column.name).contains { word in
      GaugeNames.daily.contains(where: word.hasPrefix)
    }
    var smallest = Double.infinity
    for (a, b) in zip(amounts, amounts.dropFirst()) where b > a { smallest = min(smallest, b - a) }
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
      let later = amounts[(index + 1)...].first { !$0.isNaN && (total > 0 || $0 > 0) }
      let next = amounts[(index + 1)...].first { !$0.isNaN }
      let isBack = later.map { $0 >= high } ?? false
      let isNext = next == later
      let isNewDay =
        isDaily && isDated && index > 0
        && (ends[index] / 86_400).rounded(.down) > (ends[index - 1] / 86_400).rounded(.down)
      let isLost =
        total == 0 && isBack && !isNewDay
        && (isNext || high >= 20 * smallest && (later ?? 0) <= 1.1 * high)
      let isNoise =
        total > 0.9 * high
        || total > 0 && isBack && isNext && (total > high / 2 || high - total <= 1.001 * smallest)
      if isLost || isNoise {
        dips.add(lines[index])
      } else if total <= high / 2 {
        amounts[index] = total
        high = total
      } else {
        throw file.flaw(
          lines[index],
          "the counter goes back from \(NumberText.shortest(high)) to "
            + "\(NumberText.shortest(total)); --unit total is for numbers that rise, and begin anew at 0; "
            + "--unit mm reads amounts of each row")
      }
    }
  }

  /// Makes one row of those with one time. Tips add up. In a file that has a row also where it was dry, a row
  /// that is there twice was written twice.
  private mutating func merge(_ file: GaugeText) throws(Flaw) {
    let step = GaugeTimes.Reading.step(ends)
    let even = zip(ends.dropFirst(), ends).count { abs($0 - $1 - step) <= 0.01 * step }
    let isRecord = even * 2 >= ends.count - 1 && amounts.contains(0) && !column.unit.isTotal
    var kept = 0
    var last = amounts[0]
    for index in amounts.indices.dropFirst() {
      if ends[index] == ends[kept] {
        let isSame = amounts[index] == last || amounts[index].isNaN && last.isNaN
        if isSame, isRecord || column.unit.seconds != nil || !(amounts[index] > 0) {
          repeated.add(lines[index])
        } else if column.unit.seconds != nil {
          throw file.flaw(lines[index], "has another rainfall at the time of the row before")
        } else {
          if !column.unit.isTotal { added.add(lines[index]) }
          amounts[kept] =
            amounts[kept].isNaN
            ? amounts[index]
            : amounts[kept] + (amounts[index].isNaN ? 0 : amounts[index])
        }
      } else {
        kept += 1
        ends[kept] = ends[index]
        amounts[kept] = amounts[index]
        lines[kept] = lines[index]
        if let start = starts?[index] { starts?[kept] = start }
      }
      last = amounts[index]
    }
    // The hour of a day lies in another column, which nothing names.
    let count = added.count + repeated.count
    if count * 2 > ends.count, amounts.contains(0) || step >= 86_400 {
      throw file.flaw(
        max(added.firstLine, repeated.firstLine),
        "has the time of the row before, as \(count) rows have; if the time goes on in the next column, "
          + "--time-format '\(time) %H' or '\(time) %H%M' reads it")
    }
    let surplus = ends.count - kept - 1
    ends.removeLast(surplus)
    amounts.removeLast(surplus)
    lines.removeLast(surplus)
    starts?.removeLast(surplus)
  }
}
