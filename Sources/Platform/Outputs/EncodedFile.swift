/// A program that reads a WAV from its standard input and writes it to a file in another format: its name in messages, its
/// path, the words after its name for the path of the file, and whether a file that it has written has its end.
package typealias EncoderCommand = (
  name: String, path: String, arguments: (_ file: String) -> [String],
  isWhole: (FileReader) throws(FileError) -> Bool
)

/// A file that an encoder writes under a temporary name. It is whole once the encoder has ended well.
package final class EncodedFile {
  let file: OutputFile
  private let path: String
  private let command: EncoderCommand
  private let program: ChildProgram
  private var byteCount: Int?

  /// How much may wait in the pipe to the encoder, so that rendering goes on meanwhile: some 1.5 s of CD quality.
  private static let pipeBytes = 1 << 18

  init(_ file: OutputFile, path: String, by command: EncoderCommand) throws(FileError) {
    ChildProgram.ignoreBrokenPipes()
    (self.file, self.path, self.command) = (file, path, command)
    // A path that begins with a dash would be a flag.
    let writingPath = file.writingPath
    program = try ChildProgram(
      path: command.path,
      arguments: command.arguments(writingPath.hasPrefix("/") ? writingPath : "./\(writingPath)"),
      pipeBytes: Self.pipeBytes)
  }

  /// A program that is still at work writes to a file that is discarded.
  deinit { program.end() }

  func write(_ bytes: Span<UInt8>) throws(FileError) {
    guard program.writeAll(bytes) else { throw failure }
  }

  /// Waits until the encoder has ended; returns the bytes of the file, 0 for a device. Throws unless it ended well and its
  /// file has an end: on a disk that is full, some end well all the same.
  func finish() throws(FileError) -> Int {
    if let byteCount { return byteCount }
    guard program.waitForEnd() == .status(0) else { throw failure }
    let length = try file.reopen()
    guard length != 0 else {
      let message = program.lastMessage
      throw .malformed(
        path: path, "\(command.name) wrote nothing\(message.isEmpty ? "" : ": \(message)")")
    }
    if length != nil, try !command.isWhole(FileReader(path: file.writingPath)) {
      throw .malformed(
        path: path,
        "\(command.name) has left out the end of the sound; the disk may be full")
    }
    byteCount = length ?? 0
    return length ?? 0
  }

  private var failure: FileError { .malformed(path: path, "\(command.name) \(program.complaint)") }
}
