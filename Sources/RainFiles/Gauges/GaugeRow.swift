/// A row of a rain gauge.
struct GaugeRow {
  /// Its end, in s from any beginning, and its beginning, if the file has it.
  var end = 0.0
  var start: Double?
  /// The reading of the gauge, and then the rain; not a number if it says nothing.
  var amount: Double
  /// The mean size of the water of its drops, in mm; not a number where it is unknown.
  var size = Double.nan
  let line: Int
}
