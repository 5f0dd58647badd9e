package import Platform

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
