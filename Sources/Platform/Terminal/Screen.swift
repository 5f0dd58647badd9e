/// The size of the screen that shows an output, and what it can show.
package struct Screen: Sendable, Equatable {
  package let columns: Int
  package let lines: Int
  /// Whether escape sequences, such as the one that erases the rest of a line, are understood.
  package let hasEscapes: Bool
  /// Whether more than ASCII is shown.
  package let isUnicode: Bool
  /// Whether colors are shown, and wanted: https://no-color.org.
  package let hasColors: Bool

  /// The width of a VT100 terminal (1978). It is assumed for an output that is not a terminal.
  package static let standardColumns = 80
  package static let standardLines = 24

  /// No text is laid out for less than 40 columns, or for more lines than anybody's screen has.
  private static let columnRange = 40...1000
  private static let lineRange = 8...1000

  package init(
    columns: Int = standardColumns, lines: Int = standardLines, hasEscapes: Bool = true,
    isUnicode: Bool = true, hasColors: Bool = false
  ) {
    self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    self.lines = min(max(lines, Self.lineRange.lowerBound), Self.lineRange.upperBound)
    self.hasEscapes = hasEscapes
    self.isUnicode = isUnicode
    self.hasColors = hasColors
  }

  /// A screen with a window of that size; nil if the output has no window. The variables COLUMNS and
  /// LINES override the size (POSIX, "Environment Variables"). LC_ALL, or else LC_CTYPE, or else LANG
  /// gives the character set. The terminals of DEC have no colors, nor do terminals that the database of terminals
  /// calls -m or -mono. `variable` returns a variable of the environment.
  package init(window: (columns: Int, lines: Int)?, variable: (String) -> String?) {
    func number(_ name: String) -> Int? {
      variable(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    let terminal = text("TERM")
    let locale = (text("LC_ALL") ?? text("LC_CTYPE") ?? text("LANG") ?? "C").lowercased()
    let isDumb = terminal == "dumb"
    let isMonochrome = terminal.map { name in
      name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
    }
    self.init(
      columns: number("COLUMNS") ?? window?.columns ?? Screen.standardColumns,
      lines: number("LINES") ?? window?.lines ?? Screen.standardLines,
      hasEscapes: terminal != nil && !isDumb,
      isUnicode: !isDumb && (locale.contains("utf-8") || locale.contains("utf8")),
      hasColors: isMonochrome == false && !isDumb && text("NO_COLOR") == nil)
  }

  package init(descriptor: Int32) {
    self.init(window: Terminal.size(descriptor), variable: SystemCalls.current.variable)
  }
}

/// The screen behind a file descriptor.
package enum Terminal {
  /// The columns and lines of the terminal's window; nil if the descriptor leads to none, or its
  /// size is not known.
  package static func size(_ descriptor: Int32) -> (columns: Int, lines: Int)? {
    var size = winsize()
    guard SystemCalls.current.isTerminal(descriptor),
      unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether a path, such as /dev/tty, leads to a terminal. Only a character device is opened to find
  /// out.
  package static func isTerminal(path: String) -> Bool {
    let path = FilePath(path)
    guard let status = try? path.status(), status.st_mode & S_IFMT == S_IFCHR,
      let device = try? Descriptor.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY)
    else { return false }
    defer { try? device.close() }
    return SystemCalls.current.isTerminal(device.number)
  }
}
