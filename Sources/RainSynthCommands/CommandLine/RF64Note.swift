internal import RainFiles
internal import Text

extension WaveFile {
  /// Prints a note that a file becomes RF64 since it exceeds 4 GiB, and how to avoid that. `words` are
  /// the command line of `stream` for the same samples, if there is one.
  func announceRF64(path: String, streamWords words: [String]?) {
    guard isRF64 else { return }
    guard path == "-" else {
      return Self.noteRF64(
        "\(path.quoted) exceeds 4 GiB and is",
        [longestRIFFText, "any length fits raw samples: -o FILE.raw"])
    }
    let raw = words.map {
      ": \(ShellWord.line([Program.name] + $0)) | \(PlaybackHint.encoder(rendering))"
    }
    Self.noteRF64(
      "this WAV exceeds 4 GiB and is",
      ["give them raw samples, as stream writes them\(raw ?? "")"])
  }

  /// Prints one note if files of a folder become RF64 since they exceed 4 GiB, and how to avoid that.
  static func announceRF64(_ files: [(wave: WaveFile, file: String)]) {
    let long = files.filter(\.wave.isRF64)
    guard let first = long.first else { return }
    noteRF64(
      long.count == 1
        ? "\(first.file.quoted) exceeds 4 GiB and is" : "\(long.count) files exceed 4 GiB and are",
      [first.wave.longestRIFFText])
  }

  private static func noteRF64(_ fact: String, _ waysAround: [String]) {
    StandardError.note(
      "\(fact) RF64, which opusenc, lame and aplay cannot read; "
        + waysAround.joined(separator: ", "))
  }

  /// The longest duration whose WAV needs no RF64, in words.
  private var longestRIFFText: String { "up to \(longestRIFF.clockText) fits a plain WAV" }
}
