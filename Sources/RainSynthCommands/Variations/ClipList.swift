internal import Platform
internal import Text

/// The file manifest.jsonl of a folder of clips: a line of JSON for each. Every line stands by itself, so the
/// files of several machines join with `cat`.
struct ClipList: Sendable {
  static let fileName = "manifest.jsonl"
  /// The key of the format of the log beside a file.
  static let logKey = "log"
  /// A longer line was not written by `vary`.
  private static let longestLine = 1 << 20

  private let file: LineFile
  /// What determines each file, as a hash: a hundredth of the memory of its line.
  private var recipes: [String: Int] = [:]
  /// The format of the log beside each file that has one.
  private var logs: [String: String] = [:]

  /// Reads the list of the folder; throws if there is another file of that name.
  init(folder: String, isForced: Bool) throws(Failure) {
    file = LineFile(path: "\(folder)/\(Self.fileName)")
    guard fileLength(file.path) != nil else { return }
    try forEachEntry { entry, _ in
      recipes[entry.file] = entry.recipe
      logs[entry.file] = entry[text: Self.logKey]
    }
    do {
      try file.repair()
    } catch {
      throw Failure(error)
    }
  }

  var path: String { file.path }

  /// Whether there is a line of the same file, and one that says how it is made as this one does.
  func holds(_ entry: ManifestEntry) -> (file: Bool, recipe: Bool) {
    let recipe = recipes[entry.file]
    return (recipe != nil, recipe == entry.recipe)
  }

  /// Whether a log of that format was written with a file.
  func hasLog(_ log: DropLogText, of file: String) -> Bool { logs[file] == log.rawValue }

  /// Removes the lines of files that are written anew.
  func remove(_ files: Set<String>) throws(Failure) {
    guard !files.isEmpty else { return }
    let output = try Output(path, isForced: true)
    try forEachEntry { (entry, line) throws(Failure) in
      if !files.contains(entry.file) { try output.write(line) }
    }
    try output.commit()
  }

  /// Hands the entries to `body`, with their lines. What a killed process left of the last line is passed.
  private func forEachEntry(
    _ body: (_ entry: ManifestEntry, _ line: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let foreign = Failure(
      .couldNot, "\(PlainText.path(path)): exists, and vary has not written it; move it away")
    var failure: Failure?
    var line: [UInt8] = []
    /// Whether the line is one of a clip, or empty.
    func take() -> Bool {
      defer { line.removeAll(keepingCapacity: true) }
      if line == [UInt8(ascii: "\n")] { return true }
      guard let entry = JSONNode(line).flatMap(ManifestEntry.init) else {
        failure = foreign
        return false
      }
      do throws(Failure) {
        try body(entry, line)
        return true
      } catch {
        failure = error
        return false
      }
    }
    do {
      try readFile(path, limit: .max) { piece in
        var rest = piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line += rest[...end]
          rest = rest[(end + 1)...]
          if !take() { return false }
        }
        line += rest
        return line.count <= Self.longestLine || take()
      }
    } catch {
      throw Failure(error)
    }
    if let failure { throw failure }
    let beginning = Array(ManifestEntry.beginning.utf8)
    guard zip(line, beginning).allSatisfy(==) else { throw foreign }
  }

  func append(_ entry: ManifestEntry) throws(Failure) {
    do {
      try file.append(Array("\(entry.json)\n".utf8))
    } catch {
      throw Failure(error)
    }
  }
}
