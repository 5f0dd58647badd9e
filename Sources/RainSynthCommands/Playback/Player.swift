internal import Platform
internal import RainAudio
internal import RainFiles
internal import Text

/// A player that is playing.
final class Player {
  let name: String
  let child: ChildProgram
  private let start = ContinuousClock.now

  /// A player that ends within this time has played nothing: no sound server or card is there.
  static let longestFailure = Duration.seconds(2)

  /// A signal that comes again within this time is the same one: some programs send it to a process and then to
  /// its whole group.
  static let echoOfSignal = Duration.milliseconds(300)

  /// How much sound may wait in the pipe to it, in ms; more would delay every change.
  static let pipeMilliseconds = 90

  /// How long a player may take to finish what it has buffered. ffplay buffers most, about 2 s.
  static let longestRest = Duration.seconds(30)

  init(_ command: PlayerCommand, _ job: RenderJob) throws(Failure) {
    name = command.name
    do {
      child = try ChildProgram(
        path: command.path, arguments: command.arguments,
        pipeBytes: job.sampleRate * job.bytesPerFrame * Self.pipeMilliseconds / 1000)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether it cannot have played yet, if it has ended.
  var hasJustStarted: Bool { .now - start < Self.longestFailure }

  /// What a player of WAVs reads before the samples and after them.
  static func wave(_ job: RenderJob, isEndless: Bool) -> (header: [UInt8], trailer: [UInt8]) {
    var job = job
    // What samplers want to know of a loop is nothing for a player.
    job.excerpt.isLoop = false
    if !isEndless, let contents = try? WaveContents(job, hasMetadata: false, rf64: .never) {
      return (contents.header, contents.trailer)
    }
    return (
      WaveLayout.endlessHeader(
        format: job.format, sampleRate: job.sampleRate, channels: job.channels), []
    )
  }

  /// The failure of a player that has ended before the sound.
  func failure(_ ending: ChildProgram.Ending?) -> Failure {
    let how =
      switch ending {
      case .status(0)?, nil: "ended before the sound did"
      case .status(let status)?: "failed with exit status \(status)"
      case .signal(let number)?: "was ended by signal \(number)"
      }
    let reason = child.lastMessage.isEmpty ? "" : ": \(child.lastMessage)"
    return Failure(.couldNot, "the player \(name) \(how)\(reason)")
  }

  /// Waits a moment for the end of a player that reads no more.
  func endingSoon() -> ChildProgram.Ending? {
    for _ in 0..<100 {
      if let ending = child.lookForEnd() { return ending }
      _ = Readiness.wait([(child.messages, .reading)], milliseconds: 10)
      child.takeMessages()
      if child.messages < 0 { _ = Readiness.wait([], milliseconds: 10) }
    }
    return nil
  }

  /// Lets it play what it has, and waits for its end; a signal ends it at once.
  ///
  /// - Returns: The signal; nil if it ended by itself.
  func finish(
    _ inbox: SignalInbox, until end: ContinuousClock.Instant
  ) throws(Failure) -> Int32? {
    child.closeInput()
    while child.lookForEnd() == nil {
      _ = Readiness.wait(
        [(child.messages, .reading), (inbox.descriptor, .reading)], milliseconds: 20)
      child.takeMessages()
      for number in inbox.take() {
        if Suspension.isStop(number) {
          Suspension.stop(with: child)
        } else if number != SIGCONT {
          child.end()
          return number
        }
      }
      if ContinuousClock.now > end {
        child.end()
        throw Failure(.couldNot, "the player \(name) did not end when the sound had ended")
      }
    }
    if child.ending != .status(0) { throw failure(child.ending) }
    return nil
  }
}
