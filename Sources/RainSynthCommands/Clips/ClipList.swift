internal import CommandLineKit
internal import Platform
internal import RainFiles
internal import Synchronization
internal import Text

/// The list of a folder of clips. It is kept up to date while clips are made, so that a run that ends early loses
/// nothing, and shared with other runs that write to the same folder: each change is made while the folder is locked.
///
/// - manifest.jsonl has a line for each clip, which is appended. Every line stands by itself, so the lists of several
///   machines join with `cat`. A run that is done puts the lines in the order of their numbers.
/// - manifest.json is one object, which is read and written anew for each change. If somebody has replaced it by a
///   file that is not a manifest, that file stays.
final class ClipList: Sendable {
  enum Form {
    case lines, object

    var fileName: String { self == .lines ? "manifest.jsonl" : "manifest.json" }
  }

  /// The flag --list, of vary.
  static let nameOption = Option(
    "list", takes: "NAME", "what to call the list; Hugging Face reads metadata.jsonl",
    standard: Form.lines.fileName)

  /// The name that the flag gives the list; nil without it.
  static func name(_ commandLine: ParsedCommandLine) throws -> String? {
    guard let name = commandLine[nameOption.name] else { return nil }
    guard name.hasSuffix(".jsonl"), !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/"))
    else {
      throw Failure(.wrongUsage, "--list takes a name that ends in .jsonl, not \(name.quoted)")
    }
    return name
  }

  /// What the list said of a file when the run began.
  struct Known {
    /// A hash of what determines the file: a hundredth of the memory of its entry.
    let recipe: Int
    let bytes: Int?
    let log: DropLogFormat?
  }

  /// The entries of this run that one object has to hold.
  private struct State {
    /// By the number of the file in this run.
    var own: [Int: ClipEntry] = [:]
    /// When the next change is written: to write a long manifest after each of thousands of short files
    /// would take most of the time.
    var nextWrite = ContinuousClock.now
    /// Why the last change could not be written.
    var failure: Failure?
  }

  let path: String
  let fileName: String
  let form: Form
  private let folder: String
  private let command: String
  private let isForced: Bool
  /// Whether another file than a list has its name, and is to be replaced.
  private let replacesOther: Bool
  private let known: [String: Known]
  private let state = Mutex(State())

  /// A longer file is no manifest of one object.
  private static let longestObject = 1 << 26

  /// Reads the list of the folder. Throws if another file than a list of that command has its name, unless -f is given;
  /// then that file is replaced.
  init(folder: String, _ form: Form, of command: String, _ settings: RenderFlags) throws {
    (self.folder, self.form, self.command) = (folder, form, command)
    isForced = settings.isForced
    fileName = try Self.name(settings.commandLine) ?? form.fileName
    path = "\(folder)/\(fileName)"
    guard fileLength(path) != nil || FileVersion(path: path) == nil else {
      throw Failure(.couldNot, "\(PlainText.path(path)): is no file, so it cannot hold the list")
    }
    var known: [String: Known] = [:]
    func take(_ entry: ClipEntry) {
      known[entry.file] = Known(recipe: entry.recipe, bytes: entry.bytes, log: entry.log)
    }
    var replacesOther = false
    do {
      switch form {
      case .lines: try Self.forEachLine(of: path, of: command) { entry, _ in take(entry) }
      case .object: try Self.manifest(path, of: command).entries.forEach(take)
      }
    } catch {
      guard isForced else { throw error }
      (replacesOther, known) = (true, [:])
    }
    (self.replacesOther, self.known) = (replacesOther, known)
  }

  /// What the list said of a file; nil if nothing.
  subscript(file: String) -> Known? { known[file] }

  /// Throws if the list cannot be written, before a clip is rendered. A file that is no list is emptied for lines,
  /// which are appended.
  func prepare() throws {
    if form == .object || replacesOther {
      // One file is made as a trial.
      let trial = try Output(
        path, isForced: isForced || fileLength(path) != nil, removesLeftovers: false)
      if form == .lines { try trial.commit() }
    }
    if form == .lines { try append([]) }
  }

  /// Adds the entries of files of this run by their numbers. An error of one object is kept for ``finish()``; without
  /// `atOnce`, that object may be written later, with the entries of other files.
  func add(_ entries: [(number: Int, entry: ClipEntry)], atOnce: Bool = true) throws {
    guard !entries.isEmpty else { return }
    guard form == .object else { return try append(entries.map(\.entry)) }
    state.withLock { state in
      for (number, entry) in entries { state.own[number] = entry }
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

  /// Puts lines in the order of their numbers, and removes outdated files and their lines. One object is written
  /// without the entries of files that were removed or have another length.
  func finish(isOutdated: (ClipEntry) -> Bool = { _ in false }) throws {
    let failure = state.withLock { state in
      switch form {
      case .lines: state.failure = whileLocked { try sortLines(isOutdated) }
      case .object:
        let own = Set(state.own.values.map(\.file))
        write(&state, isLast: true) {
          own.contains($0.file) || fileLength("\(folder)/\($0.file)") == $0.bytes
        }
      }
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Runs `body` while no other process changes a list of the folder; returns its error.
  private func whileLocked(_ body: () throws -> Void) -> Failure? {
    OutputFolder.whileLocked(folder) {
      do {
        try body()
        return nil
      } catch {
        return Failure(error)
      }
    }
  }

  // MARK: One object

  private static func manifest(_ path: String, of command: String) throws -> Manifest {
    guard fileLength(path) != nil else { return Manifest() }
    let bytes: [UInt8]
    bytes = try readFile(path, limit: longestObject)
    guard let manifest = Manifest(bytes) else { throw foreign(path, command) }
    return manifest
  }

  private static func foreign(_ path: String, _ command: String) -> Failure {
    Failure(
      .couldNot,
      "\(PlainText.path(path)): exists, and \(command) has not written it; -f replaces it")
  }

  /// Whether the file at the path is a manifest of one object.
  static func isManifest(path: String) -> Bool {
    guard let bytes = try? readFile(path, limit: longestObject) else { return false }
    return Manifest(bytes) != nil
  }

  /// With `isLast`, temporary files that could not be removed before are removed.
  private func write(
    _ state: inout State, isLast: Bool = false, keeping isKept: (ClipEntry) -> Bool
  ) {
    // New entries come last, in the order of the command line, not in the order in which files were
    // done.
    let own = state.own.sorted { $0.key < $1.key }.map(\.value)
    state.failure = whileLocked {
      while try !isWritten(own, isLast: isLast, keeping: isKept) {}
    }
  }

  /// Puts entries into the object. False if somebody else has changed the file meanwhile.
  private func isWritten(
    _ own: [ClipEntry], isLast: Bool, keeping isKept: (ClipEntry) -> Bool
  ) throws -> Bool {
    let version = FileVersion(path: path)
    let before: Manifest
    do {
      before = try Self.manifest(path, of: command)
    } catch {
      guard isForced else { throw error }
      before = Manifest()
    }
    var manifest = before
    let new = Set(own.map(\.file)).filter { known[$0] == nil }
    manifest.keep { !new.contains($0.file) && isKept($0) }
    for entry in own {
      manifest.set(before[entry.file].map(entry.keepingOtherMembers) ?? entry)
    }
    guard manifest.json != before.json || version == nil || isLast && !own.isEmpty else {
      return true
    }
    let output = try Output(path, isForced: isForced || version != nil, removesLeftovers: isLast)
    try output.write(Array(manifest.json.utf8))
    try output.flush()
    // A slow disk takes long for that, and somebody else may have put a file there meanwhile.
    guard FileVersion(path: path) == version else { return false }
    try output.commit()
    return true
  }

  // MARK: Lines

  /// A line of the list, and where it lies in the file, with its line break.
  private struct Line {
    let file: String
    let place: ClipEntry.Place
    let bytes: Range<Int>
  }

  private func append(_ entries: [ClipEntry]) throws {
    let lines = Array(entries.map { "\($0.json)\n" }.joined().utf8)
    let failure = whileLocked {
      try appendLines(lines, to: path)
    }
    if let failure { throw failure }
  }

  /// Puts the lines in order. Of several about one file, the last one stays. A file with a line of somebody else
  /// stays as it is. Outdated files go before their lines, by which another run finds them after a kill.
  private func sortLines(_ isOutdated: (ClipEntry) -> Bool) throws {
    guard let length = fileLength(path) else { return }
    var lines: [Line] = []
    var outdated: Set<Int> = []
    try Self.forEachLine(of: path, of: command) { entry, bytes in
      if isOutdated(entry) { outdated.insert(lines.count) }
      lines.append(Line(file: entry.file, place: entry.place, bytes: bytes))
    }
    for index in outdated { try OutputFolder.removeFile("\(folder)/\(lines[index].file)") }
    var last: [String: Int] = [:]
    for index in lines.indices { last[lines[index].file] = index }
    let sorted = lines.indices.filter { last[lines[$0].file] == $0 && !outdated.contains($0) }
      .sorted { (lines[$0].place, $0) < (lines[$1].place, $1) }
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

  /// Hands the entries of manifest.jsonl to `body`, with the places of their lines. Throws where a line is none of
  /// ours. A beginning of a line that a killed process left at the end is passed over.
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
    try readFile(path, limit: .max) { piece in
      var rest = piece
      while !isForeign, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[...end]
        rest = rest[(end + 1)...]
        take()
      }
      line += rest
      return !isForeign && line.count <= ClipEntry.longestLine
    }
    // A whole object without a line break is not what a killed process leaves, unless it is an entry.
    let isOurs =
      zip(line, ClipEntry.beginning.utf8).allSatisfy(==) && line.count <= ClipEntry.longestLine
      && (JSONNode(line) == nil || ClipEntry(json: line) != nil)
    if isForeign || !isOurs { throw foreign(path, command) }
  }
}
