internal import RainAudio
internal import RainFiles
internal import Wording

/// The WAVs of a batch, one for each preset, and their manifest.
struct Batch {
  /// A WAV to write.
  private struct Target {
    let preset: String
    let file: String
    let path: String
    /// The length that the file will have.
    let bytes: Int
    let job: RenderJob
    /// Whether an existing file may be replaced.
    let isForced: Bool
  }

  private let folder: String
  private let settings: Settings
  private let waveFile: WaveFile
  private var manifest: Manifest
  private var presets: [String] = []
  private var targets: [Target] = []
  private var failed: Set<String> = []

  /// Reads the manifest of the folder. Throws if there is one that batch did not write.
  init(folder: String, _ settings: Settings, _ waveFile: WaveFile) throws(Failure) {
    self.folder = folder
    self.settings = settings
    self.waveFile = waveFile
    do {
      manifest = try Manifest(path: "\(folder)/\(Manifest.fileName)")
    } catch {
      guard settings.isForced else { throw error }
      manifest = Manifest()
    }
    _ = try manifestOutput()
  }

  private func manifestOutput() throws(Failure) -> Output {
    let path = "\(folder)/\(Manifest.fileName)"
    return try Output(path, isForced: settings.isForced || fileLength(path) != nil)
  }

  /// Finds the files to render: all but those that exist with the same settings.
  mutating func plan(_ files: some Sequence<(String, String)>, rendersAll: Bool) {
    for (preset, file) in files {
      presets.append(preset)
      do {
        let target = try target(preset, file, rendersAll: rendersAll)
        if let target { targets.append(target) }
      } catch {
        StandardError.note(error.sentence)
        failed.insert(preset)
      }
    }
    let unchanged = presets.count - targets.count - failed.count
    if unchanged > 0, !settings.isQuiet {
      StandardError.note("\(unchanged) of \(presets.count) files unchanged; --all renders them")
    }
  }

  /// The file to render for a preset; nil if it exists with the same settings.
  private func target(
    _ preset: String, _ file: String, rendersAll: Bool
  ) throws(Failure) -> Target? {
    let path = "\(folder)/\(file)"
    let job = try settings.job(of: Preset(word: preset), word: preset)
    let bytes = try waveFile.contents(of: job).byteCount
    let entry = manifest[file]
    let length = fileLength(path)
    // Also without a manifest, which an interrupted batch has not written.
    let isSame = length == bytes && WaveFile.stores(job, at: path)
    if isSame, !rendersAll, waveFile.hasMetadata,
      entry?.isOf(job, file: file, preset: preset, bytes: bytes) == true
    {
      return nil
    }
    let isOurs = isSame || entry.map { $0.bytes == length } ?? false
    return Target(
      preset: preset, file: file, path: path, bytes: bytes, job: job,
      isForced: settings.isForced || isOurs)
  }

  /// Throws if a file cannot be written, or if there is no room, before a sample is rendered.
  func checkOutputs() throws(Failure) {
    for target in targets { _ = try Output(target.path, isForced: target.isForced) }
    // The sum of two of the longest files does not fit an Int.
    let bytes = targets.reduce(0) { $0 + min($1.bytes, Int.max - $0) }
    do throws(OutputError) {
      try OutputFile.requireRoom(for: bytes, in: folder)
    } catch {
      throw Failure(error)
    }
  }

  /// Renders the files. A failure does not stop the others.
  nonisolated(nonsending) mutating func render() async throws(Failure) {
    let targets = targets
    let queue = Batch.queue(targets, waveFile, sampleRate: settings.sampleRate)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(totalFrames: queue.totalFrames)
    ) { (number, result) in
      let preset = targets[number].preset
      switch result {
      case .success(let (entry, limitedSamples)):
        manifest.set(entry)
        settings.announce(limitedSamples: limitedSamples, of: targets[number].job, in: preset)
      case .failure(let failure):
        StandardError.note(failure.sentence)
        failed.insert(preset)
      }
    }
  }

  private static func queue(
    _ targets: [Target], _ waveFile: WaveFile, sampleRate: Int
  ) -> RenderQueue<Result<(ManifestEntry, limitedSamples: Int), Failure>> {
    RenderQueue(targets.map(\.job), sampleRate: sampleRate) { number, _, threads, advance in
      await write(targets[number], waveFile, threads: threads, advance)
    }
  }

  /// Writes a WAV and returns its entry in the manifest.
  private nonisolated(nonsending) static func write(
    _ target: Target, _ waveFile: WaveFile, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async -> Result<(ManifestEntry, limitedSamples: Int), Failure> {
    let job = target.job
    var hash = SHA256()
    var levels = Levels(
      WaveFormat(job.format, channels: job.channels, sampleRate: job.sampleRate))
    do throws(Failure) {
      let limitedSamples = try await waveFile.write(
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
          ("limitedSamples", "\(limitedSamples)"),
        ] + levels.members
      let entry = ManifestEntry(
        file: target.file, preset: target.preset, job, bytes: target.bytes, results: results)
      return .success((entry, limitedSamples))
    } catch {
      return .failure(error)
    }
  }

  /// Writes the manifest, unless every preset failed.
  mutating func writeManifest() throws(Failure) {
    guard failed.count < presets.count else { return }
    // Entries of files that are gone or have changed would be wrong.
    manifest.keep { [folder] in fileLength("\(folder)/\($0.file)") == $0.bytes }
    let output = try manifestOutput()
    try output.write(Array(manifest.text.utf8))
    try output.commit()
  }

  /// Throws if a preset failed.
  func reportFailures() throws(Failure) {
    guard !failed.isEmpty else { return }
    let names = presets.filter(failed.contains).map(\.quoted).joined(separator: ", ")
    throw Failure(.couldNot, "\(failed.count) of \(presets.count) presets failed: \(names)")
  }
}
