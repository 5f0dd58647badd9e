internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The WAVs of a batch, one for each preset, and their manifest.
struct Batch {
  /// A file that is asked for: a preset with values of settings. Messages call it by its label.
  struct Item {
    let preset: String
    let label: String
    let file: String
    let values: BatchMatrix.Values
  }

  /// A WAV to write.
  private struct Target {
    let preset: String
    let label: String
    let file: String
    let path: String
    /// The length that the file will have.
    let bytes: Int
    let job: Rendering
    let stems: StemFiles?
    /// Whether an existing file may be replaced.
    let isForced: Bool
    /// Whether a file exists.
    let replaces: Bool
  }

  private let folder: String
  private let settings: Settings
  private let waveFile: WaveFile
  private let stems: StemFiles?
  private let manifest: ManifestFile
  private var presets: [String] = []
  private var targets: [Target] = []
  private var failed: Set<String> = []
  private var written: [Target] = []
  private var elapsed = Duration.zero

  /// Reads the manifest of the folder. Throws if there is one that batch did not write.
  init(
    folder: String, _ settings: Settings, _ waveFile: WaveFile, _ stems: StemFiles?
  ) throws(Failure) {
    self.stems = stems
    self.folder = folder
    self.settings = settings
    self.waveFile = waveFile
    manifest = try ManifestFile(folder: folder, isForced: settings.isForced)
  }

  /// Finds the files to render: all but those that exist with the same settings.
  nonisolated(nonsending) mutating func plan(
    _ items: [Item], loudness: Double?, rendersAll: Bool
  ) async throws(Failure) {
    var read: [String: Preset] = [:]
    for item in items {
      presets.append(item.label)
      do {
        let preset: Preset
        if let known = read[item.preset] {
          preset = known
        } else {
          preset = try Preset(word: item.preset)
          read[item.preset] = preset
          settings.announceRevision(of: preset)
        }
        var job = try settings.rendering(
          of: preset, word: item.label, drawn: item.values.settings, seed: item.values.seed)
        if let loudness { job = try await leveled(job, to: loudness) }
        let target = try target(item, job, rendersAll: rendersAll)
        if let target { targets.append(target) }
      } catch {
        StandardError.note(error.sentence)
        failed.insert(item.label)
      }
    }
    let unchanged = presets.count - targets.count - failed.count
    if unchanged > 0, !settings.isQuiet {
      StandardError.note("\(unchanged) of \(presets.count) files unchanged; --all renders them")
    }
  }

  /// The job with the setting `gain` that gives it a loudness in LUFS.
  private nonisolated(nonsending) func leveled(
    _ rendering: Rendering, to loudness: Double
  ) async throws(Failure) -> Rendering {
    let gain = Setting.gain
    guard !rendering.writtenCourse.moves(gain) else {
      throw Failure(.wrongUsage, "--loudness sets the gain, which has a curve here")
    }
    var job = rendering.job
    // Twice, since the soft clip takes a part of what is added.
    for _ in 0..<2 {
      var floats = job
      floats.format = .f32
      let measured = try self.rendering(of: floats)
      var levels = Levels(
        WaveFormat(.f32, channels: job.channels, sampleRate: job.sampleRate))
      _ = await measured.deliver(threads: settings.threads) { bytes in levels.update(bytes.span) }
      guard let own = levels.loudness, own.isFinite else {
        throw Failure(
          .couldNot,
          "this rain has no loudness that --loudness could set: it is silent, below -70 LUFS or "
            + "shorter than 0.4 s")
      }
      let number = ((job.rain.gain + loudness - own) * 100).rounded() / 100
      guard gain.row.range.contains(number) else {
        throw Failure(
          .couldNot,
          "no gain within \(gain.text(gain.row.range.lowerBound)) .. "
            + "\(gain.text(gain.row.range.upperBound)) dB gives this rain \(gain.text(loudness)) LUFS"
        )
      }
      job.writtenCourse.set(gain, to: number)
    }
    return try self.rendering(of: job)
  }

  private func rendering(of job: RenderJob) throws(Failure) -> Rendering {
    do {
      return try Rendering(job)
    } catch {
      throw Failure(.wrongUsage, "\(error)")
    }
  }

  /// The file to render for a preset; nil if it exists with the same settings.
  private func target(
    _ item: Item, _ job: Rendering, rendersAll: Bool
  ) throws(Failure) -> Target? {
    let (preset, file) = (item.preset, item.file)
    let path = "\(folder)/\(file)"
    let bytes = try waveFile.contents(of: job).byteCount
    let recipe = ManifestEntry(file: file, preset: preset, job, bytes: bytes, results: [])
    let entry = manifest[file]
    let length = fileLength(path)
    let isListed = length == bytes && entry?.hasRecipe(of: recipe) == true
    // After a batch that was killed, the file may be missing in the manifest.
    let isSame = length == bytes && WaveFile.stores(job, at: path)
    let stems = stems?.inside(String(file.dropLast(4)))
    let hasStems = try stems?.exist(job, waveFile) ?? true
    if isListed, isSame || !waveFile.hasMetadata, hasStems, !rendersAll { return nil }
    let isOurs = isSame || entry.map { $0.bytes == length } ?? false
    return Target(
      preset: preset, label: item.label, file: file, path: path, bytes: bytes, job: job,
      stems: stems,
      isForced: settings.isForced || isOurs, replaces: length != nil)
  }

  /// Makes the folder, and throws if a file cannot be written, or if there is no room, before a sample is
  /// rendered. The folder is read once.
  func prepareOutputs() throws(Failure) {
    guard !targets.isEmpty else { return }
    do throws(OutputError) {
      try OutputFolder.make(folder)
      OutputFolder.removeLeftovers(of: targets.map(\.file) + [Manifest.fileName], in: folder)
      // One file is made as a trial.
      _ = try OutputFile(
        path: manifest.path, force: settings.isForced || fileLength(manifest.path) != nil,
        removesLeftovers: false)
      for target in targets { try OutputFile.check(path: target.path, force: target.isForced) }
      // The sum of two of the longest files does not fit an Int.
      let bytes = targets.reduce(0) { $0 + min($1.bytes, Int.max - $0) }
      try OutputFile.requireRoom(for: bytes, in: folder)
    } catch {
      throw Failure(error)
    }
    if !settings.isQuiet {
      try waveFile.announceRF64(targets.map { (job: $0.job, file: $0.file) })
    }
  }

  /// Renders the files. A failure does not stop the others.
  nonisolated(nonsending) mutating func render() async throws(Failure) {
    let targets = targets
    let start = ContinuousClock.now
    defer { elapsed = ContinuousClock.now - start }
    let queue = Batch.queue(targets, manifest, waveFile, sampleRate: settings.sampleRate)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { (number, result) in
      let preset = targets[number].label
      switch result {
      case .success(let limitedSamples):
        written.append(targets[number])
        settings.announce(limitedSamples: limitedSamples, of: targets[number].job, in: preset)
      case .failure(let failure):
        StandardError.note(failure.sentence)
        failed.insert(preset)
      }
    }
  }

  private static func queue(
    _ targets: [Target], _ manifest: ManifestFile, _ waveFile: WaveFile, sampleRate: Int
  ) -> RenderQueue<Result<Int, Failure>> {
    RenderQueue(targets.map(\.job), names: targets.map(\.file), sampleRate: sampleRate) {
      number, _, threads, advance in
      do throws(Failure) {
        return .success(
          try await write(targets[number], number, manifest, waveFile, threads: threads, advance))
      } catch {
        manifest.withdraw(number: number)
        return .failure(error)
      }
    }
  }

  /// Writes a WAV and its entry in the manifest; returns how many samples were limited.
  ///
  /// A batch may be killed at any moment. So the entry of a new file is written before the file gets its
  /// name, or the next batch would find a file that it does not know. The entry of a file that replaces
  /// another is written after that, or the next batch would take the old file for the new one.
  private nonisolated(nonsending) static func write(
    _ target: Target, _ number: Int, _ manifest: ManifestFile, _ waveFile: WaveFile, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async throws(Failure) -> Int {
    let job = target.job
    var hash = SHA256()
    var levels = Levels(
      WaveFormat(job.format, channels: job.channels, sampleRate: job.sampleRate))
    func writeEntry(limitedSamples: Int) {
      let results =
        [
          ("frames", "\(job.frames.count)"),
          ("drops", "\(job.dropCount)"),
          ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
          ("limitedSamples", "\(limitedSamples)"),
        ] + levels.members
      let entry = ManifestEntry(
        file: target.file, preset: target.preset, job, bytes: target.bytes, results: results)
      // A file without metadata is known from the manifest alone.
      manifest.set(entry, number: number, atOnce: !waveFile.hasMetadata)
    }
    let limitedSamples = try await waveFile.write(
      job, to: target.path, target.stems, threads: threads, isForced: target.isForced,
      removesLeftovers: false
    ) { samples, frames in
      hash.update(samples.span)
      levels.update(samples.span)
      await advance(frames)
    } beforeCommit: { limitedSamples in
      if !target.replaces { writeEntry(limitedSamples: limitedSamples) }
    }
    if target.replaces { writeEntry(limitedSamples: limitedSamples) }
    return limitedSamples
  }

  /// Writes the whole manifest, unless every preset failed.
  func writeManifest() throws(Failure) {
    guard failed.count < presets.count else { return }
    try manifest.finish()
  }

  /// Says how many files were rendered, their length, their size and the speed.
  func announceFiles() {
    guard !written.isEmpty else { return }
    settings.announce(
      written: folder, files: written.count,
      seconds: written.reduce(0) { $0 + $1.job.seconds },
      bytes: written.reduce(0) { $0 + $1.bytes }, after: elapsed)
  }

  /// Throws if a preset failed.
  func reportFailures() throws(Failure) {
    guard !failed.isEmpty else { return }
    let names = presets.filter(failed.contains).map(\.quoted).joined(separator: ", ")
    throw Failure(.couldNot, "\(failed.count) of \(presets.count) presets failed: \(names)")
  }
}
