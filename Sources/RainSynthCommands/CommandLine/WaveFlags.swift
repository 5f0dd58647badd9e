internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Text

/// The flags that say how a WAV is written.
enum WaveFlags {
  static let group = OptionGroup(
    "WAV",
    [
      Option(
        "rf64", takes: "WHEN", "64-bit sizes; auto: above 4 GiB",
        range: RF64.allCases.map(\.rawValue).joined(separator: ", "),
        standard: RF64.auto.rawValue, completion: Completion(words: RF64.allCases.map(\.rawValue))),
      Option(
        "extensible", takes: "WHEN",
        "format tag WAVE_FORMAT_EXTENSIBLE; auto: above 16 bits, as the specification asks",
        range: Extensible.allCases.map(\.rawValue).joined(separator: ", "),
        standard: Extensible.never.rawValue,
        completion: Completion(words: Extensible.allCases.map(\.rawValue))),
      Option(
        "bext",
        "describe the sound for editors in a bext chunk: name, seed, first frame, and in render the loudness",
        isNegatable: true),
      Option(
        "metadata", "store the settings after the samples", standard: "on", isNegatable: true),
    ])
}

extension WaveWriter {
  /// The writer that the flags ask for.
  init(_ commandLine: ParsedCommandLine) throws {
    self.init()
    rf64 = try commandLine.choice("rf64", of: RF64.self) ?? rf64
    extensible = try commandLine.choice("extensible", of: Extensible.self) ?? extensible
    hasMetadata = commandLine.isOn("metadata") ?? true
    isPart = commandLine.isOn("part") ?? false
    hasBroadcast = commandLine.isOn("bext") ?? false
  }

  /// Prints a note that a file becomes RF64 since it exceeds 4 GiB, and how to avoid that. `words` are
  /// the command line of `stream` for the same samples, if there is one.
  func announceRF64(
    _ wave: RenderedWave, of rendering: Rendering, path: String, streamWords words: [String]?
  ) {
    guard rf64 == .auto, wave.isRF64 else { return }
    guard path == "-" else {
      let ways = [longestRIFFText(of: rendering), "any length fits raw samples: -o FILE.raw"]
      let fact =
        isPart
        ? "the file that the parts join to exceeds 4 GiB and is"
        : "\(path.quoted) exceeds 4 GiB and is"
      return Self.noteRF64(fact, ways)
    }
    let raw = words.map {
      ": \(ShellWord.line([Program.name] + $0)) | \(PlaybackHint.encoder(rendering))"
    }
    Self.noteRF64(
      "this WAV exceeds 4 GiB and is",
      ["give them raw samples, as stream writes them\(raw ?? "")"])
  }

  /// Prints one note if files of a folder become RF64 since they exceed 4 GiB, and how to avoid that.
  func announceRF64(_ files: [(job: Rendering, file: String)]) throws {
    guard rf64 == .auto else { return }
    let long = try files.filter { try wave(of: $0.job).isRF64 }
    guard let first = long.first else { return }
    Self.noteRF64(
      long.count == 1
        ? "\(first.file.quoted) exceeds 4 GiB and is" : "\(long.count) files exceed 4 GiB and are",
      [longestRIFFText(of: first.job)])
  }

  private static func noteRF64(_ fact: String, _ waysAround: [String?]) {
    let ways = waysAround.compactMap { $0 }.joined(separator: ", ")
    StandardError.note(
      "\(fact) RF64, which opusenc, lame and aplay cannot read\(ways.isEmpty ? "" : "; \(ways)")")
  }

  /// The longest duration whose WAV needs no RF64, in words.
  private func longestRIFFText(of rendering: Rendering) -> String? {
    longestRIFF(of: rendering).map { "up to \($0.clockText) fits a plain WAV" }
  }
}
