/// The flags that the lists of a rain have in common, and the file that they go to.
enum ListFlags {
  private static let soundFlags = ["dither", "fade-in", "fade-out", "progress"]

  /// The form of the list, then `own` options, then where it goes.
  static func options(formats: [String], _ own: [Option] = []) -> [Option] {
    [
      Option(
        "format", takes: "FORMAT", "form of the list", choices: formats,
        standard: "by the name of the file, or csv", isEveryday: true)
    ] + own + [
      Option(
        "header", "write the names of the columns first, in a CSV",
        standard: "on where --from is 0", isNegatable: true),
      Option(
        "output", short: "o", takes: "FILE", "the file to write", standard: "standard output",
        completion: .file, isEveryday: true),
    ]
  }

  /// The flags of the rain. --format is that of the list.
  static let shared = SettingFlags.without(Set(["format"] + soundFlags))
  static let absences = [(soundFlags, "it renders no sound")]

  static func path(_ commandLine: ParsedCommandLine) -> String { commandLine["output"] ?? "-" }

  /// Throws where the list of a rain cannot go to a path.
  static func check(_ path: String, _ content: OutputName.Content, of job: Rendering) throws {
    if path != "-" { try OutputName.check(path, content, flag: "-o") }
    if job.isEndless, path != "-" { throw Flaw("a file has an end; add --duration") }
  }

  static func write(
    to path: String, _ settings: RenderFlags, _ body: (Output) async throws -> Void
  ) async throws {
    let output = try Output(path, isForced: settings.isForced)
    StandardError.accept()
    try await body(output)
    try output.commit()
    if !settings.isQuiet { StandardError.note(written: path) }
  }
}
