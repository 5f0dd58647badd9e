/// The answers of a person about the file of a rain gauge; what is nil is found in the file.
package struct GaugeFormat: Sendable {
  /// The name of the column with the amounts.
  package var column: String?
  /// The name of the column with the times, or with the first part of them.
  package var timeColumn: String?
  /// How times are written.
  package var time: GaugeTimePattern?
  /// The unit of the amounts.
  package var unit: GaugeUnit?
  /// The step of the gauge, in mm.
  package var tip: Double?
  /// The kind of a row.
  package var rows: GaugeKind?
  /// The texts of the rows of the station in one of their columns.
  package var station: String?

  package init(
    column: String? = nil, timeColumn: String? = nil, time: GaugeTimePattern? = nil,
    unit: GaugeUnit? = nil, tip: Double? = nil, station: String? = nil, rows: GaugeKind? = nil
  ) {
    (self.column, self.timeColumn, self.time) = (column, timeColumn, time)
    (self.unit, self.tip, self.station, self.rows) = (unit, tip, station, rows)
  }
}
