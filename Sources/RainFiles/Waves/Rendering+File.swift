internal import Platform

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
