/// The destination of a command: a file that appears when it is complete, written here or by an encoder, or standard
/// output, `-`.
package enum Output {
  case file(OutputFile)
  case encoded(EncodedFile)
  case standardOutput

  /// The path is that of a file, or `-`; `isForced` lets an existing file be replaced, and
  /// `expectedBytes` is the length that the file will have, if it is known. With an encoder, that program writes the file
  /// from what is written here.
  package init(
    _ path: String, isForced: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true,
    encoder: EncoderCommand? = nil
  ) throws(FileError) {
    if path == "-" {
      self = .standardOutput
      return
    }
    let file = try OutputFile(
      path: path, force: isForced, expectedBytes: encoder == nil ? expectedBytes : nil,
      removesLeftovers: removesLeftovers)
    self =
      try encoder.map { command throws(FileError) in
        .encoded(try EncodedFile(file, path: path, by: command))
      } ?? .file(file)
  }

  /// The file; nil for standard output.
  private var file: OutputFile? {
    switch self {
    case .file(let file): file
    case .encoded(let encoded): encoded.file
    case .standardOutput: nil
    }
  }

  /// Whether both are standard output, or files that would replace each other.
  package func isRival(of other: Output) -> Bool {
    switch (file, other.file) {
    case (nil, nil): true
    case (let file?, let otherFile?): file.isRival(of: otherFile)
    default: false
    }
  }

  /// Writes all of the bytes, or a part of them.
  package func write(_ bytes: [UInt8], _ part: Range<Int>? = nil) throws(FileError) {
    let bytes = bytes.span.extracting(part ?? bytes.indices)
    switch self {
    case .file(let file): try file.write(bytes)
    case .encoded(let file): try file.write(bytes)
    case .standardOutput: try StandardOutput.write(bytes)
    }
  }

  /// Writes what follows the samples of a WAV: a reader of a pipe that goes away at their end has all that it wants.
  package func writeTrailer(_ bytes: [UInt8]) throws(FileError) {
    guard case .standardOutput = self, !bytes.isEmpty else { return try write(bytes) }
    ChildProgram.ignoreBrokenPipes()
    do { try write(bytes) } catch { if case .readerGone = error { return } else { throw error } }
  }

  /// Waits for the encoder, if there is one, to end well: no more is written.
  ///
  /// - Returns: The bytes of its file; nil without an encoder.
  @discardableResult
  package func finishEncoding() throws(FileError) -> Int? {
    guard case .encoded(let file) = self else { return nil }
    return try file.finish()
  }

  /// The name of the file until it is committed; nil for none.
  package var writingPath: String? { file?.writingPath }

  /// Whether it is a file that can be written again, instead of what was written before.
  package var isReplaceable: Bool { file.map { !$0.isWrittenDirectly } ?? false }

  /// Closes the output. A file appears under its name only now.
  package func commit() throws(FileError) { try Self.commit([self]) }

  /// Closes the files of each group: they appear under their names when all are on the disk, or, without `isSynced`,
  /// when they are written. Encoders have finished. Returns the error of each group; nil where all of its files have
  /// their names.
  package static func commitEach(_ groups: [[Output]], isSynced: Bool) -> [FileError?] {
    OutputFile.commitEach(groups.map { $0.compactMap(\.file) }, isSynced: isSynced)
  }

  /// Closes the outputs: files appear under their names when all are on the disk.
  package static func commit(_ outputs: [Output]) throws(FileError) {
    for output in outputs {
      try output.finishEncoding()
      if output.file == nil { try StandardOutput.close() }
    }
    try OutputFile.commit(outputs.compactMap(\.file))
  }
}
