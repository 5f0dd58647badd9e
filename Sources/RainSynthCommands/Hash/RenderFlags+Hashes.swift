internal import CommandLineKit
internal import RainAudio
internal import RainFiles

/// What a line of `hash` without flags was rendered with.
enum HashStandard {
  static let duration = Duration.seconds(10)

  /// As flags.
  static let flags = RenderJob(duration: duration).words().filter {
    ["--duration", "--rate", "--channels", "--format"].contains($0.prefix { $0 != "=" })
  }.joined(separator: " ")
}

extension RenderFlags {
  /// Hashes several jobs at once, and hands out the number and the digits of each in order.
  nonisolated(nonsending) func hash(
    _ jobs: [Rendering], to sink: (Int, String) throws -> Void
  ) async throws {
    let queue = RenderQueue(jobs.map { [$0] }, sampleRate: sampleRate) {
      _, group, threads, advance in
      let job = group[0]
      var hash = SHA256()
      _ = await job.deliver(threads: threads) { bytes in
        hash.update(bytes.span)
        await advance(bytes.count / job.bytesPerFrame)
      }
      return SHA256.hex(hash.finalize())
    }
    try await queue.run(threads: threads, progress: makeProgress(of: queue), to: sink)
  }

  /// The flags without which a rendering of the preset by `hash` would be another one, as one types them.
  func wordsOfHash(_ rendering: Rendering, of preset: Preset, word: String) -> [String] {
    var commandLine = commandLine.without(
      Set(commandLine.flags.map(\.name)).subtracting(Self.namesOfSound))
    for flag in commandLine.flags {
      let shorter = commandLine.without([flag.name])
      let other = try? RenderFlags(shorter, length: .fixed(HashStandard.duration))
      if (try? other?.rendering(of: preset, word: word))?.job == rendering.job {
        commandLine = shorter
      }
    }
    return commandLine.flags.enumerated().flatMap { place, flag in
      let isLast = commandLine.flags[(place + 1)...].allSatisfy { $0.name != flag.name }
      if flag.name == "seed", flag.value == "random" { return ["--seed", "\(seed)"] }
      return isLast || flag.name == CurveFlag.name ? flag.words : []
    }
  }
}
