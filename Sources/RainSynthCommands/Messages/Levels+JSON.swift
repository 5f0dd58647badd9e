internal import RainAudio
internal import RainDSP
internal import Text

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
