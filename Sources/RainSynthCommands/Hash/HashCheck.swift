/// Checks a list of checksums: renders the job of each line, or reads its file, and prints OK or FAILED.
struct HashCheck {
  /// A longer file is not a file of checksums, nor a list of 100,000 clips.
  private static let longestBytes = 1 << 28

  private let path: String
  private let file: ChecksumFile
  private let isQuiet: Bool
  private let isJSON: Bool
  private var unreadable = 0
  private var different = 0
  /// Whether a line that differs is a preset alone: its line may have been printed with flags that it lacks.
  private var differsWithoutFlags = false

  /// Reads the list, or standard input for `-`.
  init(path: String, isQuiet: Bool, asJSON isJSON: Bool) throws {
    (self.path, self.isQuiet, self.isJSON) = (path, isQuiet, isJSON)
    file = ChecksumFile(try InputReader(path).readAll(limit: Self.longestBytes))
  }

  var entries: [ChecksumFile.Entry] { file.entries }

  /// Prints a finding in the words of sha256sum, or as a line of JSON.
  private mutating func print(_ finding: FileFinding, of name: String) throws {
    let words: String
    switch finding {
    case .same: words = "OK"
    case .different(let more): words = "FAILED\(more)"
    case .unreadable: words = "FAILED open or read"
    }
    if case .different = finding { different += 1 }
    if case .unreadable = finding { unreadable += 1 }
    if isQuiet, words == "OK" { return }
    try StandardOutput.print(
      isJSON
        ? JSONText.line([
          ("name", JSONText.string(name)), ("same", "\(words == "OK")"),
          ("finding", JSONText.string(words)),
        ]) + "\n" : "\(name): \(words)\n")
  }

  /// Renders the job of each line, nil where it is none. Throws unless all hashes are the same.
  mutating func render(_ jobs: [Rendering?], _ settings: RenderFlags) async throws {
    if !isQuiet { announceOtherRevision() }
    try await settings.hash(jobs) { line, digits in
      let entry = entries[line]
      guard let digits else { return try print(.unreadable, of: entry.name) }
      let isSame = digits == entry.line.hash
      if !isSame, entry.clip == nil, entry.line.rendering?.flags.isEmpty == true {
        differsWithoutFlags = true
      }
      try print(isSame ? .same : .different(""), of: entry.name)
    }
    try report("preset")
  }

  /// Prints a note if the checksums have another sound revision.
  private func announceOtherRevision() {
    let revisions = file.entries.compactMap(\.revision)
    guard let revision = revisions.first(where: { $0 != Rain.soundRevision }) else { return }
    StandardError.note(
      "\(path.quoted) has sound revision \(revision); this is \(Rain.soundRevision), "
        + "whose samples may differ")
  }

  /// Hashes the samples of the files; those of a manifest lie in its folder. Throws as above.
  mutating func readFiles() throws {
    let folder = path.unicodeScalars.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for entry in entries {
      let name = entry.line.name
      let file = try? FileReader(path: entry.clip == nil ? name : folder + name)
      try print(
        file.map { FileFinding.of($0, hash: entry.line.hash, clip: entry.clip) } ?? .unreadable,
        of: entry.fileName)
      guard let (name, hash) = entry.clip?.logFile else { continue }
      let log = try? FileReader(path: folder + name)
      try print(
        log.map { FileFinding.of($0, bytesHash: hash) } ?? .unreadable, of: PlainText.path(name))
    }
    try report("file")
  }

  /// Reports failures in the words of sha256sum.
  private func report(_ kind: String) throws {
    guard !file.entries.isEmpty else {
      throw Failure(.couldNot, "\(path.quoted): no properly formatted checksum lines found")
    }
    var warnings: [String] = []
    if file.malformedLines > 0 {
      warnings.append("\(count(file.malformedLines, "line is", "lines are")) improperly formatted")
    }
    if unreadable > 0 {
      warnings.append("\(count(unreadable, "listed \(kind)", "listed \(kind)s")) could not be read")
    }
    if different > 0 {
      warnings.append(
        "\(count(different, "computed checksum", "computed checksums")) did NOT match"
          + (differsWithoutFlags ? "; a line without flags is that of \(HashStandard.flags)" : ""))
    }
    guard !warnings.isEmpty else { return }
    let sentence = "WARNING: \(warnings.joined(separator: "; "))"
    if unreadable + different == 0 {
      StandardError.note(sentence)
    } else {
      throw Failure(.couldNot, sentence)
    }
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
