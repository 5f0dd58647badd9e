internal import Text

/// A column of a table with the rain, and how its fields are read.
struct AmountColumn {
  /// The least and the most in a row, in mm, inches or mm/h: the loss of a weighing gauge by
  /// evaporation and wind, and the wettest places have less than 30,000 mm a year.
  private static let amounts = -0.5...1e5
  /// The units of weewx: those of the USA, of old metric stations, and of the SI.
  private static let systems = [
    "1": RainUnit.inches, "16": RainUnit(millimeters: 10), "17": .millimeters,
  ]

  let index: Int
  let name: ColumnName
  /// The column with the unit of each row.
  let units: Int?
  /// The first part of a field whose second is the number.
  let group: String?
  let commaIsPoint: Bool
  /// Files in tenths of mm, and those that say so, have -1 for a trace.
  let isTenths: Bool
  /// The unit of the numbers, that of the first row that says one, and that of this row.
  private(set) var unit: RainUnit?
  private var rowUnit: RainUnit?
  /// Fields that are numbers, and those that are words nobody knows.
  private(set) var (numbers, words) = (0, 0)
  private(set) var notes = Notes()
  /// The first field that is no amount: it may be that of another quantity.
  private(set) var flaw: Flaw?

  init(
    _ index: Int, _ name: ColumnName, units: Int?, group: String?, commaIsPoint: Bool,
    isTenths: Bool
  ) {
    (self.index, self.name, self.units, self.group) = (index, name, units, group)
    (self.commaIsPoint, self.isTenths) = (commaIsPoint, isTenths)
  }

  /// The number in the field of a row; not a number if the gauge has none.
  mutating func read(_ fields: [Field], line: Int, _ file: TableText) -> Double {
    do throws(Flaw) {
      var field = fields[index]
      if let units, units < fields.count {
        try take(fields[units].string.withoutScheme, line, file)
      }
      if let group, !field.isEmpty {
        let parts = field.split(separator: UInt8(ascii: ","))
        guard parts.count > 1, parts[0].string == group else {
          throw file.flaw("\(field.string.quoted) is no group of \(group)", line: line)
        }
        field = parts[1]
      }
      guard let amount = try amount(in: field, line, file) else { return .nan }
      numbers += 1
      let scaled = amount * (rowUnit?.millimeters ?? 1) / (unit?.millimeters ?? 1)
      if scaled < 0 { notes.add(.negative, line: line, scaled) }
      return max(0, rowUnit == unit ? amount : scaled)
    } catch {
      flaw = flaw ?? error
      return .nan
    }
  }

  private mutating func take(_ text: String, _ line: Int, _ file: TableText) throws(Flaw) {
    if text.isEmpty || Meaning.nothing.has(text.lowercased()) { return }
    guard let known = Self.systems[text] ?? RainUnit(in: text) ?? RainUnit(written: text) else {
      throw file.flaw(
        "\(text.quoted) is no unit of rain that is known; --unit says one", line: line)
    }
    (unit, rowUnit) = (unit ?? known, known)
  }

  private mutating func amount(
    in field: Field, _ line: Int, _ file: TableText
  ) throws(Flaw) -> Double? {
    // Where commas separate fields, one between quotation marks is a point, too, unless it could
    // separate thousands.
    func isClear(_ field: Field) -> Bool {
      commaIsPoint
        || field.drop { $0 != UInt8(ascii: ",") }.dropFirst().prefix(while: \.isDigit).count != 3
    }
    if let number = field.number, number.rest.isEmpty, 0..<999 ~= number.value, isClear(field) {
      return number.value
    }
    let (text, plain) = (field.string, field.plainNumber)
    let word = text.lowercased()
    if text.isEmpty || Meaning.nothing.has(word) { return nil }
    if Meaning.trace.has(word) || text.first == "<" || text == "-1" && isTenths { return 0 }
    guard let (amount, rest) = plain.number else {
      if text.contains(where: \.isNumber), text.first?.isLetter == false {
        throw file.flaw("\(text.quoted) is no amount of rain", line: line)
      }
      words += 1
      notes.add(.words, line: line, word: text.quoted)
      return nil
    }
    // -999, -9999, -99.9, 9999, 999.9: no value.
    let isNines = plain.allSatisfy("9.".utf8.contains)
    let flag = rest.trimmed.string
    if !amount.isFinite || amount > 1e30 { return nil }
    var reason = "no amount of rain"
    if isClear(plain), flag.isEmpty || Meaning.flag.has(flag) || RainUnit(in: flag) != nil {
      if amount <= -99 || amount >= 999 && isNines { return nil }
      // A unit behind a number is that of the row.
      if !flag.isEmpty, !Meaning.flag.has(flag) { try take(flag, line, file) }
      let isLess = amount * (unit?.millimeters ?? 1) < Self.amounts.lowerBound
      if !isLess, amount <= Self.amounts.upperBound { return amount }
      reason = isLess ? "less than no rain" : "more than it has ever rained"
    }
    throw file.flaw(
      "\(text.quoted) is \(reason); --column says which column has the amounts", line: line)
  }
}
