internal import Platform
internal import RainDSP
internal import RainFiles

/// `play --watch`: the sound glides into what is saved.
struct WatchedPlay: PlaybackHandler {
  let session: LiveSession
  var file: WatchedPreset
  /// Reads the settings anew.
  let readRain: () throws -> Rain

  /// Plays until a signal, which it returns.
  mutating func run() throws -> Int32? {
    let signal = try session.playback.run(&self)
    return try session.playback.finish(after: signal)
  }

  // MARK: PlaybackHandler

  let milliseconds = WatchedPreset.lookMilliseconds

  mutating func look(_ ready: [Bool]) throws -> Bool {
    guard file.isSaved() else { return true }
    do {
      _ = try session.perform(.retune(readRain(), seconds: Performance.glide))
      session.note("glides into the new settings")
    } catch {
      StandardError.note(Failure(error).sentence)
    }
    return true
  }

  mutating func take(_ event: PlaybackEvent) throws {
    switch event {
    case .begins:
      if let announcement = session.playback.announcement { session.note(announcement) }
      try session.begin()
    case .note(let sentence): session.note(sentence)
    case .suspends, .resumes, .resized: break
    }
  }
}
