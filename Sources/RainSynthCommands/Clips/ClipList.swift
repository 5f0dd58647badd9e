/// The list of a folder of clips, manifest.jsonl: a line of JSON for each file. Lines are appended while clips are made, so
/// that a run that ends early loses nothing, and other runs may write to the same folder: each change is made while the
/// folder is locked. Every line stands by itself, so the lists of several machines join with `cat`. A run that is done
/// puts the lines in the order of their numbers.
struct ClipList {
  private static let standardName = "manifest.jsonl"

  static let nameOption = Option(
    "list", takes: "NAME",
    "what to call the list; Hugging Face reads metadata.jsonl; NAME.csv is a table beside it",
    standard: standardName)

  private static func name(_ commandLine: ParsedCommandLine) throws -> String? {
    guard let name = commandLine[nameOption.name] else { return nil }
    guard name.hasSuffix(".jsonl") || name.hasSuffix(".csv"), !name.hasPrefix("."),
      !name.utf8.contains(UInt8(ascii: "/"))
    else { throw Flaw("--list takes a name that ends in .jsonl or .csv, not \(name.quoted)") }
    return name
  }

  /// The facts on a file in the list when the run began.
  struct Known {
    /// A hash of what determines the file: a hundredth of the memory of its entry.
    let recipe: Int
    /// The same of its rain alone.
    let rain: Int
    let bytes: Int?
    let log: DropLogFormat?
  }

  let path: String
  let fileName: String
  private let folder: String
  private let command: String
  /// The path of a table with the same rows; nil: none.
  private let tablePath: String?
  /// Whether another file than a list has its name, and is to be replaced.
  private let replacesOther: Bool
  private let known: [String: Known]

  /// Reads the list of the folder. Throws if another file has its name, which -f replaces.
  init(folder: String, _ settings: RenderFlags) throws {
    (self.folder, command) = (folder, settings.commandLine.command)
    let name = try Self.name(settings.commandLine) ?? Self.standardName
    fileName = name.hasSuffix(".csv") ? Self.standardName : name
    tablePath = name == fileName ? nil : "\(folder)/\(name)"
    if let tablePath, !settings.isForced, let head = try? readFile(tablePath, limit: 1 << 30),
      !head.starts(with: ClipEntry.fileColumn.utf8)
    {
      throw FileError.exists(path: tablePath)
    }
    path = "\(folder)/\(fileName)"
    guard fileLength(path) != nil || FileVersion(path: path) == nil else {
      throw Failure(.couldNot, "\(PlainText.path(path)): is no file, so it cannot hold the list")
    }
    var known: [String: Known] = [:]
    var replacesOther = false
    do {
      try Self.forEachLine(of: path, of: command) { entry, _ in
        known[entry.file] = Known(
          recipe: entry.recipe, rain: entry.rain, bytes: entry.bytes, log: entry.log)
      }
    } catch {
      guard settings.isForced else { throw error }
      (replacesOther, known) = (true, [:])
    }
    (self.replacesOther, self.known) = (replacesOther, known)
  }

  subscript(file: String) -> Known? { known[file] }

  /// Throws if the list cannot be written, before a clip is rendered. A file that is no list is emptied.
  func prepare() throws {
    if replacesOther { try Output(path, isForced: true, removesLeftovers: false).commit() }
    try add([])
  }

  func add(_ entries: [ClipEntry]) throws {
    let lines = Array(entries.map { "\($0.json)\n" }.joined().utf8)
    try OutputFolder.whileLocked(folder) { try appendLines(lines, to: path) }
  }

  /// Puts the lines in the order of their numbers. Of several about one file, the last one stays. Without `keepsGone`,
  /// lines of files go that were removed or have another length. A file with a line of somebody else stays as it is.
  func finish(keepsGone: Bool) throws {
    try OutputFolder.whileLocked(folder) {
      try sortLines(keepsGone: keepsGone)
      try writeTable()
    }
  }

  /// Writes the rows as CSV (RFC 4180), with a column for each key that some row has.
  private func writeTable() throws {
    guard let tablePath else { return }
    var columns = [ClipEntry.fileColumn]
    var known = Set(columns)
    try Self.forEachLine(of: path, of: command) { entry, _ in
      columns += entry.row.keys.filter { known.insert($0).inserted }.sorted()
    }
    var text = columns.joined(separator: ",") + "\n"
    try Self.forEachLine(of: path, of: command) { entry, _ in
      let row = entry.row
      text += columns.map { row[$0] ?? "" }.joined(separator: ",") + "\n"
    }
    try Output(tablePath, isForced: true).write(whole: text, isQuiet: true)
  }

  private func sortLines(keepsGone: Bool) throws {
    guard let length = fileLength(path) else { return }
    // Each with where it lies in the file, with its line break.
    var lines: [(sortKey: (number: Int, preset: String, file: String), bytes: Range<Int>)] = []
    var gone: Set<Int> = []
    try Self.forEachLine(of: path, of: command) { entry, bytes in
      if !keepsGone, fileLength("\(folder)/\(entry.file)") != entry.bytes {
        gone.insert(lines.count)
      }
      lines.append((entry.sortKey, bytes))
    }
    var last: [String: Int] = [:]
    for index in lines.indices { last[lines[index].sortKey.file] = index }
    let sorted = lines.indices.filter { last[lines[$0].sortKey.file] == $0 && !gone.contains($0) }
      .sorted { lines[$0].sortKey < lines[$1].sortKey }
    guard sorted != Array(lines.indices) || lines.last.map({ $0.bytes.upperBound }) ?? 0 != length
    else { return }
    let output = try Output(path, isForced: true)
    let reader = try FileReader(path: path)
    for index in sorted {
      let bytes = lines[index].bytes
      try output.write(reader.read(bytes.count, at: bytes.lowerBound))
    }
    try output.commit()
  }

  /// Hands the entries of the list to `body`, with the ranges of their lines. It skips half a line at the end, which a
  /// killed process left. Throws where another line is no entry.
  private static func forEachLine(
    of path: String, of command: String, _ body: (ClipEntry, Range<Int>) -> Void
  ) throws {
    guard fileLength(path) != nil else { return }
    var line: [UInt8] = []
    var start = 0
    var isForeign = false
    func take() {
      let end = start + line.count
      if let entry = ClipEntry(json: line) {
        body(entry, start..<end)
      } else {
        isForeign = isForeign || line != [UInt8(ascii: "\n")]
      }
      start = end
      line.removeAll(keepingCapacity: true)
    }
    try InputReader(file: path).forEachPiece { piece in
      var unread = piece
      while !isForeign, let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        line += unread[...end]
        unread = unread[(end + 1)...]
        take()
      }
      line += unread
      return !isForeign && line.count <= ClipEntry.longestLine
    }
    // A whole object without a line break is not what a killed process leaves, unless it is an entry.
    let isOurs =
      zip(line, ClipEntry.beginning.utf8).allSatisfy(==) && line.count <= ClipEntry.longestLine
      && (JSONNode(line) == nil || ClipEntry(json: line) != nil)
    guard isOurs, !isForeign else {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): exists, and \(command) has not written it; -f replaces it")
    }
  }
}
