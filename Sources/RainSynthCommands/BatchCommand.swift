internal import CommandLineKit
internal import RainAudioIO

/// `batch`: one WAV a preset, and a manifest that says what they are.
enum BatchCommand {
  static let specification = CommandSpecification(
    "batch", "Writes one WAV file per preset, and manifest.json",
    usage: ["[settings] PRESET... -O DIR"],
    details: [
      """
      The files are called as the presets are. A preset that fails does not stop the others; \
      the manifest, written last, holds those that are done.
      """
    ],
    examples: ["rainsynth batch -d 10m drizzle light mine.json -O rain"],
    options: [
      Option(
        "output-folder", short: "O", takes: "DIR", "the folder to write to; it has to exist",
        completion: .folder)
    ],
    shared: [WaveFile.group] + SettingFlags.groups + [RainSynth.helpGroup],
    arguments: [Argument("PRESET", .preset, repeats: true)])

  private static let manifestName = "manifest.json"

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let settings = try Settings(commandLine, standardDuration: RenderCommand.standardDuration)
    guard let folder = commandLine["output-folder"] else {
      throw Failure(.wrongUsage, "batch needs a folder to write to: -O DIR")
    }
    let presets = try settings.presetArguments()
    guard !presets.isEmpty else {
      throw Failure(.wrongUsage, "batch needs presets; '\(RainSynth.name) preset list' names some")
    }
    let files = try fileNames(for: presets)
    let paths = files.map { "\(folder)/\($0)" }
    let manifestPath = "\(folder)/\(manifestName)"
    // All that can be known before the first sample is rendered.
    for path in paths + [manifestPath] {
      _ = try Output(path, isForced: settings.isForced)
    }

    settings.announceSeed()
    var entries: [String] = []
    var failed: [String] = []
    for ((preset, file), path) in zip(zip(presets, files), paths) {
      do {
        let rendition = try settings.rendition(of: PresetFile.load(preset))
        var progress = settings.makeProgress(totalFrames: rendition.frames.count)
        defer { progress.finish() }
        var hash = SHA256()
        let clippedSamples = try await WaveFile.write(
          rendition, to: path, settings, progress: &progress
        ) { hash.update($0.span) }
        entries.append(
          entry(file, preset, rendition, SHA256.hex(hash.finalize()), clippedSamples))
        settings.announce(clippedSamples: clippedSamples, in: preset)
      } catch {
        StandardError.note(error.sentence)
        failed.append(preset)
      }
    }
    let output = try Output(manifestPath, isForced: settings.isForced)
    try output.write(Array(manifest(entries).utf8))
    try output.commit()
    guard failed.isEmpty else {
      let names = failed.map(\.quoted).joined(separator: ", ")
      throw Failure(.couldNot, "\(failed.count) of \(presets.count) presets failed: \(names)")
    }
  }

  /// The names of the files, of which no two may be one, also where case makes no difference.
  private static func fileNames(for presets: [String]) throws(Failure) -> [String] {
    var taken: [String: String] = [:]
    var names: [String] = []
    for preset in presets {
      let name = "\(PresetFile.baseName(of: preset)).wav"
      if let other = taken.updateValue(preset, forKey: name.lowercased()) {
        throw Failure(
          .wrongUsage,
          "\(other.quoted) and \(preset.quoted) would both be written to \(name.quoted)")
      }
      names.append(name)
    }
    return names
  }

  private static func manifest(_ entries: [String]) -> String {
    let files = entries.map { "    \($0)" }.joined(separator: ",\n")
    return JSONText.object([
      ("rainsynth", JSONText.string(rainSynthVersion)),
      ("files", entries.isEmpty ? "[]" : "[\n\(files)\n  ]"),
    ]) + "\n"
  }

  private static func entry(
    _ file: String, _ preset: String, _ rendition: Rendition, _ hash: String, _ clippedSamples: Int
  ) -> String {
    JSONText.object(
      [
        ("file", JSONText.string(file)),
        ("preset", JSONText.string(preset)),
        ("seed", "\(rendition.seed)"),
        ("firstFrame", "\(rendition.frames.lowerBound)"),
        ("frames", "\(rendition.frames.count)"),
        ("sampleRate", "\(rendition.sampleRate)"),
        ("channels", "\(rendition.channels)"),
        ("format", JSONText.string(rendition.format.rawValue)),
        ("sha256", JSONText.string(hash)),
        ("clippedSamples", "\(clippedSamples)"),
      ], indentation: 6)
  }
}
