internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// `play`: sound without a pipe.
enum PlayCommand {
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

  /// How long the sound takes to fade away at a signal, in s.
  static let fadeSeconds = 2
  /// How long after that a player may still hold the sound up, in s.
  private static let longestRest = 4

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    let preset = try Settings.preset(commandLine)
    let isWatching = commandLine["watch"] != nil
    let settings = try Settings(
      commandLine,
      standardDuration: isWatching ? RenderCommand.standardDuration : preset?.duration)
    let job = try settings.job(of: preset)
    let pipe = Shell.line(["\(Program.name)", "stream"] + commandLine.words(without: ["player"]))
    var players = try PlayerCommand.all(
      commandLine["player"], job, .comfortable, pipe: "\(pipe) | \(PlaybackHint.raw(job))")
    settings.announceInputs(preset)
    if isWatching {
      var watched = try WatchedPlay(job, players, commandLine, isQuiet: settings.isQuiet)
      SignalInbox.die(of: try watched.run())
    }
    guard let inbox = SignalInbox([SIGINT, SIGTERM, SIGHUP, SIGTSTP]) else {
      throw Failure(.couldNot, "the system has no pipe left")
    }
    _ = signal(SIGPIPE, SIG_IGN)
    while true {
      let start = ContinuousClock.now
      do throws(Failure) {
        return try play(job, players.removeFirst(), inbox, settings)
      } catch {
        guard let next = players.first, .now - start < Player.longestFailure else { throw error }
        if !settings.isQuiet { StandardError.note("\(error.sentence); next comes \(next.name)") }
      }
    }
  }

  private static func play(
    _ job: RenderJob, _ command: PlayerCommand, _ inbox: SignalInbox, _ settings: Settings
  ) throws(Failure) {
    let player = try Player(command, job)
    defer { player.child.end() }
    if !settings.isQuiet { StandardError.note(announcement(of: player)) }
    var run = Run(job, player, inbox, settings)
    let wave = command.takesWave ? Player.wave(job, isEndless: job.isEndless) : ([], [])
    try run.play(between: wave.0, and: wave.1)
    run.finish()
  }

  /// The sentence that says who plays.
  static func announcement(of player: Player) -> String {
    "plays with \(player.name.quoted); Ctrl-C lets it fade away"
  }

  /// One playing.
  private struct Run: ~Copyable {
    private let player: Player
    private let inbox: SignalInbox
    private let sampleRate: Int
    private let bytesPerFrame: Int
    private var renderer: JobRenderer
    private var progress: Progress
    /// The frames to play; fewer once a signal has come.
    private var frames: Range<Int>
    /// The signal that lets the sound fade away, when it came, and when all has to be over.
    private var ending:
      (signal: Int32, start: ContinuousClock.Instant, deadline: ContinuousClock.Instant)?

    init(_ job: RenderJob, _ player: Player, _ inbox: SignalInbox, _ settings: Settings) {
      self.player = player
      self.inbox = inbox
      sampleRate = job.sampleRate
      bytesPerFrame = job.bytesPerFrame
      frames = job.frames
      renderer = JobRenderer(job, startingAt: job.frames.lowerBound)
      progress = settings.makeProgress(
        totalFrames: job.isEndless ? nil : job.frames.count, sampleRate: job.sampleRate)
    }

    /// Writes the header, the sound and the trailer, and waits until all is played.
    mutating func play(between header: [UInt8], and trailer: [UInt8]) throws(Failure) {
      do throws(Failure) {
        try write(header)
        try writeTiles()
        if ending == nil { try write(trailer) }
        let deadline = ending?.deadline ?? .now + Player.longestRest
        if let signal = try player.finish(inbox, until: deadline) { die(of: signal) }
      } catch {
        // The end was asked for, and has only come sooner.
        if let ending { die(of: ending.signal) }
        progress.finish()
        throw error
      }
    }

    /// Renders and writes tile after tile.
    private mutating func writeTiles() throws(Failure) {
      var bytes: [UInt8] = []
      while !frames.isEmpty {
        let end = frames.lowerBound + Tile.frames - frames.lowerBound % Tile.frames
        let tile = frames.clamped(to: frames.lowerBound..<end)
        bytes.removeAll(keepingCapacity: true)
        renderer.encode(tile, into: &bytes)
        frames = tile.upperBound..<frames.upperBound
        try write(bytes)
        progress.advance(by: tile.count)
      }
    }

    /// Writes the bytes at the pace of the player, and takes what happens meanwhile.
    private mutating func write(_ bytes: [UInt8]) throws(Failure) {
      var done = 0
      while done < bytes.count {
        _ = Readiness.wait(
          [
            (player.child.input, .writing), (player.child.messages, .reading),
            (inbox.descriptor, .reading),
          ], milliseconds: 200)
        player.child.takeMessages()
        for number in inbox.take() { take(number) }
        if let ending, ContinuousClock.now > ending.deadline { die(of: ending.signal) }
        guard let count = player.child.write(bytes.span.extracting(done...)) else {
          throw player.failure(player.endingSoon())
        }
        done += count
      }
    }

    private mutating func take(_ number: Int32) {
      if Suspension.isStop(number) {
        Suspension.stop(with: player.child)
      } else if let ending {
        let isEcho = number == ending.signal && .now - ending.start < Player.echoOfSignal
        if !isEcho { die(of: number) }
      } else {
        let length = PlayCommand.fadeSeconds
        let end = renderer.fadeOut(from: frames.lowerBound, frames: length * sampleRate)
        frames = frames.clamped(to: 0..<max(frames.lowerBound, end))
        ending = (number, .now, .now + .seconds(length + PlayCommand.longestRest))
      }
    }

    private mutating func die(of number: Int32) -> Never {
      player.child.end()
      progress.finish()
      SignalInbox.die(of: number)
    }

    /// Ends the process by the signal that let the sound fade away, if there was one.
    consuming func finish() {
      progress.finish()
      if let ending { SignalInbox.die(of: ending.signal) }
    }
  }
}
