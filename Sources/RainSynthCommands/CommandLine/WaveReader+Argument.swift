extension WaveReader {
  /// The WAV that an argument names, `-` for standard input, and its name in messages. Of another
  /// sound, and of a WAV whose samples are coded, that it comes to the command through a pipe.
  static func open(
    argument: String, for command: String = "info -"
  ) throws -> (wave: WaveReader, name: String) {
    if argument != "-" {
      let advice =
        "; this reads its sound: ffmpeg -i \(ShellWord.written(argument)) -f wav - | "
        + "\(ThisProgram.name) \(command)"
      let file = try FileReader(path: argument)
      do {
        return (try WaveReader(file), PlainText.path(argument))
      } catch FileError.coded(let path, let reason) {
        throw FileError.malformed(path: path, reason + advice)
      } catch let error {
        guard OutputName.sounds.contains(OutputName.ending(of: argument)) else { throw error }
        throw FileError.malformed(path: argument, "is not a WAV file" + advice)
      }
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
