internal import CommandLineKit
internal import Platform
internal import Text

/// `completions`: a script with which a shell completes command lines, and what the script asks for.
enum CompletionsCommand: Runnable {
  private static let shells = CompletionScript.allCases.map(\.rawValue)

  static let specification = CommandSpecification(
    "completions", "Prints a script with which a shell completes command lines",
    usage: [shells.joined(separator: "|")],
    details: [
      "The script calls it again, with the words of a command line behind --, for what fits the last one."
    ],
    examples: [
      "source <(rainsynth completions bash)",
      "rainsynth completions zsh > ~/.zfunc/_rainsynth",
      "rainsynth completions fish > ~/.config/fish/completions/rainsynth.fish",
    ],
    shared: [Program.helpGroup],
    arguments: [Argument(Completion(words: shells)), Argument(.nothing, repeats: true)])

  static func run(_ commandLine: ParsedCommandLine) throws {
    let names = shells.joined(separator: ", ")
    guard let word = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "completions needs a shell: \(names)")
    }
    guard let script = CompletionScript(rawValue: word.lowercased()) else {
      throw Failure(.wrongUsage, "there are completions for \(names), not for \(word.quoted)")
    }
    let words = Array(commandLine.arguments.dropFirst())
    try StandardOutput.print(
      words.isEmpty
        ? script.text(for: Program.name) : Offers(for: words, of: RainSynth.program).text)
  }
}
