/// Descriptor 1: a pipe, a file or a terminal.
///
/// Where SIGPIPE has its default action, a reader that goes away ends the process; where it is
/// ignored, the next write throws ``FileError/readerGone(path:)``.
package enum StandardOutput {
  static let name = "standard output"

  package static var isTerminal: Bool { SystemCalls.current.isTerminal(STDOUT_FILENO) }

  /// Writes all of `bytes` without a buffer, and waits for the reader where it has to.
  package static func write(_ bytes: Span<UInt8>) throws(FileError) {
    try FileError.naming(name, .write, try Descriptor(number: STDOUT_FILENO).write(bytes))
  }
}
