internal import Wording

/// The line about a file that was rendered, `night.wav: 8:00:00, 4.7 GiB, 690 x real time`, or about several in a
/// folder, `rain: 3 files, 30:00, 303 MiB, 690 x real time`.
package enum RenderSummary {
  package static func line(
    name: String, files: Int? = nil, frames: Int, sampleRate: Int, bytes: Int, elapsed: Duration
  ) -> String {
    let seconds = Double(frames) / Double(sampleRate)
    let speed = seconds / max(elapsed / .seconds(1), 1e-9)
    let count = files.map { ["\($0) \($0 == 1 ? "file" : "files")"] } ?? []
    let parts =
      count + [
        length(frames, sampleRate), size(bytes), ProgressReport.speedText(speed),
      ]
    // Without frames there is no speed.
    return "\(name): \((frames == 0 ? Array(parts.dropLast()) : parts).joined(separator: ", "))"
  }

  /// Below a minute in seconds: `0.25 s`; otherwise as a clock shows it.
  private static func length(_ frames: Int, _ sampleRate: Int) -> String {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    guard seconds < 60 else { return Duration.seconds(seconds).clockText }
    let exact = Double(seconds) + Double(rest) / Double(sampleRate)
    return "\(FixedPoint.trimmed(exact, decimals: 3)) s"
  }

  private static func size(_ bytes: Int) -> String {
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
