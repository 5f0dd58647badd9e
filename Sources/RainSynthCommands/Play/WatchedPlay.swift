internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// `play --watch`: the sound glides into the settings of a preset whenever its file is saved.
struct WatchedPlay: PlaybackHandler {
  static let option = Option(
    "watch", "follow the file of the preset: whenever it is saved, take it anew")

  private let session: LiveSession
  private let path: String
  private var version: FileVersion?
  /// Reads the settings anew.
  private let readRain: () throws -> Rain

  /// Follows the file that --preset names, or the argument behind --watch.
  init(
    _ commandLine: ParsedCommandLine, _ session: LiveSession,
    readRain: @escaping () throws -> Rain
  ) throws {
    guard let path = commandLine["preset"], Preset.isPath(path) else {
      throw Flaw("--watch follows a file; name it, as in --watch -p mine.json")
    }
    (self.session, self.readRain) = (session, readRain)
    (self.path, version) = (path, FileVersion(path: path))
  }

  /// Plays until a signal, and returns the one that the process dies of.
  mutating func run() throws -> Int32? { try session.playback.play(&self) }

  // MARK: PlaybackHandler

  /// A file that was read while it was half saved is read again: it changes once more.
  let milliseconds = 100

  mutating func look(_ ready: [Bool]) throws -> Bool {
    guard let now = FileVersion(path: path), now != version else { return true }
    version = now
    do {
      _ = try session.perform(.retune(readRain(), seconds: Performance.glide))
      note("glides into the new settings")
    } catch {
      StandardError.note(Failure(error).sentence)
    }
    return true
  }

  func begin() throws {
    if let announcement = session.playback.announcement { note(announcement) }
    try session.begin()
  }

  func note(_ sentence: String) { session.note(sentence) }
}
