internal import RainAudio
internal import Text

extension WaveReader {
  /// The WAV that an argument names, `-` for standard input, and its name in messages.
  static func open(argument: String) throws -> (wave: WaveReader, name: String) {
    if argument != "-" { return (try WaveReader(path: argument), PlainText.path(argument)) }
    let name = "standard input"
    return (try WaveReader(standardInputNamed: name), name)
  }

  /// What the file lacks, in words; nil if it is whole.
  var lack: String? {
    missingByteCount > 0
      ? "lacks its end: \(missingByteCount) bytes of samples are missing" : nil
  }
}
