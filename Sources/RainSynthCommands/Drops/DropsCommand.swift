/// `drops`: the log of the near drops of a rain.
enum DropsCommand: Runnable {
  static let specification = CommandSpecification(
    name: "drops", summary: "Lists the near drops of a rain: when, where and how each strikes",
    usage: ["[settings] [-o FILE]"],
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
      labels are those of Audacity, from the onset to the end of each drop, with its pitch as frequency range.
      """,
    ],
    examples: [
      "rainsynth drops -p puddles -d 10m -o puddles.csv",
      "rainsynth drops -p tent -d 1m --louder-than -20 --format labels",
      "rainsynth drops --drops 20 | head",
      "rainsynth drops --rainfall 10 --ground 1 -d 1m -o ground.csv",
    ],
    options: [
      Option(
        "format", takes: "FORMAT", "form of the list",
        choices: DropLogFormat.allCases.map(\.rawValue),
        standard: "by the name of the file, or csv", isEveryday: true),
      Option(
        "ground", takes: "M2", "list what falls on so many square meters instead",
        range: areas.description, isEveryday: true),
      Option(
        "louder-than", takes: "DB", "leave out drops below this level in every channel",
        range: levels.description),
      Option(
        "header", "write the names of the columns first, in a CSV",
        standard: "on where --from is 0",
        isNegatable: true),
      Option(
        "output", short: "o", takes: "FILE", "the file to write", standard: "standard output",
        completion: .file, isEveryday: true),
    ],
    shared: SettingFlags.groups.map { $0.without(Set(["format"] + soundFlags)) }
      + [ThisProgram.helpGroup],
    absences: [(soundFlags, "it renders no sound")],
    defaults: ["duration": "endless"])

  private static let soundFlags = ["dither", "fade-in", "fade-out", "progress"]
  private static let areas = Quantity(Unit("m2"), 0.0001...100)
  /// The settings by which rain falls on the ground.
  private static let groundSettings = [Setting.rainfall, .dropSize, .sizeSpread, .drift]
  private static let levels = Quantity(Setting.Unit.decibels.written, -200...20)

  static func run(_ commandLine: ParsedCommandLine) async throws {
    // --format is that of the list here.
    let settingFlags = commandLine.without(["format"])
    let settings = try RenderFlags(settingFlags, length: .ofInputs(orElse: nil))
    let job = try settings.rendering()
    let path = commandLine["output"] ?? "-"
    let format =
      try commandLine.choice("format", of: DropLogFormat.self)
      ?? DropLogFormat.allCases.first { $0.endings.contains(OutputName.ending(of: path)) } ?? .csv
    let threshold = try commandLine.number("louder-than", levels)
    let ground = try commandLine.number("ground", areas)
    if ground != nil, threshold != nil {
      throw Flaw(
        "--ground lists drops by their sizes, and --louder-than by loudness; leave one out")
    }
    if path != "-" { try OutputName.check(path, .drops, flag: "-o") }
    if job.isEndless, path != "-" { throw Flaw("a file has an end; add --duration") }
    if ground == nil {
      settings.announceInputs(of: job, format.hasEnds ? .labels : .list)
      settings.note(
        "what falls near is listed by its loudness, so this is no sample of what falls on a square meter; --ground 1 lists that"
      )
    } else {
      settings.announceInputs()
      settings.announceIdle(in: "what falls on the ground", of: groundSettings)
    }
    let output = try Output(path, isForced: settings.isForced)
    StandardError.accept()
    try await DropLog(job, louderThan: threshold).write(
      as: format, ground: ground, hasHeader: commandLine.isOn("header"), threads: settings.threads
    ) { bytes in try output.write(bytes) }
    try output.commit()
    if !settings.isQuiet { StandardError.note(written: path) }
  }
}
