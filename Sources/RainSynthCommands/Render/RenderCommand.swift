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
      The file appears under its name when it is complete. A file whose name ends in .raw or .pcm gets \
      the samples only, as stream writes them. A name such as night.flac, .opus, .ogg, .mp3 or .m4a lets an \
      encoder write the file: flac, opusenc, oggenc, lame or ffmpeg, the first that is installed, with title and \
      settings as tags. --encoder 'lame -V 0' chooses one and gives it arguments. With -o - the WAV goes to standard output; the sizes in its \
      header are exact from the first byte.
      """,
      """
      --like takes the settings that are stored in a WAV, and so renders the same samples; other flags \
      override them. --from and --to render an excerpt as a WAV of its own. With --part, the output is \
      the bytes of the whole WAV that lie there, so that cat joins all parts to the whole WAV.
      """,
      """
      --stems also writes the stems of the mix: near drops, patter, the echo of both, and the bed of noise, \
      each after tone, gain and limiter. Added in an editor, they are the output but for rounding.
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
        "part", "write only the bytes of the whole WAV that lie in --from .. --to",
        isNegatable: true),
      Option(
        "like", takes: "FILE.wav", "render this file again; the other flags override its settings",
        completion: .file(endings: ".wav")),
      Option(
        "markers", takes: "N", "mark the N loudest near drops, in a cue chunk",
        range: "\(markers.lowerBound) .. \(markers.upperBound)"),
    ],
    shared: [LevelFlags.group, WaveFlags.group, NameFlags.group, StemFlags.group]
      + SettingFlags.groups + [Program.helpGroup],
    defaults: ["duration": "60s"])

  private static let markers = 1...Rendering.mostMarkers

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws {
    let words = ["render"] + commandLine.words
    let encoder = try EncoderFlags.encoder(
      of: commandLine["output"],
      ["render"] + commandLine.words(without: ["output", EncoderFlags.encoder.name]), commandLine)
    let base = try base(commandLine)
    let preset = try RenderFlags.preset(commandLine)
    let flags = try RenderFlags(
      commandLine, length: .ofInputs(orElse: Length.standard), base: base)
    var writer = try WaveWriter(commandLine)
    var rendering = try flags.rendering(of: preset)
    if writer.isPart, commandLine["duration"] == nil, base == nil,
      preset?.duration == nil || preset?.duration != rendering.extent.duration
    {
      throw Failure(.wrongUsage, "--part needs the length of the whole; add --duration")
    }
    let names = try NameFlags.names(commandLine)
    let stems = try StemFlags.folder(commandLine, names)
    let path = try output(commandLine, names, of: rendering, isOptional: stems != nil)
    writer.isRaw = path.map(OutputName.isRaw) ?? false
    writer.encoder = encoder
    if encoder != nil, writer.isPart {
      throw Failure(.wrongUsage, "--part writes bytes of a WAV; leave it out, or the encoder")
    }
    if stems != nil {
      if writer.isPart {
        throw Failure(.wrongUsage, "--part has no stems; leave one of them out")
      }
      if path == "-" || writer.isRaw {
        throw Failure(.wrongUsage, "with --stems, -o takes the name of a WAV")
      }
    }
    if let path { try PlaybackHint.refuseTerminal(output: path, words) }
    flags.announceInputs(preset, of: rendering)
    (rendering, writer) = try await leveled(rendering, writer, commandLine, flags)
    if let count = try commandLine.number("markers", in: markers) {
      let whole = writer.isPart ? rendering.excerpt(0..<rendering.totalFrames) : rendering
      writer.markers = await whole.markers(ofLoudest: count, threads: flags.threads(for: rendering))
    }
    let wave = try writer.wave(of: rendering)
    var progress = flags.makeProgress(
      totalFrames: rendering.frames.count, sampleRate: rendering.sampleRate)
    let start = ContinuousClock.now
    if let folder = commandLine["output-folder"] { try OutputFolder.make(folder) }
    let (limitedSamples, outputs) = try await writer.writeUnnamed(
      rendering, wave, to: path, stems, threads: flags.threads(for: rendering),
      isForced: flags.isForced,
      opened: {
        guard !flags.isQuiet, let path else { return }
        writer.announceRF64(
          wave, of: rendering, path: path, streamWords: streamWords(commandLine))
      }
    ) { _, frames in progress.advance(by: frames) }
    try Output.commit(outputs)
    progress.finish()
    let elapsed = ContinuousClock.now - start
    flags.announce(limitedSamples: limitedSamples, of: rendering)
    if let path, path != "-" {
      if rendering.layout.isAmbisonic, !path.contains("ambix") {
        flags.note("programs know AmbiX by names that end in _ambix, as in rain_ambix.wav")
      }
      flags.announce(
        written: path, seconds: rendering.seconds,
        bytes: encoder.flatMap { _ in fileLength(path) } ?? wave.byteCount, after: elapsed)
    }
    if let stems {
      let paths = stems.paths(of: rendering)
      flags.announce(
        written: stems.path, files: paths.count, seconds: rendering.seconds,
        bytes: paths.compactMap(fileLength).reduce(0, +), after: elapsed)
    }
  }

  /// The rendering with the gain that flags of levels ask for, and the writer with the levels for editors.
  private nonisolated(nonsending) static func leveled(
    _ rendering: Rendering, _ writer: WaveWriter, _ commandLine: ParsedCommandLine,
    _ flags: RenderFlags
  ) async throws -> (Rendering, WaveWriter) {
    let wanted = try LevelFlags(commandLine)
    let setsGain = wanted.loudness != nil || wanted.truePeak != nil
    guard setsGain || writer.hasBroadcast && !writer.isPart else { return (rendering, writer) }
    if writer.isPart {
      throw Failure(
        .wrongUsage,
        "\(wanted.loudness == nil ? "--true-peak" : "--loudness") measures what it renders, and parts "
          + "differ; give all of them one --gain")
    }
    let threads = flags.threads(for: rendering)
    let before = rendering.job.rain.gain
    let rendering = try await wanted.applied(to: rendering, threads: threads)
    if setsGain {
      let gain = NumberText.shortest(rendering.job.rain.gain)
      flags.note(
        "the gain \(rendering.job.rain.gain == before ? "stays at" : "is") \(gain) dB")
    }
    var writer = writer
    if writer.hasBroadcast {
      let levels = try await rendering.levels(threads: threads)
      (writer.loudness, writer.truePeak) = (
        levels.loudness, Levels.decibels(Double(levels.truePeak))
      )
    }
    return (rendering, writer)
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
      (["like", "part", EncoderFlags.encoder.name] + found).allSatisfy({ commandLine[$0] == nil })
    else { return nil }
    let others =
      specification.options.map(\.name) + WaveFlags.group.options.map(\.name)
      + NameFlags.group.options.map(\.name) + LevelFlags.group.options.map(\.name)
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
