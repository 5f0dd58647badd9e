package import CommandLineKit
internal import RainAudio

/// The program: what it says of itself, and the way from words to an exit status.
package enum RainSynth {
  static let name = "rainsynth"

  /// What the program signs its files with.
  static let signature = "\(name) \(rainSynthVersion)"

  /// The group that every command has.
  static let helpGroup = OptionGroup("Help", [Option("help", short: "h", "show this help")])

  package static let program = ProgramSpecification(
    name, version: rainSynthVersion, "Makes the sound of rain, drop by drop",
    details: [
      """
      The same settings and seed give the same samples on every computer, whole or in slices, \
      with any number of threads.
      """
    ],
    examples: [
      "rainsynth stream | aplay -f cd",
      "rainsynth render -p downpour -d 10m -o rain.wav",
      "rainsynth drop -p puddles --svg drop.svg",
    ],
    commands: Command.allCases.map(\.specification),
    options: [
      Option("help", short: "h", "show this help"),
      Option("version", short: "V", "print the version"),
    ],
    sections: [
      ProgramSpecification.Section(
        "Numbers",
        [
          """
          Numbers take a unit where there is one: 900, 900Hz, 2.2kHz, 5ms, -6dB, 1200/min, 20/s. \
          Times are written 90, 90s, 1.5s, 10m, 1h30m, 5:00 or 1:30:00.
          """
        ]),
      ProgramSpecification.Section(
        "Presets",
        [
          """
          A preset is a JSON object whose keys are the settings of the rain in camelCase, such as \
          bubbleFrequency for --bubble-frequency, and name and description; comments and trailing \
          commas are allowed. A word with a slash or ending in .json is a file, any other word a \
          shipped preset.
          """
        ]),
      ProgramSpecification.Section(
        "Exit status",
        ["0: done."] + Failure.Status.allCases.map { "\($0.rawValue): \($0.meaning)" } + [
          """
          On SIGINT, SIGTERM and SIGHUP the temporary file is removed and the process dies of \
          that signal.
          """
        ]),
    ])

  /// Does what the command line says and returns the exit status.
  package nonisolated(nonsending) static func run() async -> Int32 {
    ProcessSetup.settle()
    do {
      try await dispatch(PathString.arguments())
      return 0
    } catch {
      if error.status == .readerGone { BrokenPipe.die() }
      StandardError.note(error.sentence)
      return error.status.rawValue
    }
  }

  /// Does what the words behind the name of the program say.
  package nonisolated(nonsending) static func dispatch(_ words: [String]) async throws(Failure) {
    guard let first = words.first else {
      StandardError.print(Help.text(of: program))
      throw Failure(.wrongUsage, "a command is missing")
    }
    guard let command = Command(rawValue: first) else {
      return try answerWithoutCommand(first)
    }
    let specification = command.specification
    let commandLine: ParsedCommandLine
    do {
      commandLine = try ParsedCommandLine(
        Array(words.dropFirst()), options: specification.allOptions)
    } catch {
      throw Failure(.wrongUsage, "\(error.sentence) ('\(name) help \(first)' lists all)")
    }
    if commandLine["help"] != nil {
      return try StandardOutput.print(Help.text(of: specification, in: program))
    }
    try checkCount(of: commandLine.arguments, specification)
    // What is wrong with --jobs, the command tells.
    if command.renders, let jobs = try? SettingFlags(commandLine).jobs(), jobs > 1,
      ProcessSetup.lack(threads: jobs) == nil
    {
      try await runAmongThreads(command, commandLine)
    } else {
      try await command.run(commandLine)
    }
  }

  /// Not on the main thread: what one of those that render has rendered is then most often written by
  /// the same, out of its own cache.
  private nonisolated(nonsending) static func runAmongThreads(
    _ command: Command, _ commandLine: ParsedCommandLine
  ) async throws(Failure) {
    let result = await Task { @concurrent () -> Result<Void, Failure> in
      do throws(Failure) {
        return .success(try await command.run(commandLine))
      } catch {
        return .failure(error)
      }
    }.value
    try result.get()
  }

  /// What stands where a command should: --help, --version or a mistake.
  private static func answerWithoutCommand(_ first: String) throws(Failure) {
    if first.hasPrefix("-"), first != "-" {
      let commandLine: ParsedCommandLine
      do {
        commandLine = try ParsedCommandLine([first], options: program.options)
      } catch {
        throw Failure(.wrongUsage, "\(error.sentence) ('\(name) help' lists all commands)")
      }
      return commandLine["version"] != nil
        ? try StandardOutput.print("\(signature)\n")
        : try StandardOutput.print(Help.text(of: program))
    }
    throw unknownCommand(first)
  }

  static func unknownCommand(_ word: String) -> Failure {
    let nearest = EditDistance.nearest(to: word, in: program.commands.map(\.name))
    let hint = nearest.map { "did you mean \($0)?" } ?? "'\(name) help' lists them"
    return Failure(.wrongUsage, "no command is called \(word.quoted); \(hint)")
  }

  private static func checkCount(
    of arguments: [String], _ specification: CommandSpecification
  ) throws(Failure) {
    let places = specification.arguments
    guard places.last?.repeats != true, arguments.count > places.count else { return }
    let hint =
      specification.allOptions.contains { $0.name == "preset" }
      ? "; a preset follows --preset" : ""
    throw Failure(
      .wrongUsage,
      "\(specification.name) does not take the argument \(arguments[places.count].quoted)\(hint)")
  }
}
