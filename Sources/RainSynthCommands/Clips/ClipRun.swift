internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// A WAV of a folder, as a command wants it.
struct Clip {
  let file: String
  /// The number of the clip or drop; nil for the rain of a preset.
  let number: Int?
  /// What it is called where another file has its name.
  let name: String
  let entry: ClipEntry
  /// The length of the WAV; 0 where an encoder writes the file.
  let bytes: Int
}

/// Fills a folder with WAVs, for `batch`, `vary` and `drop --count`: finds the missing ones, refuses to replace
/// files of others, sees that there is room, and lists each file. What it has written before stays if it is the same.
struct ClipRun {
  let folder: String
  let settings: RenderFlags
  let waveFile: WaveWriter
  let list: ClipList
  /// The logs of drops to write beside the clips; nil: none.
  let log: DropLogFormat?
  private(set) var unchanged = 0
  private var isPrepared = false
  private var written = (files: 0, seconds: 0.0, bytes: 0)
  private var start = ContinuousClock.now

  init(
    folder: String, of command: String, _ settings: RenderFlags, _ waveFile: WaveWriter,
    log: DropLogFormat? = nil
  ) throws {
    (self.folder, self.settings, self.waveFile, self.log) = (folder, settings, waveFile, log)
    list = try ClipList(folder: folder, of: command, settings)
  }

  func path(of file: String) -> String { "\(folder)/\(file)" }

  /// The name of a clip or drop with a number, six digits or more.
  static func fileName(_ beginning: String, _ number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
    return "\(beginning)-\(zeros)\(digits).wav"
  }

  /// The name of a file without its ending.
  static func withoutEnding(_ file: String) -> String {
    file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
  }

  /// The ending of the clips.
  var ending: String { waveFile.ending }

  /// The name of the log of drops beside a clip.
  private func logFile(of file: String) -> String? {
    log.map { "\(Self.withoutEnding(file)).\($0.ending)" }
  }

  // MARK: Planning

  /// How a clip that is missing may be written.
  struct Permission {
    /// Whether a file exists.
    let replaces: Bool
    /// Whether the file may be replaced, and the log beside it.
    let isForced: Bool
    let isLogForced: Bool
  }

  /// How a clip may be written; nil if it is there already. `isSame` says whether the file, which has the length of
  /// the clip, is what a run writes, and `isComplete` whether all that belongs to the clip is there.
  ///
  /// A clip is there if the list has it, and its file has the length and the settings of the clip. A run that was killed
  /// may have left one without the other. Files of this run may be replaced; of presets, all files in the list. The list
  /// also gives the length and the settings of an encoded file.
  mutating func plan(
    _ clip: Clip, isSame: (_ path: String) -> Bool, isComplete: Bool = true
  ) throws -> Permission? {
    let path = path(of: clip.file)
    let length = fileLength(path)
    let known = list[clip.file]
    let isListed = known?.recipe == clip.entry.recipe
    let isEncoded = waveFile.encoder != nil
    let wanted = isEncoded ? known?.bytes : clip.bytes
    let isSame = isEncoded ? isListed && length == wanted : length == wanted && isSame(path)
    let isLogOurs = isListed && log != nil && known?.log == log
    let hasLog = logFile(of: clip.file).map { isLogOurs && fileLength(self.path(of: $0)) != nil }
    if isListed, length == wanted, isSame, hasLog ?? true, isComplete {
      unchanged += 1
      return nil
    }
    let isOurs =
      isSame || length != nil && (clip.number == nil ? known?.bytes == length : isListed)
    guard length == nil || isOurs || settings.isForced || clip.number == nil else {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): exists, and is not \(clip.name) of this run; "
          + "take another folder, or -f to replace it")
    }
    return Permission(
      replaces: length != nil, isForced: settings.isForced || isOurs,
      isLogForced: settings.isForced || isOurs || isLogOurs)
  }

  /// Removes what killed processes left of files with these names. The folder is read once.
  func removeLeftovers(of files: [String]) {
    OutputFolder.removeLeftovers(
      of: files + files.compactMap(logFile) + [list.fileName], in: folder)
  }

  /// Makes the folder, and throws if a file cannot be written, or if there is no room, before a sample is rendered.
  mutating func reserve(_ clips: [(clip: Clip, permission: Permission)]) throws {
    guard !clips.isEmpty else { return }
    try OutputFolder.make(folder)
    for (clip, permission) in clips {
      // Another process may have written it since it was planned.
      if clip.number != nil, !permission.replaces, fileLength(path(of: clip.file)) != nil {
        continue
      }
      try OutputFile.check(path: path(of: clip.file), force: permission.isForced)
      guard let log = logFile(of: clip.file) else { continue }
      try OutputFile.check(path: path(of: log), force: permission.isLogForced)
    }
    // The sum of two of the longest files does not fit an Int.
    let bytes = clips.reduce(0) { $0 + min($1.clip.bytes, Int.max - $0) }
    try OutputFile.requireRoom(for: bytes, in: folder)
    guard !isPrepared else { return }
    try list.prepare()
    (isPrepared, start) = (true, ContinuousClock.now)
  }

  /// Counts a file that was written.
  mutating func count(_ clip: Clip, seconds: Double) {
    written.files += 1
    written.seconds += seconds
    written.bytes += waveFile.encoder == nil ? clip.bytes : fileLength(path(of: clip.file)) ?? 0
  }

  /// Puts the list in order, that of presets without files that are gone, and says how many files were written, their length, their size and the speed.
  func finish(keepsGone: Bool = true) throws {
    try list.finish(keepsGone: keepsGone)
    guard written.files > 0 else { return }
    settings.announce(
      written: folder, files: written.files, seconds: written.seconds, bytes: written.bytes,
      after: ContinuousClock.now - start)
  }

  // MARK: Rendering

  /// A clip to render.
  struct RenderedClip {
    let wanted: WantedClip
    let clip: Clip
    let wave: RenderedWave
    fileprivate(set) var permission = Permission(
      replaces: false, isForced: false, isLogForced: false)

    var job: Rendering { wanted.job }

    init(_ wanted: WantedClip, _ waveFile: WaveWriter) throws {
      self.wanted = wanted
      wave = try waveFile.wave(of: wanted.job)
      let entry = ClipEntry(
        file: wanted.file, preset: wanted.preset, job: wanted.job, bytes: wave.byteCount,
        encoder: waveFile.encoder, varied: wanted.varied.map(\.key))
      clip = Clip(
        file: wanted.file, number: wanted.number, name: wanted.name, entry: entry,
        bytes: wave.byteCount)
    }
  }

  /// Plans a clip that is rendered from a job; nil if it is there already.
  mutating func planned(_ wanted: WantedClip, rendersAll: Bool) throws -> RenderedClip? {
    var rendered = try RenderedClip(wanted, waveFile)
    let hasStems = try wanted.stems?.exist(wanted.job, waveFile) ?? true
    let permission = try plan(
      rendered.clip, isSame: rendered.wave.isStored(at:), isComplete: hasStems && !rendersAll)
    guard let permission else { return nil }
    rendered.permission = permission
    return rendered
  }

  /// The clips that are planned at a time.
  static let clipsAtOnce = 4096

  /// Renders the clips that are not there yet, or with `rendersAll` all of them. A failure does not stop the others.
  nonisolated(nonsending) mutating func render(
    _ series: consuming some ClipSeries, rendersAll: Bool = false
  ) async throws {
    let numbers = series.numbers
    var failed: [Int] = []
    var printed: Set<String> = []
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.clipsAtOnce) {
      let end = min(first + Self.clipsAtOnce, numbers.upperBound)
      var missing: [(number: Int, clip: RenderedClip)] = []
      for number in first..<end {
        do {
          let clip = try planned(await series.clip(number), rendersAll: rendersAll)
          if let clip { missing.append((number, clip)) }
        } catch  where series.goesOnAfterMistakes {
          let sentence = Failure(error).sentence
          if printed.insert(sentence).inserted { StandardError.note(sentence) }
          failed.append(number)
        }
      }
      if end == numbers.upperBound, unchanged > 0, !settings.isQuiet {
        StandardError.note(series.sentence(unchanged: unchanged))
      }
      failed += try await render(missing.map(\.clip)).map { missing[$0].number }
    }
    if failed.isEmpty || failed.count < numbers.count {
      try finish(keepsGone: !series.goesOnAfterMistakes)
    }
    guard failed.isEmpty else {
      throw Failure(.couldNot, series.sentence(failed: failed.sorted()))
    }
  }

  /// Renders clips. A failure does not stop the others; returns the places of the clips that failed.
  nonisolated(nonsending) mutating func render(_ clips: [RenderedClip]) async throws
    -> [Int]
  {
    if !clips.isEmpty { removeLeftovers(of: clips.map(\.clip.file)) }
    try reserve(clips.map { ($0.clip, $0.permission) })
    if !settings.isQuiet {
      try waveFile.announceRF64(clips.map { (job: $0.job, file: $0.clip.file) })
    }
    let run = self
    let groups = groups(of: clips)
    let queue = RenderQueue<[Result<Int, Failure>]>(
      groups.map { clips[$0].map(\.job) }, names: groups.map { clips[$0.lowerBound].clip.file },
      sampleRate: settings.sampleRate
    ) { number, _, threads, advance in
      await run.write(clips, groups[number], threads: threads, advance)
    }
    var failed: [Int] = []
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { (number, results) in
      for (place, result) in zip(groups[number], results) {
        let (clip, job) = (clips[place].clip, clips[place].job)
        switch result {
        case .success(let limitedSamples):
          count(clip, seconds: job.seconds)
          settings.announce(limitedSamples: limitedSamples, of: job, in: clip.file)
        case .failure(let failure):
          StandardError.note(failure.sentence)
          failed.append(place)
        }
      }
    }
    return failed
  }

  /// The most files, and the most bytes, that get their names together: to wait for the disk once for each clip takes
  /// two thirds of the time of short ones.
  static let mostFilesAtOnce = 64
  private static let mostBytesAtOnce = 32 << 20

  /// The clips that one thread renders, flushes and lists together.
  private func groups(of clips: [RenderedClip]) -> [Range<Int>] {
    let threads = RenderQueue<Int>.groupsAtOnce(threads: settings.threads)
    // Each file takes two descriptors.
    let files = Self.filesAtOnce(Self.mostFilesAtOnce * threads) / threads
    let perClip =
      1 + (log == nil ? 0 : 1) + (clips.first?.wanted.stems == nil ? 0 : RainStem.allCases.count)
    let most = max(1, min(files / perClip, (clips.count + threads - 1) / threads))
    var groups: [Range<Int>] = []
    var (first, bytes) = (0, 0)
    for place in clips.indices {
      bytes += min(clips[place].clip.bytes, Self.mostBytesAtOnce)
      if place + 1 - first == most || bytes >= Self.mostBytesAtOnce || place + 1 == clips.count {
        groups.append(first..<place + 1)
        (first, bytes) = (place + 1, 0)
      }
    }
    return groups
  }

  /// How many files may be open at once, of `wanted` ones. Each takes two descriptors, and twelve are left for the list,
  /// the standard streams and the runtime.
  static func filesAtOnce(_ wanted: Int = mostFilesAtOnce) -> Int {
    min(wanted, ((ProcessSetup.mostOpenFiles ?? .max) - 12) / 2)
  }

  /// A clip whose files are written, but have no names yet.
  struct Unnamed {
    /// Its place in the list.
    let number: Int
    let entry: ClipEntry
    let outputs: [Output]
    /// Whether its file replaces another.
    let replaces: Bool
  }

  /// Gives the files of clips their names, and lists them; returns why a clip could not get its name. `isThere` says
  /// whether another process has written the clip at that place.
  ///
  /// A run may be killed at any moment, and power may fail. An entry follows its files, which are on the disk then: the
  /// next run knows the WAV by the settings in it, and renders it again. The entry of a new file of an encoder is written
  /// before the file gets its name, or the next run would find a file that it does not know; that of a file that
  /// replaces another follows it, or the next run would take the old file for the new one.
  func name(_ clips: [Unnamed], isThere: (Int) -> Bool = { _ in false }) throws -> [FileError?] {
    let isEntryFirst = clips.map { waveFile.encoder != nil && !$0.replaces }
    func add(_ places: [Int]) throws {
      if !places.isEmpty { try list.add(places.map { clips[$0].entry }) }
    }
    try add(clips.indices.filter { isEntryFirst[$0] })
    var errors = Output.commitEach(clips.map(\.outputs), isSynced: settings.waitsForDisk)
    for place in clips.indices {
      if case .exists? = errors[place], isThere(place) { errors[place] = nil }
    }
    try add(clips.indices.filter { errors[$0] == nil && !isEntryFirst[$0] })
    return errors
  }

  /// Writes WAVs, their logs, and then their entries in the list; returns how many samples of each were limited.
  private nonisolated(nonsending) func write(
    _ clips: [RenderedClip], _ places: Range<Int>, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async -> [Result<Int, Failure>] {
    var results: [Result<Int, Failure>] = []
    var written: [Unnamed] = []
    for place in places {
      do {
        let (clip, limitedSamples) = try await write(clips[place], place, threads: threads, advance)
        written.append(clip)
        results.append(.success(limitedSamples))
      } catch FileError.exists where isThere(clips[place]) {
        results.append(.success(0))
      } catch {
        results.append(.failure(Failure(error)))
      }
    }
    func fail(_ clip: Unnamed, _ error: any Error) {
      results[clip.number - places.lowerBound] = .failure(Failure(error))
    }
    do {
      let errors = try name(written) { isThere(clips[written[$0].number]) }
      for (clip, error) in zip(written, errors) { if let error { fail(clip, error) } }
    } catch {
      for clip in written { fail(clip, error) }
    }
    return results
  }

  /// Whether another process has written the same clip meanwhile.
  private func isThere(_ clip: RenderedClip) -> Bool {
    // One that was there before is replaced: then a file beside it is in the way.
    !clip.permission.replaces && waveFile.encoder == nil
      && clip.wave.exists(at: path(of: clip.clip.file))
  }

  /// Writes the files of a clip, which have no names yet.
  private nonisolated(nonsending) func write(
    _ rendering: RenderedClip, _ place: Int, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async throws -> (clip: Unnamed, limitedSamples: Int) {
    let (clip, job) = (rendering.clip, rendering.job)
    var hash = SHA256()
    var levels = Levels(
      WaveFormat(job.format, layout: job.layout, sampleRate: job.sampleRate))
    let (limitedSamples, waves) = try await waveFile.writeUnnamed(
      job, rendering.wave, to: path(of: clip.file), rendering.wanted.stems, threads: threads,
      isForced: rendering.permission.isForced, removesLeftovers: false
    ) { samples, frames in
      hash.update(samples.span)
      levels.update(samples.span)
      await advance(frames)
    }
    let logged = try writeLog(of: rendering)
    let entry = rendering.entry(
      hash, levels, limitedSamples: limitedSamples, logged?.log
    ).adding(try Self.encodedMembers(waves[0]))
    let outputs = waves + (logged.map { [$0.output] } ?? [])
    let unnamed = Unnamed(
      number: place, entry: entry, outputs: outputs, replaces: rendering.permission.replaces)
    return (unnamed, limitedSamples)
  }

  /// What an entry says of a file that an encoder has written; nothing of another one.
  private static func encodedMembers(_ output: Output) throws -> [(key: String, json: String)] {
    guard let bytes = try output.finishEncoding() else { return [] }
    var hash = SHA256()
    try output.readEncoded { hash.update(Array($0).span) }
    return ClipEntry.members(encodedBytes: bytes, hash: SHA256.hex(hash.finalize()))
  }

  /// What an entry says of the log of drops beside a clip.
  struct WrittenLog {
    let format: DropLogFormat
    let drops: Int
    let hash: String
  }

  /// Writes the log of a clip beside it; nil without a log.
  private func writeLog(of rendering: RenderedClip) throws -> (output: Output, log: WrittenLog)? {
    guard let log, let file = logFile(of: rendering.clip.file) else { return nil }
    let output = try Output(
      path(of: file), isForced: rendering.permission.isLogForced, removesLeftovers: false)
    let (bytes, count) = rendering.log(log)
    try output.write(bytes)
    var hash = SHA256()
    hash.update(bytes.span)
    return (output, WrittenLog(format: log, drops: count, hash: SHA256.hex(hash.finalize())))
  }
}

extension ClipRun.RenderedClip {
  /// The entry of the clip, once it is rendered; without a log, its drops are counted.
  func entry(
    _ hash: SHA256, _ levels: Levels, limitedSamples: Int, _ log: ClipRun.WrittenLog?
  ) -> ClipEntry {
    let results =
      (clip.number.map { ClipEntry.members(number: $0, file: clip.file) } ?? []) + [
        ("rainfall", NumberText.shortest(job.meanIntensity)),
        ("varied", JSONText.line(wanted.varied)),
        ("frames", "\(job.frames.count)"),
        ("drops", "\(log?.drops ?? job.dropCount)"),
        ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
        ("limitedSamples", "\(limitedSamples)"),
      ] + levels.members
      + (log.map { ClipEntry.members(ofLog: $0.format, hash: $0.hash) } ?? [])
    guard wanted.hasText else { return clip.entry.adding(results) }
    let text = Caption.text(
      intensity: job.meanIntensity, surface: job.rain.surface, seed: job.seed)
    return clip.entry.adding(results + [("text", JSONText.string(text))])
  }

  /// The log of the drops, and their number.
  func log(_ format: DropLogFormat) -> (bytes: [UInt8], drops: Int) {
    var bytes = format.header(job.layout)
    var count = 0
    DropLog(job).forEach(in: job.frames, hasEnds: format.hasEnds) { drop in
      format.append(drop, to: &bytes)
      count += 1
    }
    return (bytes, count)
  }
}

extension Rendering {
  /// The setting `intensity` in mm/h; where it moves, its mean.
  fileprivate var meanIntensity: Double {
    guard !automation.isConstant else { return self.rain.intensity }
    let (first, count) = (Double(frames.lowerBound), Double(frames.count))
    let moments = (0..<100).map { part in
      let frame = first + (Double(part) + 0.5) / 100 * count
      return frame / Double(self.sampleRate)
    }
    return automation.rains(at: moments).reduce(0) { $0 + $1.intensity } / 100
  }
}

extension ClipRun {
  /// A number of a setting as JSON: of a choice, its name.
  static func varied(_ setting: Setting, _ number: Double) -> (key: String, json: String) {
    let text = setting.text(number)
    return (setting.name, Double(text) == nil ? JSONText.string(text) : text)
  }
}

/// The clips that a command asks for, by their numbers: `batch` enumerates their values, `vary` draws them.
protocol ClipSeries {
  var numbers: Range<Int> { get }
  /// Whether the others are rendered where the values of a clip contradict each other.
  var goesOnAfterMistakes: Bool { get }
  nonisolated(nonsending) mutating func clip(_ number: Int) async throws -> WantedClip
  /// What is said of clips that are there already.
  func sentence(unchanged: Int) -> String
  /// What is said at the end of clips that failed, in order.
  func sentence(failed: [Int]) -> String
}

/// A clip as a command wants it: its rendering, and what it is called.
struct WantedClip {
  let job: Rendering
  var file: String
  /// nil for the rain of a preset.
  let number: Int?
  let preset: String
  /// What it is called where another file has its name.
  let name: String
  let stems: StemFolder?
  /// What differs from clip to clip, as keys and JSON.
  let varied: [(key: String, json: String)]
  /// Whether its entry describes it in words.
  let hasText: Bool
}
