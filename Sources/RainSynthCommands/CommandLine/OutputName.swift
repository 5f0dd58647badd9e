/// Checks that the name of an output fits its content: a WAV with the name night.mp3 would mislead
/// everybody who opens it.
enum OutputName {
  /// The content that a command writes behind a flag.
  enum Content { case sound, picture, drops, flashes, preset }

  /// The endings of sounds that are no WAV: an encoder may write them.
  static let sounds: Set = [
    "mp3", "opus", "ogg", "oga", "flac", "m4a", "aac", "mp4", "m4b", "alac", "wma", "mka", "webm",
    "aif", "aiff", "aifc", "au", "snd", "caf", "w64", "ac3", "eac3", "wv", "tta", "mp2", "amr",
    "spx", "mkv", "mov", "avi", "3gp", "m4r", "dts", "ogv",
  ]
  private static let waves: Set = [
    "wav", "wave", "bwf", "rf64", "bw64", "raw", "pcm",
    // Names that scripts give to what is not done yet.
    "part", "tmp",
  ]
  private static let pictures: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "pdf", "ps", "eps", "bmp", "tif", "tiff", "avif",
  ]
  /// Whether the name asks for samples without a header, as `stream` writes them.
  static func isRaw(_ path: String) -> Bool { ["raw", "pcm"].contains(ending(of: path)) }

  static func isSound(_ path: String) -> Bool {
    let ending = ending(of: path)
    return sounds.contains(ending) || waves.contains(ending)
  }

  /// Refuses a name that belongs to another kind of file. The message has the command line that makes
  /// such a file: the `words` of this one without their output, piped into a converter.
  static func check(
    _ path: String, _ content: Content, flag: String, _ words: [String] = [], isForced: Bool = false
  ) throws {
    let ending = ending(of: path)
    let endings: Set<String>
    let made: String
    let converter: String?
    switch content {
    case .sound:
      (endings, made) = (waves, "a WAV or raw samples")
      let overwrites = isForced ? "-y " : ""
      converter =
        sounds.contains(ending) ? "ffmpeg \(overwrites)-i - \(ShellWord.written(path))" : nil
    case .picture:
      (endings, made) = (["svg"], "an SVG")
      let format = ["pdf", "ps", "eps"].contains(ending) ? "-f \(ending) " : ""
      converter =
        ["png", "pdf", "ps", "eps"].contains(ending)
        ? "rsvg-convert \(format)-o \(ShellWord.written(path))"
        : pictures.contains(ending) ? "magick svg:- \(ShellWord.written(path))" : nil
    case .drops:
      (endings, made) = (Set(DropLogFormat.allCases.flatMap(\.endings)), "a list of drops")
      converter = nil
    case .flashes:
      (endings, made) = (Set(FlashLog.Format.allCases.flatMap(\.endings)), "a list of flashes")
      converter = nil
    case .preset: (endings, made, converter) = (["json"], "a preset, as JSON", nil)
    }
    guard !ending.isEmpty, !endings.contains(ending) else { return }
    let sentence = "\(flag) writes \(made), and \(path.quoted) is the name of something else"
    guard let converter else { throw Flaw(sentence) }
    let line = ShellWord.line([ThisProgram.name] + words + [flag, "-"])
    throw Flaw("\(sentence); this makes it: \(line) | \(converter)")
  }

  /// Whether an encoder that the command line names may write it: its ending is that of no WAV.
  static func isForEncoder(_ path: String) -> Bool {
    let ending = ending(of: path)
    return !ending.isEmpty && !waves.contains(ending)
  }

  /// The ending of a name, in lower case and without its point; none if it has none.
  static func ending(of path: String) -> String {
    String(decoding: FilePath(path).ending.dropFirst(), as: UTF8.self).lowercased()
  }
}

/// The flag of commands that draw: in the terminal without it.
enum PictureFlag {
  static let option = Option(
    "svg", takes: "FILE", "draw it as a picture", completion: .file, isEveryday: true)

  /// Refuses the name of another kind of file.
  static func check(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine[option.name] else { return }
    let words = [commandLine.command] + commandLine.words(without: [option.name])
    try OutputName.check(path, .picture, flag: option.flag, words)
  }

  /// The file of the picture, which is open; nil: the terminal. Refuses the name of another kind of file.
  static func output(_ commandLine: ParsedCommandLine) throws -> Output? {
    try check(commandLine)
    return try commandLine[option.name].map {
      try Output($0, isForced: commandLine["force"] != nil)
    }
  }
}

/// The open files of a command that writes a preset, -o, and a picture of it.
struct PresetOutputs {
  let preset: Output?
  let picture: Output?

  init(_ commandLine: ParsedCommandLine) throws {
    try PictureFlag.check(commandLine)
    if let path = commandLine["output"] { try OutputName.check(path, .preset, flag: "-o") }
    preset = try commandLine["output"].map { try Output($0, isForced: commandLine["force"] != nil) }
    picture = try PictureFlag.output(commandLine)
    if let preset, let picture, preset.isRival(of: picture) {
      throw Flaw("-o and --svg would write the same file")
    }
  }

  /// Prints a text for a person, but not where a file goes.
  func print(_ text: String) throws {
    let print =
      [preset?.path, picture?.path].contains("-") ? StandardError.print : StandardOutput.print
    try print(text)
  }

  func write(_ preset: Preset) throws {
    guard let output = self.preset else { return }
    try preset.write { (piece) throws(FileError) in try output.write(Array(piece.utf8)) }
    try output.commit()
  }
}

extension Output {
  /// Writes a file that is this text, and says so.
  func write(whole text: String, isQuiet: Bool) throws {
    try write(Array(text.utf8))
    try commit()
    if !isQuiet { StandardError.note(written: path) }
  }
}
