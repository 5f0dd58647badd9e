internal import RainFiles
internal import Text

extension Chart {
  /// How many stretches of time are drawn, each with its mean rainfall.
  private static let stretches = 241

  /// How hard it rained.
  init(_ record: GaugeRecord, title: String) {
    let rainfall = record.rainfall(parts: Self.stretches)
    let row = Self.row("rainfall", "mm/h", rainfall, color: .blue)
    let length = Duration.seconds(Int(record.seconds.rounded())).clockText
    self.init(
      title: title, summary: "\(row.summary), over \(length).",
      time: TimeAxis(length: record.seconds, .clock), panels: [row.panel])
  }
}
