internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

/// `batch`: one WAV a preset, and a manifest that says what they are.
enum BatchCommand {
  static let specification = CommandSpecification(
    "batch", "Writes one WAV file per preset, and manifest.json",
    usage: ["[settings] PRESET... -O DIR"],
    details: [
      """
      The files are called as the presets are. A preset that fails does not stop the others; \
      the manifest, written last, holds those that are done.
      """,
      """
      Run again, it renders only what is not there yet: a file is left alone if it is as long as \
      the manifest says, and both tell the settings and the version that are asked for; its \
      samples are not read. Such files, and those that the manifest names with their length, are \
      replaced without -f.
      """,
    ],
    examples: ["rainsynth batch -d 10m drizzle light mine.json -O rain"],
    options: [
      Option(
        "output-folder", short: "O", takes: "DIR", "the folder to write to; it has to exist",
        completion: .folder, isEveryday: true),
      Option("all", "render all, also what has not changed", isNegatable: true),
    ],
    shared: [WaveFile.group] + SettingFlags.groups.map { $0.without(["preset"]) }
      + [Program.helpGroup],
    arguments: [Argument("PRESET", .preset, repeats: true)],
    absences: [
      (["preset"], "its presets stand by themselves, as in 'rainsynth batch light -O DIR'"),
      (["output"], "-O is the folder for its files"),
    ])

  /// A WAV that is to be written.
  private struct Target {
    let preset: String
    let file: String
    let path: String
    /// The length that the file will have.
    let bytes: Int
    let job: RenderJob
    let isForced: Bool
  }

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let settings = try Settings(commandLine, standardDuration: RenderCommand.standardDuration)
    let waveFile = try WaveFile(commandLine)
    // Without a name, the files would go to the root.
    guard let folder = commandLine["output-folder"], !folder.isEmpty else {
      throw Failure(.wrongUsage, "batch needs a folder to write to: -O DIR")
    }
    let presets = try settings.presetArguments()
    guard !presets.isEmpty else {
      throw Failure(.wrongUsage, "batch needs presets; '\(Program.name) preset list' names some")
    }
    let files = try fileNames(for: presets)
    let manifestPath = "\(folder)/\(Manifest.fileName)"
    var manifest: Manifest
    do {
      manifest = try Manifest(path: manifestPath)
    } catch {
      guard settings.isForced else { throw error }
      manifest = Manifest()
    }
    _ = try Output(manifestPath, isForced: settings.isForced || fileLength(manifestPath) != nil)

    settings.announceSeed()
    var failed: Set<String> = []
    var targets: [Target] = []
    for (preset, file) in zip(presets, files) {
      let path = "\(folder)/\(file)"
      do {
        let job = try settings.job(of: Preset(word: preset))
        let bytes = try waveFile.contents(of: job, members: job.members).byteCount
        let entry = manifest[file]
        let length = fileLength(path)
        // Without a manifest, which a batch that was ended early has not written, too.
        let isAsAsked = length == bytes && WaveFile.stores(job, at: path)
        if isAsAsked, commandLine["all"] == nil, waveFile.hasMetadata,
          entry?.isOf(job, file: file, preset: preset, bytes: bytes) == true
        {
          continue
        }
        let isOurs = isAsAsked || entry.map { $0.bytes == length } ?? false
        targets.append(
          Target(
            preset: preset, file: file, path: path, bytes: bytes, job: job,
            isForced: settings.isForced || isOurs))
      } catch {
        StandardError.note(error.sentence)
        failed.insert(preset)
      }
    }
    // What can be known of the files is told before the first sample is rendered.
    for target in targets { _ = try Output(target.path, isForced: target.isForced) }
    // An Int does not count what two of the longest take.
    let bytes = targets.reduce(0) { $0 + min($1.bytes, Int.max - $0) }
    do throws(OutputError) {
      try OutputFile.requireRoom(for: bytes, in: folder)
    } catch {
      throw Failure(error)
    }

    let unchanged = presets.count - targets.count - failed.count
    if unchanged > 0, !settings.isQuiet {
      StandardError.note("\(unchanged) of \(presets.count) files unchanged; --all renders them")
    }
    let queue = queue(targets, settings, waveFile)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(totalFrames: queue.totalFrames)
    ) { (number, result) in
      let target = targets[number]
      switch result {
      case .success(let (entry, clippedSamples)):
        manifest.set(entry)
        settings.announce(clippedSamples: clippedSamples, in: target.preset)
      case .failure(let failure):
        StandardError.note(failure.sentence)
        failed.insert(target.preset)
      }
    }
    if failed.count < presets.count {
      // What is gone since, or was changed, is nothing that we could speak for.
      manifest.keep { fileLength("\(folder)/\($0.file)") == $0.bytes }
      let output = try Output(
        manifestPath, isForced: settings.isForced || fileLength(manifestPath) != nil)
      try output.write(Array(manifest.text.utf8))
      try output.commit()
    }
    guard failed.isEmpty else {
      let names = presets.filter(failed.contains).map(\.quoted).joined(separator: ", ")
      throw Failure(.couldNot, "\(failed.count) of \(presets.count) presets failed: \(names)")
    }
  }

  private static func queue(
    _ targets: [Target], _ settings: Settings, _ waveFile: WaveFile
  ) -> RenderQueue<Result<(ManifestEntry, clippedSamples: Int), Failure>> {
    RenderQueue(targets.map(\.job), sampleRate: settings.sampleRate) {
      number, job, threads, advance in
      let target = targets[number]
      var hash = SHA256()
      var levels = Levels(
        WaveFormat(
          job.format, channels: job.channels, sampleRate: job.sampleRate))
      do throws(Failure) {
        let clippedSamples = try await waveFile.write(
          job, to: target.path, threads: threads, isForced: target.isForced
        ) { bytes in
          hash.update(bytes.span)
          levels.update(bytes.span)
          await advance(bytes.count / job.bytesPerFrame)
        }
        let results =
          [
            ("frames", "\(job.frames.count)"),
            ("drops", "\(job.dropCount)"),
            ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
            ("clippedSamples", "\(clippedSamples)"),
          ] + levels.members
        let entry = ManifestEntry(
          file: target.file, preset: target.preset, job, bytes: target.bytes, results: results
        )
        return .success((entry, clippedSamples))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The names of the files, of which no two may be one, also where case makes no difference.
  private static func fileNames(for presets: [String]) throws(Failure) -> [String] {
    var taken: [String: String] = [:]
    var names: [String] = []
    for preset in presets {
      let base = Preset.baseName(of: preset)
      guard !base.isEmpty, base != ".", base != "..", !base.contains("/") else {
        throw Failure(.wrongUsage, "\(preset.quoted) gives no name to a file")
      }
      let name = "\(base).wav"
      // Both, for the letters that have one case alone: ß is SS, and ς is Σ.
      if let other = taken.updateValue(preset, forKey: name.lowercased().uppercased()) {
        throw Failure(
          .wrongUsage,
          "\(other.quoted) and \(preset.quoted) would both be written to \(name.quoted)")
      }
      names.append(name)
    }
    return names
  }
}
