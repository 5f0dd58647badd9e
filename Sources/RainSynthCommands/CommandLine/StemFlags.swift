internal import CommandLineKit
internal import RainFiles

/// The flags that ask for stems.
enum StemFlags {
  static let group = OptionGroup(
    "Stems",
    [
      Option(
        "stems", takes: "DIR",
        "write drops, patter, echo and bed to DIR as WAVs, too, as Floats before tone, gain and limiter",
        completion: .folder),
      Option("stems-wet", "take the stems after tone, gain and limiter", isNegatable: true),
    ])

  /// The folder; nil where no stems are asked for.
  static func folder(
    _ commandLine: ParsedCommandLine, _ writer: WaveWriter, _ names: CategorizedName?
  ) throws -> StemFolder? {
    let isWet = commandLine.isOn("stems-wet") ?? false
    guard let path = commandLine["stems"] else {
      guard !isWet else { throw Failure(.wrongUsage, "--stems-wet needs a folder: --stems DIR") }
      return nil
    }
    guard !path.isEmpty else { throw Failure(.wrongUsage, "--stems takes a folder, not ''") }
    guard writer.hasMetadata else {
      throw Failure(.wrongUsage, "mix needs the settings in stems; leave --no-metadata out")
    }
    var folder = StemFolder(path, isWet: isWet, names: names)
    folder.isForced = commandLine["force"] != nil
    return folder
  }
}
