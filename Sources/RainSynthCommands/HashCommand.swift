internal import CommandLineKit
internal import RainAudioIO

/// `hash`: SHA-256 of the bytes that `stream` writes, and its check.
enum HashCommand {
  static let specification = CommandSpecification(
    "hash", "Prints the SHA-256 of the samples, as sha256sum does, or checks it",
    usage: ["[settings] [PRESET...]", "[settings] --check FILE"],
    details: [
      """
      The hash is that of the bytes that stream writes with the same settings. --check reads \
      lines that hash has printed, and needs the settings that they were printed with; it says \
      OK or FAILED for each, and ends with status 1 unless all are OK.
      """
    ],
    examples: [
      "rainsynth hash -p steady -d 10",
      "rainsynth hash presets/*.json > sums",
      "rainsynth hash --check sums",
    ],
    options: [
      Option(
        "check", takes: "FILE", "check the hashes in this file; - for standard input",
        completion: .file)
    ],
    shared: SettingFlags.groups + [RainSynth.helpGroup],
    arguments: [Argument("PRESET", .preset, repeats: true)])

  private static let standardDuration = Duration.seconds(10)
  private static let standardPreset = "steady"
  /// A file of checksums that is longer is something else.
  private static let longestBytes = 1 << 24

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let settings = try Settings(commandLine, standardDuration: standardDuration)
    if let path = commandLine["check"] {
      guard commandLine.arguments.isEmpty, settings.preset == nil else {
        throw Failure(.wrongUsage, "--check takes the presets from its file; leave them out here")
      }
      return try await check(path, settings)
    }
    var presets = try settings.presetArguments()
    if presets.isEmpty { presets = [settings.preset ?? standardPreset] }
    settings.announceSeed()
    // Every mistake is told before the first sample is rendered.
    var renditions: [Rendition] = []
    for preset in presets { renditions.append(try settings.rendition(of: PresetFile.load(preset))) }
    for (preset, rendition) in zip(presets, renditions) {
      let (hash, clippedSamples) = try await hash(rendition, settings)
      try StandardOutput.print(ChecksumLine(hash: hash, name: preset).text)
      settings.announce(clippedSamples: clippedSamples, in: preset)
    }
  }

  private nonisolated(nonsending) static func check(
    _ path: String, _ settings: Settings
  ) async throws(Failure) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path == "-" ? "/dev/stdin" : path, limit: longestBytes)
    } catch {
      throw Failure(error)
    }
    var (malformed, unreadable, different, checked) = (0, 0, 0, 0)
    for lineBytes in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: lineBytes, as: UTF8.self)
      // Lines that come from elsewhere may end with CR LF.
      guard let line = ChecksumLine(text.hasSuffix("\r") ? String(text.dropLast()) : text) else {
        malformed += 1
        continue
      }
      checked += 1
      let rendition: Rendition
      do {
        rendition = try settings.rendition(of: PresetFile.load(line.name))
      } catch {
        StandardError.note(error.sentence)
        try StandardOutput.print("\(line.name): FAILED open or read\n")
        unreadable += 1
        continue
      }
      if try await hash(rendition, settings).hash == line.hash {
        if !settings.isQuiet { try StandardOutput.print("\(line.name): OK\n") }
      } else {
        try StandardOutput.print("\(line.name): FAILED\n")
        different += 1
      }
    }
    try report(path, malformed, unreadable, different, checked)
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

  private nonisolated(nonsending) static func hash(
    _ rendition: Rendition, _ settings: Settings
  ) async throws(Failure) -> (hash: String, clippedSamples: Int) {
    var hash = SHA256()
    var progress = settings.makeProgress(totalFrames: rendition.frames.count)
    let clippedSamples = try await rendition.deliver { (bytes) throws(Failure) in
      hash.update(bytes.span)
      progress.advance(by: bytes.count / rendition.bytesPerFrame)
    }
    progress.finish()
    return (SHA256.hex(hash.finalize()), clippedSamples)
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
