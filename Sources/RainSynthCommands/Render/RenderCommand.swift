/// `render`: one WAV file.
enum RenderCommand: Runnable {
  static let specification = CommandSpecification(
    name: "render", summary: "Writes one WAV file", page: Page(PackageResources.render_txt),
    options: [
      Option(
        "output", short: "o", takes: "FILE", "the file to write; - for standard output",
        completion: .file, isEveryday: true),
      EncoderFlags.encoder,
      ClipFlags.folder(isEveryday: false),
      LikeFlag.option, FitFlag.option,
    ] + SettingFlags.labels,
    shared: [LevelFlags.group, NameFlags.group, StemFlags.group] + SettingFlags.groups,
    arguments: Argument.rain, defaults: ["duration": "60s"])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let asWritten = commandLine
    let commandLine = try commandLine.namingRain()
    let form = try EncoderFlags.form(commandLine)
    let like = try LikeFlag.read(commandLine)
    let flags = try RenderFlags(commandLine, base: like?.job)
    var rendering = try flags.rendering()
    let names = try NameFlags.names(commandLine)
    let stems = try StemFlags.folder(commandLine, names)
    let path = try output(commandLine, names?.file(of: rendering), isOptional: stems != nil)
    if stems != nil, path == "-" || form.isRaw {
      throw Flaw("with --stems, -o takes the name of a WAV")
    }
    if let path { try PlaybackHint.refuseTerminal(path, asWritten, rendering) }
    if path != "-" { try RenderFlags.requireFrames(of: rendering) }
    try form.encoder?.check(rendering.job)
    flags.announceInputs(of: rendering)
    form.encoder?.gapSentence(of: rendering).map(flags.note)
    let levels: Levels?
    (rendering, levels) = try await LevelFlags(commandLine).announced(
      rendering, flags, measures: like?.hasLevels ?? false)
    let wave = WaveFile(rendering, as: form, levels: levels?.broadcastLevels ?? [])
    var progress = flags.makeProgress(of: rendering)
    let start = ContinuousClock.now
    // Softer sounds than -60 dBFS are lost in the noise of a room.
    var isHeard = path == nil || rendering.seconds < 0.4
    if let folder = commandLine["output-folder"] { try OutputFolder.make(folder) }
    let (limitedSamples, outputs) = try await wave.writeUnnamed(
      to: path, stems, threads: flags.threads(for: rendering),
      isForced: flags.isForced,
      opened: {
        guard !flags.isQuiet, let path else { return }
        WaveFile.announceRF64([(wave, path)])
      }
    ) { samples, frames in
      isHeard = isHeard || wave.rendering.waveFormat.reaches(1e-3, samples.span)
      progress.advance(by: frames)
    }
    try Output.commit(outputs)
    progress.finish()
    flags.announce(limitedSamples: limitedSamples, of: rendering)
    if !isHeard { flags.note("nothing is heard here: no sample reaches -60 dBFS") }
    let elapsed = ContinuousClock.now - start
    if let path, path != "-" {
      if rendering.layout.isAmbisonic, !path.contains("ambix") {
        flags.note("programs know AmbiX by names that end in _ambix, as in rain_ambix.wav")
      }
      if OutputName.ending(of: path).isEmpty, outputs[0].isReplaceable {
        flags.note("\(path.quoted) says no format, and is a WAV")
      }
      let bytes = form.encoder == nil ? wave.byteCount : fileLength(path) ?? 0
      flags.announce(written: path, seconds: rendering.seconds, bytes: bytes, after: elapsed)
    }
    guard let stems else { return }
    let files = stems.files(of: rendering)
    flags.announce(
      written: stems.path, files: files.count, seconds: rendering.seconds,
      bytes: files.reduce(0) { $0 + $1.wave.byteCount }, after: elapsed)
  }

  /// The file to write, which --ucs gives a name; nil if there is none and none is needed.
  private static func output(
    _ commandLine: ParsedCommandLine, _ name: String?, isOptional: Bool
  ) throws -> String? {
    let path = commandLine["output"]
    if let folder = commandLine["output-folder"] {
      guard let name, path == nil, !folder.isEmpty else {
        throw Flaw("-O DIR is for the names that --ucs makes; name a file by -o FILE instead")
      }
      return "\(folder)/\(name)"
    }
    if name != nil, !isOptional {
      throw Flaw("--ucs names files and stems in a folder: -O DIR, or --stems DIR")
    }
    if let path { return path }
    if isOptional { return nil }
    throw Flaw("render needs a file to write: -o FILE, or -o - for standard output")
  }
}
