internal import RainAudio
package import RainDSP
internal import RainFiles
internal import Text

/// A course of settings as it is drawn: what changes in it, over time.
package struct CourseFigure: Sendable {
  /// What is drawn over time.
  package struct Row: Sendable {
    package let name: String
    package let unit: String
    /// At even times from the beginning to the end.
    package let values: [Double]
    /// The values between which the axis runs, and the step of its ticks.
    package let low: Double
    package let high: Double
    package let step: Double

    /// A row whose axis begins at 0, or of a level, whose axis ends at a multiple of 10 dB.
    package init(_ name: String, _ unit: String, _ values: [Double], isLevel: Bool = false) {
      self.name = name
      self.unit = unit
      self.values = values
      let (least, most) = (values.min() ?? 0, values.max() ?? 0)
      if isLevel {
        step = 10
        high = (most / 10).rounded(.up) * 10
        low = min((least / 10).rounded(.down) * 10, high - 20)
      } else {
        let ticks = AxisTicks(into: most > 0 ? most : 1, atMost: 4)
        step = ticks.position(1)
        low = 0
        high = max(1, ((most > 0 ? most : 1) / step - 1e-9).rounded(.up)) * step
      }
    }

    /// Where a scale from 0 to 1 has this value.
    func fraction(_ value: Double) -> Double { (value - low) / (high - low) }

    /// The values of the ticks.
    var ticks: [Double] {
      (0...Int(((high - low) / step).rounded())).map { low + Double($0) * step }
    }
  }

  package let title: String
  /// The length in s.
  package let seconds: Double
  package let rows: [Row]

  /// The texts may hold anything.
  package init(title: String, seconds: Double, rows: [Row]) {
    precondition(seconds > 0 && seconds.isFinite, "a course that is drawn has a length")
    self.title = PlainText.line(title, limit: 200)
    self.seconds = seconds
    self.rows = rows
  }

  /// How many moments are drawn, and of how many the level is measured.
  private static let (moments, measuredMoments) = (241, 61)
  /// Enough for drops and noise.
  private static let sampleRate = 22_050

  /// The course in a rendering of that length.
  package init(_ course: RainCourse, title: String, seconds: Double) {
    func rains(_ count: Int) -> [Rain] {
      course.rains(at: (0..<count).map { seconds * Double($0) / Double(count - 1) })
    }
    // Rain that rests is measured once.
    var levels: [Rain: Double] = [:]
    let measured = rains(Self.measuredMoments).map { rain in
      if let level = levels[rain] { return level }
      let level = Self.level(of: rain)
      levels[rain] = level
      return level
    }
    let all = rains(Self.moments)
    self.init(
      title: title, seconds: seconds,
      rows: [
        Row("rainfall", "mm/h", all.map(\.intensity)),
        Row("level", "dBFS", measured, isLevel: true),
        Row("near drops", "/min", all.map(\.drops)),
      ])
  }

  /// The RMS of a second of rain that rests at the settings of a moment, without gusts, in dBFS; -90 and
  /// below are silence.
  private static func level(of rain: Rain) -> Double {
    var rain = rain
    (rain.gust, rain.patterGust) = (0, 0)
    var samples = [Float](repeating: 0, count: sampleRate)
    do {
      // From the beginning, the first drops have not fallen yet.
      var renderer = try RainRenderer(
        rain, sampleRate: sampleRate, channels: 1, startingAt: sampleRate)
      var span = samples.mutableSpan
      renderer.render(into: &span)
    } catch {
      preconditionFailure("a course has valid settings: \(error)")
    }
    let squares = samples.reduce(0) { $0 + Double($1) * Double($1) }
    return max(-90, Levels.decibels((squares / Double(samples.count)).squareRoot()) ?? -90)
  }

  /// The value of a row at a share of the length, 0 ... 1.
  func value(_ row: Row, at share: Double) -> Double {
    let place = share * Double(row.values.count - 1)
    let index = min(Int(place), row.values.count - 2)
    let rest = place - Double(index)
    return row.values[index] * (1 - rest) + row.values[index + 1] * rest
  }

  // MARK: Time

  /// The steps of clocks, in s.
  private static let timeSteps = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600,
    43_200, 86_400,
  ]

  /// Round times from 0 to the end, at most so many steps, and their labels.
  func times(atMost count: Int) -> [(share: Double, label: String)] {
    let step =
      Self.timeSteps.first { seconds / $0 <= Double(count) }
      ?? AxisTicks(into: seconds / 86_400, atMost: count).position(1) * 86_400
    return (0...Int(seconds / step * (1 + 1e-9))).map { index in
      let time = Double(index) * step
      let label =
        step < 1
        ? "\(FixedPoint.text(time, decimals: 1)) s" : Duration.seconds(Int(time)).clockText
      return (min(time / seconds, 1), label)
    }
  }

  /// A value as a label of an axis.
  static func label(_ value: Double) -> String { FixedPoint.brief(value) }
}
