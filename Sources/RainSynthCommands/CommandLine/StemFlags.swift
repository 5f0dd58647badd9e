internal import CommandLineKit
internal import RainFiles

/// The flags that ask for stems.
enum StemFlags {
  static let group = OptionGroup(
    "Stems",
    [
      Option(
        "stems", takes: "DIR",
        "write drops, patter, echo and bed to DIR, too, as WAVs of Floats that add up to the output",
        completion: .folder)
    ])

  /// The folder; nil where no stems are asked for.
  static func folder(
    _ commandLine: ParsedCommandLine, _ names: CategorizedName?
  ) throws -> StemFolder? {
    guard let path = commandLine["stems"] else { return nil }
    guard !path.isEmpty else { throw Failure(.wrongUsage, "--stems takes a folder, not ''") }
    var folder = StemFolder(path, names: names)
    folder.isForced = commandLine["force"] != nil
    return folder
  }
}
