package import Platform
internal import RainAudio

extension WaveWriter {
  /// The longest word of a command line on Linux, less its key.
  private static let longestTag = (1 << 17) - 64

  /// The file for a WAV, written by the encoder if there is one.
  package func output(
    _ path: String, _ wave: RenderedWave, isForced: Bool, removesLeftovers: Bool = true
  ) throws(FileError) -> Output {
    let command = try encoder.map { encoder throws(FileError) in
      let settings = wave.settings
      guard settings.utf8.count <= Self.longestTag else {
        throw .malformed(path: path, "its settings are too long for a tag; write a WAV")
      }
      return EncoderCommand(
        name: encoder.name, path: encoder.path,
        arguments: { file in
          encoder.arguments(
            writing: file, isLong: wave.isEndless, layout: wave.layout, title: wave.title,
            settings: settings)
        },
        // What a program that is not known writes may have a format that is not known.
        isWhole: { file throws(FileError) in
          try EncodedEnd.isThere(in: file) ?? (encoder.program == nil)
        })
    }
    return try Output(
      path, isForced: isForced, expectedBytes: wave.byteCount, removesLeftovers: removesLeftovers,
      encoder: command)
  }

  /// Writes the mix to a file, to standard output if the path is `-`, or nowhere without a path, and its stems, in
  /// one pass. The files get their names by ``Output/commit(_:)``.
  ///
  /// - Parameters:
  ///   - rendering: What is written. It has an end.
  ///   - wave: Its WAV, if it was made already.
  ///   - path: The file of the mix.
  ///   - stems: The folder of the stems.
  ///   - threads: The threads that render, 1 or more.
  ///   - isForced: Whether an existing file may be replaced.
  ///   - removesLeftovers: Whether temporary files of processes that were killed are removed.
  ///   - opened: Is called once all files are open.
  ///   - observer: Gets the samples of the mix, none where there are only stems, and the number of their frames.
  /// - Returns: How many samples the limiter has bent by more than 1 dB, and the files.
  /// - Throws: ``RenderError``, or an error of the files or of the observer.
  package nonisolated(nonsending) func writeUnnamed(
    _ rendering: Rendering, _ wave: RenderedWave? = nil, to path: String?,
    _ stems: StemFolder? = nil, threads: Int, isForced: Bool, removesLeftovers: Bool = true,
    opened: () throws -> Void = {},
    observer:
      nonisolated(nonsending) (_ samples: ArraySlice<UInt8>, _ frames: Int) async throws -> Void
  ) async throws -> (limitedSamples: Int, outputs: [Output]) {
    let wave = try wave ?? self.wave(of: rendering)
    let mix = try path.map { path in
      try output(path, wave, isForced: isForced, removesLeftovers: removesLeftovers)
    }
    let stemFiles = try stems?.open(rendering, self) ?? []
    if let path, let mix, stemFiles.contains(where: { $0.output.isRival(of: mix) }) {
      throw RenderError.nameOfStem(path: path)
    }
    let files = (mix.map { [(output: $0, wave: wave)] } ?? []) + stemFiles
    try opened()
    for file in files { try file.output.write(file.wave.header) }
    let limitedSamples: Int
    if stems != nil {
      limitedSamples = try await rendering.deliver(
        stemsWithMix: mix != nil, threads: threads
      ) { bytes, parts, frames in
        try mix?.write(bytes, parts[0])
        for (stem, part) in zip(stemFiles, parts.dropFirst()) {
          try stem.output.write(bytes, part)
        }
        try await observer(bytes[parts[0]], frames)
      }
    } else {
      limitedSamples = try await rendering.deliver(threads: threads) { bytes in
        try mix?.write(bytes)
        try await observer(bytes[...], bytes.count / rendering.bytesPerFrame)
      }
    }
    for file in files {
      try file.output.write(file.wave.trailer)
      try file.output.finishEncoding()
    }
    return (limitedSamples, files.map(\.output))
  }
}

extension RenderedWave {
  /// Whether the WAV at the path stores these settings and the sound revision of this program.
  package func isStored(at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"]?.hasPrefix("\(Software.name) ") == true
      && wave.information["ICMT"] == settings
  }

  /// Whether the file at the path has the length of this one, and stores the same settings.
  package func exists(at path: String) -> Bool {
    fileLength(path) == byteCount && isStored(at: path)
  }
}

extension Rendering {
  /// Renders to a WAV file, and to files of its stems.
  ///
  /// Files are written under temporary names, flushed and renamed, so a file under its own name is
  /// complete. It stores the settings of the job: see ``StoredSettings``. Above 4 GiB it is RF64.
  ///
  /// SIGINT, SIGTERM and the other signals that end a process first remove the temporary files, unless
  /// the program handles or ignores them itself.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - stems: The folder for the stems of the mix; nil for none.
  ///   - replacing: Whether existing files may be replaced.
  ///   - threads: The threads that render, 1 or more. Their number does not change a byte.
  ///   - progress: Is called every third of a second of sound or so, with the frames that are done.
  /// - Returns: How many samples the limiter has bent by more than 1 dB.
  /// - Throws: ``RenderError`` for rain without an end, an existing file, or an error of the system;
  ///   `CancellationError` where the task is cancelled: no file is left then.
  @discardableResult
  public nonisolated(nonsending) func write(
    to path: String, stems: StemFolder? = nil, replacing: Bool = false,
    threads: Int = Processors.count, progress: (_ doneFrames: Int) -> Void = { _ in }
  ) async throws -> Int {
    guard !isEndless else { throw RenderError.endless }
    var stems = stems
    stems?.isForced = replacing
    var done = 0
    do {
      let (limitedSamples, outputs) = try await WaveWriter().writeUnnamed(
        self, to: path, stems, threads: threads, isForced: replacing,
        observer: { _, frames in
          try Task.checkCancellation()
          done += frames
          progress(done)
        })
      try Output.commit(outputs)
      return limitedSamples
    } catch FileError.exists(let path) {
      throw RenderError.exists(path: path)
    } catch let error as FileError {
      throw RenderError.notWritten(path: path, reason: "\(error)")
    }
  }
}
