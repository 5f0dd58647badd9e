internal import CommandLineKit
internal import RainFiles

/// The name and the version of the program, which every other file may use.
package enum Program {
  static let name = Software.name

  package static let version = Software.version

  /// What the program signs its files with: `rainsynth 1.1.0`.
  static let signature = Software.signature

  /// The flag that every command has.
  static let helpGroup = OptionGroup("Help", [Option("help", short: "h", "show this help")])
}
