extension Chart {
  /// How many moments are drawn, and at how many the level is measured.
  private static let (moments, measuredMoments) = (241, 61)
  /// Enough for drops and noise, in Hz.
  private static let sampleRate = 22_050
  /// In s: at 3 mm/h, a second has one loud drop or none, 2 dB apart; ten are within half a dB.
  private static let measuredSeconds = 10

  /// A rain whose settings move, over its length in s: how hard it rains, its level, the drops nearby, and each
  /// setting that has a curve. Rainfall and drops that stand still are left out where others move.
  package init(_ automation: RainAutomation, title: String, seconds: Double) {
    func rains(_ count: Int) -> [Rain] {
      automation.rains(at: (0..<count).map { seconds * Double($0) / Double(count - 1) })
    }
    let all = rains(Self.moments)
    // A curve with one key stands still: it keeps a setting that rainfall would set.
    let others = automation.curves.filter { $0.keys.count > 1 }.map(\.setting)
      .filter { $0 != .rainfall && $0 != .drops }
    func isShown(_ values: [Double]) -> Bool {
      others.isEmpty || values.contains { $0 != values[0] }
    }
    var rows: [Row] = []
    let (rainfall, drops) = (all.map { $0[.rainfall] }, all.map { $0[.drops] })
    if isShown(rainfall) { rows.append(Self.row("rainfall", "mm/h", rainfall, color: .blue)) }
    rows.append(Self.row("level", "dBFS", Self.levels(rains(Self.measuredMoments)), color: .orange))
    if isShown(drops) { rows.append(Self.row("near drops", "/min", drops, color: .gray)) }
    for setting in others {
      let row = setting.row
      rows.append(
        Self.row(
          row.name, row.unit.rawValue, all.map { $0[setting] },
          choices: row.isChoice ? row.words.map(\.name) : [],
          color: rows.count.isMultiple(of: 2) ? .violet : .ochre))
    }
    let length = Duration.seconds(Int(seconds.rounded())).clockText
    self.init(
      title: title, summary: "\(rows.map(\.summary).joined(separator: ", ")), over \(length).",
      time: TimeAxis(length: seconds, .clock), panels: rows.map(\.panel))
  }

  /// The level of steady rain at each of these settings, in dBFS.
  private static func levels(_ rains: [Rain]) -> [Double] {
    // Settings that stand still are measured once.
    var levels: [Rain: Double] = [:]
    for rain in rains where levels[rain] == nil { levels[rain] = level(of: rain) }
    return rains.compactMap { levels[$0] }
  }

  /// The RMS of some seconds of steady rain without gusts, in dBFS; -90 and below are silence.
  package static func level(of rain: Rain) -> Double {
    var rain = rain
    (rain[.gust], rain[.patterGust], rain[.drift]) = (0, 0, 0)
    var samples = [Float](repeating: 0, count: measuredSeconds * sampleRate)
    // From the beginning, the first drops have not fallen yet.
    var renderer = checked { () throws(InvalidSetting) in
      try RainRenderer(rain, sampleRate: sampleRate, channels: 1, startingAt: sampleRate)
    }
    var span = samples.mutableSpan
    renderer.render(into: &span)
    let squares = samples.reduce(0) { $0 + Double($1) * Double($1) }
    return max(-90, Levels.decibels((squares / Double(samples.count)).squareRoot()) ?? -90)
  }

  /// A panel, and its values in words.
  typealias Row = (panel: Panel, summary: String)

  static func row(
    _ name: String, _ unit: String, _ values: [Double], choices: [String] = [], color: Color
  ) -> Row {
    let axis: ValueAxis
    let range: String
    if choices.isEmpty {
      axis = .numbers(values, isLevel: unit == "dBFS")
      let (least, most) = (values.min() ?? 0, values.max() ?? 0)
      range = "\(FixedPoint.brief(least)) to \(FixedPoint.brief(most))"
    } else {
      axis = .choices(choices, values)
      range = axis.ticks.map(\.label).joined(separator: " and ")
    }
    let panel = Panel(
      heading: unit.isEmpty ? name : "\(name), \(unit)", axis: axis, values: values, color: color,
      isFilled: true)
    return (panel, unit.isEmpty ? "\(name) \(range)" : "\(name) \(range) \(unit)")
  }
}
