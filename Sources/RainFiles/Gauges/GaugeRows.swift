internal import RainDSP
internal import Text

/// The rows of a rain gauge in the order of time, each with its interval and what fell in it.
struct GaugeRows {
  /// Four years of minutes.
  private static let mostRows = 1 << 21

  /// The ends of the rows, in s from any beginning, each later than the one before.
  private(set) var ends: [Double] = []
  /// Their beginnings, if the file has them.
  private(set) var starts: [Double]?
  /// What the gauge says; not a number if it says nothing.
  private(set) var amounts: [Double] = []
  /// From 1 on.
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
    guard lines.count >= 2, let order = try times.order(of: file) else { throw file.tooShort }
    // Two stations have rows of one time.
    if order.rises + 1 < order.seconds.count, format.station == nil {
      try refuseStations(in: file, order)
    }
    if order.isReversed {
      amounts.reverse()
      lines.reverse()
    }
    if let back = order.back { throw flaw(at: back, in: file) }
    (ends, time, isDated) = (order.seconds, order.way.text, order.way.isDated)
    starts = try beginnings?.order(of: file)?.seconds
    if let winter = order.winter { notes.add(.winter, line: lines[winter]) }
    noteCounting()
    if column.unit.isTotal { try countOn(file) }
    if order.rises + 1 < ends.count { try merge(order.step, file) }
    guard ends.count >= 2 else {
      throw file.flaw(
        lines[0], "has the only time; --time-column and --time-format say which time is read")
    }
  }

  private mutating func read(
    _ file: GaugeText, _ format: GaugeFormat, _ times: inout GaugeTimes,
    _ beginnings: inout GaugeTimes?
  ) throws(Flaw) {
    amounts.reserveCapacity(min(file.lineCount, Self.mostRows))
    lines.reserveCapacity(min(file.lineCount, Self.mostRows))
    let least = (table.time + [table.beginning, column.column].compactMap(\.self)).max() ?? 0
    var isEmpty = true
    try table.forEachRow(of: file) { (row, fields, isRepeated) throws(Flaw) in
      if let station = format.station {
        isEmpty = false
        if !fields.contains(where: { GaugeText.string($0) == station }) { return true }
      }
      // Files that were joined have their names again.
      if isRepeated {
        if fields.count > least { notes.add(.names, line: row.number) }
        return true
      }
      guard fields.count > least else {
        // A file may end with a remark.
        if fields.count == 1, !GaugeTable.isNumber(fields[0]), file.isLast(row) { return false }
        throw file.flaw(row.number, "has \(fields.count) columns, too few")
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty }) {
        throw file.flaw(
          row.number, "has \(fields.count) columns, but there are \(table.names.count) names")
      }
      try times.append(table.time(fields), line: row.number, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: row.number, of: file)
      }
      let amount = try column.amount(in: fields, line: row.number, file) ?? .nan
      if amount < 0 { notes.add(.negative, line: row.number, amount * column.unit.millimeters) }
      if lines.count == Self.mostRows {
        throw file.flaw(row.number, "is one too many; \(Self.mostRows) rows are read")
      }
      amounts.append(amount < 0 ? 0 : amount)
      lines.append(row.number)
      return true
    }
    if let station = format.station, lines.isEmpty, !isEmpty {
      throw file.flaw(nil, "has no row of the station \(station.quoted)")
    }
  }

  /// The error for a row that goes back in time.
  private func flaw(at back: Int, in file: GaugeText) -> Flaw {
    let texts = [lines[back], lines[back - 1]].map { number in
      file.first { $0.number == number }.map { line in
        GaugeText.string(table.time(GaugeText.fields(line.bytes, table.separator)))
      } ?? ""
    }
    return file.flaw(
      lines[back],
      "\(texts[0].quoted) does not lie after the row before, \(texts[1].quoted); if files were joined, put their "
        + "rows in order; --time-column and --time-format say which time is read, and how")
  }

  /// Throws if a column has the names of several stations, whose rows lie below or between one another.
  private func refuseStations(in file: GaugeText, _ order: GaugeTimes.Order) throws(Flaw) {
    var columns = table.names.indices.filter { index in
      !table.time.contains(index) && index != column.column && index != table.beginning
        && (!table.hasNames || GaugeWords.meanings(table.names[index]).contains(.station))
    }
    // The last time of each station.
    var lasts = [[GaugeField: Double]](repeating: [:], count: table.names.count)
    let times = order.isReversed ? order.seconds.reversed().map { -$0 } : order.seconds
    var row = 0
    try table.forEachRow(of: file) { (_, fields, isRepeated) throws(Flaw) in
      if row == times.count || columns.isEmpty { return false }
      if isRepeated { return true }
      columns.removeAll { column in
        guard column < fields.count, lasts[column].count < 1000 else { return true }
        return lasts[column].updateValue(times[row], forKey: fields[column]).map {
          $0 >= times[row]
        } ?? false
      }
      row += 1
      return true
    }
    for column in columns {
      let stations = lasts[column].keys.map(GaugeText.string).sorted()
      guard stations.count >= 2, stations.count * 2 <= times.count else { continue }
      throw file.flaw(
        nil,
        "has several stations, in the column \(table.hasNames ? table.names[column].quoted : "\(column + 1)"): "
          + "\(GaugeTable.list(stations)); choose one, such as --station \(stations[0].quoted)")
    }
  }

  /// Notes amounts that rise, and never fall, as those of a counter do.
  private mutating func noteCounting() {
    if column.unit.isTotal || column.unit.seconds != nil { return }
    var (last, rises) = (Double.infinity, 0)
    for amount in amounts where !amount.isNaN {
      if amount > last { rises += 1 }
      if amount < last, last < .infinity { return }
      last = amount
    }
    if rises >= 3 { notes.add(.counts, line: lines[0]) }
  }

  /// Turns the numbers of a counter into what was added in each row. A counter begins anew at 0. A reading below the one
  /// before may also be lost, or noise.
  private mutating func countOn(_ file: GaugeText) throws(Flaw) {
    // A counter of the day begins anew at midnight.
    let isDaily = GaugeWords.meanings(column.name).contains(.daySum)
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
      let isNext = later != nil && later == amounts[(index + 1)...].first { !$0.isNaN }
      let isBack = later.map { $0 >= high } ?? false
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
        notes.add(.dips, line: lines[index])
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
  private mutating func merge(_ step: Double, _ file: GaugeText) throws(Flaw) {
    let even = zip(ends.dropFirst(), ends).count { abs($0 - $1 - step) <= 0.01 * step }
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
          throw file.flaw(lines[index], "has another rainfall at the time of the row before")
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
    let surplus = ends.count - kept - 1
    ends.removeLast(surplus)
    amounts.removeLast(surplus)
    lines.removeLast(surplus)
    starts?.removeLast(surplus)
  }
}

/// What had to be left out or assumed.
struct GaugeNotes {
  /// In the order in which they are said.
  enum Kind: Int, CaseIterable {
    case unit, counts, gaps, added, repeated, dips, names, negative, winter, spread, clipped
  }

  /// How often it was, the line of the first, and the sum of mm or s.
  typealias Tally = (count: Int, line: Int, sum: Double)
  private var tallies = [Tally?](repeating: nil, count: Kind.allCases.count)

  mutating func add(_ kind: Kind, line: Int, _ amount: Double = 0) {
    let tally = tallies[kind.rawValue] ?? (0, line, 0)
    tallies[kind.rawValue] = (tally.count + 1, tally.line, tally.sum + amount)
  }

  /// The sentences; `name` is that of the column, and `tip` the step of the gauge in mm.
  func sentences(name: String, tip: Double) -> [String] {
    Kind.allCases.compactMap { kind in
      tallies[kind.rawValue].map { Self.sentence(kind, $0, name, tip) }
    }
  }

  /// Hours, minutes and whole seconds.
  static func clock(_ seconds: Double) -> String {
    Duration.seconds(Int(seconds.rounded())).clockText
  }

  private static func sentence(_ kind: Kind, _ tally: Tally, _ name: String, _ tip: Double)
    -> String
  {
    let (count, first) = (tally.count, "first in line \(tally.line)")
    let (sum, clock) = (FixedPoint.brief(tally.sum), Self.clock(tally.sum))
    return switch kind {
    case .unit: "\(name.quoted) has no unit and is read as mm (--unit)"
    case .counts: "the amounts never fall, as if they counted on; --unit total reads a counter"
    case .gaps: "\(clock) without a value, \(first), are dry"
    case .added: "\(count) rows with the time of the row before are added to it, \(first)"
    case .repeated: "\(count) rows that repeat the row before are dropped, \(first)"
    case .dips:
      "\(count) readings of the counter below the one before are taken as lost or noise, \(first)"
    case .names: "\(count) lines between the rows repeat the names and are dropped, \(first)"
    case .negative: "\(count) amounts below 0, \(sum) mm in all, are dry, \(first)"
    case .winter: "clocks were put back an hour in line \(tally.line): summer time ended"
    case .spread:
      "\(sum) mm lie in the dry rows before a tip, which gathered there; tips are steps of "
        + "\(FixedPoint.brief(tip)) mm (--tip)"
    case .clipped:
      "\(clock), \(first), have more than \(NumberText.shortest(Rain.rainfallRange.upperBound)) mm/h, the most that a rain can have"
    }
  }
}
