internal import Platform
internal import RainFiles
internal import Text

extension WaveReader {
  /// The WAV that an argument names, `-` for standard input, and its name in messages. Of another sound, that it comes to
  /// the command through a pipe.
  static func open(
    argument: String, for command: String = "info -"
  ) throws -> (wave: WaveReader, name: String) {
    if argument != "-" {
      let isOther = OutputName.sounds.contains(OutputName.ending(of: argument))
      if isOther, let file = try? FileReader(path: argument), (try? WaveReader(file)) == nil {
        throw FileError.malformed(
          path: argument,
          "is not a WAV file; this reads its sound: ffmpeg -i "
            + "\(ShellWord.written(argument)) -f wav - | \(ThisProgram.name) \(command)")
      }
      return (try WaveReader(FileReader(path: argument)), PlainText.path(argument))
    }
    let name = "standard input"
    return (try WaveReader(FileReader(standardInputNamed: name)), name)
  }

  /// The part that the file lacks, in words; nil if it is whole.
  var lack: String? {
    missingByteCount > 0 ? "lacks its end: \(missingByteCount) bytes of samples are missing" : nil
  }
}
