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

  /// Plays the raw samples of the job from standard input.
  static func raw(_ job: Rendering) -> String {
    #if os(Linux)
    // As short as it can be for what `stream` writes without any flag.
    if job.format == .s16, job.sampleRate == 44_100, job.channels == 2 { return "aplay -f cd" }
    return (["aplay"] + PlayerProgram.aplayWords(job)).joined(separator: " ")
    #else
    return (["play"] + PlayerProgram.playWords(job)).joined(separator: " ")
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

  /// Throws if a WAV for that path would go to a terminal: to standard output for `-`, or to /dev/tty.
  static func refuseTerminal(output path: String, _ words: [String]) throws {
    if path == "-" { return try refuseTerminal(words, wave) }
    guard Terminal.isTerminal(path: path) else { return }
    throw Failure(
      .wrongUsage,
      "-o \(path.quoted) is a terminal, where sound does not belong; -o - | \(wave) plays it")
  }
}
