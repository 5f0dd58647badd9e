/// A handler that waits beside the sound, and hears what happens to it.
protocol PlaybackHandler {
  var descriptors: [(descriptor: Int32, direction: Readiness.Direction)] { get }
  /// The longest wait between two looks, in ms.
  var milliseconds: Int { get }
  /// Looks after each wait what is new; `ready` belongs to ``descriptors``. Returns whether the sound goes on.
  mutating func look(_ ready: [Bool]) throws -> Bool
  /// Begins the sound; anew where the next player takes over from one that has played nothing.
  mutating func begin() throws
  mutating func note(_ sentence: String) throws
  /// The process is about to be stopped.
  mutating func suspend()
  /// The process goes on, or the window has another size.
  mutating func resume()
  /// Whether the sound goes on after a signal that ends it otherwise.
  mutating func outlives(_ signal: Int32) -> Bool
}

extension PlaybackHandler {
  var descriptors: [(descriptor: Int32, direction: Readiness.Direction)] { [] }
  /// As long as the end of a sound may go unnoticed.
  var milliseconds: Int { 50 }
  func suspend() {}
  func resume() {}
  func outlives(_ signal: Int32) -> Bool { false }
}

/// Sound on its way to a player, or to standard output where there is none.
///
///     renderer ──▶ SoundThread ──▶ player
///                       ▲            │ messages, its end
///     signals ──▶ Playback.run ◀─────┘
///                       ▲
///                 PlaybackHandler: keys, lines, a file, the clock
final class Playback {
  private let inbox: SignalInbox
  /// The player; nil where the samples go to standard output.
  private(set) var player: Player?
  /// The players to try if that one fails at once.
  private var nextPlayers: [PlayerCommand]
  /// Whether one has failed: the note said which comes next.
  private var hasFailed = false
  private let job: Rendering
  /// Whether the sound is made while it is heard, so that it must neither run ahead nor fall behind.
  private let isLive: Bool
  private(set) var sound: SoundThread?
  /// The notes that the handler has not heard yet, and whether it has to begin then.
  private var notes: [String] = []
  private var isToBegin = false
  /// Whether no more sound will be written.
  private var isComplete = false
  /// When the player has to have ended; nil while sound is written.
  private var deadline: ContinuousClock.Instant?

  /// The share of the time that rendering took in the last second; above 1, the sound has gaps.
  private(set) var load: Double?
  private var isTooSlow = false

  /// How long the sound takes to fade away at a signal, in s.
  static let fadeSeconds = 2.0
  /// How long after that a player may take to play the rest.
  private static let shortRest = Duration.seconds(4)
  /// How long a player may take to finish what it has buffered. ffplay buffers most, about 2 s.
  private static let longestRest = Duration.seconds(30)
  /// Within this time it is the same signal: some programs signal a process, then its group.
  private static let echoOfSignal = Duration.milliseconds(300)
  /// How long a tile may take to be written when the run shall end; the longest, of 8 kHz, lasts half a second. A
  /// player that takes no sound is given up after that.
  private static let longestTile = Duration.seconds(3)

  /// Sound for the first of the players that works; without any, the samples go to standard output.
  init(_ job: Rendering, _ players: [PlayerCommand], isLive: Bool) throws {
    // First, since the handlers of the guard would replace those of the inbox.
    ChildProgram.ignoreBrokenPipes()
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
    guard let inbox = SignalInbox(signals) else {
      throw Failure(.couldNot, "the system has no pipe left")
    }
    self.inbox = inbox
    self.job = job
    self.isLive = isLive
    nextPlayers = players
    if players.isEmpty { ChildProgram.limitPipe(STDOUT_FILENO, bytes: Player.pipeBytes(job)) }
  }

  deinit { player?.child.end() }

  /// Starts the next player instead of the last one.
  private func startPlayer() throws {
    player?.child.end()
    let command = nextPlayers.removeFirst()
    do {
      let player = try Player(command, job)
      self.player = player
      (isComplete, deadline) = (false, nil)
      let header = command.takesWave ? job.pipedWave.header : []
      _ = player.child.write(header.span)
    } catch {
      try startPlayer(after: Failure(error))
    }
  }

  /// Lets the next player take over; throws the error where there is none.
  private func startPlayer(after error: Failure) throws {
    guard let next = nextPlayers.first else { throw withAdvice(error) }
    hasFailed = true
    notes.append("\(Failure(error).sentence); next comes \(next.name)")
    try startPlayer()
  }

  /// The last word where all players have failed.
  private func withAdvice(_ error: any Error) -> any Error {
    guard hasFailed, !isLive else { return error }
    let failure = Failure(error)
    return Failure(
      failure.status, "\(failure.sentence); 'rainsynth render -o rain.wav' writes a file instead")
  }

  /// The sentence that says who plays; nil where none does, or where a note said who comes next.
  var announcement: String? {
    player.flatMap {
      hasFailed ? nil : "plays with \($0.command.name.quoted); Ctrl-C lets it fade away"
    }
  }

  // MARK: Runs

  func start(_ renderer: consuming JobRenderer, _ frames: Range<Int>) throws {
    sound = try SoundThread(
      consume renderer, frames, job, output: player?.child.input ?? STDOUT_FILENO,
      trailer: player?.command.takesWave == true ? job.pipedWave.trailer : [], isPaced: isLive)
  }

  /// Ends the run after the tile that is rendered next. Returns the frame before which it was written.
  func stop() -> Int? {
    guard let sound else { return nil }
    sound.end(over: 0)
    let end = ContinuousClock.now + Self.longestTile
    while sound.end == nil {
      _ = Readiness.wait([(player?.child.messages ?? -1, .reading)], milliseconds: 5)
      player?.child.takeMessages()
      // From then on it writes nothing, and so the next run may begin while a slow tile of this one is rendered.
      if ContinuousClock.now > end { sound.abandon() }
      if ContinuousClock.now > end + .seconds(1) { break }
    }
    self.sound = nil
    return sound.frame
  }

  // MARK: Loops

  /// Plays until all is played, or a signal ends it; returns the one that the process dies of.
  func play(_ handler: inout some PlaybackHandler) throws -> Int32? {
    try run(&handler).flatMap { try finish(after: $0) }
  }

  /// Plays until all has been played, the handler ends it, or a signal comes, which it returns.
  func run(_ handler: inout some PlaybackHandler) throws -> Int32? {
    StandardError.accept()
    if !nextPlayers.isEmpty { try startPlayer() }
    isToBegin = true
    while true {
      try tell(&handler)
      let inputs = [(inbox.descriptor, Readiness.Direction.reading), messages]
      let ready = Readiness.wait(inputs + handler.descriptors, milliseconds: handler.milliseconds)
      for number in inbox.take() {
        switch number {
        case SIGTSTP:
          handler.suspend()
          suspend()
          handler.resume()
        // After SIGSTOP, nobody could prepare anything before.
        case SIGCONT, SIGWINCH: handler.resume()
        default: if !handler.outlives(number) { return number }
        }
      }
      let isOver = try check()
      try tell(&handler)
      guard try handler.look(Array(ready.dropFirst(inputs.count))), !isOver else { return nil }
    }
  }

  private func tell(_ handler: inout some PlaybackHandler) throws {
    while !notes.isEmpty { try handler.note(notes.removeFirst()) }
    if isToBegin {
      isToBegin = false
      try handler.begin()
    }
  }

  /// Lets the sound fade away after a signal, or plays what was written before where nothing runs
  /// any more, and waits for the end of the player. Returns the signal that the process dies of:
  /// that one, or a second one, which ends all at once.
  func finish(after first: Int32?) throws -> Int32? {
    let start = ContinuousClock.now
    // A signal to a whole group may come twice.
    _ = inbox.take()
    // A player that has all the sound is not waited for.
    if isComplete { endAtOnce() }
    let fade = sound == nil ? 0 : Self.fadeSeconds
    isComplete = sound == nil
    sound?.end(over: Int(fade * Double(job.sampleRate)))
    deadline = start + .seconds(fade) + Self.shortRest
    do {
      while try !isOver() {
        _ = Readiness.wait([(inbox.descriptor, .reading), messages], milliseconds: 20)
        for number in inbox.take() {
          if number == SIGTSTP {
            suspend()
          } else if number != SIGCONT, number != SIGWINCH {
            if number == first, .now - start < Self.echoOfSignal { continue }
            endAtOnce()
            return number
          }
        }
      }
    } catch {
      // The end was asked for, and has only come sooner.
      guard first != nil else { throw error }
    }
    return first
  }

  private func endAtOnce() {
    sound?.abandon()
    player?.child.end()
  }

  private var messages: (Int32, Readiness.Direction) { (player?.child.messages ?? -1, .reading) }

  /// Stops this program and its player, and returns when the shell lets them go on.
  private func suspend() {
    // Not SIGTSTP: its own group is not one of the terminal's, and so it may be discarded.
    player?.child.send(SIGSTOP)
    Signal.takeDefaultAction(of: SIGTSTP)
    SignalInbox.listen(to: SIGTSTP)
    player?.child.send(SIGCONT)
  }

  // MARK: Checks

  /// Looks whether the samples are played, and fast enough, and returns whether all of them are.
  /// Where a player has failed at once, the next one takes over.
  private func check() throws -> Bool {
    do {
      if isLive { checkLoad() }
      return try isOver()
    } catch {
      // Without a next player the run stays, so that its end is known.
      guard let player, player.hasJustStarted, !nextPlayers.isEmpty else { throw withAdvice(error) }
      _ = stop()
      try startPlayer(after: Failure(error))
      isToBegin = true
      return false
    }
  }

  /// Whether all has been written and played. Once all has been written, the player may end.
  private func isOver() throws -> Bool {
    player?.child.takeMessages()
    switch sound?.end {
    case nil: break
    case 0: isComplete = true
    case EPIPE:
      if let player {
        player.child.waitForEnd(milliseconds: 1000)
        throw player.failure
      }
      throw Failure(.readerGone, "nobody reads the sound any more")
    case let errno?:
      throw Failure(FileError.failed(path: "standard output", .write, errno: errno))
    }
    guard let player else { return isComplete }
    if isComplete {
      player.child.closeInput()
      deadline = deadline ?? .now + Self.longestRest
    }
    if let ending = player.child.lookForEnd() {
      guard isComplete, ending == .status(0) else { throw player.failure }
      return true
    }
    if let deadline, .now > deadline {
      endAtOnce()
      throw Failure(
        .couldNot, "the player \(player.command.name) did not end when the sound had ended")
    }
    return false
  }

  /// Says once that the load is too much.
  private func checkLoad() {
    guard let load = sound?.takeLoad() else { return }
    self.load = load
    let wasTooSlow = isTooSlow
    // Near real time, it is said once.
    isTooSlow = load > (wasTooSlow ? 0.8 : 1)
    guard isTooSlow, !wasTooSlow else { return }
    notes.append(
      "this computer is too slow for these settings, and the sound has gaps: load "
        + Self.loadText(load))
  }

  /// A load in per cent; below 10, with a decimal.
  static func loadText(_ load: Double) -> String {
    let percent = min(100 * load, 1e6)
    return "\(FixedPoint.text(percent, decimals: percent < 10 ? 1 : 0)) %"
  }
}
