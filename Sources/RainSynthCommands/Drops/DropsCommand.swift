/// `drops`: the log of the near drops of a rain.
enum DropsCommand: Runnable {
  static let specification = CommandSpecification(
    name: "drops", summary: "Lists the near drops of a rain: when, where and how each strikes",
    page: Page(PackageResources.drops_txt),
    options: ListFlags.options(
      formats: DropLogFormat.allCases.map(\.rawValue),
      [
        Option(
          "ground", takes: "M2", "list what falls on so many square meters instead",
          range: areas.description, isEveryday: true),
        Option(
          "louder-than", takes: "DB", "leave out drops below this level in every channel",
          range: levels.description),
      ]),
    shared: ListFlags.shared,
    arguments: Argument.rain,
    absences: ListFlags.absences,
    defaults: ["duration": "endless"])

  private static let areas = Quantity(Unit("m2"), 0.0001...100)
  /// The settings by which rain falls on the ground.
  private static let groundSettings = [Setting.rainfall, .dropSize, .sizeSpread, .drift]
  private static let levels = Quantity(Setting.Unit.decibels.written, -200...20)

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let commandLine = try commandLine.namingRain()
    // --format is that of the list here.
    let settingFlags = commandLine.without(["format"])
    let settings = try RenderFlags(settingFlags, length: .ofInputs(orElse: nil))
    let job = try settings.rendering()
    let path = ListFlags.path(commandLine)
    let format =
      try commandLine.choice("format", of: DropLogFormat.self)
      ?? DropLogFormat.allCases.first { $0.endings.contains(OutputName.ending(of: path)) } ?? .csv
    let threshold = try commandLine.number("louder-than", levels)
    let ground = try commandLine.number("ground", areas)
    if ground != nil, threshold != nil {
      throw Flaw(
        "--ground lists drops by their sizes, and --louder-than by loudness; leave one out")
    }
    try ListFlags.check(path, .drops, of: job)
    if ground == nil {
      settings.announceInputs(of: job, format.hasEnds ? .labels : .list)
      settings.note(
        "what falls near is listed by its loudness, so this is no sample of what falls on a square meter; --ground 1 lists that"
      )
    } else {
      settings.announceInputs()
      settings.announceUnheard(by: "what falls on the ground", following: groundSettings)
    }
    try await ListFlags.write(to: path, settings) { output in
      try await DropLog(job, louderThan: threshold).write(
        as: format, ground: ground, hasHeader: commandLine.isOn("header"), threads: settings.threads
      ) { bytes in try output.write(bytes) }
    }
  }
}
