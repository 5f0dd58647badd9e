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

  /// Hands the samples to `body`, piece by piece; a long file has a progress line.
  func forEachPiece(_ mode: Progress.Mode = .auto, _ body: ([UInt8]) -> Void) throws {
    var progress = Progress(mode, sampleRate: format.sampleRate, totalFrames: frames)
    defer { progress.finish() }
    var bytes: [UInt8] = []
    while try read(into: &bytes) {
      body(bytes)
      progress.advance(by: bytes.count / format.bytesPerFrame)
    }
  }

  /// The part that the file lacks, in words; nil if it is whole.
  var lack: String? {
    missingByteCount > 0 ? "lacks its end: \(missingByteCount) bytes of samples are missing" : nil
  }
}
