/// `stream`: raw samples on standard output.
enum StreamCommand: Runnable {
  static let specification = CommandSpecification(
    name: "stream", summary: "Writes raw samples to standard output, endless without --duration",
    page: Page(PackageResources.stream_txt),
    shared: SettingFlags.without(["force"]),
    arguments: Argument.rain,
    absences: [(["output"], "it writes to standard output")],
    defaults: ["duration": "endless"])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let flags = try RenderFlags(commandLine.namingRain(), length: .ofInputs(orElse: nil))
    let rendering = try flags.rendering()
    try PlaybackHint.refuseTerminal(nil, commandLine, rendering)
    flags.announceInputs(of: rendering)
    var progress = flags.makeProgress(of: rendering)
    let output = try Output("-", isForced: false)
    let limitedSamples = try await rendering.deliver(threads: flags.threads(for: rendering)) {
      bytes in
      try output.write(bytes)
      progress.advance(by: bytes.count / rendering.bytesPerFrame)
    }
    try output.commit()
    progress.finish()
    flags.announce(limitedSamples: limitedSamples, of: rendering)
  }
}
