/// The words behind the program's name that print something about the program.
enum Document: String, CaseIterable {
  case help, man, completions

  private static let shells = CompletionScript.allCases.map(\.rawValue)

  var specification: CommandSpecification {
    switch self {
    case .completions:
      CommandSpecification(
        name: rawValue, summary: "Prints a script with which a shell completes command lines",
        page: Page(PackageResources.completions_txt),
        arguments: [Argument(Completion(words: Self.shells)), Argument(.nothing, repeats: true)])
    case .man:
      CommandSpecification(
        name: rawValue, summary: "Prints the manual page, for man -l",
        page: Page(
          usage: [""], examples: ["rainsynth man | man -l -", "rainsynth man > rainsynth.1"]))
    case .help:
      CommandSpecification(
        name: rawValue, summary: "Explains a command or the settings of the rain",
        page: Page(PackageResources.help_txt),
        arguments: [
          Argument(
            Completion(
              words: Command.all.map(\.key) + Document.allCases.map(\.rawValue)
                + [HelpTopic.settings.name]))
        ])
    }
  }

  func text(_ arguments: [String], of program: ProgramSpecification) throws -> String {
    switch self {
    case .completions: try Self.completions(arguments, of: program)
    case .man: ManualPage.text(of: program)
    case .help: try Self.help(arguments, of: program)
    }
  }

  /// A script for a shell, or what the script asks for.
  private static func completions(
    _ arguments: [String], of program: ProgramSpecification
  ) throws -> String {
    let names = shells.joined(separator: ", ")
    guard let word = arguments.first else { throw Flaw("completions needs a shell: \(names)") }
    guard let script = CompletionScript(rawValue: word.lowercased()) else {
      throw Flaw("there are completions for \(names), not for \(word.quoted)")
    }
    let words = Array(arguments.dropFirst())
    return words.isEmpty ? script.text(for: program.name) : Offers(for: words, of: program).text
  }

  private static func help(
    _ arguments: [String], of program: ProgramSpecification
  ) throws -> String {
    let texts = Help(program, columns: Screen(descriptor: 1).columns)
    guard let name = arguments.first else { return texts.text }
    if let topic = program.topics.first(where: { $0.name == name }) { return texts.text(of: topic) }
    guard let command = program.command(name) else { throw Flaw(unknownCommand: name, in: program) }
    return texts.text(of: command)
  }
}

extension Flaw {
  private static func hint(for word: String) -> String? {
    if OutputName.isSound(word) {
      return "'\(ShellWord.line([ThisProgram.name, "render", "-o", word]))' writes that file"
    }
    if Duration(written: word) != nil {
      return "'\(ThisProgram.name) play -d \(word)' plays so long"
    }
    guard let preset = try? Preset(word: word) else { return nil }
    let name = Preset.isPath(word) ? word : preset.name
    return "it is a preset: \(ShellWord.line([ThisProgram.name, "play", name]))"
  }

  /// The error for a word that is not a command of the program.
  init(unknownCommand word: String, in program: ProgramSpecification) {
    let names = program.commands.map(\.name) + program.topics.map(\.name)
    let hint =
      Words.commands[word] ?? Flaw.hint(for: word)
      ?? Suggestion.question(for: word, in: names) ?? "'\(program.name) help' lists them"
    self.init("no command is called \(word.quoted); \(hint)")
  }
}
