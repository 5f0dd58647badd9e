/// The options of a line of `hash` without flags.
enum HashStandard {
  static let duration = Duration.seconds(10)

  static let flags = RenderJob(duration: duration).words().filter {
    ["--duration", "--rate", "--channels", "--format"].contains($0.prefix { $0 != "=" })
  }.joined(separator: " ")
}

extension ChecksumFile.Entry {
  /// The rendering of the line; the settings of the command line, which has these options, come after its own flags.
  func rendering(_ settings: RenderFlags, options: [Option]) throws -> Rendering {
    if let clip {
      guard let stored = clip.settings else {
        throw Failure(
          .couldNot, "\(fileName): the list has no settings to render it with; --files reads it")
      }
      let job = try StoredSettings(json: stored, of: clip.file).rendering()
      guard !job.isEndless else {
        throw Failure(.couldNot, "\(fileName): its settings have no end")
      }
      return try RenderFlags(ParsedCommandLine([], options: []), length: .fixed(nil), base: job.job)
        .overlaid(by: settings).rendering(of: nil, word: line.name)
    }
    guard let (word, words) = line.rendering else {
      throw Failure(.couldNot, "\(fileName): a quotation mark is not closed")
    }
    let flags = try ParsedCommandLine(words, options: options)
    if let argument = flags.arguments.first {
      throw Failure(.couldNot, "\(fileName): \(argument.quoted) is no flag of hash")
    }
    let ofLine = try RenderFlags(flags, length: .fixed(HashStandard.duration))
    let preset: Preset
    do {
      preset = try Preset(word: word)
    } catch PresetError.unknownName {
      throw Failure(
        .couldNot,
        "\(fileName): the line names no preset, and so no settings to render; --files reads "
          + "the files that a list names")
    }
    settings.announce(preset)
    return try ofLine.overlaid(by: settings).rendering(of: preset, word: word)
  }
}

extension RenderFlags {
  /// Hashes jobs, and hands out number and digits of each in order; nil for one that is no job.
  func hash(_ jobs: [Rendering?], to sink: (Int, String?) throws -> Void) async throws {
    let queue = RenderQueue<String?>(
      groups: jobs.map { [$0].compactMap(\.self) }, sampleRate: job.sampleRate
    ) {
      _, group, threads, advance in
      guard let job = group.first else { return nil }
      var hash = SHA256()
      _ = await job.deliver(threads: threads) { bytes in
        hash.update(bytes.span)
        advance(bytes.count / job.bytesPerFrame)
      }
      return SHA256.hex(hash.finalize())
    }
    try await queue.run(
      threads: threads,
      progress: makeProgress(totalFrames: queue.totalFrames, sampleRate: job.sampleRate),
      to: sink)
  }
}
