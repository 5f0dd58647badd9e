extension Chart {
  /// How many stretches of time are drawn, each with its mean rainfall.
  private static let stretches = 241

  /// How hard it rained, when by the clock, and where what the notes are about lies.
  init(_ record: GaugeRecord, title: String) {
    let rainfall = record.rainfall(parts: Self.stretches)
    let row = Self.row("rainfall", "mm/h", rainfall, color: .blue)
    let length = Duration.seconds(Int(record.seconds.rounded())).clockText
    let (most, start) = record.hardest
    func part(_ name: String, _ length: String, _ start: Double, _ end: Double, _ color: Color)
      -> Part
    {
      let steps = Double(Self.stretches - 1) / record.seconds
      let first = min(max(0, Int(start * steps)), Self.stretches - 2)
      let last = min(max(first + 1, Int((end * steps).rounded(.up))), Self.stretches - 1)
      return Part(name: name, length: length, steps: first..<last, color: color)
    }
    let amount = "\(FixedPoint.brief(most)) mm"
    let marks = record.marks.prefix(8).map { word, start, end in
      part(word, Duration.seconds(Int(end - start)).clockText, start, end, .orange)
    }
    let hardest = most > 0 ? [part("5 min", amount, start, start + 300, .blue)] : []
    self.init(
      title: "\(title): \(record.sentence)",
      facts: [
        ("hardest five minutes", most > 0 ? "\(amount) at \(record.moment(start))" : "dry")
      ],
      summary: "\(row.summary), over \(length).",
      time: TimeAxis(length: record.seconds, .clock, start: record.beginning) {
        String(GaugeRecord.day($0).dropFirst(5))
      }, panels: [row.panel],
      parts: (hardest + marks).sorted { $0.steps.lowerBound < $1.steps.lowerBound })
  }
}
