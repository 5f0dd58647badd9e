package import Platform
internal import RainAudio

extension WaveFile {
  /// Whether the WAV at the path stores these settings and the sound revision of this program.
  package func isStored(at path: String) -> Bool {
    guard let wave = try? WaveReader(FileReader(path: path)) else { return false }
    return wave.information["ISFT"]?.hasPrefix("\(Software.name) ") == true
      && wave.information["ICMT"] == settings
  }

  /// Whether the file at the path has the length of this one, and stores the same settings.
  package func exists(at path: String) -> Bool {
    fileLength(path) == byteCount && isStored(at: path)
  }

  /// The longest word of a command line on Linux, less its key.
  private static let longestTag = (1 << 17) - 64

  package func open(
    _ path: String, isForced: Bool, removesLeftovers: Bool = true
  ) throws(FileError) -> Output {
    let command = try encoder.map { encoder throws(FileError) -> EncoderCommand in
      let settings = self.settings
      guard settings.utf8.count <= Self.longestTag else {
        throw .malformed(path: path, "its settings are too long for a tag; write a WAV")
      }
      // Where the header does not say the length of the samples.
      let isLong = header.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF]
      return (
        name: encoder.name, path: encoder.path,
        arguments: { file in
          encoder.arguments(
            writing: file, isLong: isLong, layout: rendering.job.layout,
            title: content.title(of: rendering.job), settings: settings)
        },
        lack: { path throws(FileError) in
          let channels = rendering.channels
          guard let made = try encoder.channels(in: path, of: channels), made != channels
          else {
            return nil
          }
          return
            "has made \(made) channels of \(channels), and .\(encoder.ending) may hold no more; "
            + "a WAV holds all"
        }
      )
    }
    return try Output(
      path, isForced: isForced, expectedBytes: byteCount, removesLeftovers: removesLeftovers,
      encoder: command)
  }

  /// Renders to the file, to standard output if the path is `-`, or nowhere without a path, and to the stems, in one
  /// pass. The files get their names by ``Output/commit(_:)``. The rendering has an end.
  ///
  /// `opened` is called once all files are open; `observer` gets the samples of the first file, and the number of
  /// their frames.
  ///
  /// - Returns: How many samples the limiter has bent by more than 1 dB, and the files.
  /// - Throws: ``RenderError``, or an error of the files or of the observer.
  package nonisolated(nonsending) func writeUnnamed(
    to path: String?, _ stems: StemFolder?, threads: Int, isForced: Bool,
    removesLeftovers: Bool = true, opened: () throws -> Void = {},
    observer:
      nonisolated(nonsending) (_ samples: [UInt8], _ frames: Int) async throws -> Void
  ) async throws -> (limitedSamples: Int, outputs: [Output]) {
    let mix = try path.map { path in
      try open(path, isForced: isForced, removesLeftovers: removesLeftovers)
    }
    let stemFiles = try stems?.open(rendering) ?? []
    if let path, let mix, stemFiles.contains(where: { $0.output.isRival(of: mix) }) {
      throw RenderError.nameOfStem(path: path)
    }
    let files = (mix.map { [(output: $0, wave: self)] } ?? []) + stemFiles
    let parts: [RainStem?] =
      (mix == nil ? [] : [nil]) + (stemFiles.isEmpty ? [] : RainStem.allCases)
    try opened()
    for file in files { try file.output.write(file.wave.header) }
    let bytesPerFrame = rendering.job.bytesPerFrame
    let limitedSamples = try await rendering.deliver(parts, threads: threads) { bytes in
      for (file, bytes) in zip(files, bytes) { try file.output.write(bytes) }
      try await observer(bytes[0], bytes[0].count / bytesPerFrame)
    }
    for file in files {
      try file.output.writeTrailer(file.wave.trailer)
      try file.output.finishEncoding()
    }
    return (limitedSamples, files.map(\.output))
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
      let (limitedSamples, outputs) = try await WaveFile(self).writeUnnamed(
        to: path, stems, threads: threads, isForced: replacing,
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
