/// `drops`: the log of the near drops of a rain.
enum DropsCommand: Runnable {
  static let specification = CommandSpecification(
    name: "drops", summary: "Lists the near drops of a rain: when, where and how each strikes",
    usage: ["[PRESET [PLACE]] [settings] [-o FILE]"],
    details: [
      """
      It renders nothing, so it is much faster than the sound, and agrees with it to the frame. Without \
      --duration it lists drops without end. The lists of excerpts, --from and --to, join to that of the \
      whole.
      """,
      """
      Columns: the frame and the second in which the drop strikes; its diameter in mm; the speed in m/s at \
      which it strikes; its distance in m and its azimuth in degrees, clockwise from the front; the surface \
      that it strikes; the level of impact and bubble; the pitch of the bubble in Hz, and its delay after \
      the onset in ms; the level at each ear, or of each \
      channel of a layout but that of low frequencies. Levels are peaks in dB relative to full scale, computed \
      from the model: most rendered drops come within 1 dB, on cloth and glass within 2. They include --gain, --level, --trim and \
      --dynamics, but not --lowpass, --highpass, echo and limiter. A drop without a bubble has none in its columns.
      """,
      """
      Near drops are chosen by loudness, large ones from farther away, so their list is no sample of what falls on a \
      square meter. --ground lists that: drops of 0.2 mm and more by the law of sizes, with frame, second, diameter and speed. \
      They fall by chance, by --rainfall, --drop-size, --size-spread and --drift.
      """,
      """
      labels are those of Audacity, from the onset to the end of each drop, with its pitch as \
      frequency range. dcase has the same times and the surface, as the DCASE challenges write events.
      """,
    ],
    examples: [
      "rainsynth drops -p puddles -d 10m -o puddles.csv",
      "rainsynth drops -p tent -d 1m --louder-than -20 --format labels",
      "rainsynth drops --drops 20 | head",
      "rainsynth drops --rainfall 10 --ground 1 -d 1m -o ground.csv",
    ],
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
