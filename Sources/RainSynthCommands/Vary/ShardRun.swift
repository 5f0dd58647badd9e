internal import Platform
internal import RainAudio
internal import RainFiles
internal import Text

/// The archives of a run of `vary --shards`: clips in order, each as a WAV, its entry and its log of drops. An archive is
/// whole or not there. Each has a line in manifest.jsonl; one on standard output has none.
struct ShardRun {
  private let folder: String
  private let settings: RenderFlags
  private let writer: WaveWriter
  private let clips: VariedClips
  private let log: DropLogFormat?
  private let clipsPerShard: Int
  /// nil for standard output.
  private let list: ClipList?

  /// The folder may be `-`, standard output.
  init(
    folder: String, _ settings: RenderFlags, _ writer: WaveWriter, _ clips: VariedClips,
    log: DropLogFormat?, clipsPerShard: Int
  ) throws {
    (self.folder, self.settings, self.writer) = (folder, settings, writer)
    (self.clips, self.log, self.clipsPerShard) = (clips, log, clipsPerShard)
    list =
      folder == "-"
      ? nil
      : try ClipList(folder: folder, .lines, of: "vary", settings)
  }

  /// Writes the archives that are not there yet, of a run of so many clips. Archives of another size that hold some of
  /// the clips are in the way, and removed at the end.
  nonisolated(nonsending) func render(of count: Int, preset: String) async throws {
    let numbers = clips.numbers
    guard let list else {
      var archive = Archive(output: try Output("-", isForced: false))
      let atOnce = ClipRun.clipsAtOnce
      for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: atOnce) {
        let end = min(first + atOnce, numbers.upperBound)
        try await render(try (first..<end).map(planned), into: &archive)
      }
      try archive.write(TarArchive.end)
      try archive.output.commit()
      return
    }
    let shards = numbers.lowerBound / clipsPerShard..<(numbers.upperBound - 1) / clipsPerShard + 1
    if !settings.isForced,
      let other = list.firstArchive(where: {
        $0.clips.overlaps(numbers) && !shards.contains($0.number)
      })
    {
      throw foreign(other)
    }
    let start = ContinuousClock.now
    var unchanged = 0
    var written = (files: 0, seconds: 0.0, bytes: 0)
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: clipsPerShard) {
      let end = min(first + clipsPerShard, numbers.upperBound)
      let clips = try (first..<end).map(planned)
      let number = first / clipsPerShard
      let file = ClipRun.fileName("shard", number, ending: "tar")
      let entry = ClipEntry(
        archive: file, preset: preset, number: number, clips: clips.map(\.clip.entry),
        from: first, log: log, hasText: settings.hasText)
      guard let isForced = try permission(entry, clips[0], in: list) else {
        unchanged += 1
        continue
      }
      if written.files == 0 {
        try OutputFolder.make(folder)
        try list.prepare()
      }
      do {
        written.bytes += try await write(clips, entry, isForced: isForced, in: list)
      } catch FileError.exists where (try? begins("\(folder)/\(file)", with: clips[0])) == true {
        // Another process has written it meanwhile.
        unchanged += 1
        continue
      }
      written.files += 1
      written.seconds += clips.reduce(0) { $0 + $1.job.seconds }
    }
    if unchanged > 0, !settings.isQuiet {
      StandardError.note("\(unchanged) of \(unchanged + written.files) archives were there already")
    }
    // Those with numbers of this run are replaced, each by the process that makes its part.
    let last = (count - 1) / clipsPerShard
    try list.finish { entry in
      guard let other = entry.archive, other.number > last, other.clips.overlaps(numbers) else {
        return false
      }
      return settings.isForced || fileLength("\(folder)/\(entry.file)") == nil
    }
    guard written.files > 0 else { return }
    settings.announce(
      written: folder, files: written.files, seconds: written.seconds, bytes: written.bytes,
      after: ContinuousClock.now - start)
  }

  private func planned(_ number: Int) throws -> ClipRun.RenderedClip {
    var wanted = try clips.clip(number)
    // Readers of data sets take what follows the first point of a name for its ending.
    wanted.file = ClipRun.fileName(String(wanted.preset.map { $0 == "." ? "_" : $0 }), number)
    let clip = try ClipRun.RenderedClip(wanted, writer)
    // The name of the entry is longer by one byte.
    guard wanted.file.utf8.count < TarArchive.longestName,
      clip.clip.bytes <= TarArchive.longestFile
    else {
      throw Failure(
        .couldNot,
        "\(wanted.file.quoted) does not fit an archive, which takes names of "
          + "\(TarArchive.longestName - 1) bytes and files of 8 GiB")
    }
    return clip
  }

  /// Whether an archive may replace a file; nil if it is there already. A run that was killed may have left it
  /// without its line: then it begins with the first clip, and is written again.
  private func permission(
    _ entry: ClipEntry, _ first: ClipRun.RenderedClip, in list: ClipList
  ) throws -> Bool? {
    let path = "\(folder)/\(entry.file)"
    guard let length = fileLength(path) else { return settings.isForced }
    let known = list[entry.file]
    let isListed = known?.recipe == entry.recipe
    if isListed, known?.bytes == length, settings.isWhole(path, known?.entry) { return nil }
    let isOurs = try isListed || settings.isForced || known == nil && begins(path, with: first)
    guard isOurs else { throw foreign(entry.file) }
    return true
  }

  private func foreign(_ file: String) -> Failure {
    Failure(
      .couldNot,
      "\(PlainText.path("\(folder)/\(file)")): exists, and is not of this run; "
        + "take another folder, or -f to replace it")
  }

  private func begins(_ path: String, with clip: ClipRun.RenderedClip) throws -> Bool {
    let (wave, file) = (clip.wave, try FileReader(path: path))
    let header = TarArchive.header(name: clip.clip.file, bytes: clip.clip.bytes) + wave.header
    let trailer = header.count + clip.clip.bytes - wave.header.count - wave.trailer.count
    return try file.read(header.count, at: 0) == header
      && file.read(wave.trailer.count, at: trailer) == wave.trailer
  }

  /// Writes an archive, and then its line; returns its length.
  private nonisolated(nonsending) func write(
    _ clips: [ClipRun.RenderedClip], _ entry: ClipEntry, isForced: Bool, in list: ClipList
  ) async throws -> Int {
    try OutputFile.requireRoom(for: clips.reduce(0) { $0 + $1.clip.bytes }, in: folder)
    var archive = Archive(output: try Output("\(folder)/\(entry.file)", isForced: isForced))
    try await render(clips, into: &archive)
    try archive.write(TarArchive.end)
    if let error = Output.commitEach([[archive.output]], isSynced: settings.waitsForDisk)[0] {
      throw error
    }
    let results = [
      ("bytes", "\(archive.byteCount)"),
      ("sha256", JSONText.string(SHA256.hex(archive.hash.finalize()))),
    ]
    try list.add([(0, entry.adding(results))])
    return archive.byteCount
  }

  /// An archive that is being written.
  private struct Archive {
    let output: Output
    var hash = SHA256()
    private(set) var byteCount = 0

    init(output: Output) { self.output = output }

    mutating func write(_ bytes: [UInt8]) throws {
      try output.write(bytes)
      hash.update(bytes.span)
      byteCount += bytes.count
    }
  }

  /// Renders clips to the end of an archive, in their order.
  private nonisolated(nonsending) func render(
    _ clips: [ClipRun.RenderedClip], into archive: inout Archive
  ) async throws {
    let run = self
    let queue = RenderQueue<Result<(bytes: [UInt8], limitedSamples: Int), Failure>>(
      clips.map { [$0.job] }, names: clips.map(\.clip.file), sampleRate: settings.sampleRate
    ) { number, _, threads, advance in
      do {
        return .success(try await run.archived(clips[number], threads: threads, advance))
      } catch {
        return .failure(Failure(error))
      }
    }
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { number, result in
      let (bytes, limitedSamples) = try result.get()
      try archive.write(bytes)
      settings.announce(
        limitedSamples: limitedSamples, of: clips[number].job, in: clips[number].clip.file)
    }
  }

  /// The bytes of a clip in its archive.
  private nonisolated(nonsending) func archived(
    _ clip: ClipRun.RenderedClip, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async throws -> (bytes: [UInt8], limitedSamples: Int) {
    let (job, file, wave) = (clip.job, clip.clip.file, clip.wave)
    var bytes = TarArchive.header(name: file, bytes: wave.byteCount) + wave.header
    bytes.reserveCapacity(wave.byteCount + (1 << 14))
    var hash = SHA256()
    var levels = Levels(
      WaveFormat(job.format, layout: job.layout, sampleRate: job.sampleRate))
    let limitedSamples = await job.deliver(threads: threads) { samples in
      bytes += samples
      hash.update(samples.span)
      levels.update(samples.span)
      await advance(samples.count / job.bytesPerFrame)
    }
    bytes += wave.trailer + TarArchive.padding(after: wave.byteCount)
    let logged = log.map { (format: $0, log: clip.log($0)) }
    let entry = clip.entry(
      hash, levels, limitedSamples: limitedSamples, drops: logged?.log.drops, log)
    func append(_ ending: String, _ content: [UInt8]) {
      bytes += TarArchive.header(name: "\(file.dropLast(3))\(ending)", bytes: content.count)
      bytes += content + TarArchive.padding(after: content.count)
    }
    append("json", Array("\(entry.json)\n".utf8))
    if let logged { append(logged.format.ending, logged.log.bytes) }
    return (bytes, limitedSamples)
  }
}
