internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// How a player is started.
struct PlayerCommand {
  /// The name that messages call it by.
  let name: String
  let path: String
  let arguments: [String]
  let takesWave: Bool

  static let option = Option(
    "player", takes: "PROGRAM",
    "player program and its arguments; one that is not in this list gets a WAV",
    range: PlayerProgram.allCases.map(\.rawValue).joined(separator: ", "),
    standard: "the first that plays",
    completion: Completion(words: PlayerProgram.allCases.map(\.rawValue)), isEveryday: true)

  /// The players to try, in order: the one of --player, which is a name, and words for it between blanks, or all that
  /// this computer has. `command` is what plays through a pipe, for the message where there is none.
  static func all(
    _ commandLine: ParsedCommandLine, _ job: Rendering, _ latency: PlayerProgram.Latency,
    pipedBy command: String
  ) throws -> [PlayerCommand] {
    if let text = commandLine[option.name] { return [try PlayerCommand(text, job, latency)] }
    let commands = latency.order.compactMap { player in
      ChildProgram.path(of: player.rawValue).map { path in
        PlayerCommand(player.rawValue, path, player, [], job, latency)
      }
    }
    guard commands.isEmpty else { return commands }
    let names = PlayerProgram.allCases.map(\.rawValue).joined(separator: ", ")
    let pipe = ShellWord.line([Program.name, command] + commandLine.words(without: [option.name]))
    throw Failure(
      .couldNot,
      "none of the players \(names) is here; pipe the sound into one: \(pipe) | "
        + PlaybackHint.raw(job))
  }

  /// The rendering as players take it: in stereo, where a preset has more channels. Flags may ask for more together
  /// with a player.
  static func playable(_ rendering: Rendering, _ settings: RenderFlags) throws -> Rendering {
    let isAsked = settings.commandLine["channels"] != nil
    guard rendering.layout.isSurround, !isAsked || settings.commandLine["player"] == nil else {
      return rendering
    }
    guard !isAsked else {
      throw Failure(
        .wrongUsage,
        "players take --channels 1 or 2; render and stream write "
          + "\(rendering.layout.rawValue), and --player PROGRAM plays it with a program that can")
    }
    settings.note(
      "the preset has \(rendering.layout.rawValue), which players do not take: it is played in stereo"
    )
    var job = rendering.job
    job.layout = .stereo
    do {
      return try Rendering(job)
    } catch {
      preconditionFailure("the layout does not matter: \(error)")
    }
  }

  private init(
    _ text: String, _ job: Rendering, _ latency: PlayerProgram.Latency
  ) throws {
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
    _ name: String, _ path: String, _ player: PlayerProgram?, _ words: [String], _ job: Rendering,
    _ latency: PlayerProgram.Latency
  ) {
    self.name = name
    self.path = path
    arguments = words + (player?.arguments(job, latency) ?? [])
    takesWave = player?.takesWave ?? true
  }
}
