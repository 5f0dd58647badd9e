internal import CommandLineKit
internal import Platform
internal import RainFiles
internal import Text

/// `hash`: SHA-256 of the bytes that `stream` writes, and its check.
enum HashCommand: Runnable {
  static let specification = CommandSpecification(
    "hash", "Prints the SHA-256 of the samples, as sha256sum does, or checks it",
    usage: [
      "[settings] [PRESET...]", "[settings] [--files] --check FILE",
      "[settings] --against FILE.wav",
    ],
    details: [
      """
      The hash covers the bytes that stream writes with the same settings. --check reads lines \
      that hash has printed, renders each again and prints OK or FAILED; the exit status is 1 \
      unless all are OK. Give it the same settings again, or print the lines with --marks, which \
      stores the settings. --check then also prints the time at which the sound begins to differ. \
      Other flags apply to all lines. The length of a preset, such as that of storm, does not hold here, \
      unless the preset has a seed, too, as a take does. --seed per-file gives each \
      preset a seed of its own, as in batch.
      """,
      """
      --check also takes the manifests of batch, vary and drop, and renders the settings of each file again; it does \
      not read the files. --files does so in place of rendering: it reads the samples of the files that are \
      listed, and finds those that are missing, cut off or changed.
      """,
      """
      --against compares one rendering, or the one in the file of --check, with an older WAV, and \
      prints from which time on, and by how many decibels, they differ.
      """,
    ],
    examples: [
      "rainsynth hash --marks -r 48000 presets/*.json > sums",
      "rainsynth hash --check sums", "rainsynth hash --files --check data/manifest.jsonl",
      "rainsynth hash -p steady -d 10 --against old.wav",
    ],
    options: [
      Option(
        "check", takes: "FILE", "check the hashes in FILE; - for standard input",
        completion: .file, isEveryday: true),
      Option(
        "files", "read the files that --check lists, instead of rendering them", isNegatable: true),
      Option(
        "against", takes: "FILE.wav", "print how much the sound differs from this file",
        completion: .file(endings: ".wav")),
      Option(
        "marks", "print comments with settings and checkpoints, for --check", isNegatable: true),
    ],
    shared: SettingFlags.groups.map { $0.without(["force"]) } + [Program.helpGroup],
    arguments: [Argument(.preset, repeats: true)],
    defaults: ["duration": "10s"])

  private static let standardDuration = Duration.seconds(10)

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws {
    if let path = commandLine["check"] {
      guard commandLine.arguments.isEmpty, commandLine["preset"] == nil else {
        throw Failure(.wrongUsage, "--check takes the presets from its file; leave them out here")
      }
      return try await check(path, commandLine)
    }
    if commandLine.isOn("files") == true {
      throw Failure(.wrongUsage, "--files goes with --check FILE")
    }
    try await printHashes(commandLine)
  }

  private nonisolated(nonsending) static func printHashes(
    _ commandLine: ParsedCommandLine
  ) async throws {
    let settings = try RenderFlags(
      commandLine, length: .fixed(standardDuration))
    var presets = try settings.presetArguments()
    if presets.isEmpty { presets = [settings.preset ?? Preset.standardName] }
    settings.announceInputs()
    // All mistakes are found before the first sample is rendered.
    var jobs: [Rendering] = []
    for word in presets {
      let preset = try Preset(word: word)
      settings.announceRevision(of: preset)
      jobs.append(try settings.rendering(of: preset, word: word))
    }
    let comparison = try comparison(commandLine, jobs)
    let hasCheckpoints = commandLine["marks"] != nil
    if hasCheckpoints {
      if let word = settings.soundFlags.first(where: { $0.contains { $0.isWhitespace } }) {
        throw Failure(
          .wrongUsage, "--marks stores the flags between blanks; write \(word.quoted) without one")
      }
      try StandardOutput.print(ChecksumFile.comments(ofFlags: settings.soundFlags))
    }
    try await CheckpointedHash.each(of: jobs, settings) { number, hash in
      let line = ChecksumLine(hash: hash.digits, name: presets[number])
      let checkpoints = hasCheckpoints ? hash.checkpoints.text : ""
      try StandardOutput.printNames(line.text + checkpoints)
    }
    try await comparison?.run(settings)
  }

  /// The comparison of --against; nil without that flag.
  private static func comparison(
    _ commandLine: ParsedCommandLine, _ jobs: [Rendering]
  ) throws -> Comparison? {
    guard let path = commandLine["against"] else { return nil }
    guard jobs.count == 1 else {
      throw Failure(
        .wrongUsage, "--against compares one rendering with a WAV, but there are \(jobs.count)"
      )
    }
    return try Comparison(jobs[0], with: path)
  }

  /// Checks a file of checksums. Other flags apply to all lines.
  private nonisolated(nonsending) static func check(
    _ path: String, _ commandLine: ParsedCommandLine
  ) async throws {
    // A mistake in these flags is reported once, not for each line. The durations come from the lines.
    let settings = try RenderFlags(
      commandLine, length: .fixed(Extent.longest))
    _ = try settings.rendering(of: nil, word: Preset.standardName)
    var check = try HashCheck(path: path, isQuiet: settings.isQuiet)
    if commandLine.isOn("files") == true { return try check.readFiles() }
    var jobs: [Rendering?] = []
    for entry in check.entries {
      do {
        jobs.append(try job(of: entry, commandLine))
      } catch {
        StandardError.note(Failure(error).sentence)
        jobs.append(nil)
      }
    }
    try await check.render(
      jobs, settings, comparison(commandLine, jobs.compactMap(\.self)))
  }

  /// The job of a line of checksums; flags of the command line come after the flags of the line.
  private static func job(
    of entry: ChecksumFile.Entry, _ commandLine: ParsedCommandLine
  ) throws -> Rendering {
    if let clip = entry.clip {
      guard let settings = clip.settings else {
        throw Failure(
          .couldNot,
          "\(entry.fileName): the list has no settings to render it with; --files reads it"
        )
      }
      let job = try StoredSettings(json: settings, of: clip.file).rendering()
      guard !job.isEndless else {
        throw Failure(.couldNot, "\(entry.fileName): its settings have no end")
      }
      return try RenderFlags(commandLine, length: .fixed(nil), base: job.job)
        .rendering(of: nil, word: entry.line.name)
    }
    let flags = try ParsedCommandLine(
      entry.flags + commandLine.words, options: specification.allOptions)
    let settings = try RenderFlags(flags, length: .fixed(standardDuration))
    let preset = try Preset(word: entry.line.name)
    settings.announceRevision(of: preset)
    return try settings.rendering(of: preset, word: entry.line.name)
  }
}
