/// The program: from the words of the command line to an exit status.
package enum RainSynth {
  /// Runs the command line of the process, and ends the process.
  ///
  /// The command begins on this thread, and leaves it for good when it first waits for another: then the
  /// thread that rendered a chunk usually also writes it, out of its own cache. What never waits, such as
  /// --version, starts no thread. This thread stays, and takes signals.
  ///
  /// Not at the top level of `main.swift`: there the task would belong to the main actor, which needs this
  /// thread after each wait.
  package static func run() -> Never {
    Task.immediateDetached {
      ProcessSetup.settle()
      exit(await status(of: ProcessArguments.words()))
    }
    while true { pause() }
  }

  /// Runs the command line, says in a line why it failed, if it did, and returns the exit status.
  package static func status(of words: [String]) async -> Int32 {
    do {
      try await StandardError.$remarks.withValue(StandardError.Remarks()) {
        try await dispatch(words)
        StandardError.accept()
      }
      return 0
    } catch {
      let failure = Failure(error)
      if failure.status == .readerGone { Signal.die(of: SIGPIPE) }
      StandardError.note(failure.sentence)
      return failure.status.rawValue
    }
  }

  /// Runs the command that the words after the program's name ask for.
  package static func dispatch(_ words: [String]) async throws {
    let engine = SystemCalls.current.variable("RAINSYNTH_ENGINE") ?? ""
    guard ["", "plain"].contains(engine) else {
      throw Flaw("RAINSYNTH_ENGINE is plain or not set; \(engine.quoted) is no engine to ask for")
    }
    guard let first = words.first else {
      StandardError.print(Help(program, columns: Screen(descriptor: 2).columns).text)
      throw Flaw("a command is missing")
    }
    let command = Command.named(first)
    let document = Document(rawValue: first)
    guard let specification = command?.specification ?? document?.specification else {
      return try answerWithoutCommand(words)
    }
    let commandLine: ParsedCommandLine
    do {
      commandLine = try ParsedCommandLine(
        Array(words.dropFirst()), of: first, options: specification.allOptions,
        absence: {
          question(for: $0, specification)
            ?? program.absence(of: $0, in: specification)
        })
    } catch {
      throw Flaw("\(error) ('\(ThisProgram.name) help \(first)' lists all)")
    }
    if let help = commandLine.flags.last(where: { $0.name == "help" }) {
      let texts = Help(program, columns: Screen(descriptor: 1).columns)
      return try StandardOutput.print(
        help.isShort ? texts.brief(of: specification) : texts.text(of: specification))
    }
    try checkCount(of: commandLine.arguments, specification)
    if let document {
      return try StandardOutput.print(document.text(commandLine.arguments, of: program))
    }
    if commandLine["quiet"] == nil {
      for sentence in commandLine.losses(except: [CurveFlag.name, Variation.flag]) {
        StandardError.remark(sentence)
      }
    }
    if let lack = ProcessSetup.stackLack { throw Failure(.couldNot, lack) }
    if ProcessSetup.hasSmallStack {
      // On the thread pool.
      try await Task { @concurrent in try await command?.run(commandLine) }.value
    } else {
      try await command?.run(commandLine)
    }
  }

  private static func question(for flag: String, _ specification: CommandSpecification) -> String? {
    if let sentence = Words.missing[flag] { return "there is no \(flag.quoted): \(sentence)" }
    if let sentence = band(flag, specification) { return sentence }
    guard let name = Words.flags[flag],
      specification.allOptions.contains(where: { $0.name == name })
    else { return nil }
    return "unknown flag \(flag.quoted); \(Suggestion.question("--\(name)"))"
  }

  /// The sentence about a band of the tone that does not exist, or is written as 16k or 2khz.
  private static func band(_ flag: String, _ specification: CommandSpecification) -> String? {
    let lead = "--tone-"
    let bands = specification.allOptions.map(\.flag).filter { $0.hasPrefix(lead) }
    let text = flag.dropFirst(lead.count).lowercased()
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard flag.hasPrefix(lead), !bands.contains(flag), let number = Double(digits) else {
      return nil
    }
    let hertz = text.dropFirst(digits.count).hasPrefix("k") ? 1000 * number : number
    let meant = bands.first { Double($0.dropFirst(lead.count)) == hertz }
    return "unknown flag \(flag.quoted); "
      + (meant.map(Suggestion.question) ?? "the bands are \(bands.joined(separator: ", "))")
  }

  /// Handles a first word that is not a command: --help, --version or a mistake.
  private static func answerWithoutCommand(_ words: [String]) throws {
    let first = words[0]
    if first.hasPrefix("-"), first != "-" {
      let commandLine: ParsedCommandLine
      do {
        commandLine = try ParsedCommandLine(words, options: options) { flag in
          (flag == "-v" ? "-V prints the version" : question(forFlagsFirst: words))
            .map { "unknown flag \(flag.quoted); \($0)" }
        }
      } catch {
        throw Flaw("\(error) ('\(ThisProgram.name) help' lists all commands)")
      }
      let isJSON = commandLine["json"] != nil
      if commandLine["version"] != nil {
        return try StandardOutput.print("\(isJSON ? ThisProgram.json : Software.signature)\n")
      }
      if isJSON { throw Flaw("--json goes with --version or a command") }
      return try StandardOutput.print(Help(program, columns: Screen(descriptor: 1).columns).text)
    }
    throw Flaw(unknownCommand: first, in: program)
  }

  /// The question whether the first command that takes the words was meant: one among them, else the one that plays.
  private static func question(forFlagsFirst words: [String]) -> String? {
    let index = words.firstIndex { Command.named($0) != nil }
    let flags = words.indices.filter { $0 != index }.map { words[$0] }
    let names = index.map { [words[$0]] } ?? ["play"] + Command.all.map(\.key)
    return names.first { name in
      guard let options = Command.named(name)?.specification.allOptions else { return false }
      let commandLine = try? ParsedCommandLine(flags, options: options)
      return commandLine?.arguments.isEmpty == true
    }.map { Suggestion.question(ShellWord.line([ThisProgram.name, $0] + flags)) }
  }

  private static func checkCount(
    of arguments: [String], _ specification: CommandSpecification
  ) throws {
    let parameters = specification.arguments
    guard parameters.last?.repeats != true, arguments.count > parameters.count else { return }
    let argument = arguments[parameters.count]
    func has(_ name: String) -> Bool { specification.allOptions.contains { $0.name == name } }
    let hint =
      has("output") && OutputName.isSound(argument)
      ? "; the file to write follows -o"
      : has("preset") ? "; a rain is two words at most, a weather and a place: storm tent" : ""
    throw Flaw("\(specification.name) does not take the argument \(argument.quoted)\(hint)")
  }

  /// The flags that are given instead of a command.
  static let options = [
    Option("help", short: "h", "show this help"),
    Option("version", short: "V", "print the version"),
    Option(
      "json", "with --version: print version, sound revision, commit, compiler, engine and features"
    ),
  ]

  /// The program as its help, its manual page and its completions describe it. Other commands do not wait for it.
  package static let program = ProgramSpecification(
    name: ThisProgram.name, version: ThisProgram.version,
    summary: "Makes the sound of rain, drop by drop",
    details: [
      """
      The same settings and seed give the same samples on every computer, whole or in excerpts, \
      with any number of threads.
      """
    ],
    examples: [
      "rainsynth stream | aplay -f cd",
      "rainsynth render -p downpour -d 10m -o rain.wav",
      "rainsynth drop -p puddles --svg drop.svg",
    ],
    groups: Command.groups.map { ($0.title, $0.commands.map { $0.value.specification }, true) }
      + [("More", Document.allCases.map(\.specification), false)],
    options: options,
    sections: [
      (
        "Numbers",
        [
          """
          Numbers take a unit where there is one: 900, 900Hz, 2.2kHz, 5ms, -6dB, 1200/min, 20/s. \
          Times are written 90, 90s, 1.5s, 10m, 1h30m, 5:00 or 1:30:00.
          """
        ]
      ),
      (
        "Presets",
        [
          """
          A preset is a JSON object whose keys are the settings of the rain in camelCase, such as \
          bubbleFrequency for --bubble-frequency, and \(Preset.otherKeys.joined(separator: ", ")). \
          Flags override a preset. Comments and trailing commas are allowed. \
          A word with a slash or ending in .json is a file, any other word a shipped preset.
          """
        ]
      ),
      (
        "Exit status",
        ["0: done."] + Failure.Status.allCases.map { "\($0.rawValue): \($0.meaning)" } + [
          """
          SIGINT, SIGTERM and SIGHUP remove the temporary file and then end the process.
          """
        ]
      ),
    ])
}
