/// `play --watch`: the sound glides into the settings of a preset whenever its file is saved.
struct WatchedPlay: PlaybackHandler {
  static let option = Option(
    "watch", "follow the file of the preset: whenever it is saved, take it anew")

  private let commandLine: ParsedCommandLine
  private let session: LiveSession
  private let path: String
  private var version: FileVersion?

  /// Follows the file that --preset names, or the argument behind --watch.
  init(_ commandLine: ParsedCommandLine, _ session: LiveSession) throws {
    guard let path = commandLine["preset"], Preset.isPath(path) else {
      throw Flaw("--watch follows a file; name it, as in --watch -p mine.json")
    }
    (self.commandLine, self.session) = (commandLine, session)
    (self.path, version) = (path, FileVersion(path: path))
  }

  // MARK: PlaybackHandler

  /// A file that was read while it was half saved is read again: it changes once more.
  mutating func look(_ ready: [Bool]) throws -> Bool {
    guard let now = FileVersion(path: path), now != version else { return true }
    version = now
    do {
      let rain = try RenderFlags(commandLine).rendering().writtenAutomation.beginning
      _ = try session.perform(.retune(rain, seconds: Performance.glide))
      note("glides into the new settings")
    } catch {
      StandardError.note(Failure(error).sentence)
    }
    return true
  }

  func begin() throws {
    if let announcement = session.playback.announcement { note(announcement) }
    try session.begin(isPlaying: true)
  }

  func note(_ sentence: String) { session.note(sentence) }
}
