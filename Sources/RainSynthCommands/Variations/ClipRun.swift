internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The clips of a run of `vary`: each a WAV, a line in the list, and perhaps a log of its drops.
struct ClipRun {
  /// A clip to write.
  private struct Clip: Sendable {
    let number: Int
    let job: Rendering
    let file: String
    let path: String
    let bytes: Int
    let varied: [(key: String, json: String)]
    /// Whether a file of that name may be replaced.
    let isForced: Bool

    func logFile(_ log: DropLogText) -> String { ClipRun.logFile(of: file, log) }
  }

  /// The clips that are planned at a time.
  private static let clipsAtOnce = 4096

  private let folder: String
  private let settings: Settings
  private let waveFile: WaveFile
  private let preset: Preset?
  private let variations: [Variation]
  private let draws: ClipDraws
  private let log: DropLogText?
  private var list: ClipList
  private var failed: [Int] = []
  private var unchanged = 0
  private var written = (files: 0, seconds: 0.0, bytes: 0)

  init(
    folder: String, _ settings: Settings, _ waveFile: WaveFile, _ preset: Preset?,
    _ variations: [Variation], log: DropLogText?
  ) throws(Failure) {
    self.folder = folder
    self.settings = settings
    self.waveFile = waveFile
    self.preset = preset
    self.variations = variations
    self.log = log
    draws = ClipDraws(seed: try settings.rendering(of: preset).seed)
    list = try ClipList(folder: folder, isForced: settings.isForced)
  }

  /// The name of the log beside a clip.
  private static func logFile(of file: String, _ log: DropLogText) -> String {
    "\(file.dropLast(4)).\(log.ending)"
  }

  /// The name of a clip, without its ending.
  static func name(_ number: Int, of preset: String) -> String {
    let digits = String(number)
    return "\(preset)-\(String(repeating: "0", count: max(0, 6 - digits.utf8.count)))\(digits)"
  }

  /// Renders the clips of these numbers that are not there yet.
  nonisolated(nonsending) mutating func render(_ numbers: Range<Int>) async throws(Failure) {
    let start = ContinuousClock.now
    var first = numbers.lowerBound
    while first < numbers.upperBound {
      let end = first + min(Self.clipsAtOnce, numbers.upperBound - first)
      try await render(planned(first..<end))
      first = end
    }
    if unchanged > 0, !settings.isQuiet {
      StandardError.note("\(unchanged) of \(numbers.count) clips were there already")
    }
    if written.files > 0 {
      settings.announce(
        written: folder, files: written.files, seconds: written.seconds, bytes: written.bytes,
        after: ContinuousClock.now - start)
    }
    guard failed.isEmpty else {
      throw Failure(
        .couldNot, "\(failed.count) of \(numbers.count) clips failed, the first: \(failed[0])")
    }
  }

  /// The job of a clip, and the settings that were drawn for it.
  private func job(
    _ number: Int
  ) throws(Failure) -> (Rendering, varied: [(key: String, json: String)]) {
    let drawn = draws.values(ofClip: number, variations)
    let job: Rendering
    do {
      job = try settings.rendering(
        of: preset, drawn: drawn, seed: draws.seed(ofClip: number))
    } catch {
      throw Failure(error.status, "clip \(number): \(error.sentence)")
    }
    let varied = drawn.map { setting, value in
      let text = setting.text(value)
      return (setting.name, Double(text) == nil ? JSONText.string(text) : text)
    }
    return (job, varied)
  }

  private mutating func planned(_ numbers: Range<Int>) throws(Failure) -> [Clip] {
    var clips: [Clip] = []
    var replaced: Set<String> = []
    for number in numbers {
      let (job, varied) = try job(number)
      let file = "\(Self.name(number, of: job.title)).wav"
      let path = "\(folder)/\(file)"
      let bytes = try waveFile.contents(of: job).byteCount
      let recipe = entry(number, job, file: file, bytes: bytes, results: [])
      let length = fileLength(path)
      let (isListed, isSame) = list.holds(recipe)
      if isSame, length == bytes, hasLog(file) {
        unchanged += 1
        continue
      }
      // After a run that was killed, the file may be missing in the list.
      let isOurs = isSame || length == nil || length == bytes && WaveFile.stores(job, at: path)
      guard isOurs || settings.isForced else {
        throw Failure(
          .couldNot,
          "\(PlainText.path(path)): exists, and is not clip \(number) of this run; "
            + "take another folder, or -f to replace it")
      }
      if isListed { replaced.insert(file) }
      clips.append(
        Clip(
          number: number, job: job, file: file, path: path, bytes: bytes, varied: varied,
          isForced: length != nil))
    }
    guard !clips.isEmpty else { return [] }
    do throws(OutputError) {
      try OutputFolder.make(folder)
      OutputFolder.removeLeftovers(
        of: clips.map(\.file) + (log.map { log in clips.map { $0.logFile(log) } } ?? []), in: folder
      )
      for clip in clips {
        try OutputFile.check(path: clip.path, force: clip.isForced)
        guard let log else { continue }
        // The log beside a clip that is there is ours, too.
        try OutputFile.check(
          path: "\(folder)/\(clip.logFile(log))", force: clip.isForced || settings.isForced)
      }
      try OutputFile.requireRoom(for: clips.reduce(0) { $0 + $1.bytes }, in: folder)
    } catch {
      throw Failure(error)
    }
    try list.remove(replaced)
    return clips
  }

  /// Whether the log of a clip is there, if logs are asked for.
  private func hasLog(_ file: String) -> Bool {
    guard let log else { return true }
    return list.hasLog(log, of: file)
      && fileLength("\(folder)/\(Self.logFile(of: file, log))") != nil
  }

  private func entry(
    _ number: Int, _ job: Rendering, file: String, bytes: Int,
    results: [(key: String, json: String)]
  ) -> ManifestEntry {
    ManifestEntry(
      file: file, preset: job.title, job, bytes: bytes, results: results)
  }

  private nonisolated(nonsending) mutating func render(_ clips: [Clip]) async throws(Failure) {
    let (list, waveFile, log) = (list, waveFile, log)
    let queue = RenderQueue<Result<Int, Failure>>(
      clips.map(\.job), names: clips.map(\.file), sampleRate: settings.sampleRate
    ) { number, _, threads, advance in
      do throws(Failure) {
        return .success(
          try await Self.write(clips[number], waveFile, list, log, threads: threads, advance))
      } catch {
        return .failure(error)
      }
    }
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { (number, result) in
      let clip = clips[number]
      switch result {
      case .success(let limitedSamples):
        written.files += 1
        written.seconds += clip.job.seconds
        written.bytes += clip.bytes
        settings.announce(limitedSamples: limitedSamples, of: clip.job, in: clip.file)
      case .failure(let failure):
        StandardError.note(failure.sentence)
        failed.append(clip.number)
      }
    }
  }

  /// Writes the WAV, the log, and then the line: a run that is killed in between finds the WAV, which is its
  /// own by the settings in it, and renders it again. So a log without its WAV is the file of somebody else.
  private nonisolated(nonsending) static func write(
    _ clip: Clip, _ waveFile: WaveFile, _ list: ClipList, _ log: DropLogText?, threads: Int,
    _ advance: nonisolated(nonsending) (_ frames: Int) async -> Void
  ) async throws(Failure) -> Int {
    let job = clip.job
    var hash = SHA256()
    var levels = Levels(
      WaveFormat(job.format, channels: job.channels, sampleRate: job.sampleRate))
    let limitedSamples = try await waveFile.write(
      job, to: clip.path, threads: threads, isForced: clip.isForced, removesLeftovers: false
    ) { samples, frames in
      hash.update(samples.span)
      levels.update(samples.span)
      await advance(frames)
    }
    let drops: Int
    var logMark: [(key: String, json: String)] = []
    if let log {
      drops = try write(log, of: clip)
      logMark = [(ClipList.logKey, JSONText.string(log.rawValue))]
    } else {
      drops = job.dropCount
    }
    let results =
      [
        ("number", "\(clip.number)"),
        ("rainfall", NumberText.shortest(meanIntensity(job))),
        ("varied", JSONText.line(clip.varied)),
        ("frames", "\(job.frames.count)"),
        ("drops", "\(drops)"),
        ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
        ("limitedSamples", "\(limitedSamples)"),
      ] + levels.members + logMark
    try list.append(
      ManifestEntry(
        file: clip.file, preset: job.title, job, bytes: clip.bytes,
        results: results))
    return limitedSamples
  }

  /// Writes the log of a clip beside it; returns how many drops there are.
  private static func write(_ log: DropLogText, of clip: Clip) throws(Failure) -> Int {
    let path = "\(clip.path.dropLast(clip.file.count))\(clip.logFile(log))"
    let output = try Output(path, isForced: true, removesLeftovers: false)
    var bytes = log.header
    var count = 0
    DropLog(clip.job).forEach(in: clip.job.frames, hasEnds: log == .labels) { drop in
      log.append(drop, to: &bytes)
      count += 1
    }
    try output.write(bytes)
    try output.commit()
    return count
  }

  /// The setting `intensity` in mm/h; where it moves, its mean.
  private static func meanIntensity(_ job: Rendering) -> Double {
    let course = job.course
    guard !course.rests else { return job.rain.intensity }
    let moments = (0..<100).map {
      (Double(job.frames.lowerBound) + (Double($0) + 0.5) / 100 * Double(job.frames.count))
        / Double(job.sampleRate)
    }
    return course.rains(at: moments).reduce(0) { $0 + $1.intensity } / 100
  }
}
