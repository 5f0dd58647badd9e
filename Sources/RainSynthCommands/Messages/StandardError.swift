internal import Platform
internal import Text

/// The stream for messages and progress.
enum StandardError {
  /// Writes the text. Errors are ignored: there is nowhere left to report them.
  static func print(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      if written < 0, errno == EAGAIN {
        // Another process has made the stream non-blocking; wait until it takes more.
        var request = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
        continue
      }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }

  /// Writes a message on one line, safe to show and of bounded length.
  static func note(_ sentence: String) {
    print("\(Program.name): \(PlainText.sentence(sentence))\n")
  }
}
