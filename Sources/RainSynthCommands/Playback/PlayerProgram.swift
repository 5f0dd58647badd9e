internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

/// A program that plays what it reads from its standard input.
enum PlayerProgram: String, CaseIterable {
  // In the order in which they are looked for: first those that mix with the sound of other programs.
  case pwPlay = "pw-play"
  case paplay, aplay, ffplay, play, afplay

  /// How long a change may take from here to the ear.
  enum Latency {
    /// Whatever the player prefers.
    case comfortable
    /// As little as it can do without gaps.
    case short
  }

  /// The buffer that is asked for a short latency, in ms.
  private static let shortBuffer = 80

  /// Whether it takes a WAV; raw samples otherwise.
  var takesWave: Bool { self == .ffplay || self == .afplay }

  /// The words after its name that let it play the samples of the job.
  func arguments(_ job: RenderJob, _ latency: Latency) -> [String] {
    let (rate, channels) = ("\(job.sampleRate)", "\(job.channels)")
    let isShort = latency == .short
    switch self {
    case .pwPlay:
      // Up to 1.2 it took what it reads for raw samples; 1.4 has to be told so.
      let raw = takesOption("--raw") ? ["--raw"] : []
      let format = ["--rate", rate, "--channels", channels, "--format", job.format.rawValue]
      return raw + format + (isShort ? ["--latency", "\(Self.shortBuffer)ms"] : []) + ["-"]
    case .paplay:
      let format = job.format.isFloat ? "float32le" : "\(job.format.rawValue)le"
      return ["--raw", "--rate=\(rate)", "--channels=\(channels)", "--format=\(format)"]
        + (isShort ? ["--latency-msec=\(Self.shortBuffer)"] : [])
    case .aplay:
      let format =
        switch job.format {
        case .s16: "S16_LE"
        case .s24: "S24_3LE"
        case .s32: "S32_LE"
        case .f32: "FLOAT_LE"
        }
      return ["-q", "-t", "raw", "-f", format, "-r", rate, "-c", channels]
        + (isShort ? ["--buffer-time=\(Self.shortBuffer * 1000)"] : [])
    case .ffplay:
      // The size of its probe, and its analysis, are delays.
      return ["-nodisp", "-autoexit", "-loglevel", "error"]
        + (isShort ? ["-fflags", "nobuffer", "-probesize", "32", "-analyzeduration", "0"] : [])
        + ["-i", "-"]
    case .play:
      let encoding = job.format.isFloat ? "floating-point" : "signed-integer"
      let bits = "\(job.format.bitsPerSample)"
      return ["-q"] + (isShort ? ["--buffer", "4096"] : [])
        + ["-t", "raw", "-e", encoding, "-b", bits, "-r", rate, "-c", channels, "-"]
    case .afplay: return ["/dev/stdin"]
    }
  }

  /// Whether the help of the program names an option.
  private func takesOption(_ option: String) -> Bool {
    guard let path = ChildProgram.path(of: rawValue),
      let help = try? ChildProgram(path: path, arguments: ["--help"], pipeBytes: 4096)
    else { return false }
    help.closeInput()
    let text = help.allMessages(milliseconds: 1000)
    help.end()
    return text.contains(option)
  }
}

/// How a player is started.
struct PlayerCommand {
  /// The name that messages call it by.
  let name: String
  let path: String
  let arguments: [String]
  let takesWave: Bool
  /// Another player that is here; nil where this one was asked for.
  let alternative: String?

  static let option = Option(
    "player", takes: "PROGRAM",
    "what plays the sound, and words for it; one that is not in this list gets a WAV",
    range: PlayerProgram.allCases.map(\.rawValue).joined(separator: ", "),
    standard: "the first that is here",
    completion: Completion(words: PlayerProgram.allCases.map(\.rawValue)), isEveryday: true)

  /// The player that was asked for, or the first that this computer has.
  ///
  /// `text` is the value of --player: a name, and words for it between blanks. `pipe` is the command line that
  /// plays without a player, for the message where there is none.
  init(
    _ text: String?, _ job: RenderJob, _ latency: PlayerProgram.Latency, pipe: String
  ) throws(Failure) {
    guard let text else {
      let found = PlayerProgram.allCases.filter { ChildProgram.path(of: $0.rawValue) != nil }
      if let player = found.first, let path = ChildProgram.path(of: player.rawValue) {
        self.init(
          player.rawValue, path, player, [], job, latency,
          alternative: found.dropFirst().first?.rawValue)
        return
      }
      let names = PlayerProgram.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .couldNot, "none of the players \(names) is here; pipe the sound into one: \(pipe)")
    }
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first else {
      throw Failure(.wrongUsage, "--player takes the name of a program")
    }
    guard let path = ChildProgram.path(of: name) else {
      throw Failure(.couldNot, "no program \(name.quoted) is here to play the sound")
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    self.init(base, path, PlayerProgram(rawValue: base), Array(words.dropFirst()), job, latency)
  }

  private init(
    _ name: String, _ path: String, _ player: PlayerProgram?, _ words: [String], _ job: RenderJob,
    _ latency: PlayerProgram.Latency, alternative: String? = nil
  ) {
    self.name = name
    self.alternative = alternative
    self.path = path
    arguments = words + (player?.arguments(job, latency) ?? [])
    takesWave = player?.takesWave ?? true
  }
}
