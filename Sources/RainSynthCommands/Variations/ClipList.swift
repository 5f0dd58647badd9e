internal import RainAudio
internal import Wording

/// The file manifest.jsonl of a folder of clips: a line of JSON for each. Every line stands by itself, so the
/// files of several machines join with `cat`.
struct ClipList: Sendable {
  static let fileName = "manifest.jsonl"
  /// A longer file was not written by `vary`: it has room for half a million clips.
  private static let longestBytes = 1 << 30

  private let file: LineFile
  private var entries: [String: ManifestEntry] = [:]

  /// Reads the list of the folder; throws if there is another file of that name.
  init(folder: String, isForced: Bool) throws(Failure) {
    file = LineFile(path: "\(folder)/\(Self.fileName)")
    guard fileLength(file.path) != nil else { return }
    let bytes: [UInt8]
    do {
      bytes = try readFile(file.path, limit: Self.longestBytes)
    } catch {
      throw Failure(error)
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let entry = JSONNode(Array(line)).flatMap(ManifestEntry.init) {
        entries[entry.file] = entry
      } else if line.endIndex < bytes.endIndex {
        throw Failure(
          .couldNot,
          "\(PlainText.path(file.path)): exists, and vary has not written it; move it away")
      }
    }
    do {
      try file.repair()
    } catch {
      throw Failure(error)
    }
  }

  subscript(file: String) -> ManifestEntry? { entries[file] }

  var path: String { file.path }

  /// Removes the lines of files that are written anew.
  func remove(_ files: Set<String>) throws(Failure) {
    guard entries.keys.contains(where: files.contains) else { return }
    let kept = entries.values.filter { !files.contains($0.file) }.sorted { $0.file < $1.file }
    let output = try Output(path, isForced: true)
    try output.write(kept.flatMap { Array("\($0.json)\n".utf8) })
    try output.commit()
  }

  func append(_ entry: ManifestEntry) throws(Failure) {
    do {
      try file.append(Array("\(entry.json)\n".utf8))
    } catch {
      throw Failure(error)
    }
  }
}
