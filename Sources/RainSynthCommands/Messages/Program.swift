internal import CommandLineKit
internal import RainFiles

/// The name, the version and the help flag of the program.
package enum Program {
  static let name = Software.name

  package static let version = Software.version

  /// The name and version that files store: `rainsynth 1.1.0`.
  static let signature = Software.signature

  /// The flag that every command has.
  static let helpGroup = OptionGroup("Help", [Option("help", short: "h", "show this help")])
}
