/// The file of a take. It is saved as the take grows, whole each time, so that a session that is killed loses
/// its last seconds alone.
struct TakeFile {
  /// The name that was asked for, and the one that the take has.
  private let wantedPath: String
  private(set) var path: String
  private let isForced: Bool
  /// Whether it can be replaced; a pipe or a device takes one.
  private let isReplaceable: Bool
  /// The file as it was saved last; another one of that name is not ours to replace.
  private var version: FileVersion?
  private var nextSave = ContinuousClock.now + shortestInterval

  private static let shortestInterval = Duration.seconds(5)
  /// The share of the time that saving may take: live reads no key while it saves.
  private static let share = 0.01
  /// So many other names are tried where the wanted one is taken.
  private static let otherNames = 2...99

  /// Throws if the file could not be written: that is known before the take is played.
  init(path: String, isForced: Bool) throws {
    // Made and removed.
    isReplaceable = try Output(path, isForced: isForced).isReplaceable
    (wantedPath, self.path) = (path, path)
    self.isForced = isForced
  }

  /// Saves the take when it is time. Returns what is wrong with its file; nil: nothing is known.
  mutating func saveNowAndThen(_ take: (_ name: String) -> Preset) -> String? {
    let start = ContinuousClock.now
    guard isReplaceable, start >= nextSave else { return nil }
    defer { nextSave = .now + max(Self.shortestInterval, (.now - start) / Self.share) }
    do {
      try save(take)
      return otherName
    } catch {
      return "the take is not saved: \(Failure(error).sentence)"
    }
  }

  /// Says that the take has another name than the wanted one; nil if it has that one.
  var otherName: String? {
    path == wantedPath
      ? nil : "\(wantedPath.quoted) is a file of somebody else now; the take is in \(path.quoted)"
  }

  /// Saves the take; where its name was taken by another file meanwhile, under another name, so that nothing is lost.
  mutating func save(_ take: (_ name: String) -> Preset) throws {
    do {
      try save(take, as: path)
    } catch {
      guard let taken = FileVersion(path: path), taken != version, let other = otherPath else {
        throw error
      }
      try save(take, as: other)
      path = other
    }
  }

  private mutating func save(_ take: (_ name: String) -> Preset, as path: String) throws {
    let isOurs = path == self.path && version != nil && version == FileVersion(path: path)
    let output = try Output(path, isForced: isForced && path == wantedPath || isOurs)
    try output.write(Array(take(Preset.baseName(of: wantedPath)).json.utf8))
    try output.commit()
    version = FileVersion(path: path)
  }

  /// A name beside the wanted one that no file has.
  private var otherPath: String? {
    let ending = OutputName.ending(of: wantedPath)
    let start = ending.isEmpty ? wantedPath : String(wantedPath.dropLast(ending.count + 1))
    return Self.otherNames.lazy.map { "\(start)-\($0)\(ending.isEmpty ? "" : ".\(ending)")" }.first
    { FileVersion(path: $0) == nil }
  }
}
