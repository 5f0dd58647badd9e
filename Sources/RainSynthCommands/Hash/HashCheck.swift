internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// Checks a file of checksums: renders the job of each line and prints OK or FAILED.
struct HashCheck {
  /// A longer file is not a file of checksums, nor a list of 100,000 clips.
  private static let longestBytes = 1 << 28

  private let path: String
  private let file: ChecksumFile
  /// The job of each line; nil where its flags or its preset are wrong.
  private let jobs: [Rendering?]

  /// Reads the file, or standard input for `-`. `makeJob` returns the job of a line.
  init(
    path: String, makeJob: (ChecksumFile.Entry) throws(Failure) -> Rendering
  ) throws(Failure) {
    self.path = path
    do {
      file = ChecksumFile(
        try path == "-"
          ? StandardInput.read(limit: Self.longestBytes)
          : readFile(path, limit: Self.longestBytes))
    } catch {
      throw Failure(error)
    }
    var jobs: [Rendering?] = []
    for entry in file.entries {
      do {
        jobs.append(try makeJob(entry))
      } catch {
        StandardError.note(error.sentence)
        jobs.append(nil)
      }
    }
    self.jobs = jobs
  }

  /// The jobs that can be rendered.
  var readableJobs: [Rendering] { jobs.compactMap(\.self) }

  /// Renders and compares all jobs, then the WAV of --against. Throws unless all are the same.
  nonisolated(nonsending) func run(
    _ settings: Settings, _ comparison: Comparison?
  ) async throws(Failure) {
    if !settings.isQuiet { announceOtherRevision() }
    var (line, unreadable, different) = (0, 0, 0)
    func printUnreadable() throws(Failure) {
      while line < jobs.count, jobs[line] == nil {
        try StandardOutput.print("\(file.entries[line].name): FAILED open or read\n")
        unreadable += 1
        line += 1
      }
    }
    let queue = HashQueue.make(readableJobs, settings)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(of: queue)
    ) { (_, hash) throws(Failure) in
      try printUnreadable()
      let entry = file.entries[line]
      line += 1
      if hash.digits == entry.line.hash {
        if !settings.isQuiet { try StandardOutput.print("\(entry.name): OK\n") }
      } else {
        let seconds = entry.checkpoints.flatMap { $0.sameSeconds(as: hash.checkpoints) }
        let place = seconds.map { " from \(hash.time(after: $0)) s on" } ?? ""
        try StandardOutput.print("\(entry.name): FAILED\(place)\n")
        different += 1
      }
    }
    try printUnreadable()
    do {
      try await comparison?.run(settings)
    } catch  where different > 0 {
      // The last message counts the checksums that differ; the exit status is the same.
      StandardError.note(error.sentence)
    }
    try report(unreadable, different)
  }

  /// Prints a note if the checksums have another sound revision.
  private func announceOtherRevision() {
    let revisions = file.entries.compactMap(\.revision)
    guard let revision = revisions.first(where: { $0 != Rain.soundRevision }) else { return }
    StandardError.note(
      "\(path.quoted) has sound revision \(revision); this is \(Rain.soundRevision), "
        + "whose samples may differ")
  }

  /// Reports failures in the words of sha256sum.
  private func report(_ unreadable: Int, _ different: Int) throws(Failure) {
    guard !file.entries.isEmpty else {
      throw Failure(.couldNot, "\(path.quoted): no properly formatted checksum lines found")
    }
    var warnings: [String] = []
    if file.malformedLines > 0 {
      warnings.append("\(count(file.malformedLines, "line is", "lines are")) improperly formatted")
    }
    if unreadable > 0 {
      warnings.append("\(count(unreadable, "listed preset", "listed presets")) could not be read")
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
