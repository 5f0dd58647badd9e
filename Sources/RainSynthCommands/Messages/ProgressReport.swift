internal import Text

/// The progress of a task after some time.
package struct ProgressReport: Sendable {
  private let doneFrames: Int
  /// nil for an endless task.
  private let totalFrames: Int?
  private let sampleRate: Int
  private let elapsed: Duration
  /// Whether it goes as fast as it sounds.
  private let isPlayed: Bool

  package init(
    doneFrames: Int, totalFrames: Int?, sampleRate: Int, elapsed: Duration, isPlayed: Bool = false
  ) {
    self.isPlayed = isPlayed
    self.doneFrames = doneFrames
    self.totalFrames = totalFrames
    self.sampleRate = sampleRate
    self.elapsed = elapsed
  }

  /// The report for a person: `42 %, 0:25 of 1:00, 312 x real time, 0:01 left`, or the part of it that
  /// fits into so many columns. Of what is played: `0:25 of 1:00, 0:35 left`.
  package func line(columns: Int = .max) -> String {
    let position = Duration.seconds(doneFrames / sampleRate).clockText
    let speed = Self.speedText(timesRealTime)
    guard let totalFrames else {
      if isPlayed { return "\(position), without end" }
      return longest(of: [[position, speed], [position]], columns: columns)
    }
    let length = Duration.seconds(totalFrames / sampleRate).clockText
    let place = "\(position) of \(length)"
    if isPlayed {
      let left = "\(Duration.seconds((totalFrames - doneFrames) / sampleRate).clockText) left"
      return longest(of: [[place, left], [left]], columns: columns)
    }
    let share = totalFrames == 0 ? 1 : Double(doneFrames) / Double(totalFrames)
    guard share > 0 else { return longest(of: [["0 %", place], ["0 %"]], columns: columns) }
    let percent = "\(Int(100 * share)) %"
    let left = Duration.seconds(min(Self.longestEstimate, seconds * (1 / share - 1)))
    let timeLeft = "\(left.clockText) left"
    return longest(
      of: [
        [percent, place, speed, timeLeft], [percent, place, timeLeft], [percent, timeLeft],
        [percent],
      ],
      columns: columns)
  }

  /// The speed in words; below 10, with a decimal, and below 1 with the first digits that count.
  static func speedText(_ timesRealTime: Double) -> String {
    let text =
      timesRealTime < 1
      ? FixedPoint.brief(timesRealTime)
      : timesRealTime < 10
        ? FixedPoint.text(timesRealTime, decimals: 1) : "\(Int(min(timesRealTime, 1e9) + 0.5))"
    return "\(text) x real time"
  }

  /// The first of these lines that fits, or else the last.
  private func longest(of lines: [[String]], columns: Int) -> String {
    let texts = lines.map { $0.joined(separator: ", ") }
    return texts.first { $0.utf8.count <= columns } ?? texts[texts.count - 1]
  }

  /// The report for a program, an object of JSON.
  package var json: String {
    """
    {"frames":\(doneFrames),"totalFrames":\(totalFrames.map(String.init) ?? "null"),\
    "sampleRate":\(sampleRate),"elapsedSeconds":\(seconds),"timesRealTime":\(timesRealTime)}
    """
  }

  /// 30,000 years. An estimate from the first frames alone could be of any size.
  private static let longestEstimate = 1e12  // s

  private var seconds: Double { elapsed / .seconds(1) }

  /// At most a billion, also when no time has passed.
  private var timesRealTime: Double {
    min(1e9, Double(doneFrames) / Double(sampleRate) / max(seconds, 1e-9))
  }
}
