/// Fills a folder with WAVs, for `batch`, `vary` and `drop --count`; what is there already stays.
struct ClipRun {
  private let settings: RenderFlags
  let form: WaveFile.Form
  private(set) var folder: ClipFolder
  private var unchanged = 0
  private var written = (files: 0, seconds: 0.0, bytes: 0)
  private var start = ContinuousClock.now

  init(_ settings: RenderFlags, _ beside: ClipFolder.Beside = ClipFolder.Beside()) throws {
    self.settings = settings
    form = try EncoderFlags.form(ofFolder: settings.commandLine)
    folder = try ClipFolder(settings, isEncoded: form.encoder != nil, beside)
  }

  /// The clips that are planned at a time.
  static let clipsAtOnce = 4096

  /// Renders the clips of these numbers that are not there yet, or with `rendersAll` all of them. A failure does not stop
  /// the others; nor does a clip whose values contradict each other, where clips have names for messages.
  mutating func render(
    _ numbers: Range<Int>, named name: ((Int) -> String)? = nil, rendersAll: Bool = false,
    clip: (_ number: Int) async throws -> Clip
  ) async throws {
    var failed: [Int] = []
    var printed: Set<String> = []
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.clipsAtOnce) {
      let end = min(first + Self.clipsAtOnce, numbers.upperBound)
      var missing: [(number: Int, clip: Clip)] = []
      var files: [String] = []
      for number in first..<end {
        do {
          let clip = try await clip(number)
          files.append(clip.file)
          if let clip = try planned(clip, rendersAll: rendersAll) { missing.append((number, clip)) }
        } catch  where name != nil && numbers.count > 1 {
          let sentence = Failure(error).sentence
          if printed.insert(sentence).inserted { StandardError.refuse(sentence) }
          failed.append(number)
        }
      }
      if end == numbers.upperBound, unchanged > 0 {
        let there = name == nil ? "clips were there already" : "files unchanged; --all renders them"
        settings.note("\(unchanged) of \(numbers.count) \(there)")
      }
      folder.removeLeftovers(of: files)
      failed += try await render(missing.map(\.clip)).map { missing[$0].number }
    }
    if failed.isEmpty || failed.count < numbers.count { try finish(keepsGone: name == nil) }
    failed.sort()
    guard let lost = failed.first else { return }
    let names = name.map {
      " presets failed: \(failed.map($0).map(\.quoted).joined(separator: ", "))"
    }
    throw Failure(
      .couldNot,
      "\(failed.count) of \(numbers.count)" + (names ?? " clips failed, the first: \(lost)"))
  }

  /// The clip with its permission; nil if it is there already.
  mutating func planned(_ clip: Clip, rendersAll: Bool = false) throws -> Clip? {
    guard let permission = try folder.permission(for: clip, rendersAll: rendersAll) else {
      unchanged += 1
      return nil
    }
    var clip = clip
    clip.permission = permission
    return clip
  }

  /// Renders clips. A failure does not stop the others; returns the indices of the clips that failed.
  mutating func render(_ clips: [Clip]) async throws -> [Int] {
    if !folder.isPrepared { start = .now }
    try folder.reserve(clips)
    if !settings.isQuiet { WaveFile.announceRF64(clips.map { ($0.wave, $0.file) }) }
    let (groups, folder) = (groups(of: clips), folder)
    let queue = RenderQueue<[Result<Int, Failure>]>(
      groups: groups.map { clips[$0].map(\.rendering) }, sampleRate: settings.job.sampleRate,
      names: groups.map { clips[$0.lowerBound].file }
    ) { number, _, threads, advance in
      await Self.write(clips[groups[number]], to: folder, threads: threads, advance)
    }
    var failed: [Int] = []
    try await queue.run(
      threads: settings.threads,
      progress: settings.makeProgress(totalFrames: queue.totalFrames, sampleRate: queue.sampleRate)
    ) { (number, results) in
      for (index, result) in zip(groups[number], results) {
        let clip = clips[index]
        switch result {
        case .success(let limitedSamples):
          written.files += 1
          written.seconds += clip.rendering.seconds
          written.bytes += folder.byteCount(of: clip)
          settings.announce(limitedSamples: limitedSamples, of: clip.rendering, in: clip.file)
        case .failure(let failure):
          StandardError.note(failure.sentence)
          failed.append(index)
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
  private func groups(of clips: [Clip]) -> [Range<Int>] {
    let threads = RenderQueue<Int>.groupsAtOnce(threads: settings.threads)
    // Each open file takes two descriptors, and twelve are left for the list, the standard streams and the runtime.
    let mostOpen = ((ProcessSetup.mostOpenFiles ?? .max) - 12) / 2
    let files = min(Self.mostFilesAtOnce * threads, mostOpen) / threads
    let first = clips.first
    let perClip = folder.filesPerClip + (first?.stems == nil ? 0 : RainStem.allCases.count)
    let most = max(1, min(files / perClip, (clips.count + threads - 1) / threads))
    let rows = Array(clips.indices).rows(within: Self.mostBytesAtOnce, gap: 0) {
      max(min(clips[$0].wave.byteCount, Self.mostBytesAtOnce), Self.mostBytesAtOnce / most)
    }
    return rows.map { $0[0]..<$0[0] + $0.count }
  }

  /// Writes WAVs, their logs, and then their entries in the list; returns how many samples of each were limited.
  private static func write(
    _ clips: ArraySlice<Clip>, to folder: ClipFolder, threads: Int,
    _ advance: (_ frames: Int) -> Void
  ) async -> [Result<Int, Failure>] {
    var results: [Result<Int, Failure>] = []
    var written: [(index: Int, clip: Clip.Unnamed)] = []
    for clip in clips {
      do {
        let (path, log) = (folder.path(of: clip.file), folder.log(of: clip.file))
        let unnamed = try await clip.write(
          to: path, log: log, line: folder.line(of: clip.file), threads: threads, advance)
        written.append((results.count, unnamed))
        results.append(.success(unnamed.limitedSamples))
      } catch FileError.exists where folder.isThere(clip) {
        results.append(.success(0))
      } catch {
        results.append(.failure(Failure(error)))
      }
    }
    do {
      for (clip, error) in try zip(written, folder.name(written.map(\.clip))) {
        if let error { results[clip.index] = .failure(Failure(error)) }
      }
    } catch {
      for clip in written { results[clip.index] = .failure(Failure(error)) }
    }
    return results
  }

  /// Puts the list in order, that of presets without files that are gone, and says how many files were written, their
  /// length, their size and the speed.
  func finish(keepsGone: Bool = true) throws {
    try folder.list.finish(keepsGone: keepsGone)
    guard written.files > 0 else { return }
    settings.announce(
      written: folder.path, files: written.files, seconds: written.seconds, bytes: written.bytes,
      after: ContinuousClock.now - start)
  }
}
