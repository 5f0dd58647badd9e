/// `flashes`: the log of the flashes of lightning whose thunder is heard.
enum FlashesCommand: Runnable {
  static let specification = CommandSpecification(
    name: "flashes", summary: "Lists the flashes of a storm: when each lights, and is heard",
    page: Page(PackageResources.flashes_txt),
    options: ListFlags.options(formats: FlashLog.Format.allCases.map(\.rawValue)),
    shared: ListFlags.shared, arguments: Argument.rain, absences: ListFlags.absences,
    defaults: ["duration": "endless"])

  /// The settings that a list shows.
  private static let shown: [Setting] = [
    .thunder, .thunderDistance, .dynamics, .rainfall, .gain,
  ]

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let commandLine = try commandLine.namingRain()
    let settings = try RenderFlags(commandLine.without(["format"]), length: .ofInputs(orElse: nil))
    let job = try settings.rendering()
    let path = ListFlags.path(commandLine)
    let format =
      try commandLine.choice("format", of: FlashLog.Format.self)
      ?? FlashLog.Format.allCases.first { $0.endings.contains(OutputName.ending(of: path)) } ?? .csv
    try ListFlags.check(path, .flashes, of: job)
    settings.announceInputs()
    settings.announceIdle(in: job, of: settings.origin)
    settings.announceUnheard(by: "the list of flashes", following: shown)
    let isDark = !job.automation.thunders
    if isDark { settings.note("no flash lights here; --thunder 2 has two a minute") }
    try await ListFlags.write(to: path, settings) { output in
      if commandLine.isOn("header") ?? job.isBeginning, format == .csv {
        try output.write(FlashLog.header)
      }
      if isDark { return }
      let log = FlashLog(job)
      var isEmpty = true
      try log.forEach(in: job.frames) { flash in
        isEmpty = false
        var row: [UInt8] = []
        log.append(flash, as: format, to: &row)
        try output.write(row)
      }
      if isEmpty { settings.note("no flash lights in this time; a longer one has some") }
    }
  }
}
