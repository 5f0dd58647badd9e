/// `hash`: SHA-256 of the bytes that `stream` writes, and its check.
enum HashCommand: Runnable {
  static let specification = CommandSpecification(
    name: "hash", summary: "Prints the SHA-256 of the samples as sha256sum does, or checks it",
    page: Page(PackageResources.hash_txt, values: ["flags": HashStandard.flags]),
    options: [
      Option(
        "check", takes: "FILE", "check the hashes in FILE; - for standard input",
        completion: .file, isEveryday: true),
      Option(
        "files", "read the files that --check lists, instead of rendering them", isNegatable: true),
      Option(
        "json", "print JSON", isNegatable: true),
    ],
    shared: SettingFlags.without(["force"]),
    arguments: [Argument(.preset, repeats: true)],
    defaults: ["duration": "10s"])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let isJSON = commandLine.isOn("json") ?? false
    if let path = commandLine["check"] {
      guard commandLine.arguments.isEmpty, commandLine["preset"] == nil else {
        throw Flaw("--check takes the presets from its file; leave them out here")
      }
      return try await check(path, commandLine, asJSON: isJSON)
    }
    if commandLine.isOn("files") == true { throw Flaw("--files goes with --check FILE") }
    try await printHashes(commandLine, asJSON: isJSON)
  }

  private static func printHashes(_ commandLine: ParsedCommandLine, asJSON: Bool) async throws {
    let settings = try RenderFlags(commandLine, length: .fixed(HashStandard.duration))
    var presets = try commandLine.presetArguments()
    // A preset from a pipe can be read once.
    let given = presets.isEmpty ? settings.preset : nil
    if presets.isEmpty { presets = [commandLine["preset"] ?? Preset.standardName] }
    settings.announceSeed()
    // All mistakes are found before the first sample is rendered.
    var jobs: [Rendering] = []
    var flags: [[String]] = []
    for word in presets {
      let preset = try given ?? Preset(word: word)
      settings.announce(preset)
      let job = try settings.rendering(of: preset, word: word)
      settings.announceIdle(in: job, of: preset, isFirst: jobs.isEmpty)
      settings.announceUnused(by: job.use(), in: presets.count > 1 ? word : nil)
      jobs.append(job)
      flags.append(settings.neededWords(of: job, of: preset, word: word))
    }
    try await settings.hash(jobs) { number, digits in
      guard let digits else { return }
      let (preset, flags) = (presets[number], flags[number])
      if asJSON {
        try StandardOutput.print("\(number == 0 ? "[" : ",")\n\(json(digits, preset, flags))")
      } else {
        try StandardOutput.printNames(ChecksumLine(hash: digits, preset: preset, flags: flags).text)
      }
    }
    if asJSON { try StandardOutput.print("\n]\n") }
  }

  private static func json(_ digits: String, _ preset: String, _ flags: [String]) -> String {
    JSONText.line([
      ("preset", JSONText.string(preset)),
      ("flags", "[\(flags.map(JSONText.string).joined(separator: ","))]"),
      ("sha256", JSONText.string(digits)), ("revision", "\(Rain.soundRevision)"),
    ])
  }

  /// Checks a file of checksums. Other flags apply to all lines.
  private static func check(
    _ path: String, _ commandLine: ParsedCommandLine, asJSON: Bool
  ) async throws {
    // A mistake in these flags is reported once, not for each line. The durations come from the lines.
    let settings = try RenderFlags(commandLine, length: .fixed(Extent.longest))
    _ = try settings.rendering(of: nil, word: Preset.standardName)
    var check = try HashCheck(path: path, isQuiet: settings.isQuiet, asJSON: asJSON)
    if commandLine.isOn("files") == true { return try check.readFiles() }
    var jobs: [Rendering?] = []
    for entry in check.entries {
      do {
        jobs.append(try entry.rendering(settings, options: specification.allOptions))
      } catch {
        StandardError.note(Failure(error).sentence)
        jobs.append(nil)
      }
    }
    try await check.render(jobs, settings)
  }
}
