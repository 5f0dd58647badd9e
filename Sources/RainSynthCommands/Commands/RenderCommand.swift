internal import CommandLineKit
internal import RainFiles
internal import Text

/// `render`: one WAV file.
enum RenderCommand {
  static let standardDuration = Duration.seconds(60)

  static let specification = CommandSpecification(
    "render", "Writes one WAV file",
    usage: ["[settings] -o FILE", "[settings] -o -"],
    details: [
      """
      The file appears under its name when it is complete. A file whose name ends in .raw or .pcm gets \
      the samples only, as stream writes them. A name of another kind of file, such as .mp3, is refused, \
      with a command line that makes such a file. With -o - the WAV goes to standard output; the sizes in its \
      header are exact from the first byte.
      """,
      """
      --like takes the settings that are stored in a WAV, and so renders the same samples; other flags \
      override them. --from and --to render an excerpt as a WAV of its own. With --part, the output is \
      the bytes of the whole WAV that lie there, so that cat joins all parts to the whole WAV.
      """,
      """
      --stems also writes the stems of the mix: near drops, patter, the echo of both, and the bed of noise, \
      and rest, which holds what rounding leaves. Added in this order as Floats, dry stems are the mix bit \
      for bit, and 'rainsynth mix' finishes it. Wet stems are for an editor: added, they are the output but \
      for rounding.
      """,
      """
      Renderings of one seed share their noise and the times of their drops. For layers that play \
      together, and for training data, give each its own --seed.
      """,
    ],
    examples: [
      "rainsynth render -o rain.wav",
      "rainsynth render -p downpour -d 1h -r 48000 -b s24 -o downpour.wav",
      "rainsynth render --drops 300 --bubble-frequency 900 -o - | aplay",
    ],
    options: [
      Option(
        "output", short: "o", takes: "FILE", "the file to write; - for standard output",
        completion: .file, isEveryday: true),
      Option(
        "part", "write only the bytes of the whole WAV that lie in --from .. --to",
        isNegatable: true),
      Option(
        "like", takes: "FILE.wav", "render this file again; the other flags override its settings",
        completion: .file(ending: ".wav")),
    ],
    shared: [WaveFile.group, StemFiles.group] + SettingFlags.groups + [Program.helpGroup],
    defaults: ["duration": "60s"])

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let words = ["render"] + commandLine.words
    if let path = commandLine["output"] {
      try OutputName.check(
        path, .sound, flag: "-o", ["render"] + commandLine.words(without: ["output"]),
        isForced: commandLine["force"] != nil)
    }
    let base = try base(commandLine)
    let preset = try Settings.preset(commandLine)
    let settings = try Settings(
      commandLine, standardDuration: preset?.duration ?? standardDuration, base: base)
    let waveFile = try WaveFile(commandLine)
    let job = try settings.rendering(of: preset)
    if waveFile.isPart, commandLine["duration"] == nil, base == nil,
      preset?.duration == nil || preset?.duration != job.extent.duration
    {
      throw Failure(.wrongUsage, "--part needs the length of the whole; add --duration")
    }
    if let stems = try StemFiles(commandLine, waveFile) {
      settings.announceInputs(preset)
      return try await write(job, stems, waveFile, settings, commandLine)
    }
    guard let path = commandLine["output"] else {
      throw Failure(
        .wrongUsage, "render needs a file to write: -o FILE, or -o - for standard output")
    }
    if path == "-" { try PlaybackHint.refuseTerminal(words, PlaybackHint.wave) }
    try PlaybackHint.refuseTerminal(path: path)
    let isRaw = OutputName.isRaw(path)
    settings.announceInputs(preset)
    var progress = settings.makeProgress(
      totalFrames: job.frames.count, sampleRate: job.sampleRate)
    let start = ContinuousClock.now
    let limitedSamples = try await waveFile.write(
      job, to: path, isRaw: isRaw, threads: settings.threads(for: job), isForced: settings.isForced,
      opened: { () throws(Failure) in
        guard !settings.isQuiet, !isRaw else { return }
        try waveFile.announceRF64(job, path: path, streamWords: streamWords(commandLine))
      }
    ) { _, frames in progress.advance(by: frames) }
    progress.finish()
    settings.announce(limitedSamples: limitedSamples, of: job)
    if path != "-" {
      settings.announce(
        written: path, seconds: job.seconds,
        bytes: try waveFile.byteCount(of: job, isRaw: isRaw),
        after: ContinuousClock.now - start)
    }
  }

  /// Writes stems, and the mix where it is asked for.
  private nonisolated(nonsending) static func write(
    _ job: Rendering, _ stems: StemFiles, _ waveFile: WaveFile, _ settings: Settings,
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let path = commandLine["output"]
    if waveFile.isPart { throw Failure(.wrongUsage, "--part has no stems; leave one of them out") }
    if path == "-" || path.map(OutputName.isRaw) == true {
      throw Failure(.wrongUsage, "with --stems, -o takes the name of a WAV")
    }
    let files = try stems.files(of: job, waveFile)
    var progress = settings.makeProgress(
      totalFrames: job.frames.count, sampleRate: job.sampleRate)
    let start = ContinuousClock.now
    let limitedSamples = try await waveFile.write(
      job, to: path, stems, threads: settings.threads(for: job), isForced: settings.isForced
    ) { _, frames in progress.advance(by: frames) }
    progress.finish()
    settings.announce(limitedSamples: limitedSamples, of: job)
    settings.announce(
      written: stems.folder, files: files.count,
      seconds: Double(files.count) * job.seconds,
      bytes: files.reduce(0) { $0 + $1.contents.byteCount }, after: ContinuousClock.now - start)
  }

  /// The command line of `stream` for the same samples; nil if `stream` lacks one of the flags.
  private static func streamWords(_ commandLine: ParsedCommandLine) -> [String]? {
    guard commandLine["like"] == nil, commandLine["part"] == nil else { return nil }
    let others = specification.options.map(\.name) + WaveFile.group.options.map(\.name)
    return ["stream"] + commandLine.words(without: Set(others + ["force"]))
  }

  /// The job that is stored in the file of --like.
  private static func base(_ commandLine: ParsedCommandLine) throws(Failure) -> RenderJob? {
    guard let path = commandLine["like"] else { return nil }
    guard commandLine["preset"] == nil else {
      throw Failure(
        .wrongUsage, "--like and --preset both say where to start; leave one of them out")
    }
    let settings = try EmbeddedSettings(path: path)
    if let (stem, _) = settings.stem, commandLine["stems"] == nil {
      throw Failure(
        .wrongUsage,
        "\(path.quoted) is a stem, \(stem.rawValue); add --stems DIR to render all stems of its mix"
      )
    }
    let job = try settings.rendering().job
    if commandLine["quiet"] == nil { settings.announceOtherRevision() }
    return job
  }
}
