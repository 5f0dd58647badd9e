internal import Text

/// The column of a rain gauge's table with the amounts, and how they are read.
struct GaugeAmounts {
  /// The most in a row, in mm, inches or mm/h: the wettest places have less than 30,000 mm a year.
  private static let mostAmount = 1e5

  private static let names: Set = [
    "precip", "precipitation", "rain", "rainfall", "amount", "mm",
  ]
  /// The names that weather services have for amounts in mm: of Germany, Switzerland and France.
  private static let namesOfMillimeters: Set = [
    "rs_01", "rs_05", "rws_10", "r1", "rre150z0", "rre150h0", "rr1",
  ]
  /// A name of these words alone, or of one of them and a unit, is one of the amounts.
  private static let rain: Set = [
    "rain", "rainfall", "precip", "precipitation", "prec", "prcp", "amount", "regen",
    "niederschlag", "pluie", "précipitation", "précipitations", "lluvia", "precipitación",
    "pioggia", "precipitazione", "chuva", "precipitação", "neerslag", "regn", "nedbør",
    "nederbörd", "nederbördsmängd", "sade", "sademäärä", "opad", "srážky",
  ]
  private static let words = rain.union([
    "mm", "in", "inch", "inches", "millimeters", "millimetres", "tot",
  ])
  /// Words in the names of columns with something else. The only column beside the time has rain, but not under such a
  /// name.
  private static let others: Set = [
    "duration", "dauer", "durée", "probability", "temp", "temperature", "temperatur", "humidity",
    "pressure", "wind", "snow", "snowfall", "stage", "discharge", "radiation", "sunshine",
  ]
  /// Whether a word is in the names of columns with a rainfall, how much would fall in an hour or so: `rainratein`.
  private static func isRate(_ word: String) -> Bool {
    word.contains("rate") || word.hasPrefix("intens")
  }
  /// The beginnings of words in the names of columns that count on, such as `dailyrainin`, and the time in s in which a
  /// row would have to fall so that it may be an amount of its own.
  private static let counting: [(words: [String], seconds: Double)] = [
    (["hourly"], 3600),
    (["daily", "today", "event", "weekly", "monthly", "yearly", "annual"], 86_400),
    (["accum", "cumul", "counter", "since", "preciptotal"], .infinity),
  ]
  /// The ends of such words: `rain_24h`, `rr24h`.
  private static let periods = [("1h", 3600.0), ("60min", 3600), ("day", 86_400), ("24h", 86_400)]
  private static let missing: Set = [
    "", "-", "--", "---", "m", "na", "n/a", "nan", "null", "none", "///", "unavailable", "unknown",
  ]
  /// Too little to be measured; Ip is that of AEMET.
  private static let traces: Set = ["T", "Ip", "trace", "Trace", "TRACE"]
  /// Letters behind a number that say how good it is: suspect, edited, estimated, a trace.
  private static let flags: Set = ["", "s", "S", "e", "E", "*", "T"]

  /// Nil for tips, each of which is a row without an amount.
  let column: Int?
  /// The name of the column, for messages.
  let name: String
  private(set) var unit: GaugeUnit
  /// Whether neither a person nor the file says which unit the amounts have.
  let isUnitAssumed: Bool
  private let isUnitGiven: Bool
  /// Whether a line before the table has the unit of a rainfall, and the column has none.
  private let seemsRate: Bool
  /// Files in tenths of mm, and those that say so, have -1 for a trace.
  private let minusOneIsTrace: Bool
  private let commaIsPoint: Bool

  /// Finds the column in a table, with `row` as its first row.
  init(
    in table: GaugeTable, _ row: GaugeTable.Fields, _ file: GaugeText, _ format: GaugeFormat
  ) throws(Flaw) {
    column = try Self.column(in: table, file, format)
    name = column.map { table.names[$0] } ?? ""
    commaIsPoint = table.separator != UInt8(ascii: ",")
    // The words of the name, at the beginning of a line before the rows, are about the column.
    let words = GaugeText.words(name)
    let lines =
      table.hasNames
      ? [name]
        + table.preamble.filter {
          GaugeText.words($0).starts(with: words) && $0.contains { ":,=\t".contains($0) }
        } : []
    let field = column.flatMap { row.indices.contains($0) ? GaugeText.string(row[$0]) : nil } ?? ""
    let found =
      lines.lazy.compactMap(GaugeUnit.init(in:)).first
      ?? GaugeUnit(in: String(field.drop { "0123456789.,".contains($0) }))
    let isASOS =
      table.hasNames
      && table.time.contains {
        $0 < table.names.count
          && (table.names[$0].lowercased() == "valid"
            || table.names[$0].lowercased().hasPrefix("valid("))
      }
    isUnitGiven = format.unit != nil
    isUnitAssumed =
      !isUnitGiven && found == nil && !isASOS && table.hasNames
      && !Self.namesOfMillimeters.contains(name.lowercased())
    seemsRate =
      isUnitAssumed && table.preamble.contains { GaugeUnit(in: $0)?.seconds != nil }
    unit = format.unit ?? found ?? (isASOS && name.lowercased() != "p01m" ? .inches : .millimeters)
    minusOneIsTrace = lines.contains { $0.contains("-1") } || unit.millimeters < 1
    // Counters of `total` without a length have that of the file.
    if let found, unit == GaugeUnit(written: "total") {
      (unit.millimeters, unit.seconds) = (found.millimeters, found.seconds)
    }
  }

  private static func column(
    in table: GaugeTable, _ file: GaugeText, _ format: GaugeFormat
  ) throws(Flaw) -> Int? {
    if let column = format.column {
      if let index = table.column(column) { return index }
      throw file.flaw(nil, "has no column \(column.quoted); it has \(GaugeTable.list(table.names))")
    }
    let others = table.names.indices.filter { !table.time.contains($0) && $0 != table.beginning }
    for names in [namesOfMillimeters, names] {
      let index = others.first { names.contains(table.names[$0].lowercased()) }
      if let index { return index }
    }
    let named = others.filter { index in
      let words = GaugeText.words(table.names[index])
      return !words.isEmpty && words.allSatisfy(Self.words.contains)
    }
    let withUnit = others.filter { index in
      !rain.isDisjoint(with: GaugeText.words(table.names[index]))
        && GaugeUnit(in: table.names[index]) != nil
    }
    if let only = [named, withUnit, others].first(where: { $0.count == 1 })?[0],
      Self.others.isDisjoint(with: GaugeText.words(table.names[only]))
    {
      return only
    }
    guard others.isEmpty else {
      throw file.flaw(
        nil, "has the columns \(GaugeTable.list(table.names)); choose one with --column")
    }
    if format.unit != nil { return nil }
    throw file.flaw(
      table.firstLine,
      "has one column; a gauge has a time and an amount in each row; if each row is a "
        + "tip, say its size, such as --unit 0.2mm")
  }

  /// The amount in the fields of a row; nil if the gauge has none.
  func amount(
    in fields: GaugeTable.Fields, line: Int, _ file: GaugeText
  ) throws(Flaw) -> Double? {
    guard let column else { return 1 }
    let text = GaugeText.string(fields[column])
    if Self.missing.contains(text.lowercased()) { return nil }
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
    if number < 0 { throw file.flaw(line, "\(text.quoted) is less than no rain") }
    if number > Self.mostAmount {
      throw file.flaw(line, "\(text.quoted) is more than it has ever rained")
    }
    return number
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
  func checkName(step: Double, firstLine: Int, _ file: GaugeText) throws(Flaw) {
    let words = Set(GaugeText.words(name))
    let counts = words.contains { word in
      Self.counting.contains { step < 0.9 * $0.seconds && $0.words.contains(where: word.hasPrefix) }
        || Self.periods.contains { step < 0.9 * $0.1 && word.hasSuffix($0.0) }
    }
    if isUnitGiven || unit.seconds != nil { return }
    if seemsRate || words.contains(where: Self.isRate) {
      throw file.flaw(
        firstLine,
        "\(name.quoted) has a rainfall, as \(seemsRate ? "a line before it" : "its name") says; "
          + "--unit mm/h or in/h reads it, and --unit mm what fell in each row")
    }
    if counts {
      throw file.flaw(
        firstLine,
        "\(name.quoted) has more than the rain of its row, as its name says; --unit total "
          + "reads numbers that count on, and --unit mm those of each row")
    }
  }
}
