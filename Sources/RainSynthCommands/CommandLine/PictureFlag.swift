internal import CommandLineKit

/// The flag of commands that draw: in the terminal without it.
enum PictureFlag {
  static let option = Option(
    "svg", takes: "FILE", "draw it as a picture", completion: .file, isEveryday: true)

  /// The file of the picture; nil: the terminal. Refuses the name of another kind of file.
  static func path(_ commandLine: ParsedCommandLine, of command: String) throws -> String? {
    guard let path = commandLine[option.name] else { return nil }
    let words = [command] + commandLine.words(without: [option.name])
    try OutputName.check(path, .picture, flag: option.flag, words)
    return path
  }
}
