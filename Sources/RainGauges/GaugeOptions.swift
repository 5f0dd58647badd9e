internal import Text

/// The answers of a person about the table of a rain gauge, as the flags of `rainsynth gauge` take
/// them; what is nil is found in the table.
public struct GaugeOptions: Sendable, Hashable {
  /// The names of the column with the amounts, and of that with the times, or with the first part
  /// of them.
  public var column, timeColumn: String?
  /// How times are written, in the letters of strptime: `%d.%m.%Y %H:%M`; or `seconds`, `minutes`
  /// ... that are counted.
  public var timeFormat: String?
  /// `mm`, `in`, `mm/h`, `0.2mm` for tips of a bucket, `total` for a counter.
  public var unit: String?
  /// `amount`, `counter`, `counter:60m`, `sum:60m`, `rate`, `rate:after`, `rate:between` or `tip`.
  public var rows: String?
  /// The text that the rows of the station have in one of their columns.
  public var station: String?
  /// The step of the gauge, in mm: 0 ... 100.
  public var tip: Double?

  /// No answers.
  public init() {}

  /// The ways of writing times that need no answer, and the words and units that answers have.
  package static let dates = TimeFormat.dates
  package static let counts = TimeFormat.counts.map(\.0)
  package static let units = RainUnit.spellings
  package static let kinds = RowKind.spellings
}

/// The same, checked.
struct Answers {
  var column, timeColumn, station: String?
  /// The forms of time that a person's letters may be.
  var time: [TimeFormat]?
  var unit: RainUnit?
  var rows: RowKind?
  var tip: Double?

  init(_ options: GaugeOptions) throws(Flaw) {
    func check(_ flag: String, _ text: String?, _ isRead: Bool, _ like: [String]) throws(Flaw) {
      guard let text, !isRead else { return }
      let list = like.joined(separator: ", ")
      throw Flaw("--\(flag) has to be like one of \(list), not \(text.quoted)")
    }
    (column, timeColumn, station) = (options.column, options.timeColumn, options.station)
    tip = options.tip
    time = options.timeFormat.map(TimeFormat.withClocks)
    unit = options.unit.flatMap(RainUnit.init(written:))
    rows = options.rows.flatMap(RowKind.init(written:))
    let formats = ["'%d.%m.%Y %H:%M'"] + GaugeOptions.counts
    try check("time-format", options.timeFormat, time?.isEmpty == false, formats)
    try check("unit", options.unit, unit != nil, RainUnit.spellings)
    try check("rows", options.rows, rows != nil, RowKind.spellings)
  }
}
