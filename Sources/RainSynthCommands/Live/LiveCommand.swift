/// `live`: the rain under one's fingers.
enum LiveCommand: Runnable {
  static let specification = CommandSpecification(
    name: "live", summary: "Plays the rain while you move its settings",
    page: Page(PackageResources.live_txt),
    options: [
      Option(
        "output", short: "o", takes: "TAKE.json", "write what was played as a preset",
        completion: .file, isEveryday: true),
      PlayerCommand.option,
      Option("plain", "take lines from standard input instead of keys", isEveryday: true),
    ],
    shared: SettingFlags.without(SettingFlags.notOfOneMoment),
    arguments: Argument.rain,
    absences: [
      (SettingFlags.extent, "it plays until you end it"),
      ([CurveFlag.name], "its settings move under your fingers"),
      (["jobs"], "one thread plays"),
    ])

  static func run(_ commandLine: ParsedCommandLine) throws {
    let commandLine = try commandLine.namingRain()
    let settings = try RenderFlags(commandLine)
    let usesPlayer = commandLine["player"] != nil || StandardOutput.isTerminal
    let asked = try settings.rendering()
    let job = usesPlayer ? try PlayerCommand.playable(asked, settings) : asked
    let players = usesPlayer ? try PlayerCommand.all(commandLine, job, isLive: true) : []
    let path = commandLine["output"]
    if let path {
      try OutputName.check(path, .preset, flag: "-o")
      if path == "-", !usesPlayer {
        throw Failure(.wrongUsage, "the samples go to standard output; -o TAKE.json needs a file")
      }
    }
    let isPlain = commandLine["plain"] != nil
    if !isPlain, !Screen(descriptor: STDERR_FILENO).hasEscapes {
      throw Failure(.wrongUsage, "this terminal cannot draw a screen; --plain reads lines")
    }
    let rain = job.writtenAutomation.beginning
    settings.announceInputs(of: job.endless(rain, seed: job.seed))
    let session = try LiveSession(
      job, players, takePath: path, keepsTake: !isPlain, isForced: settings.isForced,
      isQuiet: settings.isQuiet)
    var wish = settings.wish(of: settings.preset)
    wish.own.keep(job.writtenAutomation)
    var state = LiveState(
      wish, preset: settings.preset?.name ?? Preset.standardName, seed: job.seed,
      layout: job.layout, keepsTake: path != nil)
    if let sentence = asked.firstValuesSentence {
      if isPlain { settings.note(sentence) } else { _ = state.take(.noted(sentence)) }
    }
    let signal: Int32?
    do {
      if isPlain {
        var plain = PlainLive(session, state, answersToStandardOutput: usesPlayer)
        signal = try session.playback.run(&plain)
      } else {
        var full = try FullLive(session, state)
        signal = try full.run()
      }
    } catch {
      // What was refused before it sounded leaves no take.
      if session.hasSounded { try session.endTake() }
      if let otherName = session.otherName { StandardError.note(otherName) }
      throw error
    }
    if let number = try session.finish(after: signal) { Signal.die(of: number) }
  }
}
