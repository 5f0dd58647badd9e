/// A folder of clips and its list: finds the missing ones, refuses to replace files of others, sees that there is room,
/// and gives files their names and their lines in the list.
struct ClipFolder {
  let path: String
  private let settings: RenderFlags
  let list: ClipList
  private let beside: Beside
  let isEncoded: Bool
  private(set) var isPrepared = false

  /// The files beside each clip: a log of its drops, and its line of the list.
  struct Beside: Sendable {
    var log: DropLogFormat?
    var hasLine = false

    var endings: [String] { [log?.ending, hasLine ? "json" : nil].compactMap(\.self) }
  }

  init(_ settings: RenderFlags, isEncoded: Bool, _ beside: Beside) throws {
    path = try settings.commandLine.outputFolder()
    (self.settings, self.isEncoded, self.beside) = (settings, isEncoded, beside)
    list = try ClipList(folder: path, settings)
  }

  func path(of file: String) -> String { "\(path)/\(file)" }

  private static func name(beside file: String, _ ending: String) -> String {
    "\(Clip.withoutEnding(file)).\(ending)"
  }

  /// The path of the log of drops beside a clip, and its form.
  func log(of file: String) -> (path: String, format: DropLogFormat)? {
    beside.log.map { (path(of: Self.name(beside: file, $0.ending)), $0) }
  }

  func line(of file: String) -> String? {
    beside.hasLine ? path(of: Self.name(beside: file, "json")) : nil
  }

  var filesPerClip: Int { 1 + beside.endings.count }

  /// How a clip may be written; nil if it is there already.
  ///
  /// A clip is there if the list has it, and its file has the length and the settings of the clip. A run that was killed
  /// may have left one without the other. Files of this run may be replaced; of presets, those of the same rain, as another
  /// sound revision made it. The list also gives the length and the settings of an encoded file.
  func permission(for clip: Clip, rendersAll: Bool) throws -> Clip.Permission? {
    let path = path(of: clip.file)
    let length = fileLength(path)
    let known = list[clip.file]
    let isListed = known?.recipe == clip.entry.recipe
    let isSame =
      isEncoded
      ? isListed && length == known?.bytes : length == clip.wave.byteCount && clip.isSame(as: path)
    let isLogOurs = isListed && beside.log != nil && known?.log == beside.log
    let hasLog = log(of: clip.file).map { isLogOurs && fileLength($0.path) != nil } ?? true
    let hasLine = line(of: clip.file).map(clip.hasLine) ?? true
    let hasStems = clip.stems?.exist(clip.rendering) ?? true
    if isListed, isSame, hasLog, hasLine, hasStems, !rendersAll { return nil }
    let isWritten = length != nil && known?.bytes == length
    let isOurs =
      isSame
      || (clip.number == nil
        ? isWritten && known?.rain == clip.entry.rain : length != nil && isListed)
    guard length == nil || isOurs || settings.isForced || clip.number == nil && !isWritten else {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): exists, and is "
          + (clip.number == nil ? "another rain; " : "not \(clip.name) of this run; ")
          + "take another folder, or -f to replace it")
    }
    return Clip.Permission(
      replaces: length != nil, isForced: settings.isForced || isOurs,
      isLogForced: settings.isForced || isOurs || isLogOurs,
      isLineForced: settings.isForced || isOurs || hasLine)
  }

  /// Removes what killed processes left of files with these names. The folder is read once.
  func removeLeftovers(of files: [String]) {
    let others = files.flatMap { file in
      beside.endings.map { Self.name(beside: file, $0) }
    }
    OutputFolder.removeLeftovers(of: files + others + [list.fileName], in: path)
  }

  /// Makes the folder, and throws if a file cannot be written, or if there is no room, before a sample is rendered.
  mutating func reserve(_ clips: [Clip]) throws {
    guard !clips.isEmpty else { return }
    try OutputFolder.make(path)
    for clip in clips {
      // Another process may have written it since it was planned.
      let path = path(of: clip.file)
      if clip.number != nil, !clip.permission.replaces, fileLength(path) != nil { continue }
      try Output.check(path: path, isForced: clip.permission.isForced)
      if let log = log(of: clip.file) {
        try Output.check(path: log.path, isForced: clip.permission.isLogForced)
      }
      if let line = line(of: clip.file) {
        try Output.check(path: line, isForced: clip.permission.isLineForced)
      }
    }
    // The sum of two of the longest files does not fit an Int.
    let bytes = clips.reduce(0) { $0 + min($1.wave.byteCount, Int.max - $0) }
    try Output.requireRoom(for: bytes, in: path)
    if !isPrepared { try list.prepare() }
    isPrepared = true
  }

  /// Gives the files of clips their names, and lists them; returns why a clip could not get its name.
  ///
  /// A run may be killed at any moment, and power may fail. An entry follows its files, which are on the disk then: the
  /// next run knows the WAV by the settings in it, and renders it again. The entry of a new file of an encoder is written
  /// before the file gets its name, or the next run would find a file that it does not know; that of a file that
  /// replaces another follows it, or the next run would take the old file for the new one.
  func name(_ clips: [Clip.Unnamed]) throws -> [FileError?] {
    let isEntryFirst = clips.map { isEncoded && !$0.clip.permission.replaces }
    func add(_ indices: [Int]) throws {
      if !indices.isEmpty { try list.add(indices.map { clips[$0].entry }) }
    }
    try add(clips.indices.filter { isEntryFirst[$0] })
    var errors = Output.commitEach(
      clips.map(\.outputs), isSynced: settings.commandLine.isOn(ClipFlags.sync.name) ?? true)
    for index in clips.indices {
      if case .exists? = errors[index], isThere(clips[index].clip) { errors[index] = nil }
    }
    try add(clips.indices.filter { errors[$0] == nil && !isEntryFirst[$0] })
    return errors
  }

  /// Whether another process has written the same clip meanwhile.
  func isThere(_ clip: Clip) -> Bool {
    // One that was there before is replaced: then a file beside it is in the way.
    !clip.permission.replaces && !isEncoded && clip.wave.exists(at: path(of: clip.file))
  }

  func byteCount(of clip: Clip) -> Int {
    isEncoded ? fileLength(path(of: clip.file)) ?? 0 : clip.wave.byteCount
  }
}
