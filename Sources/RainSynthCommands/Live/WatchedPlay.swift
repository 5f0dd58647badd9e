internal import CommandLineKit
internal import Platform
internal import RainFiles
internal import Text

/// `play --watch`: the sound glides into what is saved.
struct WatchedPlay {
  private let session: LiveSession
  private let commandLine: ParsedCommandLine
  private var file: WatchedPreset
  private let isQuiet: Bool

  init(
    _ job: RenderJob, _ players: [PlayerCommand], _ commandLine: ParsedCommandLine, isQuiet: Bool
  ) throws(Failure) {
    for flag in SettingFlags.excerpt + SettingFlags.course where commandLine[flag] != nil {
      throw Failure(.wrongUsage, "--watch plays until you end it; leave --\(flag) out")
    }
    file = try WatchedPreset(commandLine)
    session = try LiveSession(job, players, takePath: nil, isForced: false)
    self.commandLine = commandLine
    self.isQuiet = isQuiet
  }

  /// Plays until a signal, which it returns.
  mutating func run() throws(Failure) -> Int32 {
    announce()
    try session.start()
    while true {
      if let number = try wait() {
        try fade()
        return number
      }
      guard file.isSaved() else { continue }
      do throws(Failure) {
        let rain = try job().rain
        session.retune(to: rain, over: LiveState.glide)
        note("glides into the new settings")
      } catch {
        StandardError.note(error.sentence)
      }
    }
  }

  /// Waits a moment; returns a signal that ends the playing.
  private func wait() throws(Failure) -> Int32? {
    _ = Readiness.wait(
      [(session.inbox.descriptor, .reading)], milliseconds: WatchedPreset.lookMilliseconds)
    for number in session.inbox.take() {
      if Suspension.isStop(number) {
        Suspension.stop(with: session.player?.child)
      } else if number != SIGCONT && number != SIGWINCH {
        return number
      }
    }
    if let change = try session.check() {
      note(change)
      announce()
    }
    return nil
  }

  private func job() throws(Failure) -> RenderJob {
    let settings = try Settings(commandLine, standardDuration: RenderCommand.standardDuration)
    return try settings.job(of: Settings.preset(commandLine))
  }

  /// Lets the sound fade away; a second signal ends the process at once.
  private func fade() throws(Failure) {
    session.fall(over: Double(PlayCommand.fadeSeconds))
    let start = ContinuousClock.now
    while .now - start < .seconds(PlayCommand.fadeSeconds) {
      if let second = try wait(), .now - start > Player.echoOfSignal {
        session.player?.child.end()
        SignalInbox.die(of: second)
      }
    }
    if let second = try session.finish() { SignalInbox.die(of: second) }
  }

  private func announce() {
    if let player = session.player { note(PlayCommand.announcement(of: player)) }
  }

  private func note(_ sentence: String) {
    if !isQuiet { StandardError.note(sentence) }
  }
}
