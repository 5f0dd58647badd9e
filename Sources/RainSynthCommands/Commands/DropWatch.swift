internal import CommandLineKit
internal import Platform
internal import Text

/// `drop --watch`: the picture follows the file.
enum DropWatch {
  /// Draws until a signal ends the process.
  static func run(_ commandLine: ParsedCommandLine) throws(Failure) -> Never {
    let files = ["svg", "csv", "output", "count", "output-folder"]
    for flag in files where commandLine[flag] != nil {
      throw Failure(.wrongUsage, "--watch draws in the terminal; leave --\(flag) out")
    }
    let commandLine = try naming(commandLine)
    var file = try WatchedPreset(commandLine)
    var chart = ""
    var isNew = true
    var screen = Screen(descriptor: 1)
    var figure: DropFigure?
    var flaw: String?
    while true {
      if isNew {
        do throws(Failure) {
          figure = try DropCommand.figure(commandLine)
          flaw = nil
        } catch {
          flaw = error.sentence
        }
        chart = try draw(figure, flaw, screen, after: chart)
      }
      _ = Readiness.wait([], milliseconds: WatchedPreset.lookMilliseconds)
      let now = Screen(descriptor: 1)
      isNew = file.isSaved()
      if now != screen {
        screen = now
        if !isNew { chart = try draw(figure, flaw, screen, after: "") }
      }
    }
  }

  /// The command line with the argument behind --watch as its preset.
  private static func naming(
    _ commandLine: ParsedCommandLine
  ) throws(Failure) -> ParsedCommandLine {
    guard let path = commandLine.arguments.first else { return commandLine }
    guard commandLine["preset"] == nil else {
      throw Failure(
        .wrongUsage, "\(path.quoted) and --preset both say where to start; leave one of them out")
    }
    let flags = commandLine.flags.filter { $0.name != "watch" }.flatMap(\.words)
    do throws(UsageError) {
      return try ParsedCommandLine(
        flags + ["--preset", path], options: DropCommand.specification.allOptions)
    } catch {
      throw Failure(error)
    }
  }

  /// Draws the figure, and below it what is wrong in the file; returns what it drew. A screen without escapes, or
  /// a file, gets one chart after the other.
  private static func draw(
    _ figure: DropFigure?, _ flaw: String?, _ screen: Screen, after last: String
  ) throws(Failure) -> String {
    let isScreen = StandardOutput().isTerminal && screen.hasEscapes
    let lines = screen.lines - (flaw == nil || !isScreen ? 0 : 2)
    let size = Screen(
      columns: screen.columns, lines: lines, hasEscapes: screen.hasEscapes,
      isUnicode: screen.isUnicode)
    var text = figure.map { DropChart.text($0, size) } ?? ""
    let sentence = flaw.map { PlainText.sentence($0) + "\n" } ?? ""
    if isScreen {
      text += sentence
      guard text != last else { return text }
      // The clearing is no text for people, and so cannot go through print.
      do {
        try StandardOutput().write(Array("\u{1B}[H\u{1B}[2J".utf8))
      } catch {
        throw Failure(error)
      }
      try StandardOutput.print(text)
    } else if flaw != nil {
      StandardError.print("\(Program.name): \(sentence)")
    } else if text != last {
      try StandardOutput.print(text)
    }
    return text
  }
}
