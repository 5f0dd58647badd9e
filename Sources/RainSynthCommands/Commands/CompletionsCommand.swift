internal import CommandLineKit
internal import Platform
internal import Text

/// `completions`: a script with which a shell completes command lines.
enum CompletionsCommand {
  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let specification = CommandSpecification(
    "completions", "Prints a script with which a shell completes command lines",
    usage: [Shell.allCases.map(\.rawValue).joined(separator: "|")],
    examples: [
      "source <(rainsynth completions bash)",
      "rainsynth completions zsh > ~/.zfunc/_rainsynth",
      "rainsynth completions fish > ~/.config/fish/completions/rainsynth.fish",
    ],
    shared: [Program.helpGroup],
    arguments: [Argument("SHELL", Completion(words: Shell.allCases.map(\.rawValue)))])

  static func run(
    _ commandLine: ParsedCommandLine, for program: ProgramSpecification
  ) throws {
    let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "completions needs a shell: \(names)")
    }
    guard let shell = Shell(rawValue: word.lowercased()) else {
      throw Failure(.wrongUsage, "there are completions for \(names), not for \(word.quoted)")
    }
    let script =
      switch shell {
      case .bash: BashCompletion.script(for: program)
      case .zsh: ZshCompletion.script(for: program)
      case .fish: FishCompletion.script(for: program)
      }
    try StandardOutput.print(script)
  }
}
