internal import Text

/// The rows of a rain gauge in the order of time, each with its interval and what fell in it.
struct GaugeRows {
  /// Four years of minutes.
  private static let mostRows = 1 << 21

  /// The ends of the rows, in s from any beginning.
  private(set) var ends: [Double]
  /// Their beginnings, if the file has them.
  private(set) var starts: [Double]?
  /// What the gauge says; not a number if it says nothing.
  private(set) var amounts: [Double] = []
  /// From 1 on.
  private(set) var lines: [Int] = []
  let column: GaugeAmounts
  /// Whether the amounts rise, and never fall, as those of a counter do.
  private(set) var neverFall: Bool

  /// Reads the rows of a file.
  init(_ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    let table = try GaugeTable(file, format)
    let name = table.time.map { table.names.indices.contains($0) ? table.names[$0] : "" }
      .joined(separator: " ")
    var times = GaugeTimes(format: format.time, name: table.hasNames ? name : "")
    var beginnings = table.beginning.map { _ in GaugeTimes(format: format.time, name: "") }
    var column: GaugeAmounts?
    amounts.reserveCapacity(min(file.lineCount, Self.mostRows))
    lines.reserveCapacity(min(file.lineCount, Self.mostRows))
    for row in file where row.number >= table.firstLine && !GaugeTable.isComment(row) {
      let fields = GaugeTable.fields(row.bytes, table.separator)
      if column == nil { column = try GaugeAmounts(in: table, fields, file, format) }
      guard let amounts = column else { break }
      let least = (table.time + [table.beginning, amounts.column].compactMap(\.self)).max() ?? 0
      guard fields.count > least else {
        if fields.count == 1, !GaugeTable.isNumber(fields[0]), Self.isLast(row, in: file) { break }
        throw file.flaw(row.number, "has \(fields.count) columns, too few")
      }
      // Without quotation marks, a separator within a field would move the columns after it.
      if table.hasNames, fields.dropFirst(table.names.count).contains(where: { !$0.isEmpty }) {
        throw file.flaw(
          row.number, "has \(fields.count) columns, but there are \(table.names.count) names")
      }
      let time = GaugeTable.joined(table.time.map { fields[$0] })
      try times.append(time, line: row.number, of: file)
      if let beginning = table.beginning {
        try beginnings?.append(fields[beginning], line: row.number, of: file)
      }
      let amount = try amounts.amount(in: fields, line: row.number, file)
      if lines.count == Self.mostRows {
        throw file.flaw(row.number, "is one too many; \(Self.mostRows) rows are read")
      }
      self.amounts.append(amount ?? .nan)
      lines.append(row.number)
    }
    guard let column, lines.count >= 2 else { throw file.tooShort }
    self.column = column
    ends = try times.seconds(of: file)
    starts = try beginnings?.seconds(of: file)
    // Some files have the newest row first.
    if ends[1] < ends[0] {
      ends.reverse()
      starts?.reverse()
      amounts.reverse()
      lines.reverse()
    }
    var (last, rises, falls) = (Double.infinity, 0, false)
    for amount in amounts where !amount.isNaN {
      if amount > last { rises += 1 }
      if amount < last, last < .infinity { falls = true }
      last = amount
    }
    neverFall = !falls && rises >= 3
    if column.unit.isTotal { try countOn(file) }
  }

  /// Whether no line after this one has as many as two fields: the file ends with a remark.
  private static func isLast(_ row: GaugeText.Line, in file: GaugeText) -> Bool {
    file.allSatisfy { $0.number <= row.number }
  }

  /// Turns the numbers of a counter into what was added in each row. A counter begins anew at 0.
  private mutating func countOn(_ file: GaugeText) throws(Flaw) {
    var last = Double.nan
    for (index, total) in amounts.enumerated() where !total.isNaN {
      if total < last, total > last / 2 {
        throw file.flaw(
          lines[index],
          "the counter goes back from \(FixedPoint.brief(last)) to "
            + "\(FixedPoint.brief(total)); --unit total is for numbers that rise, and begin anew at 0"
        )
      }
      amounts[index] = last.isNaN ? 0 : total < last ? total : total - last
      last = total
    }
  }
}
