internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// Commands that play what rainsynth writes to a pipe, as a person types them.
enum PlaybackHint {
  /// Plays a WAV from standard input.
  static let wave = isLinux ? "aplay" : "play -t wav -"

  /// Plays the raw samples of the job from standard input.
  static func raw(_ job: Rendering) -> String {
    guard isLinux else {
      return (["play"] + PlayerProgram.playWords(job)).joined(separator: " ")
    }
    // aplay does not know the speakers of more than two channels.
    if job.layout.isSurround, PlayerProgram.paplay.takes(job.layout) {
      return (["paplay"] + PlayerProgram.paplay.arguments(job, .comfortable)).joined(separator: " ")
    }
    // As short as it can be for what `stream` writes without any flag.
    if job.format == .s16, job.sampleRate == 44_100, job.channels == 2 { return "aplay -f cd" }
    return (["aplay"] + PlayerProgram.aplayWords(job)).joined(separator: " ")
  }

  /// Encodes raw samples as a small file.
  static func encoder(_ job: Rendering) -> String {
    let (rate, channels) = (job.sampleRate, job.channels)
    switch job.format {
    case .s16, .s24:
      return "opusenc --raw --raw-rate \(rate) --raw-chan \(channels) "
        + "--raw-bits \(job.format.bitsPerSample) - FILE.opus"
    case .s32, .f32:
      return "ffmpeg -f \(job.format.rawValue)le -ar \(rate) -ac \(channels) -i - FILE.opus"
    }
  }

  /// Throws if standard output is a terminal. The message has a command line that plays the sound: the
  /// program with the `words`, piped into the `player`.
  static func refuseTerminal(_ words: [String], _ player: String) throws {
    guard StandardOutput.isTerminal else { return }
    let line = ShellWord.line([ThisProgram.name] + words)
    throw Flaw("sound does not belong on a terminal; play it: \(line) | \(player)")
  }

  /// Throws if a WAV for that path would go to a terminal: to standard output for `-`, or to /dev/tty.
  static func refuseTerminal(output path: String, _ words: [String]) throws {
    if path == "-" { return try refuseTerminal(words, wave) }
    guard Terminal.isTerminal(path: path) else { return }
    throw Flaw(
      "-o \(path.quoted) is a terminal, where sound does not belong; -o - | \(wave) plays it")
  }
}

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
      ": \(ShellWord.line([ThisProgram.name] + $0)) | \(PlaybackHint.encoder(rendering))"
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
