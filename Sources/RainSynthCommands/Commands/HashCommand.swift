internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

/// `hash`: SHA-256 of the bytes that `stream` writes, and its check.
enum HashCommand {
  static let specification = CommandSpecification(
    "hash", "Prints the SHA-256 of the samples, as sha256sum does, or checks it",
    usage: [
      "[settings] [PRESET...]", "[settings] --check FILE", "[settings] --against FILE.wav",
    ],
    details: [
      """
      The hash is that of the bytes that stream writes with the same settings. --check reads \
      lines that hash has printed, and says OK or FAILED for each; it ends with status 1 unless \
      all are OK. It needs the settings that they were printed with, unless --marks has written \
      them down, and then also says from when on the sound is another. Flags beside --check hold \
      for all lines.
      """,
      """
      --against compares one job, or the one of the file to check, with a WAV of it that was \
      kept, and says from when on and how far they differ.
      """,
    ],
    examples: [
      "rainsynth hash -p steady -d 10",
      "rainsynth hash --marks -r 48000 presets/*.json > sums",
      "rainsynth hash --check sums",
      "rainsynth hash -p steady -d 10 --against old.wav",
    ],
    options: [
      Option(
        "check", takes: "FILE", "check the hashes in this file; - for standard input",
        completion: .file, isEveryday: true),
      Option(
        "against", takes: "FILE.wav", "say how far the sound is from that of this file",
        completion: .file),
      Option(
        "marks", "print comments with settings and checkpoints, for --check", isNegatable: true),
    ],
    shared: SettingFlags.groups.map { $0.without(["force"]) } + [Program.helpGroup],
    arguments: [Argument("PRESET", .preset, repeats: true)])

  private static let standardDuration = Duration.seconds(10)
  private static let standardPreset = "steady"
  /// A file of checksums that is longer is something else.
  private static let longestBytes = 1 << 22

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    if let path = commandLine["check"] {
      guard commandLine.arguments.isEmpty, commandLine["preset"] == nil else {
        throw Failure(.wrongUsage, "--check takes the presets from its file; leave them out here")
      }
      return try await check(path, commandLine)
    }
    let settings = try Settings(commandLine, standardDuration: standardDuration)
    var presets = try settings.presetArguments()
    if presets.isEmpty { presets = [settings.preset ?? standardPreset] }
    settings.announceSeed()
    // Every mistake is told before the first sample is rendered.
    var jobs: [RenderJob] = []
    for preset in presets { jobs.append(try settings.job(of: Preset(word: preset))) }
    let comparison = try comparison(commandLine, jobs)
    let hasMarks = commandLine["marks"] != nil
    if hasMarks { try StandardOutput.print(ChecksumFile.text(ofFlags: settings.soundFlags)) }
    let queue = queue(jobs, settings)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(totalFrames: queue.totalFrames)
    ) { (number, result) throws(Failure) in
      let line = ChecksumLine(hash: result.hash.digits, name: presets[number])
      let marks = hasMarks ? result.hash.marks.text : ""
      try StandardOutput.print(line.text + marks)
      settings.announce(clippedSamples: result.clippedSamples, in: presets[number])
    }
    try await comparison?.run(settings)
  }

  /// What --against asks for.
  private static func comparison(
    _ commandLine: ParsedCommandLine, _ jobs: [RenderJob]
  ) throws(Failure) -> Comparison? {
    guard let path = commandLine["against"] else { return nil }
    guard jobs.count == 1 else {
      throw Failure(
        .wrongUsage, "--against compares one job with a WAV, and here are \(jobs.count)"
      )
    }
    return try Comparison(jobs[0], with: path)
  }

  private static func queue(
    _ jobs: [RenderJob], _ settings: Settings
  ) -> RenderQueue<(hash: CheckpointedHash, clippedSamples: Int)> {
    RenderQueue(jobs, sampleRate: settings.sampleRate) { _, job, threads, advance in
      var hash = CheckpointedHash(job)
      let clippedSamples = await job.deliver(threads: threads) { bytes in
        hash.update(bytes)
        await advance(bytes.count / job.bytesPerFrame)
      }
      return (hash, clippedSamples)
    }
  }

  private nonisolated(nonsending) static func check(
    _ path: String, _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    // What is wrong with these flags is no matter of the file. It says how long its jobs are.
    let settings = try Settings(commandLine, standardDuration: Excerpt.longest)
    _ = try settings.job(of: nil)
    let bytes: [UInt8]
    do {
      bytes = try readFile(path == "-" ? "/dev/stdin" : path, limit: longestBytes)
    } catch {
      throw Failure(error)
    }
    let file = ChecksumFile(bytes)
    var jobs: [RenderJob?] = []
    for entry in file.entries {
      do {
        jobs.append(try job(of: entry, commandLine))
      } catch {
        StandardError.note(error.sentence)
        jobs.append(nil)
      }
    }

    let readable = jobs.compactMap(\.self)
    let comparison = try comparison(commandLine, readable)

    var (told, unreadable, different) = (0, 0, 0)
    func tellUnreadable() throws(Failure) {
      while told < jobs.count, jobs[told] == nil {
        try StandardOutput.print("\(file.entries[told].name): FAILED open or read\n")
        unreadable += 1
        told += 1
      }
    }
    let queue = queue(readable, settings)
    try await queue.run(
      threads: settings.threads, progress: settings.makeProgress(totalFrames: queue.totalFrames)
    ) { (_, result) throws(Failure) in
      try tellUnreadable()
      let entry = file.entries[told]
      told += 1
      if result.hash.digits == entry.line.hash {
        if !settings.isQuiet { try StandardOutput.print("\(entry.name): OK\n") }
      } else {
        let seconds = entry.marks.flatMap { $0.sameSeconds(as: result.hash.marks) }
        let place = seconds.map { " from \(result.hash.time(after: $0)) s on" } ?? ""
        try StandardOutput.print("\(entry.name): FAILED\(place)\n")
        different += 1
      }
    }
    try tellUnreadable()
    // What differs is told first; both end with the same status.
    do {
      try await comparison?.run(settings)
    } catch  where different > 0 {
      StandardError.note(error.sentence)
    }
    try report(path, file.malformedLines, unreadable, different, file.entries.count)
  }

  /// What a line of a file of checksums is the hash of; flags beside --check come after its own.
  private static func job(
    of entry: ChecksumFile.Entry, _ commandLine: ParsedCommandLine
  ) throws(Failure) -> RenderJob {
    let flags: ParsedCommandLine
    do {
      flags = try ParsedCommandLine(
        entry.flags + commandLine.words, options: specification.allOptions)
    } catch {
      throw Failure(error)
    }
    return try Settings(flags, standardDuration: standardDuration)
      .job(of: Preset(word: entry.line.name))
  }

  /// Ends in the words of sha256sum.
  private static func report(
    _ path: String, _ malformed: Int, _ unreadable: Int, _ different: Int, _ checked: Int
  ) throws(Failure) {
    guard checked > 0 else {
      throw Failure(.couldNot, "\(path.quoted): no properly formatted checksum lines found")
    }
    var warnings: [String] = []
    if malformed > 0 {
      warnings.append("\(count(malformed, "line is", "lines are")) improperly formatted")
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

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
