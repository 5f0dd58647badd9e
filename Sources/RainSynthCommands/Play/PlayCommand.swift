/// `play`: sound without a pipe.
enum PlayCommand: Runnable {
  static let specification = CommandSpecification(
    name: "play", summary: "Plays the rain, without end unless --duration is given",
    page: Page(PackageResources.play_txt),
    options: [PlayerCommand.option, WatchedPlay.option, until, FitFlag.option],
    shared: SettingFlags.without(["force", "jobs"]),
    arguments: Argument.rain,
    absences: [(["output"], "it plays the sound"), (["jobs"], "one thread plays")],
    defaults: ["duration": "endless"])

  private static let until = Option(
    "until", takes: "TIME", "play until this time of the day, as 07:00", isEveryday: true)

  /// The time until the one of --until; nil without it.
  private static func timeLeft(_ commandLine: ParsedCommandLine) throws -> Duration? {
    guard let text = commandLine["until"] else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: ":")).map { Int(Substring($0)) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], 0..<24 ~= hour,
      0..<60 ~= minute
    else {
      let digits = text.prefix { $0.isNumber }
      let isAfternoon = text.contains { "pP".contains($0) }
      let meant = Int(digits).map { $0 % 12 + (isAfternoon ? 12 : 0) }
      let hint = meant.map { "; write \("\($0)".padded(to: 2, with: "0")):00" } ?? ""
      throw Flaw(
        "--until takes a time of 24 hours, as 07:00 or 19:30, not \(text.quoted)"
          + (text.contains(":") ? "" : hint))
    }
    if let flag = ["duration", "to", "watch"].first(where: { commandLine[$0] != nil }) {
      throw Flaw("--until and --\(flag) both say when it ends; leave one of them out")
    }
    return .seconds(LocalTime.seconds(until: hour, minute, from: LocalTime.now))
  }

  static func run(_ commandLine: ParsedCommandLine) throws {
    let commandLine = try commandLine.namingRain()
    let isWatching = commandLine["watch"] != nil
    let settings = try RenderFlags(
      commandLine, length: .ofInputs(orElse: isWatching ? Length.standard : nil))
    let job = try PlayerCommand.playable(
      settings.rendering(duration: timeLeft(commandLine)), settings)
    for flag in SettingFlags.extent + [CurveFlag.name] where isWatching && commandLine[flag] != nil
    { throw Flaw("--watch plays until you end it; leave --\(flag) out") }
    let players = try PlayerCommand.all(commandLine, job)
    settings.announceInputs(of: job)
    let signal: Int32?
    if isWatching {
      if let sentence = job.firstValuesSentence { settings.note(sentence) }
      let session = try LiveSession(job, players, isQuiet: settings.isQuiet)
      var play = try WatchedPlay(commandLine, session)
      signal = try session.playback.play(&play)
    } else {
      var play = try WholePlay(job, players, settings)
      signal = try play.run()
    }
    if let signal { Signal.die(of: signal) }
  }
}
