internal import Platform
internal import RainAudio

extension Rendering {
  /// Renders to a WAV file.
  ///
  /// The file is written under a temporary name, flushed and renamed, so a file under its own name is
  /// complete. It stores the settings of the job. Above 4 GiB it is RF64.
  ///
  /// SIGINT, SIGTERM and the other signals that end a process first remove the temporary file, unless
  /// the program handles or ignores them itself.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - threads: The threads that render, 1 or more. Their number does not change a byte.
  /// - Returns: How many samples the soft clip has bent by more than 1 dB.
  /// - Throws: ``RenderError`` for rain without an end, an existing file, or an error of the system.
  @discardableResult
  public nonisolated(nonsending) func write(
    to path: String, replacing: Bool = false, threads: Int = Processors.count
  ) async throws(RenderError) -> Int {
    guard !isEndless else { throw .endless }
    let contents: WaveContents
    do {
      contents = try WaveContents(self)
    } catch {
      preconditionFailure("RF64 has room for every rendering with an end")
    }
    do throws(OutputError) {
      let file = try OutputFile(path: path, force: replacing, expectedBytes: contents.byteCount)
      try file.write(contents.header)
      let limitedSamples = try await deliver(threads: threads) { (bytes) throws(OutputError) in
        try file.write(bytes)
      }
      try file.write(contents.trailer)
      try file.commit()
      return limitedSamples
    } catch .exists(let path) {
      throw .exists(path: path)
    } catch {
      throw .notWritten(path: path, reason: "\(error)")
    }
  }
}
