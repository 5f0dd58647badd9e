/// The flags that name files after the Universal Category System.
enum NameFlags {
  static let group = OptionGroup(
    title: "Universal Category System",
    options: [
      Option("ucs", "name files in -O DIR, and stems, as in RAINMetl", isNegatable: true),
      Option(title, takes: "TEXT", "its FXName", standard: "the preset"),
      Option(creator, takes: "TEXT", "its CreatorID", standard: CategorizedName().creator),
      Option(source, takes: "TEXT", "its SourceID", standard: "the seed, as in seed1"),
    ])

  static let (title, creator, source) = ("ucs-name", "ucs-creator", "ucs-source")

  /// How files are named; nil: by other flags.
  static func names(_ commandLine: ParsedCommandLine) throws -> CategorizedName? {
    let isOn = commandLine.isOn("ucs") ?? false
    for flag in [title, creator, source] {
      guard let text = commandLine[flag] else { continue }
      guard isOn else { throw Flaw("--\(flag) is a part of names by --ucs") }
      guard !text.isEmpty, text == CategorizedName.field(text) else {
        throw Flaw("--\(flag) takes a text without _ and /, not \(text.quoted)")
      }
    }
    guard isOn else { return nil }
    var names = CategorizedName()
    names.title = commandLine[title]
    names.creator = commandLine[creator] ?? names.creator
    names.source = commandLine[source]
    return names
  }
}

/// The flags that ask for stems.
enum StemFlags {
  static let group = OptionGroup(
    title: "Stems",
    options: [
      Option(
        "stems", takes: "DIR", "also write drops, patter, echo, bed, wind and thunder to DIR",
        completion: .folder)
    ])

  static func folder(
    _ commandLine: ParsedCommandLine, _ names: CategorizedName?
  ) throws -> StemFolder? {
    guard let path = commandLine["stems"] else { return nil }
    guard !path.isEmpty else { throw Flaw("--stems takes a folder, not ''") }
    var folder = StemFolder(path, names: names)
    folder.isForced = commandLine["force"] != nil
    return folder
  }
}
