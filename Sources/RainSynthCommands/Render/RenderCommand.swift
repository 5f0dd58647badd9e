internal import CommandLineKit
internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// `render`: one WAV file.
enum RenderCommand: Runnable {
  static let specification = CommandSpecification(
    "render", "Writes one WAV file",
    usage: ["[settings] -o FILE", "[settings] -o -", "[settings] --ucs -O DIR"],
    details: [
      """
      The file appears under its name when it is complete. NAME.raw and NAME.pcm get the samples alone, as \
      stream writes them. NAME.flac, .opus, .ogg, .mp3 and .m4a are written by the first of flac, opusenc, \
      oggenc, lame and ffmpeg that is installed, with title and settings as tags. With -o - the WAV goes to \
      standard output; the sizes in its header are exact from the first byte.
      """,
      """
      --stems writes WAVs of Floats: near drops, patter, the echo of both, and the bed of noise, each after tone, gain and \
      limiter. Added in an editor, they are the output but for rounding.
      """,
      """
      Renderings of one seed share their noise and the times of their drops. For layers that play \
      together, and for training data, give each its own --seed.
      """,
    ],
    examples: [
      "rainsynth render -o rain.wav",
      "rainsynth render -p downpour -d 1h -r 48000 -b s24 -o downpour.wav",
      "rainsynth render -p tin-roof --ucs -O roofs",
      "rainsynth render --drops 300 --bubble-frequency 900 -o - | aplay",
    ],
    options: [
      Option(
        "output", short: "o", takes: "FILE", "the file to write; - for standard output",
        completion: .file, isEveryday: true),
      EncoderFlags.encoder,
      ClipFlags.folder(isEveryday: false),
      Option(
        "like", takes: "FILE.wav", "render this file again; other flags override it",
        completion: .file(endings: ".wav")),
    ],
    shared: [LevelFlags.group, NameFlags.group, StemFlags.group]
      + SettingFlags.groups + [Program.helpGroup],
    defaults: ["duration": "60s"])

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws {
    let words = ["render"] + commandLine.words
    let encoder = try EncoderFlags.encoder(
      of: commandLine["output"],
      ["render"] + commandLine.words(without: ["output", EncoderFlags.encoder.name]), commandLine)
    let preset = try RenderFlags.preset(commandLine)
    let flags = try RenderFlags(
      commandLine, length: .ofInputs(orElse: Length.standard), base: base(commandLine))
    var rendering = try flags.rendering(of: preset)
    let names = try NameFlags.names(commandLine)
    let stems = try StemFlags.folder(commandLine, names)
    let path = try output(commandLine, names, of: rendering, isOptional: stems != nil)
    let isRaw = path.map(OutputName.isRaw) ?? false
    if stems != nil, path == "-" || isRaw {
      throw Failure(.wrongUsage, "with --stems, -o takes the name of a WAV")
    }
    if let path { try PlaybackHint.refuseTerminal(output: path, words) }
    if path != "-" { try RenderFlags.requireFrames(of: rendering) }
    flags.announceInputs(preset, of: rendering)
    rendering = try await leveled(rendering, commandLine, flags)
    let wave = try WaveFile(
      rendering, as: encoder.map { .encoded($0) } ?? (isRaw ? .raw : .wave))
    var progress = flags.makeProgress(
      totalFrames: rendering.frames.count, sampleRate: rendering.sampleRate)
    let start = ContinuousClock.now
    if let folder = commandLine["output-folder"] { try OutputFolder.make(folder) }
    let (limitedSamples, outputs) = try await wave.writeUnnamed(
      to: path, stems, threads: flags.threads(for: rendering),
      isForced: flags.isForced,
      opened: {
        guard !flags.isQuiet, let path else { return }
        wave.announceRF64(path: path, streamWords: streamWords(commandLine))
      }
    ) { _, frames in progress.advance(by: frames) }
    try Output.commit(outputs)
    progress.finish()
    flags.announce(limitedSamples: limitedSamples, of: rendering)
    let bytes = encoder == nil ? wave.byteCount : path.flatMap(fileLength) ?? 0
    announce(rendering, flags, path, bytes, stems, after: ContinuousClock.now - start)
  }

  /// Says what was written.
  private static func announce(
    _ rendering: Rendering, _ flags: RenderFlags, _ path: String?, _ bytes: Int,
    _ stems: StemFolder?, after elapsed: Duration
  ) {
    if let path, path != "-" {
      if rendering.layout.isAmbisonic, !path.contains("ambix") {
        flags.note("programs know AmbiX by names that end in _ambix, as in rain_ambix.wav")
      }
      flags.announce(written: path, seconds: rendering.seconds, bytes: bytes, after: elapsed)
    }
    guard let stems else { return }
    let paths = stems.paths(of: rendering)
    flags.announce(
      written: stems.path, files: paths.count, seconds: rendering.seconds,
      bytes: paths.compactMap(fileLength).reduce(0, +), after: elapsed)
  }

  /// The rendering with the gain that flags of levels ask for.
  private nonisolated(nonsending) static func leveled(
    _ rendering: Rendering, _ commandLine: ParsedCommandLine, _ flags: RenderFlags
  ) async throws -> Rendering {
    let wanted = try LevelFlags(commandLine)
    guard wanted.setsGain else { return rendering }
    let before = rendering.job.rain.gain
    let threads = flags.threads(for: rendering)
    let rendering = try await wanted.applied(to: rendering, threads: threads)
    let gain = NumberText.shortest(rendering.job.rain.gain)
    flags.note("the gain \(rendering.job.rain.gain == before ? "stays at" : "is") \(gain) dB")
    wanted.sentences(of: try await rendering.levels(threads: threads)).forEach(flags.note)
    return rendering
  }

  /// The file to write; nil if there is none and none is needed.
  private static func output(
    _ commandLine: ParsedCommandLine, _ names: CategorizedName?, of rendering: Rendering,
    isOptional: Bool
  ) throws -> String? {
    let path = commandLine["output"]
    if let folder = commandLine["output-folder"] {
      guard let names, path == nil, !folder.isEmpty else {
        throw Failure(
          .wrongUsage,
          "-O DIR is for the names that --ucs makes; name a file by -o FILE instead")
      }
      return "\(folder)/\(names.file(of: rendering))"
    }
    if names != nil, !isOptional {
      throw Failure(.wrongUsage, "--ucs names files and stems in a folder: -O DIR, or --stems DIR")
    }
    if let path { return path }
    if isOptional { return nil }
    throw Failure(
      .wrongUsage, "render needs a file to write: -o FILE, or -o - for standard output")
  }

  /// The command line of `stream` for the same samples; nil if `stream` lacks one of the flags.
  private static func streamWords(_ commandLine: ParsedCommandLine) -> [String]? {
    let found = LevelFlags.group.options.map(\.name).filter { commandLine[$0] != "keep" }
    guard
      (["like", EncoderFlags.encoder.name] + found).allSatisfy({ commandLine[$0] == nil })
    else { return nil }
    let others =
      specification.options.map(\.name) + NameFlags.group.options.map(\.name)
      + LevelFlags.group.options.map(\.name)
    return ["stream"] + commandLine.words(without: Set(others + ["force"]))
  }

  /// The job that is stored in the file of --like.
  private static func base(_ commandLine: ParsedCommandLine) throws -> RenderJob? {
    guard let path = commandLine["like"] else { return nil }
    guard commandLine["preset"] == nil else {
      throw Failure(
        .wrongUsage, "--like and --preset both say where to start; leave one of them out")
    }
    let settings = try StoredSettings(contentsOf: path)
    if let stem = settings.stem, commandLine["stems"] == nil {
      throw Failure(
        .wrongUsage,
        "\(path.quoted) is a stem, \(stem.rawValue); add --stems DIR to render all stems of its mix"
      )
    }
    let job = try settings.job()
    if commandLine["quiet"] == nil { settings.announceOtherRevision() }
    return job
  }
}

/// `stream`: raw samples on standard output.
enum StreamCommand: Runnable {
  static let specification = CommandSpecification(
    "stream", "Writes raw samples to standard output, endless without --duration",
    usage: ["[settings]"],
    details: [
      """
      The samples are little-endian, left before right, without a header. A preset that has a length, \
      such as storm, ends; all others do not.
      """
    ],
    examples: [
      "rainsynth stream | aplay -f cd",
      "rainsynth stream -p drizzle -d 10 | sha256sum",
    ],
    shared: SettingFlags.groups.map { $0.without(["force"]) } + [Program.helpGroup],
    absences: [(["output"], "it writes to standard output")],
    defaults: ["duration": "endless"])

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws {
    let preset = try RenderFlags.preset(commandLine)
    let flags = try RenderFlags(commandLine, length: .ofInputs(orElse: nil))
    let rendering = try flags.rendering(of: preset)
    try PlaybackHint.refuseTerminal(
      ["stream"] + commandLine.words, PlaybackHint.raw(rendering))
    flags.announceInputs(preset, of: rendering)
    var progress = flags.makeProgress(
      totalFrames: rendering.isEndless ? nil : rendering.frames.count,
      sampleRate: rendering.sampleRate)
    let output = Output.standardOutput
    let limitedSamples = try await rendering.deliver(threads: flags.threads(for: rendering)) {
      bytes in
      try output.write(bytes)
      progress.advance(by: bytes.count / rendering.bytesPerFrame)
    }
    try output.commit()
    progress.finish()
    flags.announce(limitedSamples: limitedSamples, of: rendering)
  }
}
