/// Descriptor 1: a pipe, a file or a terminal.
///
/// Where SIGPIPE has its default action, a reader that goes away ends the process; where it is
/// ignored, the next write throws ``FileError/readerGone(path:)``.
package struct StandardOutput: Sendable {
  private static let name = "standard output"

  package init() {}

  package var isTerminal: Bool { SystemCalls.current.isTerminal(STDOUT_FILENO) }

  /// Writes all of `bytes` without a buffer, and waits for the reader where it has to.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    try FileError.naming(Self.name, .write, try Descriptor(number: STDOUT_FILENO).write(bytes))
  }

  /// Closes it. The error of a full disk may come no sooner than here.
  package func close() throws(FileError) {
    try FileError.naming(Self.name, .close, try Descriptor(number: STDOUT_FILENO).close())
  }
}
