internal import CommandLineKit
internal import RainAudio

/// `help`: what there is, or all about one command.
enum HelpCommand {
  /// `commands` are the names that may follow.
  static func specification(of commands: [String]) -> CommandSpecification {
    CommandSpecification(
      "help", "Says what there is, or all about one command", usage: ["[COMMAND]"],
      examples: ["rainsynth help render"],
      shared: [Program.helpGroup],
      arguments: [Argument("COMMAND", Completion(words: commands))])
  }

  static func run(
    _ commandLine: ParsedCommandLine, for program: ProgramSpecification
  ) throws(Failure) {
    guard let name = commandLine.arguments.first else {
      return try StandardOutput.print(Help.text(of: program))
    }
    guard let command = program.command(name) else {
      throw Failure(unknownCommand: name, in: program)
    }
    try StandardOutput.print(Help.text(of: command, in: program))
  }
}

extension Failure {
  /// A word that is no command of the program.
  init(unknownCommand word: String, in program: ProgramSpecification) {
    let nearest = EditDistance.nearest(to: word, in: program.commands.map(\.name))
    let hint = nearest.map { "did you mean \($0)?" } ?? "'\(program.name) help' lists them"
    self.init(.wrongUsage, "no command is called \(word.quoted); \(hint)")
  }
}
