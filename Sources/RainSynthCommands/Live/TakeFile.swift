internal import Platform
internal import RainFiles

/// The file of a take. It is saved as the take grows, whole each time, so that a session that is killed loses
/// its last seconds alone.
struct TakeFile {
  private let path: String
  private let isForced: Bool
  /// Whether it can be replaced; a pipe or a device takes one.
  private let isReplaceable: Bool
  /// The file as it was saved last; another one of that name is not ours to replace.
  private var version: FileVersion?
  private var nextSave = ContinuousClock.now + shortestInterval

  private static let shortestInterval = Duration.seconds(5)
  /// The share of the time that saving may take: meanwhile, no key is heard.
  private static let share = 0.01

  /// Throws if the file could not be written: that is known before the take is played.
  init(path: String, isForced: Bool) throws(Failure) {
    // Made and removed.
    isReplaceable = try Output(path, isForced: isForced).isReplaceable
    self.path = path
    self.isForced = isForced
  }

  /// Saves the take when it is time.
  mutating func saveNowAndThen(_ take: (_ name: String) -> Preset) throws(Failure) {
    let start = ContinuousClock.now
    guard isReplaceable, start >= nextSave else { return }
    defer { nextSave = .now + max(Self.shortestInterval, (.now - start) / Self.share) }
    try save(take)
  }

  mutating func save(_ take: (_ name: String) -> Preset) throws(Failure) {
    let isOurs = version != nil && version == FileVersion(path: path)
    let output = try Output(path, isForced: isForced || isOurs)
    try output.write(Array(take(Preset.baseName(of: path)).json.utf8))
    try output.commit()
    version = FileVersion(path: path)
  }
}
