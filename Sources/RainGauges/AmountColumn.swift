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
  private(set) var rowUnit: RainUnit?
  /// The text of that of this row, which most rows repeat.
  private(set) var said = ""
  /// Fields that are numbers, and those that are words nobody knows.
  private(set) var numbers = 0
  private(set) var words = 0
  /// The first field that is no amount: it may be that of another quantity.
  private(set) var flaw: Flaw?

  /// The number in the field of a row; not a number if the gauge has none.
  mutating func read(
    _ fields: [Field], _ line: Int, _ file: TableText, _ notes: inout Notes
  ) -> Double {
    let field = fields[index]
    do {
      if let units, units < fields.count { try take(fields[units].string.withoutScheme) }
      // Most fields are plain numbers.
      var amount = field.number.flatMap {
        $0.rest.isEmpty && 0...Self.amounts.upperBound ~= $0.value && isClear(field)
          && !isMissing($0.value, field) ? $0.value : nil
      }
      if amount == nil { amount = try self.amount(in: field, line, &notes) }
      guard let amount else { return .nan }
      numbers += 1
      if amount < 0 { notes.add(.negative, line: line) }
      let scale = rowUnit == unit ? 1 : (rowUnit?.millimeters ?? 1) / (unit?.millimeters ?? 1)
      return max(0, amount * scale)
    } catch let error {
      flaw = flaw ?? file.flaw(error.sentence, line: line)
      return .nan
    }
  }

  /// Throws if the fields are no amounts, or there are none.
  func check(_ file: TableText) throws(Flaw) {
    if let flaw { throw flaw }
    let sentence =
      words > numbers
      ? "has fields that are no amount of rain; --column says which column has it"
      : numbers == 0 ? "has no value in any row" : nil
    if let sentence { throw file.flaw("\(name.text.quoted) \(sentence)") }
  }

  /// Takes the unit of a row.
  private mutating func take(_ text: String) throws(Flaw) {
    if text == said || text.isEmpty || Meaning.nothing.has(text.lowercased()) { return }
    guard let known = Self.systems[text] ?? RainUnit(in: text) ?? RainUnit(written: text) else {
      throw Flaw("\(text.quoted) is no unit of rain that is known; --unit says one")
    }
    (unit, rowUnit, said) = (unit ?? known, known, text)
  }

  /// Where commas separate fields, one between quotation marks is a point, too, unless it could
  /// separate thousands.
  private func isClear(_ field: Field) -> Bool {
    commaIsPoint
      || field.drop { $0 != UInt8(ascii: ",") }.dropFirst().prefix(while: \.isDigit).count != 3
  }

  /// Whether the number of a field stands for a missing value: -999, -9999, -99.9, 9999, 999.9.
  private func isMissing(_ amount: Double, _ field: Field) -> Bool {
    amount <= -99
      || amount >= 999 && field.allSatisfy { $0 == UInt8(ascii: "9") || $0 == UInt8(ascii: ".") }
  }

  private mutating func amount(
    in whole: Field, _ line: Int, _ notes: inout Notes
  ) throws(Flaw) -> Double? {
    var field = whole
    if let group, !field.isEmpty {
      let parts = field.split(separator: UInt8(ascii: ","))
      guard parts.count > 1, parts[0].string == group else {
        throw Flaw("\(field.string.quoted) is no group of \(group)")
      }
      field = parts[1]
    }
    let (text, plain) = (field.string, field.plainNumber)
    let word = text.lowercased()
    if text.isEmpty || Meaning.nothing.has(word) { return nil }
    if Meaning.trace.has(word) || text.first == "<" || text == "-1" && isTenths { return 0 }
    guard let (amount, rest) = plain.number else {
      if text.contains(where: \.isNumber), text.first?.isLetter == false {
        throw Flaw("\(text.quoted) is no amount of rain")
      }
      words += 1
      notes.add(.words, line: line, word: text.quoted)
      return nil
    }
    if !amount.isFinite || amount > 1e30 { return nil }
    let flag = rest.trimmed.string
    var reason = "no amount of rain"
    if isClear(plain), flag.isEmpty || Meaning.flag.has(flag) || RainUnit(in: flag) != nil {
      if isMissing(amount, plain) { return nil }
      // A unit behind a number is that of the row.
      if !flag.isEmpty, !Meaning.flag.has(flag) { try take(flag) }
      let isLess = amount * (unit?.millimeters ?? 1) < Self.amounts.lowerBound
      if !isLess, amount <= Self.amounts.upperBound { return amount }
      reason = isLess ? "less than no rain" : "more than it has ever rained"
    }
    throw Flaw("\(text.quoted) is \(reason); --column says which column has the amounts")
  }
}
