internal import Text

/// The column of a rain gauge's table with the amounts, and how they are read.
struct GaugeAmounts {
  /// The most in a row, in mm, inches or mm/h: the wettest places have less than 30,000 mm a year.
  private static let mostAmount = 1e5
  /// What a weighing gauge may lose in a row by evaporation and wind, in mm.
  private static let leastNoise = -0.5

  /// Nil for tips, each of which is a row without an amount.
  let column: Int?
  /// The name of the column, for messages.
  let name: String
  let unit: GaugeUnit
  /// How the unit is known; nil if nothing says it.
  let unitSource: String?
  /// Whether a line before the table has the unit of a rainfall, and the column has none.
  private let seemsRate: Bool
  /// Files in tenths of mm, and those that say so, have -1 for a trace.
  private let minusOneIsTrace: Bool
  private let commaIsPoint: Bool

  /// Finds the column in a table.
  init(in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat) throws(Flaw) {
    column = try Self.column(in: table, file, format)
    name = column.map { table.names[$0] } ?? ""
    commaIsPoint = table.separator != UInt8(ascii: ",")
    let lines = table.lines(about: name)
    let fields = column.map(table.fields) ?? []
    let service = GaugeWords.service(name, beside: table.names)
    let ofFields = fields.lazy.compactMap(\.number).map { GaugeText.string($0.rest) }
    let units: [(unit: GaugeUnit?, source: String)] = [
      (GaugeUnit(in: name), "as its name says"),
      (lines.lazy.compactMap(GaugeUnit.init(in:)).first, "as a line before the table says"),
      (ofFields.compactMap(GaugeUnit.init(in:)).first, "as its fields say"),
      (service?.unit, "as its service documents"),
    ]
    let found = units.first { $0.unit != nil }
    var unit = format.unit ?? found?.unit ?? .millimeters
    // Counters of `total` without a length have that of the file.
    if let found = found?.unit, unit == GaugeUnit(written: "total") {
      (unit.millimeters, unit.seconds) = (found.millimeters, found.seconds)
    }
    if service != nil, format.unit == nil, found == nil,
      !fields.contains(where: { $0.contains(UInt8(ascii: ".")) })
    {
      throw file.flaw(
        nil, "\(name.quoted) has tenths of mm, mm or inches; --unit 0.1mm, mm or in says which")
    }
    self.unit = unit
    unitSource = format.unit == nil ? found?.source : "as --unit says"
    seemsRate = unitSource == nil && table.preamble.contains { GaugeUnit(in: $0)?.seconds != nil }
    minusOneIsTrace = (lines + [name]).contains { $0.contains("-1") } || unit.millimeters < 1
  }

  private static func column(
    in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat
  ) throws(Flaw) -> Int? {
    if let column = format.column {
      if let index = table.column(column) { return index }
      throw file.flaw(nil, "has no column \(column.quoted); it has \(GaugeTable.list(table.names))")
    }
    let others = table.names.indices.filter { !table.time.contains($0) && $0 != table.beginning }
    let scores = others.compactMap { column in
      let name = table.names[column]
      return GaugeWords.score(name, beside: table.names, table.lines(about: name))
        .map { (column: column, score: $0) }
    }
    let best = scores.lazy.map(\.score).max() ?? -1
    let columns = scores.filter { $0.score == best }.map(\.column)
    // The first of several with one name.
    if let first = columns.first, best > 3 || best >= 0 && columns.count == 1 { return first }
    // The only column, or without names the only one with numbers.
    let numbers = scores.filter { table.fields(in: $0.column).contains(where: GaugeTable.isAmount) }
    if others.count == 1, let only = scores.first { return only.column }
    if numbers.count == 1, !table.hasNames { return numbers[0].column }
    guard others.isEmpty else {
      let likely = numbers.max { $0.score < $1.score }
        .map { PlainText.line(table.names[$0.column], limit: 60).quoted }
      let hint = likely.map { table.hasNames ? ", such as --column \($0)" : ", by its number" }
      throw file.flaw(
        nil,
        "has the columns \(GaugeTable.list(table.names)); choose one with --column\(hint ?? "")")
    }
    if format.unit != nil { return nil }
    throw file.flaw(
      table.begin, "has a time alone; if each row is a tip, --unit 0.2mm says its size")
  }

  /// The amount in the fields of a row, which may be below 0; nil if the gauge has none.
  func amount(in fields: GaugeTable.Fields, line: Int, _ file: GaugeText) throws(Flaw) -> Double? {
    guard let column else { return 1 }
    let field = fields[column]
    let number = field.number
    // Where commas separate fields, one between quotation marks is a point, too, unless it could separate thousands.
    let isClear =
      commaIsPoint
      || field.drop { $0 != UInt8(ascii: ",") }.dropFirst().prefix(while: \.isDigit).count != 3
    if let number, number.rest.isEmpty, isClear, 0..<999 ~= number.value { return number.value }
    let text = GaugeText.string(field)
    if GaugeWords.isNothing(text) { return nil }
    if GaugeWords.isTrace(text) || text == "-1" && minusOneIsTrace { return 0 }
    let flag = number.map { GaugeText.string(GaugeText.trimmed($0.rest)) } ?? ""
    var flaw = "no amount of rain"
    if let amount = number?.value, amount.isFinite, isClear,
      GaugeWords.isFlag(flag) || GaugeUnit(in: flag)?.millimeters == unit.millimeters
    {
      // -999, -9999, -99.9, 9999, 999.9: no value.
      if amount <= -99 || amount >= 999 && text.utf8.allSatisfy("9.".utf8.contains) { return nil }
      if amount * unit.millimeters >= Self.leastNoise, amount <= Self.mostAmount { return amount }
      flaw = amount < 0 ? "less than no rain" : "more than it has ever rained"
    }
    throw file.flaw(line, "\(text.quoted) is \(flaw); --column says which column has the amounts")
  }

  /// Refuses a column whose name says that its numbers have more than the rain of their rows, which are `step` s
  /// apart, or that they are a rainfall of no unit, unless a person has said what they are.
  func checkName(step: Double, isUnitGiven: Bool, firstLine: Int, _ file: GaugeText) throws(Flaw) {
    if isUnitGiven || unit.seconds != nil { return }
    let meanings = GaugeWords.meanings(name)
    let (flaw, units): (String, String)
    if meanings.contains(.tips), GaugeUnit(in: name) == nil {
      (flaw, units) = ("counts tips", "--unit 0.2mm says their size, --unit mm reads amounts")
    } else if seemsRate || meanings.contains(.rate) {
      (flaw, units) = ("tells how hard it rains", "--unit mm/h or in/h reads it, --unit mm amounts")
    } else if meanings.contains(.total) || step < 0.9 * 86_400 && meanings.contains(.daySum)
      || step < 0.9 * 3600 && meanings.contains(.hourSum)
    {
      (flaw, units) = ("has sums of many rows", "--unit total reads a counter, --unit mm amounts")
    } else {
      return
    }
    let source = seemsRate ? "a line before it" : "its name"
    throw file.flaw(firstLine, "\(name.quoted) \(flaw), as \(source) says; \(units) of each row")
  }
}
