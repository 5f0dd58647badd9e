/// A program that reads a WAV from its standard input and writes it to a file in another format: its name in messages, its
/// path, the words after its name for the path of the file, and whether a file that it has written has its end.
package typealias EncoderCommand = (
  name: String, path: String, arguments: (_ file: String) -> [String],
  isWhole: (FileReader) throws(FileError) -> Bool
)

/// The destination of a command: a file that appears when it is complete, written here or by an encoder, or standard
/// output, `-`. An encoder writes under the temporary name; its file is whole once it has ended well.
package final class Output {
  private let path: String
  /// nil: standard output.
  private let file: OutputFile?
  private let encoder: (command: EncoderCommand, program: ChildProgram)?
  /// The bytes of the file of an encoder that has ended well.
  private var encodedBytes: Int?

  /// How much may wait in the pipe to the encoder, so that rendering goes on meanwhile: some 1.5 s of CD quality.
  private static let pipeBytes = 1 << 18

  /// The path is that of a file, or `-`; `isForced` lets an existing file be replaced, and
  /// `expectedBytes` is the length that the file will have, if it is known. With an encoder, that program writes the file
  /// from what is written here.
  package init(
    _ path: String, isForced: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true,
    encoder: EncoderCommand? = nil
  ) throws(FileError) {
    self.path = path
    guard path != "-" else {
      (file, self.encoder) = (nil, nil)
      return
    }
    let file = try OutputFile(
      path: path, force: isForced, expectedBytes: encoder == nil ? expectedBytes : nil,
      removesLeftovers: removesLeftovers)
    self.file = file
    self.encoder = try encoder.map { command throws(FileError) in
      ChildProgram.ignoreBrokenPipes()
      // A path that begins with a dash would be a flag.
      let name = file.writingPath.hasPrefix("/") ? file.writingPath : "./\(file.writingPath)"
      return (
        command,
        try ChildProgram(
          path: command.path, arguments: command.arguments(name), pipeBytes: Self.pipeBytes)
      )
    }
  }

  /// A program that is still at work writes to a file that is discarded.
  deinit { encoder?.program.end() }

  /// Whether both are standard output, or files that would replace each other.
  package func isRival(of other: Output) -> Bool {
    guard let file, let otherFile = other.file else { return file === other.file }
    return file.isRival(of: otherFile)
  }

  /// Writes all of the bytes, or a part of them.
  package func write(_ bytes: [UInt8], _ part: Range<Int>? = nil) throws(FileError) {
    let bytes = bytes.span.extracting(part ?? bytes.indices)
    if let encoder {
      guard encoder.program.writeAll(bytes) else { throw flaw(encoder.program.complaint) }
    } else if let file {
      try file.write(bytes)
    } else {
      try StandardOutput.write(bytes)
    }
  }

  /// Writes what follows the samples of a WAV: a reader of a pipe that goes away at their end has all that it wants.
  package func writeTrailer(_ bytes: [UInt8]) throws(FileError) {
    guard file == nil, !bytes.isEmpty else { return try write(bytes) }
    ChildProgram.ignoreBrokenPipes()
    do { try write(bytes) } catch { if case .readerGone = error { return } else { throw error } }
  }

  /// Waits for the encoder, if there is one, to end well: no more is written. On a disk that is full, some end well
  /// without the end of their file.
  ///
  /// - Returns: The bytes of its file, 0 for a device; nil without an encoder.
  @discardableResult
  package func finishEncoding() throws(FileError) -> Int? {
    guard let (command, program) = encoder, let file else { return nil }
    if let encodedBytes { return encodedBytes }
    guard program.waitForEnd() == .status(0) else { throw flaw(program.complaint) }
    let length = try file.reopen()
    guard length != 0 else {
      let message = program.lastMessage
      throw flaw("wrote nothing\(message.isEmpty ? "" : ": \(message)")")
    }
    if length != nil, try !command.isWhole(FileReader(path: file.writingPath)) {
      throw flaw("has left out the end of the sound; the disk may be full")
    }
    encodedBytes = length ?? 0
    return encodedBytes
  }

  /// A failure of the encoder; the sentence goes on from its name.
  private func flaw(_ sentence: String) -> FileError {
    .malformed(path: path, "\(encoder?.command.name ?? "") \(sentence)")
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
