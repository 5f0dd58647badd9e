internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// `mix`: dry stems become the rendering that they were taken from.
enum MixCommand: Runnable {
  static let specification = CommandSpecification(
    "mix", "Adds dry stems, and finishes them to the file that render writes",
    usage: ["DIR -o FILE", "DIR -o -"],
    details: [
      """
      The stems are those of 'rainsynth render --stems DIR', found by what is stored in them. They are added \
      in the order drops, patter, echo, bed, rest. Tone, gain, limiter, fades and format follow, from the \
      settings in the stems: the result has the bytes of the rendering. Stems that an editor has changed are \
      mixed, too, in any format. If it has dropped their settings, a word in their names says which stems they are, \
      and the settings of the others hold, or those in the file of --settings. With --stem-gain the file stores no settings, since they would not \
      render it.
      """
    ],
    examples: [
      "rainsynth render -d 1m --stems stems -o rain.wav",
      "rainsynth mix stems -o - | cmp - rain.wav",
      "rainsynth mix stems --stem-gain drops=-6dB --stem-gain bed=3dB -o quiet.wav",
    ],
    options: [
      Option(
        "output", short: "o", takes: "FILE", "the file to write; - for standard output",
        completion: .file, isEveryday: true),
      Option(
        gain, takes: "NAME=DB", "make a stem louder or softer, as drops=-6dB",
        range: "\(RainStem.allCases.map(\.rawValue).joined(separator: ", ")): \(gains)",
        completion: Completion(words: RainStem.allCases.map { "\($0.rawValue)=" }),
        isEveryday: true),
      Option(
        "settings", takes: "FILE.wav", "take them from the mix, if no stem has kept them",
        completion: .file(endings: ".wav")),
      Option(
        "force", short: "f", "overwrite existing files", isEveryday: true, isNegatable: true),
      Option("quiet", short: "q", "print nothing but errors", isNegatable: true),
    ],
    shared: [WaveFlags.group, Program.helpGroup],
    arguments: [Argument(.folder)],
    absences: [
      (["drops", "gain"], "the level of a stem is --\(gain) NAME=DB, as in --\(gain) drops=-6dB")
    ])

  private static let gain = "stem-gain"
  private static let gains = Quantity(Setting.Unit.decibels.written, -200...60)

  /// What each stem is multiplied by.
  private static func gains(_ commandLine: ParsedCommandLine) throws -> [RainStem: Float] {
    var factors: [RainStem: Float] = [:]
    for flag in commandLine.flags where flag.name == gain {
      let halves = flag.value.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard halves.count == 2, let stem = RainStem(rawValue: halves[0].lowercased()) else {
        let names = RainStem.allCases.map(\.rawValue).joined(separator: ", ")
        throw Flaw(
          "--\(gain) takes one of \(names) and a level, as drops=-6dB, not \(flag.value.quoted)")
      }
      let level = try gains.parse(halves[1], for: "--\(gain) \(stem.rawValue)")
      factors[stem] = Float(Elementary.amplitude(decibels: level))
    }
    return factors
  }

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
    try PlaybackHint.refuseTerminal(output: path, ["mix"] + commandLine.words)
    var writer = try WaveWriter(commandLine)
    writer.isRaw = OutputName.isRaw(path)
    var stems = try DryStems(folder: folder, settingsOf: commandLine["settings"])
    stems.gains = try gains(commandLine)
    if !stems.gains.isEmpty { writer.hasMetadata = false }
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
