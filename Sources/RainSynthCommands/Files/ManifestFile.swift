internal import Platform
internal import Synchronization
internal import Text

/// The file manifest.json while a batch runs: kept up to date after every file, so that a batch that
/// ends early loses nothing, and shared with other batches that write to the same folder.
///
/// Every change is made in the same way: lock the folder, read the file again if it has changed, put
/// the entries of this batch into it, write it under a temporary name and rename it. If somebody has
/// replaced it by a file that is not a manifest, that file stays.
final class ManifestFile: Sendable {
  private struct State {
    var manifest: Manifest
    /// The version of the file that `manifest` was read from or written to; nil if there was none.
    var version: FileVersion?
    /// The entries of this batch by the number of the file.
    var own: [Int: ManifestEntry] = [:]
    /// When the next change is written: to write a long manifest after each of thousands of short files
    /// would take most of the time.
    var nextWrite = ContinuousClock.now
    /// Why the last change could not be written.
    var failure: Failure?
  }

  let path: String
  private let folder: String
  private let isForced: Bool
  /// The files that had an entry before this batch: their entries keep their places.
  private let earlierFiles: Set<String>
  private let state: Mutex<State>

  /// Reads the file in the folder; without `isForced`, a file that is no manifest is refused.
  init(folder: String, isForced: Bool) throws(Failure) {
    self.folder = folder
    self.isForced = isForced
    path = "\(folder)/\(Manifest.fileName)"
    let version = FileVersion(path: path)
    let manifest = try Self.read(path, isForced: isForced)
    earlierFiles = Set(manifest.entries.map(\.file))
    state = Mutex(State(manifest: manifest, version: version))
  }

  private static func read(_ path: String, isForced: Bool) throws(Failure) -> Manifest {
    do {
      return try Manifest(path: path)
    } catch {
      guard isForced else { throw error }
      return Manifest()
    }
  }

  /// The entry of a file.
  subscript(file: String) -> ManifestEntry? {
    state.withLock { $0.manifest[file] }
  }

  /// Sets the entry of the file with that number. An error is kept for ``finish()``. Without `atOnce`, the
  /// manifest may be written later, with the entries of other files.
  func set(_ entry: ManifestEntry, number: Int, atOnce: Bool) {
    state.withLock { state in
      state.own[number] = entry
      let start = ContinuousClock.now
      guard atOnce || start >= state.nextWrite else { return }
      write(&state) { _ in true }
      // So writing takes a fifth of the time at most.
      let end = ContinuousClock.now
      state.nextWrite = end + start.duration(to: end) * 4
    }
  }

  /// Removes the entry of the file with that number, which could not be written.
  func withdraw(number: Int) {
    state.withLock { state in
      guard let entry = state.own.removeValue(forKey: number) else { return }
      write(&state) { $0.file != entry.file }
    }
  }

  /// Writes all entries but those of files that were removed or have another length.
  func finish() throws(Failure) {
    let failure = state.withLock { state in
      let own = Set(state.own.values.map(\.file))
      write(&state, isLast: true) {
        own.contains($0.file) || fileLength("\(folder)/\($0.file)") == $0.bytes
      }
      return state.failure
    }
    if let failure { throw failure }
  }

  /// With `isLast`, temporary files that could not be removed before are removed.
  private func write(
    _ state: inout State, isLast: Bool = false, keeping isKept: (ManifestEntry) -> Bool
  ) {
    let result = OutputFolder.whileLocked(folder) { () -> Result<State, Failure> in
      do throws(Failure) {
        return .success(try written(state, isLast: isLast, keeping: isKept))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let changed): state = changed
    case .failure(let failure): state.failure = failure
    }
  }

  /// The state after its entries were put into the file.
  private func written(
    _ state: State, isLast: Bool, keeping isKept: (ManifestEntry) -> Bool
  ) throws(Failure) -> State {
    var state = state
    state.failure = nil
    let version = FileVersion(path: path)
    if version != state.version {
      state.manifest = try Self.read(path, isForced: isForced)
      state.version = version
    }
    let before = state.manifest.text
    // New entries come last, in the order of the command line, not in the order in which files were
    // done.
    let own = state.own.sorted { $0.key < $1.key }.map(\.value)
    let new = Set(own.map(\.file)).subtracting(earlierFiles)
    let earlier = state.manifest
    state.manifest.keep { !new.contains($0.file) && isKept($0) }
    for entry in own {
      state.manifest.set(earlier[entry.file].map(entry.keepingOtherMembers) ?? entry)
    }
    let text = state.manifest.text
    guard text != before || version == nil || isLast && !own.isEmpty else { return state }
    let output = try Output(path, isForced: isForced || version != nil, removesLeftovers: isLast)
    try output.write(Array(text.utf8))
    try output.flush()
    // A slow disk takes long for that, and somebody else may have put a file there meanwhile.
    guard FileVersion(path: path) == version else {
      return try written(state, isLast: isLast, keeping: isKept)
    }
    // Not that of the name after the commit: somebody else may have written there by then.
    let ownVersion = output.version
    try output.commit()
    state.version = ownVersion
    return state
  }
}
