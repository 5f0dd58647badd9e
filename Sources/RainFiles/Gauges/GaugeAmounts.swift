internal import Text

/// The column of a rain gauge's table with the amounts, and how they are read.
struct GaugeAmounts {
  /// The most in a row, in mm, inches or mm/h: the wettest places have less than 30,000 mm a year.
  private static let mostAmount = 1e5
  /// No value, also the errors of spreadsheets, which begin with #.
  private static let missing: Set = [
    "", "-", "--", "---", "m", "na", "n/a", "nan", "null", "none", "///", "unavailable", "unknown",
    "nil", "nd", "n.d.", "s/d", "×", "x",
  ]
  /// Too little to be measured; Ip is that of AEMET.
  private static let traces: Set = ["T", "Ip", "trace", "Trace", "TRACE"]
  /// Letters behind a number that say how good it is: suspect, edited, estimated, a trace.
  private static let flags: Set = ["", "s", "S", "e", "E", "*", "T", ")", "]"]

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
    // The words of the name, at the beginning of a line before the rows, are about the column.
    let words = GaugeText.words(name)
    let lines = table.preamble.filter {
      GaugeText.words($0).starts(with: words) && $0.contains { ":,=\t([".contains($0) }
    }
    let fields = column.map { column in
      table.rows.map { column < $0.count ? GaugeText.string($0[column]) : "" }
    }
    let isASOS = table.time.contains {
      $0 < table.names.count && table.names[$0].lowercased().prefix { $0 != "(" } == "valid"
    }
    let sources: [(unit: GaugeUnit?, source: String)] = [
      (table.hasNames ? GaugeUnit(in: name) : nil, "as its name says"),
      (
        table.hasNames ? lines.lazy.compactMap(GaugeUnit.init(in:)).first : nil,
        "as a line before the table says"
      ),
      (
        fields?.lazy.compactMap { GaugeUnit(in: String($0.drop { "0123456789.,".contains($0) })) }
          .first, "as its fields say"
      ),
      (GaugeNames.services[name.lowercased()], "as its service documents"),
      (isASOS ? .inches : nil, "as ASOS documents"),
    ]
    let found = sources.first { $0.unit != nil }
    var unit = format.unit ?? found?.unit ?? .millimeters
    // Counters of `total` without a length have that of the file.
    if let found = found?.unit, unit == GaugeUnit(written: "total") {
      (unit.millimeters, unit.seconds) = (found.millimeters, found.seconds)
    }
    self.unit = unit
    unitSource = format.unit == nil ? found?.source : "as --unit says"
    seemsRate = unitSource == nil && table.preamble.contains { GaugeUnit(in: $0)?.seconds != nil }
    minusOneIsTrace =
      (lines + [name]).contains { $0.contains("-1") } || unit.millimeters < 1
  }

  /// How surely a column has the rain of a row, by its name; 0 if it rather has a rate or a total, -1 if the name says nothing,
  /// nil if it has something else.
  private static func score(_ name: String) -> Int? {
    let words = GaugeText.words(name)
    if GaugeNames.services[name.lowercased()] != nil { return 5 }
    if GaugeNames.plain.contains(name.lowercased()) { return 4 }
    let (isRain, unit) = (GaugeNames.isRain(words), GaugeUnit(in: name))
    if words.isEmpty || GaugeNames.isOther(words) || GaugeNames.isStation(words) && !isRain {
      return nil
    }
    if GaugeNames.isRate(words) || GaugeNames.counts(words, step: 0) {
      return isRain || unit != nil ? 0 : -1
    }
    if words.allSatisfy({ GaugeNames.rain.contains($0) || GaugeNames.units.contains($0) }) {
      return 3
    }
    return isRain ? unit == nil ? 1 : 2 : -1
  }

  private static func column(
    in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat
  ) throws(Flaw) -> Int? {
    if let column = format.column {
      if let index = table.column(column) { return index }
      throw file.flaw(nil, "has no column \(column.quoted); it has \(GaugeTable.list(table.names))")
    }
    let others = table.names.indices.filter { !table.time.contains($0) && $0 != table.beginning }
    let scores = others.map { (column: $0, score: table.hasNames ? score(table.names[$0]) : -1) }
    for score in [5, 4, 3, 2, 1, 0] {
      let columns = scores.filter { $0.score == score }.map(\.column)
      // The first of several with one name.
      if columns.count == 1 || score > 3 && !columns.isEmpty { return columns[0] }
      if !columns.isEmpty { break }
    }
    // The only column, or without names the only one with numbers.
    let numbers = scores.filter { scored in
      scored.score != nil
        && table.rows.contains {
          scored.column < $0.count && GaugeTable.isAmount($0[scored.column])
        }
    }
    if others.count == 1 ? scores[0].score != nil : numbers.count == 1 && !table.hasNames {
      return (numbers.first ?? scores[0]).column
    }
    guard others.isEmpty else {
      let best = numbers.max { ($0.score ?? -1) < ($1.score ?? -1) }
      let name = best.map { PlainText.line(table.names[$0.column], limit: 60).quoted }
      throw file.flaw(
        nil,
        "has the columns \(GaugeTable.list(table.names)); choose one with --column"
          + (name.map { table.hasNames ? ", such as --column \($0)" : ", by its number" } ?? ""))
    }
    if format.unit != nil { return nil }
    throw file.flaw(
      table.firstLine,
      "has one column; a gauge has a time and an amount in each row; if each row is a "
        + "tip, say its size, such as --unit 0.2mm")
  }

  /// The amount in the fields of a row, which may be below 0; nil if the gauge has none.
  func amount(
    in fields: GaugeTable.Fields, line: Int, _ file: GaugeText
  ) throws(Flaw) -> Double? {
    guard let column else { return 1 }
    if let plain = Self.plain(fields[column]), plain < 999 { return plain }
    let text = GaugeText.string(fields[column])
    if Self.missing.contains(text.lowercased()) { return nil }
    if text.hasPrefix("#"), text.count > 1 { return nil }
    if Self.traces.contains(text) || text == "-1" && minusOneIsTrace { return 0 }
    let (number, flag) = Self.split(text, commaIsPoint: commaIsPoint)
    guard let number, number.isFinite,
      Self.flags.contains(flag) || GaugeUnit(in: flag)?.millimeters == unit.millimeters
    else {
      throw file.flaw(
        line, "\(text.quoted) is no amount of rain; --column says which column has the amounts")
    }
    // -999, -9999, -99.9, 9999, 999.9: no value.
    if number <= -99 || number >= 999 && text.utf8.allSatisfy("9.".utf8.contains) { return nil }
    if number * unit.millimeters < Self.leastNoise {
      throw file.flaw(
        line, "\(text.quoted) is less than no rain; --column says which column has the amounts")
    }
    if number > Self.mostAmount {
      throw file.flaw(line, "\(text.quoted) is more than it has ever rained")
    }
    return number
  }

  /// What a weighing gauge may lose in a row by evaporation and wind, in mm.
  private static let leastNoise = -0.5

  /// Digits, perhaps with a point: nearly all amounts.
  private static func plain(_ field: ArraySlice<UInt8>) -> Double? {
    guard 1...12 ~= field.count else { return nil }
    var (digits, scale) = (0, 0)
    for byte in field {
      if byte == UInt8(ascii: "."), scale == 0 {
        scale = 1
      } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        scale *= 10
      } else {
        return nil
      }
    }
    return scale == 0 ? Double(digits) : scale == 1 ? nil : Double(digits) / Double(scale)
  }

  /// The number at the beginning of a field, and the text behind it. Where commas separate fields, one between
  /// quotation marks is a point, too, unless it could separate thousands.
  private static func split(_ text: String, commaIsPoint: Bool) -> (Double?, flag: String) {
    let decimals = text.utf8.drop { $0 != UInt8(ascii: ",") }.dropFirst()
    let commaIsPoint =
      commaIsPoint || decimals.prefix { "0123456789".utf8.contains($0) }.count != 3
    let bytes = text.utf8.map { commaIsPoint && $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    func number(_ bytes: ArraySlice<UInt8>) -> Double? {
      guard bytes.allSatisfy("0123456789.+-eE".utf8.contains) else { return nil }
      return Double(String(decoding: bytes, as: UTF8.self))
    }
    if let whole = number(bytes[...]) { return (whole, "") }
    let digits = bytes.prefix { "0123456789.+-".utf8.contains($0) }
    let flag = GaugeText.trimmed(bytes[digits.endIndex...])
    return (number(digits), String(decoding: flag, as: UTF8.self))
  }

  /// Refuses a column whose name says that its numbers have more than the rain of their rows, which are `step` s
  /// apart, or that they are a rainfall of no unit, unless a person has said what they are.
  func checkName(step: Double, isUnitGiven: Bool, firstLine: Int, _ file: GaugeText) throws(Flaw) {
    let words = GaugeText.words(name)
    if isUnitGiven || unit.seconds != nil { return }
    if seemsRate || GaugeNames.isRate(words) {
      throw file.flaw(
        firstLine,
        "\(name.quoted) has a rainfall, as \(seemsRate ? "a line before it" : "its name") says; "
          + "--unit mm/h or in/h reads it, and --unit mm what fell in each row")
    }
    if GaugeNames.counts(words, step: step) {
      throw file.flaw(
        firstLine,
        "\(name.quoted) has more than the rain of its row, as its name says; --unit total "
          + "reads numbers that count on, and --unit mm those of each row")
    }
  }
}
