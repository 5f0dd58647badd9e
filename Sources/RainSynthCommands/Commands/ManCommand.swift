internal import CommandLineKit
internal import Platform

/// `man`: the manual page.
enum ManCommand: Runnable {
  static let specification = CommandSpecification(
    "man", "Prints the manual page, for man -l", usage: [""],
    examples: ["rainsynth man | man -l -", "rainsynth man > rainsynth.1"],
    shared: [Program.helpGroup])

  static func run(_ commandLine: ParsedCommandLine) throws {
    try StandardOutput.print(ManualPage.text(of: RainSynth.program))
  }
}
