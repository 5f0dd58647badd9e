package import CommandLineKit
internal import RainFiles

extension RainSynth {
  /// The flags that are given instead of a command.
  static let options = [
    Option("help", short: "h", "show this help"),
    Option("version", short: "V", "print the version"),
    Option("json", "with --version: print version, sound revision, commit, compiler and features"),
  ]

  /// The program as its help, its manual page and its completions describe it. Other commands do not wait for it.
  package static let program = ProgramSpecification(
    Program.name, version: Program.version, "Makes the sound of rain, drop by drop",
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
    commands: Command.allCases.map { $0.runnable.specification },
    options: options,
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
          bubbleFrequency for --bubble-frequency, and \(Preset.otherKeys.joined(separator: ", ")). \
          Flags override a preset. Comments and trailing commas are allowed. \
          A word with a slash or ending in .json is a file, any other word a shipped preset.
          """
        ]),
      ProgramSpecification.Section(
        "Exit status",
        ["0: done."] + Failure.Status.allCases.map { "\($0.rawValue): \($0.meaning)" } + [
          """
          SIGINT, SIGTERM and SIGHUP remove the temporary file and then end the process.
          """
        ]),
    ])
}
