internal import CommandLineKit
internal import Platform
internal import RainFiles
internal import Text

/// The flags that let another program write the sound in its format.
enum EncoderFlags {
  private static let names = Encoder.Program.allCases.map(\.rawValue)
  private static let wave = "wav"

  /// The flag --encoder, of render and batch.
  static let encoder = Option(
    "encoder", takes: "PROGRAM",
    "encoder and its arguments, as 'lame -V 0'; others read the WAV, and get the name of the file last",
    range: names.joined(separator: ", "), standard: "the first that is here",
    completion: Completion(words: names))

  /// The flag --ending, of batch.
  static let ending = Option(
    "ending", takes: "NAME", "write files of this format, by an encoder",
    range: ([wave] + Encoder.endings).joined(separator: ", "), standard: wave,
    completion: Completion(words: [wave] + Encoder.endings))

  /// The encoder for the file behind -o; nil for a WAV, raw samples, or no file. Refuses the name of another kind
  /// of file. `words` are the command line without its output.
  static func encoder(
    of path: String?, _ words: [String], _ commandLine: ParsedCommandLine
  ) throws -> Encoder? {
    let ending = path.map(OutputName.ending) ?? ""
    if let path, OutputName.isOfEncoder(ending: ending) {
      let line = ShellWord.line([Program.name] + words + ["-o", "-"])
      let found = try find(
        ending, path: path, advice: "pipe into another program: \(line) | ffmpeg -i - FILE",
        commandLine)
      if let found { return found }
    } else if commandLine[encoder.name] != nil {
      throw Failure(
        .wrongUsage,
        "--encoder is for names of other formats, as -o night.flac"
          + (path.map { "; \($0.quoted) is none" } ?? ""))
    }
    if let path {
      let isForced = commandLine["force"] != nil
      try OutputName.check(path, .sound, flag: "-o", words, isForced: isForced)
    }
    return nil
  }

  /// The encoder for the files of a folder; nil for WAVs.
  static func encoder(ofFolder commandLine: ParsedCommandLine) throws -> Encoder? {
    let text = commandLine[ending.name]?.lowercased() ?? wave
    guard text != wave else {
      guard commandLine[encoder.name] == nil else {
        throw Failure(.wrongUsage, "--encoder needs a format: --ending flac")
      }
      return nil
    }
    guard OutputName.isOfEncoder(ending: text) else {
      throw Failure(
        .wrongUsage,
        "--ending takes \(([wave] + Encoder.endings).joined(separator: ", ")), not \(text.quoted)")
    }
    guard
      let found = try find(
        text, path: "FILE.\(text)", advice: "--encoder PROGRAM names another one", commandLine)
    else { throw Failure(.wrongUsage, "for .\(text), --encoder has to name a program") }
    return found
  }

  /// nil where no known program writes that format, and the command line names none.
  private static func find(
    _ ending: String, path: String, advice: String, _ commandLine: ParsedCommandLine
  ) throws -> Encoder? {
    let known = Encoder.programs(ending: ending).map(\.rawValue)
    if let text = commandLine[encoder.name] { return try named(text, ending, known) }
    for name in known {
      if let path = ChildProgram.path(of: name) {
        return Encoder(name: name, path: path, words: [], ending: ending)
      }
    }
    guard !known.isEmpty else { return nil }
    throw Failure(
      .couldNot,
      "no program is here that writes \(path.quoted); install "
        + "\(known.joined(separator: " or ")), or \(advice)")
  }

  /// The encoder that the value of --encoder names: a program, and words for it between blanks.
  private static func named(_ text: String, _ ending: String, _ known: [String]) throws -> Encoder {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first else {
      throw Failure(.wrongUsage, "--encoder takes the name of a program")
    }
    guard let path = ChildProgram.path(of: name) else {
      throw Failure(.couldNot, "no program \(name.quoted) is here to write the sound")
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    guard !names.contains(base) || known.contains(base) else {
      let others = known.isEmpty ? "" : "; \(known.joined(separator: " and ")) can"
      throw Failure(.wrongUsage, "\(base) does not write .\(ending)\(others)")
    }
    return Encoder(name: base, path: path, words: Array(words.dropFirst()), ending: ending)
  }
}
