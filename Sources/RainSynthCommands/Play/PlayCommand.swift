internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles

/// `play`: sound without a pipe.
enum PlayCommand: Runnable {
  static let specification = CommandSpecification(
    "play", "Plays the rain, without end unless --duration is given",
    usage: ["[settings]", "[settings] -p FILE.json --watch"],
    details: [
      """
      The sound goes to the first player that is here; where that one fails at once, as without a sound \
      server, to the next. Ctrl-C, and SIGTERM and SIGHUP, let it fade away over \
      2 s; a second one ends it at once. Ctrl-Z stops the player, too. What the player has to say is shown if \
      it fails.
      """,
      """
      --watch glides into the settings of the preset whenever its file is saved. Settings that move in time \
      have their first values there.
      """,
    ],
    examples: [
      "rainsynth play",
      "rainsynth play -p night --fade-in 1m",
      "rainsynth play -p drizzle -d 45m --player 'aplay -D hw:1'",
    ],
    options: [PlayerCommand.option, WatchedPreset.option],
    shared: SettingFlags.groups.map { $0.without(["force", "jobs"]) } + [Program.helpGroup],
    absences: [(["output"], "it plays the sound"), (["jobs"], "one thread plays")],
    defaults: ["duration": "endless"])

  static func run(_ commandLine: ParsedCommandLine) throws {
    let preset = try RenderFlags.preset(commandLine)
    let isWatching = commandLine["watch"] != nil
    let settings = try RenderFlags(
      commandLine,
      length: .ofInputs(orElse: isWatching ? Length.standard : nil))
    let job = try PlayerCommand.playable(settings.rendering(of: preset), settings)
    let players = try PlayerCommand.all(commandLine, job, .comfortable, pipedBy: "stream")
    settings.announceInputs(preset, of: job)
    let signal: Int32?
    if isWatching {
      settings.announceFirstValues(of: job)
      for flag in SettingFlags.extent + [CurveFlag.name] where commandLine[flag] != nil {
        throw Failure(.wrongUsage, "--watch plays until you end it; leave --\(flag) out")
      }
      let file = try WatchedPreset(commandLine)
      let session = try LiveSession(job, players, isQuiet: settings.isQuiet)
      var play = WatchedPlay(session: session, file: file) {
        let settings = try RenderFlags(
          commandLine, length: .ofInputs(orElse: Length.standard))
        return try settings.rendering(of: RenderFlags.preset(commandLine)).rain
      }
      signal = try play.run()
    } else {
      var play = try WholePlay(job, players, settings)
      signal = try play.run()
    }
    if let signal { Signal.die(of: signal) }
  }
}
