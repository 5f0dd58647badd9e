internal import Platform
internal import RainFiles
internal import Text

/// Commands that play what rainsynth writes to a pipe, as a person types them.
enum PlaybackHint {
  /// Plays a WAV from standard input.
  static var wave: String {
    #if os(Linux)
    "aplay"
    #else
    "play -t wav -"
    #endif
  }

  /// Plays what `stream` writes without any flag.
  static var compactDisc: String {
    #if os(Linux)
    "aplay -f cd"
    #else
    "play -t raw -e signed-integer -b 16 -r 44100 -c 2 -"
    #endif
  }

  /// Plays the raw samples of the job from standard input.
  static func raw(_ job: Rendering) -> String {
    let (rate, channels) = (job.sampleRate, job.channels)
    #if os(Linux)
    if job.format == .s16, rate == 44_100, channels == 2 { return compactDisc }
    let format =
      switch job.format {
      case .s16: "S16_LE"
      case .s24: "S24_3LE"
      case .s32: "S32_LE"
      case .f32: "FLOAT_LE"
      }
    return "aplay -f \(format) -r \(rate) -c \(channels)"
    #else
    let encoding = job.format.isFloat ? "floating-point" : "signed-integer"
    let bits = job.format.bitsPerSample
    return "play -t raw -e \(encoding) -b \(bits) -r \(rate) -c \(channels) -"
    #endif
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
    guard StandardOutput().isTerminal else { return }
    let line = ShellWord.line([Program.name] + words)
    throw Failure(.wrongUsage, "sound does not belong on a terminal; play it: \(line) | \(player)")
  }

  /// Throws if the path leads to a terminal, such as /dev/tty.
  static func refuseTerminal(path: String) throws {
    guard Terminal.isTerminal(path: path) else { return }
    throw Failure(
      .wrongUsage,
      "-o \(path.quoted) is a terminal, where sound does not belong; -o - | \(wave) plays it")
  }
}
