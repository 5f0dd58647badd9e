extension Chart {
  /// How many stretches of time are drawn, each with its mean rainfall.
  private static let stretches = 241

  /// How hard it rained, when by the clock, and where what the notes are about lies.
  init(_ gauge: Gauge, title: String) {
    let rainfall = gauge.rainfall(parts: Self.stretches)
    let row = Self.row("rainfall", "mm/h", rainfall, color: .blue)
    let length = Duration.seconds(Int(gauge.seconds.rounded())).clockText
    let (most, start) = gauge.hardest
    func part(_ name: String, _ length: String, _ start: Double, _ end: Double, _ color: Color)
      -> Part
    {
      let steps = Double(Self.stretches - 1) / gauge.seconds
      let first = min(max(0, Int(start * steps)), Self.stretches - 2)
      let last = min(max(first + 1, Int((end * steps).rounded(.up))), Self.stretches - 1)
      return Part(name: name, length: length, steps: first..<last, color: color)
    }
    let amount = "\(FixedPoint.brief(most)) mm"
    let marks = gauge.marks.prefix(8).map { word, start, end in
      part(word, Duration.seconds(Int(end - start)).clockText, start, end, .orange)
    }
    let hardest = most > 0 ? [part("5 min", amount, start, start + 300, .blue)] : []
    self.init(
      title: "\(title): \(gauge.sentence)",
      facts: [("hardest five minutes", most > 0 ? "\(amount) at \(gauge.moment(start))" : "dry")],
      summary: "\(row.summary), over \(length).",
      time: TimeAxis(length: gauge.seconds, .clock, start: gauge.beginning) {
        String(Gauge.day($0).dropFirst(5))
      }, panels: [row.panel],
      parts: (hardest + marks).sorted { $0.steps.lowerBound < $1.steps.lowerBound })
  }
}
