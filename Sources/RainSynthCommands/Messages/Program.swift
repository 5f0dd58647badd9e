internal import CommandLineKit

/// The name and the version of the program, which every other file may use.
package enum Program {
  static let name = "rainsynth"

  package static let version = "1.0.0"

  /// What the program signs its files with: `rainsynth 1.0.0`.
  static let signature = "\(name) \(version)"

  /// The flag that every command has.
  static let helpGroup = OptionGroup("Help", [Option("help", short: "h", "show this help")])
}
