/// The answers of a person about the file of a rain gauge; what is nil is found in the file.
package struct GaugeFormat: Sendable {
  /// The names of the column with the amounts, and of that with the times, or with the first part of them.
  package var column, timeColumn: String?
  package var time: GaugeTimePattern?
  package var unit: GaugeUnit?
  /// The step of the gauge, in mm.
  package var tip: Double?
  /// The text that the rows of the station have in one of their columns.
  package var station: String?
  package var rows: GaugeKind?

  package init(
    column: String? = nil, timeColumn: String? = nil, time: GaugeTimePattern? = nil,
    unit: GaugeUnit? = nil, tip: Double? = nil, station: String? = nil, rows: GaugeKind? = nil
  ) {
    (self.column, self.timeColumn, self.time) = (column, timeColumn, time)
    (self.unit, self.tip, self.station, self.rows) = (unit, tip, station, rows)
  }
}
