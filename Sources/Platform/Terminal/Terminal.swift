/// The screen behind a file descriptor.
package enum Terminal {
  /// Whether the descriptor, such as 1 for standard output, leads to a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns and lines of the terminal's window; nil if the descriptor leads to none, or its
  /// size is not known.
  package static func size(_ descriptor: Int32) -> (columns: Int, lines: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether a path, such as /dev/tty, leads to a terminal. Only a character device is opened to find
  /// out.
  package static func isTerminal(path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return isTerminal(descriptor)
  }
}
