internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// Checks a list of checksums: renders the job of each line, or reads its file, and prints OK or FAILED.
struct HashCheck {
  /// A longer file is not a file of checksums, nor a list of 100,000 clips.
  private static let longestBytes = 1 << 28

  private let path: String
  private let file: ChecksumFile
  private let isQuiet: Bool
  private var unreadable = 0
  private var different = 0

  /// Reads the list, or standard input for `-`.
  init(path: String, isQuiet: Bool) throws {
    (self.path, self.isQuiet) = (path, isQuiet)
    file = ChecksumFile(
      try path == "-"
        ? StandardInput.read(limit: Self.longestBytes)
        : readFile(path, limit: Self.longestBytes))
  }

  var entries: [ChecksumFile.Entry] { file.entries }

  /// What was found of a line.
  private enum Finding {
    case same
    /// Another hash, and words about the difference.
    case different(String)
    case unreadable
  }

  private mutating func print(_ finding: Finding, of name: String) throws {
    switch finding {
    case .same:
      if !isQuiet { try StandardOutput.print("\(name): OK\n") }
    case .different(let words):
      try StandardOutput.print("\(name): FAILED\(words)\n")
      different += 1
    case .unreadable:
      try StandardOutput.print("\(name): FAILED open or read\n")
      unreadable += 1
    }
  }

  // MARK: Rendering

  /// Renders and compares the job of each line, nil where its flags or its preset are wrong, then the WAV of
  /// --against. Throws unless all are the same.
  nonisolated(nonsending) mutating func render(
    _ jobs: [Rendering?], _ settings: RenderFlags, _ comparison: Comparison?
  ) async throws {
    if !isQuiet { announceOtherRevision() }
    var line = 0
    func printUnreadable(_ check: inout HashCheck) throws {
      while line < jobs.count, jobs[line] == nil {
        try check.print(.unreadable, of: check.entries[line].name)
        line += 1
      }
    }
    let queue = HashQueue.make(jobs.compactMap(\.self), settings)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { _, hash in
      try printUnreadable(&self)
      let entry = entries[line]
      line += 1
      let seconds = entry.checkpoints.flatMap { $0.sameSeconds(as: hash.checkpoints) }
      let place = seconds.map { " from \(hash.time(after: $0)) s on" } ?? ""
      try print(hash.digits == entry.line.hash ? .same : .different(place), of: entry.name)
    }
    try printUnreadable(&self)
    do {
      try await comparison?.run(settings)
    } catch  where different > 0 {
      // The last message counts the checksums that differ; the exit status is the same.
      StandardError.note(Failure(error).sentence)
    }
    try report("preset")
  }

  /// Prints a note if the checksums have another sound revision.
  private func announceOtherRevision() {
    let revisions = file.entries.compactMap(\.revision)
    guard let revision = revisions.first(where: { $0 != Rain.soundRevision }) else { return }
    StandardError.note(
      "\(path.quoted) has sound revision \(revision); this is \(Rain.soundRevision), "
        + "whose samples may differ")
  }

  // MARK: Reading

  /// Reads the files, and compares the hashes of their samples. Throws unless all are the same. Names in a manifest
  /// are those of files in its folder.
  mutating func readFiles() throws {
    let folder = path.unicodeScalars.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for entry in entries {
      let name = entry.line.name
      try print(
        Self.finding(of: entry, at: entry.clip == nil ? name : folder + name), of: entry.fileName)
    }
    try report("file")
  }

  private static func finding(of entry: ChecksumFile.Entry, at path: String) -> Finding {
    guard let length = fileLength(path) else { return .unreadable }
    if let bytes = entry.clip?.bytes, bytes != length {
      return .different(", \(length) bytes, not \(bytes)")
    }
    guard let wave = try? WaveReader(path: path) else {
      // Raw samples, or what is left of a WAV.
      return hash(ofFile: path).map { $0 == entry.line.hash ? .same : .different("") }
        ?? .unreadable
    }
    guard let samples = hash(of: wave) else { return .unreadable }
    guard samples == entry.line.hash else {
      // A list of sha256sum has the hashes of whole files.
      let isWhole = entry.clip == nil && hash(ofFile: path) == entry.line.hash
      return isWhole ? .same : .different("")
    }
    if wave.missingByteCount > 0 { return .different(", its end is missing") }
    guard let json = entry.clip?.settings,
      let job = try? StoredSettings(json: json, of: path).rendering()
    else { return .same }
    let format = WaveFormat(job.format, channels: job.channels, sampleRate: job.sampleRate)
    if wave.format != format { return .different(", another format") }
    do {
      // A file without metadata stores none.
      guard let stored = try StoredSettings(wave, path: path) else { return .same }
      return try stored.rendering().job == job.job ? .same : .different(", other settings")
    } catch {
      return .different(", other settings")
    }
  }

  private static func hash(of wave: WaveReader) -> String? {
    var hash = SHA256()
    var bytes: [UInt8] = []
    do {
      while try wave.read(into: &bytes) { hash.update(bytes.span) }
    } catch {
      return nil
    }
    return SHA256.hex(hash.finalize())
  }

  private static func hash(ofFile path: String) -> String? {
    var hash = SHA256()
    do {
      try readFile(path, limit: .max) { piece in
        hash.update(piece.span)
        return true
      }
    } catch {
      return nil
    }
    return SHA256.hex(hash.finalize())
  }

  // MARK: The report

  /// Reports failures in the words of sha256sum.
  private func report(_ kind: String) throws {
    guard !file.entries.isEmpty else {
      throw Failure(.couldNot, "\(path.quoted): no properly formatted checksum lines found")
    }
    var warnings: [String] = []
    if file.malformedLines > 0 {
      warnings.append("\(count(file.malformedLines, "line is", "lines are")) improperly formatted")
    }
    if unreadable > 0 {
      warnings.append("\(count(unreadable, "listed \(kind)", "listed \(kind)s")) could not be read")
    }
    if different > 0 {
      warnings.append(
        "\(count(different, "computed checksum", "computed checksums")) did NOT match")
    }
    guard !warnings.isEmpty else { return }
    let sentence = "WARNING: \(warnings.joined(separator: "; "))"
    if unreadable + different == 0 {
      StandardError.note(sentence)
    } else {
      throw Failure(.couldNot, sentence)
    }
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
