internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

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

/// The file of a preset that somebody edits: for --watch.
struct WatchedPreset {
  static let option = Option(
    "watch", "follow the file of the preset: whenever it is saved, take it anew")

  private let path: String
  private var version: FileVersion?

  /// How often to look, in ms. A file that was read while it was half saved is read again: it changes once more.
  static let lookMilliseconds = 100

  /// The file that --preset names, or the argument behind --watch.
  init(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine["preset"], Preset.isPath(path) else {
      throw Failure(.wrongUsage, "--watch follows a file; name it, as in --watch -p mine.json")
    }
    self.path = path
    version = FileVersion(path: path)
  }

  /// Whether the file was saved since the last call, and is there. Call it every ``lookMilliseconds``.
  mutating func isSaved() -> Bool {
    guard let now = FileVersion(path: path), now != version else { return false }
    version = now
    return true
  }
}
