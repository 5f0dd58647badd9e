internal import CommandLineKit
internal import RainFiles

/// `stream`: raw samples on standard output.
enum StreamCommand {
  static let specification = CommandSpecification(
    "stream", "Writes raw samples to standard output, without end unless --duration is given",
    usage: ["[settings]"],
    details: [
      """
      The samples are little-endian, left before right, without a header. A preset that has a length, \
      such as storm, ends; all others do not.
      """
    ],
    examples: [
      "rainsynth stream | aplay -f cd",
      "rainsynth stream -p drizzle -d 10 | sha256sum",
    ],
    shared: SettingFlags.groups.map { $0.without(["force"]) } + [Program.helpGroup],
    absences: [(["output"], "it writes to standard output")],
    defaults: ["duration": "endless"])

  nonisolated(nonsending) static func run(
    _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let preset = try Settings.preset(commandLine)
    let settings = try Settings(commandLine, standardDuration: preset?.duration)
    let job = try settings.rendering(of: preset)
    try PlaybackHint.refuseTerminal(["stream"] + commandLine.words, PlaybackHint.raw(job))
    settings.announceInputs(preset)
    var progress = settings.makeProgress(
      totalFrames: job.isEndless ? nil : job.frames.count, sampleRate: job.sampleRate)
    let output = Output.standardOutput
    let limitedSamples = try await job.deliver(threads: settings.threads(for: job)) {
      (bytes) throws(Failure) in
      try output.write(bytes)
      progress.advance(by: bytes.count / job.bytesPerFrame)
    }
    try output.commit()
    progress.finish()
    settings.announce(limitedSamples: limitedSamples, of: job)
  }
}
