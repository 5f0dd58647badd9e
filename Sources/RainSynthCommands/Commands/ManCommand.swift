internal import CommandLineKit
internal import RainAudio

/// `man`: the manual page.
enum ManCommand {
  static let specification = CommandSpecification(
    "man", "Prints the manual page, for man -l", usage: [""],
    examples: ["rainsynth man | man -l -", "rainsynth man > rainsynth.1"],
    shared: [RainSynth.helpGroup])

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    try StandardOutput.print(ManualPage.text(of: RainSynth.program))
  }
}
