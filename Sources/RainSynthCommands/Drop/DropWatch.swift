internal import Platform
internal import Text

/// `drop --watch`: the picture follows the file.
enum DropWatch {
  /// Draws whenever the file was saved, until a signal ends the process.
  static func run(
    _ file: WatchedPreset, _ draw: () throws -> Chart
  ) throws -> Never {
    var file = file
    var shown = ""
    var isNew = true
    var screen = Screen(descriptor: 1)
    var chart: Chart?
    var flaw: String?
    while true {
      if isNew {
        do {
          chart = try draw()
          flaw = nil
        } catch {
          flaw = Failure(error).sentence
        }
        shown = try show(chart, flaw, screen, after: shown)
      }
      _ = Readiness.wait([], milliseconds: WatchedPreset.lookMilliseconds)
      let now = Screen(descriptor: 1)
      isNew = file.isSaved()
      if now != screen {
        screen = now
        if !isNew { shown = try show(chart, flaw, screen, after: "") }
      }
    }
  }

  /// Shows the chart, and below it what is wrong in the file; returns what it showed. A screen without escapes, or
  /// a file, gets one chart after the other.
  private static func show(
    _ chart: Chart?, _ flaw: String?, _ screen: Screen, after last: String
  ) throws -> String {
    let isScreen = StandardOutput().isTerminal && screen.hasEscapes
    let lines = screen.lines - (flaw == nil || !isScreen ? 0 : 2)
    let size = Screen(
      columns: screen.columns, lines: lines, hasEscapes: screen.hasEscapes,
      isUnicode: screen.isUnicode)
    var text = chart.map { TerminalChart.text($0, size) } ?? ""
    let sentence = flaw.map { PlainText.sentence($0) + "\n" } ?? ""
    if isScreen {
      text += sentence
      guard text != last else { return text }
      // The clearing is no text for people, and so cannot go through print.
      try StandardOutput().write(Array("\u{1B}[H\u{1B}[2J".utf8))
      try StandardOutput.print(text)
    } else if flaw != nil {
      StandardError.print("\(Program.name): \(sentence)")
    } else if text != last {
      try StandardOutput.print(text)
    }
    return text
  }
}
