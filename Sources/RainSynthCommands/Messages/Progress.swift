/// The progress of a rendering, on standard error: one line that is updated for a person, or a line of
/// JSON a second for a program.
struct Progress {
  enum Mode: String, CaseIterable {
    /// For a person only: on a terminal that can erase a line, and after a second.
    case auto
    case always, never, json
  }

  static let option = Option(
    "progress", takes: "WHEN", "show a progress line; json: one a second",
    choices: Mode.allCases.map(\.rawValue), standard: "auto")

  private let mode: Mode
  private var report: ProgressReport
  private let start = ContinuousClock.now
  private var nextReport: ContinuousClock.Instant
  /// The file in progress, if there are several.
  var name: String?
  /// The width of the current line, in columns.
  private var lineColumns = 0

  /// `totalFrames` is nil for an endless task, `isPlayed` whether it goes as fast as it sounds.
  init(_ mode: Mode, sampleRate: Int, totalFrames: Int?, isPlayed: Bool = false) {
    let isSeen = SystemCalls.current.isTerminal(2) && Screen(descriptor: 2).hasEscapes
    self.mode = mode == .auto && !isSeen ? .never : mode
    report = ProgressReport(
      doneFrames: 0, totalFrames: totalFrames, sampleRate: sampleRate, elapsed: .zero,
      isPlayed: isPlayed)
    nextReport = start + (mode == .always ? .zero : .seconds(1))
  }

  /// Counts frames that are done, and prints when it is time.
  mutating func advance(by frames: Int) {
    StandardError.accept()
    report.doneFrames += frames
    guard mode != .never else { return }
    let now = ContinuousClock.now
    guard now >= nextReport else { return }
    report.elapsed = now - start
    if mode == .json {
      StandardError.print("\(report.json)\n")
      nextReport = now + .seconds(1)
    } else {
      // Asked each time: a window changes its size.
      let screen = Screen(descriptor: 2)
      // The name takes a third of the line at most.
      let start =
        name.map { "\(PlainText.line($0, limit: max(8, screen.columns / 3 - 5))): " } ?? ""
      let line = report.line(columns: screen.columns - 1 - TextWidth.columns(start))
      replaceLine(by: start + line, screen)
      nextReport = now + .milliseconds(200)
    }
  }

  mutating func finish() {
    guard lineColumns > 0 else { return }
    let screen = Screen(descriptor: 2)
    replaceLine(by: "", screen)
    if !screen.hasEscapes { StandardError.print("\r") }
  }

  /// Writes the text over the old line, and erases the rest by an escape sequence or spaces.
  private mutating func replaceLine(by text: String, _ screen: Screen) {
    let blanks = max(0, min(lineColumns, screen.columns - 1) - text.utf8.count)
    let end = screen.hasEscapes ? "\u{1B}[K" : String(repeating: " ", count: blanks)
    StandardError.print("\r\(text)\(end)")
    lineColumns = text.utf8.count
  }
}

/// The width of text, rather too wide than too narrow.
package enum TextWidth {
  /// Columns of a terminal.
  package static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  /// The text, or its longest beginning followed by …, that fits into so many columns.
  package static func cut(_ text: String, columns limit: Int) -> String {
    if columns(text) <= limit { return text }
    var room = limit - 1
    var beginning = ""
    for scalar in text.unicodeScalars {
      room -= columns(scalar)
      if room < 0 { break }
      beginning.unicodeScalars.append(scalar)
    }
    return beginning + "…"
  }

  /// Hangul, Chinese, Japanese and pictures take two columns (Unicode Standard Annex 11), and some
  /// rare scripts beyond U+2E80 are counted as if they did.
  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    (0x1100...0x115F).contains(scalar.value) || scalar.value >= 0x2E80 ? 2 : 1
  }
}
