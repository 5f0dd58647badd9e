internal import Text

/// The rows of a file of a rain gauge, as its bytes come in.
///
/// It is a table with a row a line and a separator `;`, `,`, a tab or spaces, with or without names in its
/// first line. Lines that begin with # are comments.
///
///     STATIONS_ID;MESS_DATUM;  QN;RS_01;RS_IND_01      German weather service, mm a minute
///     station,station_name,valid(UTC),precip           ASOS of the USA, inches a minute
///     Time_UTC,Centrum,Torslanda                       OpenMRG, a column a gauge, mm a minute
///     0,0.2                                            seconds, mm
struct GaugeTable {
  /// A row.
  struct Row {
    /// In s, from any beginning.
    let time: Double
    /// In the unit of the file; nil if the gauge has no value.
    let amount: Double?
    /// From 1 on.
    let line: Int
  }

  /// The separator and the columns.
  private struct Layout {
    let separator: UInt8
    let names: [String]
    let time: Int
    let amount: Int
  }

  /// Four years of minutes.
  private static let mostRows = 1 << 21
  /// In mm, inches or mm/h: the wettest places have less than 30,000 mm a year.
  private static let mostAmount = 1e5
  /// A longer line is no row of a gauge.
  private static let longestLine = 1 << 12

  private static let timeNames: Set = [
    "mess_datum", "time_utc", "valid(utc)", "valid", "time", "timestamp", "datetime", "date", "utc",
    "seconds",
  ]
  private static let amountNames: Set = [
    "rs_01", "precip", "precipitation", "rain", "rainfall", "amount", "mm",
  ]
  private static let missing: Set = ["", "-", "M", "m", "NA", "na", "NaN", "nan", "null", "None"]

  private(set) var rows: [Row] = []
  private let path: String
  private let column: String?
  private var layout: Layout?
  private var unfinished: [UInt8] = []
  private var line = 0
  private var isDated = false

  /// - Parameters:
  ///   - path: the name of the file, for messages.
  ///   - column: the name of the column with the amounts; nil to find it.
  init(path: String, column: String?) {
    self.path = path
    self.column = column
  }

  /// Whether the amounts are those of an ASOS file.
  var isASOS: Bool {
    guard let layout, !layout.names.isEmpty else { return false }
    return layout.names[layout.time].lowercased().hasPrefix("valid")
  }

  /// Takes the next bytes of the file.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(GaugeError) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      unfinished += rest[..<end]
      rest = rest[(end + 1)...]
      try endLine()
    }
    unfinished += rest
    if unfinished.count > Self.longestLine {
      throw .row(path: path, line: line + 1, "is too long for a row of a gauge")
    }
  }

  /// Ends the file.
  mutating func finish() throws(GaugeError) {
    if !unfinished.isEmpty { try endLine() }
  }

  private mutating func endLine() throws(GaugeError) {
    line += 1
    if unfinished.count > Self.longestLine { throw flaw("is too long for a row of a gauge") }
    var bytes = unfinished[...]
    unfinished.removeAll(keepingCapacity: true)
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = Self.trimmed(bytes)
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return }
    guard let layout else {
      try readFirst(bytes)
      return
    }
    try readRow(Self.fields(bytes, layout.separator), layout)
  }

  // MARK: Columns

  private mutating func readFirst(_ bytes: ArraySlice<UInt8>) throws(GaugeError) {
    let separators = [UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\t")]
    let separator = separators.first { bytes.contains($0) } ?? UInt8(ascii: " ")
    let fields = Self.fields(bytes, separator)
    guard fields.count >= 2 else {
      throw flaw("has one column; a gauge has a time and an amount in each row")
    }
    let hasNames = !fields.contains { GaugeTime($0) != nil }
    let names = hasNames ? fields : (1...fields.count).map(String.init)
    let time = names.firstIndex { Self.timeNames.contains($0.lowercased()) } ?? 0
    let layout = Layout(
      separator: separator, names: hasNames ? names : [], time: time,
      amount: try amountColumn(names, time: time))
    self.layout = layout
    if !hasNames { try readRow(fields, layout) }
  }

  private func amountColumn(_ names: [String], time: Int) throws(GaugeError) -> Int {
    let list = Self.list(names)
    if let column {
      if let index = names.firstIndex(where: { $0.lowercased() == column.lowercased() }) {
        return index
      }
      throw .noColumn(path: path, column: column, names: list)
    }
    if let index = names.firstIndex(where: { Self.amountNames.contains($0.lowercased()) }) {
      return index
    }
    if names.count == 2 { return 1 - time }
    throw .noColumn(path: path, column: nil, names: list)
  }

  /// The names for a sentence, of bounded length.
  private static func list(_ names: [String]) -> String {
    var list = ""
    for name in names {
      if list.utf8.count > 300 { return "\(list), ..." }
      list += (list.isEmpty ? "" : ", ") + PlainText.line(name, limit: 20)
    }
    return list
  }

  // MARK: Rows

  private mutating func readRow(
    _ fields: [String], _ layout: Layout
  ) throws(GaugeError) {
    guard fields.count > max(layout.time, layout.amount) else {
      throw flaw("has \(fields.count) columns, too few")
    }
    // Without quotation marks, a separator within a field would move the columns after it.
    if !layout.names.isEmpty, fields.dropFirst(layout.names.count).contains(where: { !$0.isEmpty })
    {
      throw flaw("has \(fields.count) columns, but there are \(layout.names.count) names")
    }
    guard let time = GaugeTime(fields[layout.time]) else {
      throw flaw("\(fields[layout.time].quoted) is no time such as 2018-01-01 20:04 or 90")
    }
    if case .date = time {
      if rows.isEmpty { isDated = true }
      if !isDated { throw flaw("\(fields[layout.time].quoted) is a date, unlike the rows before") }
    } else if isDated {
      throw flaw("\(fields[layout.time].quoted) is no date, unlike the rows before")
    }
    if let last = rows.last, time.seconds <= last.time {
      throw flaw("\(fields[layout.time].quoted) does not lie after the row before")
    }
    if rows.count == Self.mostRows { throw flaw("is one too many; \(Self.mostRows) rows are read") }
    rows.append(
      Row(
        time: time.seconds, amount: try amount(fields[layout.amount], layout), line: line))
  }

  /// The amount in a field; nil if the gauge has none.
  private func amount(_ text: String, _ layout: Layout) throws(GaugeError) -> Double? {
    if Self.missing.contains(text) { return nil }
    // A trace, too little to be measured.
    if text == "T" { return 0 }
    // Where semicolons separate, a comma may stand before the decimals.
    let digits =
      layout.separator == UInt8(ascii: ";")
      ? String(decoding: text.utf8.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self) : text
    guard digits.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }),
      let number = Double(digits), number.isFinite
    else { throw flaw("\(text.quoted) is no amount of rain") }
    // -999, -9999, -99.9: no value.
    if number <= -99 { return nil }
    if number < 0 { throw flaw("\(text.quoted) is less than no rain") }
    if number > Self.mostAmount { throw flaw("\(text.quoted) is more than it has ever rained") }
    return number
  }

  /// The fields of a line, without blanks and quotation marks around them. Between quotation marks a separator
  /// is a part of the field.
  private static func fields(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    let mark = UInt8(ascii: "\"")
    var fields: [String] = []
    var start = bytes.startIndex
    var isQuoted = false
    func end(before index: Int) {
      var field = trimmed(bytes[start..<index])
      start = index + 1
      if field.isEmpty, separator == UInt8(ascii: " ") { return }
      if field.count >= 2, field.first == mark, field.last == mark {
        field = trimmed(field.dropFirst().dropLast())
      }
      fields.append(String(decoding: field, as: UTF8.self))
    }
    for index in bytes.indices {
      // In a field that does not begin with a mark, a mark is a letter like others.
      if bytes[index] == mark, trimmed(bytes[start...index]).first == mark {
        isQuoted.toggle()
      } else if bytes[index] == separator, !isQuoted {
        end(before: index)
      }
    }
    end(before: bytes.endIndex)
    return fields
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  private func flaw(_ sentence: String) -> GaugeError {
    .row(path: path, line: line, sentence)
  }
}
