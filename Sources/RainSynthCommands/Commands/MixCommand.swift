internal import CommandLineKit
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
      settings in the stems: the result has the bytes of the rendering. Stems that were changed keep their \
      settings, so this mixes those, too.
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
    shared: [WaveFile.group, Program.helpGroup],
    arguments: [Argument("DIR", .folder)])

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
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
    let isRaw = OutputName.isRaw(path)
    let waveFile = try WaveFile(commandLine)
    let stems = try DryStems(folder: folder, quiet: commandLine["quiet"] != nil)
    let contents = try waveFile.contents(of: stems.job)
    let output = try Output(
      path, isForced: isForced, expectedBytes: try waveFile.byteCount(of: stems.job, isRaw: isRaw))
    if !isRaw { try output.write(contents.header) }
    _ = try stems.finish { (bytes) throws(Failure) in try output.write(bytes) }
    if !isRaw { try output.write(contents.trailer) }
    try output.commit()
  }
}
