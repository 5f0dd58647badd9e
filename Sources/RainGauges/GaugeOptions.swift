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
  package static let dates = TimeFormat.dates.map(\.text)
  package static let counts = TimeFormat.counts
  package static let units = RainUnit.spellings
  package static let kinds = RowKind.spellings
}

/// The same, checked.
struct Answers {
  var column, timeColumn, station: String?
  var time: TimeFormat?
  var unit: RainUnit?
  var rows: RowKind?
  var tip: Double?

  init(_ options: GaugeOptions) throws(Flaw) {
    func read<Value>(
      _ flag: String, _ text: String?, like examples: [String], _ value: (String) -> Value?
    ) throws(Flaw) -> Value? {
      guard let text else { return nil }
      if let value = value(text) { return value }
      let list = examples.joined(separator: ", ")
      throw Flaw("--\(flag) has to be like one of \(list), not \(text.quoted)")
    }
    (column, timeColumn, station) = (options.column, options.timeColumn, options.station)
    tip = options.tip
    let formats = ["'%d.%m.%Y %H:%M'"] + TimeFormat.counts
    time = try read("time-format", options.timeFormat, like: formats) { TimeFormat($0) }
    unit = try read("unit", options.unit, like: RainUnit.spellings) { RainUnit(written: $0) }
    rows = try read("rows", options.rows, like: RowKind.spellings) { RowKind(written: $0) }
  }
}
