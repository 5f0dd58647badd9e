internal import Platform
internal import RainDSP
internal import RainFiles

/// `play --watch`: the sound glides into what is saved.
struct WatchedPlay: PlaybackHandler {
  private let performance: Performance
  private let playback: Playback
  private var file: WatchedPreset
  private let isQuiet: Bool
  /// Reads the settings anew.
  private let readRain: () throws -> Rain

  init(
    _ job: Rendering, _ players: [PlayerCommand], _ file: WatchedPreset, isQuiet: Bool,
    readRain: @escaping () throws -> Rain
  ) throws {
    performance = Performance(job, keepsTake: false)
    playback = try Playback(performance.rendering, players, isLive: true)
    self.file = file
    self.isQuiet = isQuiet
    self.readRain = readRain
  }

  /// Plays until a signal, which it returns.
  mutating func run() throws -> Int32? {
    let signal = try playback.run(&self)
    return try playback.finish(after: signal)
  }

  // MARK: PlaybackHandler

  let descriptors: [(descriptor: Int32, direction: Readiness.Direction)] = []
  let milliseconds = WatchedPreset.lookMilliseconds

  mutating func look(_ ready: [Bool]) -> Bool {
    guard file.isSaved() else { return true }
    do {
      let rain = try readRain()
      performance.retune(to: rain, over: Performance.glide, isRunning: true)
      note("glides into the new settings")
    } catch {
      StandardError.note(Failure(error).sentence)
    }
    return true
  }

  mutating func take(_ event: PlaybackEvent) throws {
    switch event {
    case .begins:
      if let player = playback.player, !playback.hasFailed { note(player.announcement) }
      performance.restart()
      try playback.start(performance.makeRenderer(), performance.frame..<Int.max)
    case .note(let sentence): note(sentence)
    case .suspends, .resumes, .resized: break
    }
  }

  private func note(_ sentence: String) {
    if !isQuiet { StandardError.note(sentence) }
  }
}
