/// Commands that play what rainsynth writes to a pipe, as a person types them.
enum PlaybackHint {
  /// Plays a WAV from standard input.
  private static let wave = isLinux ? "aplay" : "play -t wav -"

  /// Plays the raw samples of the job from standard input.
  private static func raw(_ job: Rendering) -> String {
    guard isLinux else { return (["play"] + PlayerProgram.playWords(job)).joined(separator: " ") }
    // aplay does not know the speakers of more than two channels.
    if job.layout.isSurround {
      return (["paplay"] + PlayerProgram.paplay.arguments(job)).joined(separator: " ")
    }
    // As short as it can be for what `stream` writes without any flag.
    if job.format == .s16, job.sampleRate == 44_100, job.channels == 2 { return "aplay -f cd" }
    return (["aplay"] + PlayerProgram.aplayWords(job)).joined(separator: " ")
  }

  /// The command line that plays what a command writes, raw samples or a WAV: in stereo, where no player takes the channels.
  static func pipe(
    _ commandLine: ParsedCommandLine, _ job: Rendering, isWave: Bool
  ) throws -> String {
    let isFolded = isWave ? job.layout.isSurround : job.layout.isAmbisonic
    let words =
      isFolded ? ["-c", "2"] + commandLine.words(without: ["channels"]) : commandLine.words
    return ShellWord.line([ThisProgram.name, commandLine.command] + words) + " | "
      + (isWave ? wave : raw(isFolded ? try job.inStereo() : job))
  }

  /// Throws if the sound for that path, of a WAV, or raw samples without one, would go to a terminal: to standard output for
  /// `-`, or to /dev/tty. The message has a command line that plays it.
  static func refuseTerminal(
    _ path: String?, _ commandLine: ParsedCommandLine, _ job: Rendering
  ) throws {
    guard let path, path != "-" else {
      guard StandardOutput.isTerminal else { return }
      throw Flaw(
        "sound does not belong on a terminal; play it: "
          + (try pipe(commandLine, job, isWave: path != nil)))
    }
    guard Terminal.isTerminal(path: path) else { return }
    throw Flaw(
      "-o \(path.quoted) is a terminal, where sound does not belong; -o - | \(wave) plays it")
  }
}

extension WaveFile {
  /// Prints one note if files become RF64 since they exceed 4 GiB, and how to avoid that; - is standard output.
  static func announceRF64(_ files: [(wave: WaveFile, file: String)]) {
    let long = files.filter(\.wave.isRF64)
    guard let first = long.first else { return }
    let isPiped = first.file == "-"
    let name = isPiped ? "this WAV" : first.file.quoted
    StandardError.note(
      (long.count == 1
        ? "\(name) exceeds 4 GiB and is" : "\(long.count) files exceed 4 GiB and are")
        + " RF64, which opusenc, lame and aplay cannot read; up to \(first.wave.longestRIFF.clockText) "
        + "fits a plain WAV, any length fits raw samples"
        + (isPiped ? ", as 'rainsynth stream' writes them" : ": render -o FILE.raw"))
  }
}
