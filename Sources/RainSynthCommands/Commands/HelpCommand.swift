internal import CommandLineKit
internal import RainAudio

/// `help`: what there is, or all about one command.
enum HelpCommand {
  static let specification = CommandSpecification(
    "help", "Says what there is, or all about one command", usage: ["[COMMAND]"],
    examples: ["rainsynth help render"],
    shared: [RainSynth.helpGroup],
    arguments: [Argument("COMMAND", Completion(words: Command.allCases.map(\.rawValue)))])

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    let program = RainSynth.program
    guard let name = commandLine.arguments.first else {
      return try StandardOutput.print(Help.text(of: program))
    }
    guard let command = program.command(name) else { throw RainSynth.unknownCommand(name) }
    try StandardOutput.print(Help.text(of: command, in: program))
  }
}
