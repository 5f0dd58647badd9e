internal import RainAudio
internal import RainDSP
internal import Text

/// The line about a file that was rendered, `night.wav: 8:00:00, 4.7 GiB, 690 x real time`, or about several in a
/// folder, `rain: 3 files, 30:00, 303 MiB, 690 x real time`.
package enum RenderSummary {
  package static func line(
    name: String, files: Int? = nil, seconds: Double, bytes: Int, elapsed: Duration
  ) -> String {
    let speed = seconds / max(elapsed / .seconds(1), 1e-9)
    let count = files.map { ["\($0) \($0 == 1 ? "file" : "files")"] } ?? []
    let parts =
      count + [
        length(seconds), size(bytes), ProgressReport.speedText(speed),
      ]
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
