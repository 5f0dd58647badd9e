/// The progress of a task after some time.
package struct ProgressReport: Sendable {
  var doneFrames: Int
  /// nil for an endless task.
  let totalFrames: Int?
  let sampleRate: Int
  var elapsed: Duration
  /// Whether it goes as fast as it sounds.
  var isPlayed = false

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
    let done = "\(position) of \(length)"
    if isPlayed {
      let left = "\(Duration.seconds((totalFrames - doneFrames) / sampleRate).clockText) left"
      return longest(of: [[done, left], [left]], columns: columns)
    }
    let share = totalFrames == 0 ? 1 : Double(doneFrames) / Double(totalFrames)
    guard share > 0 else { return longest(of: [["0 %", done], ["0 %"]], columns: columns) }
    let percent = "\(Int(100 * share)) %"
    let left = Duration.seconds(min(Self.longestEstimate, seconds * (1 / share - 1)))
    let timeLeft = "\(left.clockText) left"
    return longest(
      of: [
        [percent, done, speed, timeLeft], [percent, done, timeLeft], [percent, timeLeft],
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

/// The line about a file that was rendered, `night.wav: 8:00:00, 4.7 GiB, 690 x real time`, or about several in a
/// folder, `rain: 3 files, 30:00, 303 MiB, 690 x real time`.
package enum RenderSummary {
  package static func line(
    name: String, files: Int? = nil, seconds: Double, bytes: Int, elapsed: Duration
  ) -> String {
    let speed = seconds / max(elapsed / .seconds(1), 1e-9)
    let count = files.map { ["\($0) \($0 == 1 ? "file" : "files")"] } ?? []
    let parts = count + [length(seconds), size(bytes), ProgressReport.speedText(speed)]
    // Without frames there is no speed.
    return "\(name): \((seconds == 0 ? Array(parts.dropLast()) : parts).joined(separator: ", "))"
  }

  /// Below a minute in seconds: `0.25 s`; otherwise as a clock shows it.
  static func length(_ seconds: Double) -> String {
    seconds < 60
      ? "\(FixedPoint.trimmed(seconds, decimals: 3)) s" : Duration.seconds(Int(seconds)).clockText
  }

  static func size(_ bytes: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var number = Double(bytes)
    var unit = 0
    while number >= 1024, unit < units.count - 1 {
      number /= 1024
      unit += 1
    }
    return unit == 0
      ? "\(bytes) bytes"
      : "\(FixedPoint.text(number, decimals: number < 10 ? 1 : 0)) \(units[unit])"
  }
}

extension Levels {
  /// The levels as members of a JSON object: dB of full scale and LUFS, and null for silence.
  var members: [(key: String, json: String)] {
    let levels = [
      ("peak", Levels.decibels(Double(peak))), ("rms", Levels.decibels(rms)),
      ("loudness", loudness), ("truePeak", Levels.decibels(Double(truePeak))),
    ]
    return levels.map { ($0, $1.map { FixedPoint.text($0, decimals: 2) } ?? "null") }
  }

  /// An amplitude in dB; nil for silence.
  static func decibels(_ amplitude: Double) -> Double? {
    // The smallest Float.
    amplitude < 1e-45 ? nil : Elementary.decibels(amplitude: amplitude)
  }
}
