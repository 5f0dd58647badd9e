/// The flags that let another program write the sound in its format.
enum EncoderFlags {
  private static let names = EncoderProgram.allCases.map(\.rawValue)
  private static let wave = "wav"

  static let encoder = Option(
    "encoder", takes: "PROGRAM",
    "encoder and its arguments, as 'lame -V 0'; others read the WAV, and get the name of the file last",
    choices: names, standard: "the first that is here")

  static let ending = Option(
    "ending", takes: "NAME", "write files of this format, by an encoder",
    choices: [wave] + Encoder.endings, standard: wave)

  /// How the file behind -o is kept. Refuses the name of another kind of file.
  static func form(_ commandLine: ParsedCommandLine) throws -> WaveFile.Form {
    let path = commandLine["output"]
    let words = [commandLine.command] + commandLine.words(without: ["svg", "output", encoder.name])
    let ending = path.map(OutputName.ending) ?? ""
    let isNamed = commandLine[encoder.name] != nil
    if let path, isNamed ? OutputName.isForEncoder(path) : OutputName.sounds.contains(ending) {
      let line = ShellWord.line([ThisProgram.name] + words + ["-o", "-"])
      let found = try find(
        ending, path: path, advice: "pipe into another program: \(line) | ffmpeg -i - FILE",
        commandLine)
      if let found { return .encoded(found) }
    } else if isNamed {
      throw Flaw(
        "--encoder is for names of other formats, as -o night.flac"
          + (path.map { "; \($0.quoted) is none" } ?? ""))
    }
    if let path {
      let isForced = commandLine["force"] != nil
      try OutputName.check(path, .sound, flag: "-o", words, isForced: isForced)
      if OutputName.isRaw(path) { return .raw }
    }
    return .wave
  }

  static func form(ofFolder commandLine: ParsedCommandLine) throws -> WaveFile.Form {
    let text = commandLine[ending.name]?.lowercased() ?? wave
    let isNamed = commandLine[encoder.name] != nil
    if text == wave {
      if isNamed { throw Flaw("--encoder needs a format: --ending flac") }
      return .wave
    }
    guard isNamed ? OutputName.isForEncoder("x.\(text)") : OutputName.sounds.contains(text) else {
      throw Flaw(
        "--ending takes \(([wave] + Encoder.endings).joined(separator: ", ")), not \(text.quoted)")
    }
    guard
      let found = try find(
        text, path: "FILE.\(text)", advice: "--encoder PROGRAM names another one", commandLine)
    else { throw Flaw("for .\(text), --encoder has to name a program, such as ffmpeg") }
    return .encoded(found)
  }

  /// nil where no known program writes that format, and the command line names none.
  private static func find(
    _ ending: String, path: String, advice: String, _ commandLine: ParsedCommandLine
  ) throws -> Encoder? {
    let known = Encoder.programs(ending: ending).map(\.rawValue)
    if let (name, path, words) = try commandLine.program(encoder.name, to: "write") {
      guard !names.contains(name) || known.contains(name) || name == "ffmpeg" else {
        let others = known.isEmpty ? "" : "; \(known.joined(separator: " and ")) can"
        throw Flaw("\(name) does not write .\(ending)\(others)")
      }
      return Encoder(name: name, path: path, words: words, ending: ending)
    }
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
}
