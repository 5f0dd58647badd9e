/// The sound of `live` and of `play --watch`, and the take of it.
///
///     keys or lines ──▶ LiveState ──effects──▶ LiveSession ──▶ Performance ──▶ Playback
final class LiveSession {
  let playback: Playback
  var job: Rendering { performance.rendering }
  private let performance: Performance
  /// Where the take goes; nil if none is wanted.
  private var take: TakeFile?
  /// The flaw of the file of the take, as it was said last.
  private var takeFlaw: String?
  private let isQuiet: Bool

  /// A performance for one of the players; without any, for standard output. With `keepsTake`, all that is played
  /// can be saved, even where no path is given.
  init(
    _ job: Rendering, _ players: [PlayerCommand], takePath: String? = nil,
    keepsTake: Bool = false, isForced: Bool = false, isQuiet: Bool
  ) throws {
    performance = Performance(job, keepsTake: keepsTake || takePath != nil)
    self.isQuiet = isQuiet
    playback = try Playback(performance.rendering, players, isLive: true)
    take = try takePath.map { path in
      try TakeFile(path: path, isForced: isForced)
    }
  }

  /// The frame before which all was played.
  private var frame: Int { playback.sound?.frame ?? performance.frame }

  var hasSounded: Bool { frame > 0 && playback.player?.hasJustStarted != true }

  /// The time in the rain, in whole s.
  var seconds: Int { frame / job.sampleRate }

  var clockText: String { Duration.seconds(seconds).clockText }

  func note(_ sentence: String) { if !isQuiet { StandardError.note(sentence) } }

  /// Begins the performance, also anew, with sound or without.
  func begin(isPlaying: Bool) throws {
    performance.restart()
    if isPlaying { try start() }
  }

  private func start() throws {
    guard playback.sound == nil else { return }
    try playback.start(performance.makeRenderer(), performance.frame..<Int.max)
  }

  /// Lets the run fall to silence and end, within a tile.
  private func stop() {
    guard playback.sound != nil else { return }
    performance.fall()
    if let frame = playback.stop() { performance.frame = frame }
  }

  /// Lets the state take an input, does what it asks for, and tells it what came of that.
  func take(_ input: LiveInput, _ state: inout LiveState) throws {
    for effect in state.take(input) {
      if let answer = try perform(effect) { try take(answer, &state) }
    }
  }

  /// Does what the state asks for, and returns what it has to know of that.
  func perform(_ effect: LiveEffect) throws -> LiveInput? {
    switch effect {
    case .retune(let rain, let seconds):
      performance.retune(to: rain, over: seconds, isRunning: playback.sound != nil)
    case .start: try start()
    case .stop: stop()
    case .reseed(let seed):
      let wasRunning = playback.sound != nil
      stop()
      performance.restart(seed: seed)
      if wasRunning { try start() }
    case .load(let word, let asPlace, let seconds):
      do {
        if asPlace || Place.names.contains(word.asciiLowercased) {
          return .loaded(.place(try Place(word: word)), seconds: seconds ?? Place.passage)
        }
        let preset = try Preset(word: word)
        let isWeather = !Preset.isPath(word) && ShippedPresets.kind(of: preset.name) == .weather
        return .loaded(
          isWeather ? .weather(preset) : .rain(preset), seconds: seconds ?? Performance.glide)
      } catch {
        return .failed(Failure(error).sentence)
      }
    case .save(let content, let path, let isForced):
      return save(content, path, isForced: isForced)
    }
    return nil
  }

  private func save(_ content: LiveEffect.Saved, _ path: String, isForced: Bool) -> LiveInput {
    let path = OutputName.ending(of: path).isEmpty ? "\(path).json" : path
    let name = Preset.baseName(of: path)
    let preset =
      switch content {
      case .settings(let rain): Preset(name: name, rain: rain, revision: Rain.soundRevision)
      case .take: takePreset(named: name)
      }
    do {
      try OutputName.check(path, .preset, flag: "save")
      try Output(path, isForced: isForced).write(whole: preset.json, isQuiet: true)
      return .saved(content, path: path)
    } catch FileError.exists {
      return .exists(content, path: path)
    } catch {
      return .failed(Failure(error).sentence)
    }
  }

  /// Saves the take now and then. Returns what is wrong with its file, once.
  func checkTake() -> String? {
    guard let flaw = take?.saveNowAndThen(takePreset) else { return nil }
    defer { takeFlaw = flaw }
    return takeFlaw == flaw ? nil : flaw
  }

  /// Ends the sound, saves the take, and plays what is left; returns the signal to die of.
  func finish(after signal: Int32?) throws -> Int32? {
    try endTake()
    let end = try playback.finish(after: signal)
    if let otherName { throw Failure(.couldNot, otherName) }
    return end
  }

  var otherName: String? { take?.otherName }

  func endTake() throws {
    stop()
    try take?.save(takePreset)
    guard let take, take.otherName == nil else { return }
    note("\(PlainText.line(take.path, limit: 200)): a take of \(clockText)")
  }

  private func takePreset(named name: String) -> Preset {
    // First the frame: all moves before it are known by then.
    performance.take(named: name, before: frame)
  }

  func commandLine(of state: LiveState) -> String {
    let job = job.endless(state.rain, seed: state.seed).job
    let standard = RenderJob(duration: nil).words()
    let words = job.words().filter { !standard.contains($0) }
    return ShellWord.line([ThisProgram.name, "render", "-o", "rain.wav"] + words)
  }
}
