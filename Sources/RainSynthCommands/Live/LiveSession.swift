internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// The sound of `live`: what plays, where it goes, and the take of it.
///
///     keys or lines ──▶ LiveState ──effects──▶ LiveSession ──▶ Performance ──▶ SoundThread ──▶ player
final class LiveSession {
  let inbox: SignalInbox
  /// The player; nil where the samples go to standard output.
  private(set) var player: Player?
  /// The players to try if that one fails at once.
  private var nextPlayers: [PlayerCommand]
  let job: RenderJob
  private let performance: Performance
  /// Where the take goes; nil if none is wanted.
  private var take: TakeFile?
  /// Why the take could not be saved.
  private var takeFlaw: String?
  private var sound: SoundThread?
  /// How many s of sound a s of rendering gives, of the last second.
  private(set) var speed: Double?
  private var work = (frames: 0, seconds: 0.0)
  private var isTooSlow = false

  /// How long a tile may take to be written when the run shall end, in s; the longest, of 8 kHz, lasts half a
  /// second. A player that takes no sound is given up after that.
  private static let longestEnd = 3.0

  /// A job with the first of the players, which starts; without any, with standard output.
  init(
    _ job: RenderJob, _ players: [PlayerCommand], takePath: String?, isForced: Bool
  ) throws(Failure) {
    // The first file that is saved would replace the handlers of a screen.
    InterruptionGuard.install()
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
    guard let inbox = SignalInbox(signals) else {
      throw Failure(.couldNot, "the system has no pipe left")
    }
    _ = signal(SIGPIPE, SIG_IGN)
    self.inbox = inbox
    self.job = job
    take = try takePath.map { (path) throws(Failure) in
      try TakeFile(path: path, isForced: isForced)
    }
    performance = Performance(job, keepsTake: takePath != nil)
    nextPlayers = players
    if players.isEmpty {
      ChildProgram.limitPipe(
        STDOUT_FILENO,
        bytes: job.sampleRate * job.bytesPerFrame * Player.pipeMilliseconds / 1000)
    } else {
      try startPlayer()
    }
  }

  /// Starts the next player in place of the last one.
  private func startPlayer() throws(Failure) {
    player?.child.end()
    let command = nextPlayers.removeFirst()
    let player = try Player(command, job)
    if command.takesWave {
      let header = Player.wave(job, isEndless: true).header
      _ = player.child.write(header.span)
    }
    self.player = player
  }

  deinit { player?.child.end() }

  var isRunning: Bool { sound != nil }

  /// The frame before which all was played.
  private var frame: Int { sound?.frame ?? performance.frame }

  /// The time in the rain, in s.
  var seconds: Double { Double(frame) / Double(job.sampleRate) }

  /// Lets the sound fall to silence.
  func fall(over seconds: Double) { performance.fall(over: seconds) }

  /// Begins a run.
  func start() throws(Failure) {
    guard sound == nil else { return }
    sound = try SoundThread(
      performance.makeRenderer(), from: performance.frame, job,
      output: player?.child.input ?? STDOUT_FILENO)
  }

  /// Lets the run fall to silence and end, within a tile.
  func stop() {
    guard let sound else { return }
    performance.fall()
    sound.endAfterNextTile()
    let end = ContinuousClock.now + .seconds(Self.longestEnd)
    while sound.end == .none {
      _ = Readiness.wait([(player?.child.messages ?? -1, .reading)], milliseconds: 5)
      player?.child.takeMessages()
      // From then on it writes nothing, and so the next run may begin while a slow tile of this one is rendered.
      if ContinuousClock.now > end { sound.abandon() }
      if ContinuousClock.now > end + .seconds(1) { break }
    }
    performance.end(before: sound.frame)
    self.sound = nil
  }

  /// Lets the settings move to those of a rain.
  func retune(to rain: Rain, over seconds: Double) {
    performance.retune(to: rain, over: seconds, isRunning: isRunning)
  }

  /// Does what the state asks for, and returns what it has to be told.
  func perform(_ effect: LiveEffect, _ state: LiveState) throws(Failure) -> LiveInput? {
    switch effect {
    case .retune(let seconds):
      retune(to: state.rain, over: seconds)
    case .start: try start()
    case .stop: stop()
    case .drawSeed: return .seeded(UInt64.random(in: 0..<1 << 32))
    case .reseed(let seed):
      let wasRunning = isRunning
      stop()
      performance.reseed(seed)
      if wasRunning { try start() }
    case .load(let word):
      do {
        let preset = try Preset(word: word)
        return .loaded(name: preset.name, rain: preset.rain, seconds: LiveState.glide)
      } catch {
        return .failed(error.sentence)
      }
    case .save(let path, let isForced): return save(path, state, isForced: isForced)
    case .quit: break
    }
    return nil
  }

  /// Saves the settings as a preset.
  private func save(_ path: String, _ state: LiveState, isForced: Bool) -> LiveInput {
    let path = OutputName.ending(of: path).isEmpty ? "\(path).json" : path
    var preset = Preset(name: Preset.baseName(of: path), rain: state.rain)
    preset.revision = Rain.soundRevision
    do {
      try OutputName.check(path, .preset, flag: "save", ["live"])
      let output = try OutputFile(path: path, force: isForced)
      try output.write(Array(preset.json.utf8))
      try output.commit()
      return .saved(path: path)
    } catch OutputError.exists {
      return .exists(path: path)
    } catch let error as Failure {
      return .failed(error.sentence)
    } catch {
      return .failed("\(error)")
    }
  }

  /// Looks whether the samples are played, and fast enough, and saves the take now and then. Where a player has
  /// failed at once, the next one begins, with the take from its beginning, since nothing was heard.
  ///
  /// - Returns: What a person has to know, in a sentence; nil if there is nothing new.
  /// - Throws: The player has ended, nobody reads the samples, or they cannot be written.
  func check() throws(Failure) -> String? {
    do throws(Failure) {
      try checkOutput()
      return checkTake() ?? checkSpeed()
    } catch {
      guard let player, player.hasJustStarted, let next = nextPlayers.first else { throw error }
      let wasRunning = isRunning
      stop()
      performance.restart()
      try startPlayer()
      if wasRunning { try start() }
      return "\(error.sentence); next comes \(next.name)"
    }
  }

  private func checkTake() -> String? {
    let last = takeFlaw
    do throws(Failure) {
      try take?.saveNowAndThen(preset)
      takeFlaw = nil
    } catch {
      takeFlaw = "the take is not saved: \(error.sentence)"
    }
    return takeFlaw == last ? nil : takeFlaw
  }

  private func checkSpeed() -> String? {
    measure()
    guard let speed else { return nil }
    let wasTooSlow = isTooSlow
    // Near real time, it is said once.
    isTooSlow = speed < (wasTooSlow ? 1.2 : 1)
    guard isTooSlow, !wasTooSlow else { return nil }
    return "this computer is too slow for these settings, and the sound has gaps: "
      + ProgressReport.speedText(speed)
  }

  private func checkOutput() throws(Failure) {
    player?.child.takeMessages()
    if let player, let ending = player.child.lookForEnd() { throw player.failure(ending) }
    switch sound?.end ?? .none {
    case .none, .asked: break
    case .readerGone:
      if let player { throw player.failure(player.endingSoon()) }
      throw Failure(.readerGone, "nobody reads the sound any more")
    case .failed:
      throw Failure(OutputError.failed(path: "standard output", .write, errno: sound?.errno ?? 0))
    }
  }

  /// The levels since the last call.
  func takePeaks() -> (left: Float, right: Float) { sound?.takePeaks() ?? (0, 0) }

  /// Measures the speed over a second of sound, or of work where that is less.
  private func measure() {
    guard let sound else { return }
    let (frames, seconds) = sound.takeWork()
    work = (work.frames + frames, work.seconds + seconds)
    if work.frames >= job.sampleRate || work.seconds >= 1, work.seconds > 0 {
      speed = Double(work.frames) / Double(job.sampleRate) / work.seconds
      work = (0, 0)
    }
  }

  /// Ends the sound, saves the take, and lets the player play what it has. A failure of the player, or of the
  /// reader, that ended it comes after the take.
  ///
  /// - Returns: The signal that ended the player sooner.
  func finish() throws(Failure) -> Int32? {
    stop()
    // A signal to a whole group may come twice.
    _ = inbox.take()
    try saveTake()
    guard let player, player.child.lookForEnd() == nil else { return nil }
    return try player.finish(inbox, until: .now + .seconds(5))
  }

  /// Writes the take.
  func saveTake() throws(Failure) { try take?.save(preset) }

  /// The take so far.
  private func preset(named name: String) -> Preset {
    // First the frame: all moves before it are known by then.
    performance.take(named: name, before: frame)
  }
}
