internal import CommandLineKit
internal import Platform
internal import RainFiles
internal import Text

/// `mix`: dry stems become the rendering that they were taken from.
enum MixCommand {
  static let specification = CommandSpecification(
    "mix", "Adds dry stems, and finishes them to the file that render writes",
    usage: ["DIR -o FILE", "DIR -o -"],
    details: [
      """
      The stems are those of 'rainsynth render --stems DIR', found by what is stored in them. They are added \
      in the order drops, patter, echo, bed, rest. Tone, gain, limiter, fades and format follow, from the \
      settings in the stems: the result has the bytes of the rendering. Stems that an editor has changed are \
      mixed, too, in any format. If it has dropped their settings, their names say which stems they are, and the \
      settings of the others hold.
      """
    ],
    examples: [
      "rainsynth render -d 1m --stems stems -o rain.wav",
      "rainsynth mix stems -o - | cmp - rain.wav",
    ],
    options: [
      Option(
        "output", short: "o", takes: "FILE", "the file to write; - for standard output",
        completion: .file, isEveryday: true),
      Option(
        "force", short: "f", "overwrite existing files", isEveryday: true, isNegatable: true),
      Option("quiet", short: "q", "print nothing but errors", isNegatable: true),
    ],
    shared: [WaveFlags.group, Program.helpGroup],
    arguments: [Argument("DIR", .folder)])

  static func run(_ commandLine: ParsedCommandLine) throws {
    guard let folder = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "mix needs the folder of the stems")
    }
    guard let path = commandLine["output"] else {
      throw Failure(
        .wrongUsage, "mix needs a file to write: -o FILE, or -o - for standard output")
    }
    let isForced = commandLine["force"] != nil
    let words = ["mix"] + commandLine.words(without: ["output"])
    try OutputName.check(path, .sound, flag: "-o", words, isForced: isForced)
    if path == "-" {
      try PlaybackHint.refuseTerminal(["mix"] + commandLine.words, PlaybackHint.wave)
    }
    try PlaybackHint.refuseTerminal(path: path)
    var writer = try WaveWriter(commandLine)
    writer.isRaw = OutputName.isRaw(path)
    var stems = try DryStems(folder: folder)
    let isQuiet = commandLine["quiet"] != nil
    if !isQuiet {
      stems.settings.announceOtherRevision()
      for sentence in stems.assumptions { StandardError.note(sentence) }
    }
    let wave = try writer.wave(of: stems.rendering)
    let output = try Output(path, isForced: isForced, expectedBytes: wave.byteCount)
    try output.write(wave.header)
    try stems.mix { bytes in try output.write(bytes) }
    try output.write(wave.trailer)
    try output.commit()
    if stems.brokenSamples > 0, !isQuiet {
      StandardError.note(
        "\(stems.brokenSamples) samples of the stems are no numbers, and became silence")
    }
  }
}
