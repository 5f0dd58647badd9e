/// The column of a rain gauge's table with the amounts, and how its fields are read.
struct GaugeColumn {
  /// The most in a row, in mm, inches or mm/h: the wettest places have less than 30,000 mm a year.
  private static let mostAmount = 1e5
  /// The loss of a weighing gauge in a row by evaporation and wind, in mm.
  private static let leastNoise = -0.5

  /// Nil for tips, each of which is a row without an amount, and where no column can be told.
  private(set) var index: Int?
  private(set) var flaw: Flaw?
  let name: GaugeName
  let unit: GaugeUnit
  /// How the unit is known; nil if nothing says it.
  let unitSource: String?
  var isUnitNamed = false
  /// Whether a line before the table has the unit of a rainfall, and the column has none.
  var isRatePreamble = false
  /// Files in tenths of mm, and those that say so, have -1 for a trace.
  private var minusOneIsTrace = false
  private var commaIsPoint = true

  init(in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat) {
    do throws(Flaw) {
      index = format.rows == .tip ? nil : try Self.column(in: table, file, format)
    } catch {
      flaw = error
    }
    // Of several quantities in one column, the one that is chosen has the name.
    let own = index.map(table.name) ?? GaugeName("")
    let isRain = own.score(beside: table.names) ?? -1 >= 0
    let station = isRain || own.text.isEmpty ? nil : format.station
    name = station.map { GaugeName("\(own.text) \($0)") } ?? own
    commaIsPoint = table.separator != UInt8(ascii: ",")
    let (lines, service) = (table.lines(about: own), own.service(beside: table.names))
    let fields = index.map(table.fields) ?? []
    let ofFields = fields.lazy.compactMap(\.number).map(\.rest.string)
    let units: [(unit: GaugeUnit?, source: String)] = [
      (GaugeUnit(in: name.text), "as its name says"),
      (lines.lazy.compactMap(GaugeUnit.init(in:)).first, "as a line before the table says"),
      (ofFields.compactMap(GaugeUnit.init(in:)).first, "as its fields say"),
      (table.unit, "as the column of units says"),
      (service?.unit, "as its service documents"),
    ]
    isUnitNamed = units[0].unit != nil
    let found = units.first { $0.unit != nil }
    var unit = format.unit ?? found?.unit ?? .millimeters
    // Counters of `total` without a length have that of the file.
    if let found = found?.unit, unit == GaugeUnit(written: "total") {
      (unit.millimeters, unit.seconds) = (found.millimeters, found.seconds)
    }
    if service != nil, format.unit == nil, found == nil,
      !fields.contains(where: { $0.contains(UInt8(ascii: ".")) })
    {
      flaw = file.flaw(
        "\(name.text.quoted) has tenths of mm, mm or inches; --unit 0.1mm, mm or in says which")
    }
    self.unit = unit
    unitSource = format.unit == nil ? found?.source : "as --unit says"
    isRatePreamble =
      unitSource == nil && table.preamble.contains { GaugeUnit(in: $0)?.seconds != nil }
    minusOneIsTrace = (lines + [name.text]).contains { $0.contains("-1") } || unit.millimeters < 1
  }

  /// The rain by the drops in telegrams; the column is that of the rainfall by the instrument itself, if there is one.
  init(of disdrometer: Disdrometer, in table: GaugeTable) {
    (name, unit, isUnitNamed) = (GaugeName(""), .millimeters, true)
    unitSource = "as telegrams of \(disdrometer.name) count them"
    if disdrometer.fields != nil { return }
    index = table.names.indices.first { column in
      let name = table.name(column)
      return !table.time.contains(column)
        && (table.hasNames
          ? !name.says(.other) && (name.says(.rate) || GaugeUnit(in: name.text)?.seconds != nil)
          // The first number with a point: OTT's number 1.
          : table.fields(in: column).allSatisfy {
            $0.isNumber && $0.contains(where: ".,".utf8.contains)
          })
    }
  }

  private static func column(
    in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat
  ) throws(Flaw) -> Int? {
    let list = GaugeTable.list(table.names.map(\.text))
    if let column = format.column {
      if let index = table.column(column) { return index }
      throw file.flaw("has no column \(column.quoted); it has \(list)")
    }
    // Twenty-four hours are read as one.
    if let hour = table.hours.first { return hour }
    let others = table.names.indices.filter { !table.time.contains($0) && $0 != table.beginning }
    let scores = others.compactMap { column in
      let name = table.name(column)
      return name.score(beside: table.names, table.lines(about: name))
        .map { (column: column, score: $0) }
    }
    let best = scores.lazy.map(\.score).max() ?? -1
    let columns = scores.filter { $0.score == best }.map(\.column)
    // The first of several with one name.
    if let first = columns.first, best > 3 || best >= 0 && columns.count == 1 { return first }
    // The only column, or the only one with numbers where there are no names or a person has said what they are.
    let numbers = scores.filter { table.fields(in: $0.column).contains(where: \.isAmount) }
    if others.count == 1, let only = scores.first { return only.column }
    let isSaid = format.unit != nil || format.rows != nil || format.station != nil
    if numbers.count == 1, !table.hasNames || isSaid { return numbers[0].column }
    if others.isEmpty {
      if format.unit != nil { return nil }
      throw file.flaw(
        "has a time alone; if each row is a tip, --unit 0.2mm says its size", line: table.begin)
    }
    let likely = numbers.max { $0.score < $1.score }
      .map { PlainText.line(table.name($0.column).text, limit: 60).quoted }
    let hint = likely.map { table.hasNames ? ", such as --column \($0)" : ", by its number" }
    throw file.flaw("has the columns \(list); choose one with --column\(hint ?? "")")
  }

  /// The number in the field of a row, which may be below 0; nil if the gauge has none.
  func amount(in field: GaugeField, line: Int, _ file: GaugeText) throws(Flaw) -> Double? {
    let number = field.number
    // Where commas separate fields, one between quotation marks is a point, too, unless it could separate thousands.
    let isClear =
      commaIsPoint
      || field.drop { $0 != UInt8(ascii: ",") }.dropFirst().prefix(while: \.isDigit).count != 3
    if let number, number.rest.isEmpty, isClear, 0..<999 ~= number.value { return number.value }
    let text = field.string
    if text.isEmpty || GaugeMeaning.nothing.has(text.lowercased()) { return nil }
    let trace = text.count < 3 ? text : text.lowercased().replacing(" ", with: "_")
    if GaugeMeaning.trace.has(trace) || text == "-1" && minusOneIsTrace { return 0 }
    let flag = number?.rest.trimmed.string ?? ""
    var flaw = "no amount of rain"
    if let amount = number?.value, amount.isFinite, isClear,
      flag.isEmpty || GaugeMeaning.flag.has(flag)
        || GaugeUnit(in: flag)?.millimeters == unit.millimeters
    {
      // -999, -9999, -99.9, 9999, 999.9: no value.
      if amount <= -99 || amount >= 999 && text.utf8.allSatisfy("9.".utf8.contains) { return nil }
      if amount * unit.millimeters >= Self.leastNoise, amount <= Self.mostAmount { return amount }
      flaw = amount < 0 ? "less than no rain" : "more than it has ever rained"
    }
    throw file.flaw(
      "\(text.quoted) is \(flaw); --column says which column has the amounts", line: line)
  }
}
