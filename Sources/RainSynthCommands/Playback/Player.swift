/// How a player is started.
struct PlayerCommand {
  let name: String
  let path: String
  let arguments: [String]
  let takesWave: Bool

  static let option = Option(
    "player", takes: "PROGRAM",
    "player program and its arguments; one that is not in this list gets a WAV",
    choices: PlayerProgram.allCases.map(\.rawValue), standard: "the first that plays",
    isEveryday: true)

  /// The players to try, in order: the one of --player, which is a name, and words for it between blanks, or all that
  /// this computer has.
  static func all(
    _ commandLine: ParsedCommandLine, _ job: Rendering, isLive: Bool = false
  ) throws -> [PlayerCommand] {
    if let (name, path, words) = try commandLine.program(option.name, to: "play") {
      return [PlayerCommand(name, path, words, job, isLive: isLive)]
    }
    // ffplay starts only after it has a second of sound.
    let last: [PlayerProgram] = isLive ? [.ffplay] : []
    let order = PlayerProgram.allCases.filter { !last.contains($0) } + last
    let commands = order.filter { $0.takes(job.layout) }.compactMap { player in
      ChildProgram.path(of: player.rawValue).map { path in
        PlayerCommand(player.rawValue, path, [], job, isLive: isLive)
      }
    }
    guard commands.isEmpty else { return commands }
    let names = PlayerProgram.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(
      .couldNot,
      "none of the players \(names) is here; install one, as of the packages pipewire-bin, pulseaudio-utils, "
        + "alsa-utils or ffmpeg, or write a file: rainsynth render -o rain.wav")
  }

  /// The rendering as a player takes it: in stereo, where a preset has more channels, or no player that may play takes
  /// those that --channels asks for. A program that is not in the list gets its WAV as it is.
  static func playable(_ rendering: Rendering, _ settings: RenderFlags) throws -> Rendering {
    let layout = rendering.layout
    if layout == .binaural { settings.note("binaural is for headphones, -c 2 for loudspeakers") }
    let chosen = try settings.commandLine.program(option.name, to: "play")?.name
    let players =
      chosen.map { [$0] }
      ?? PlayerProgram.allCases.map(\.rawValue).filter { ChildProgram.path(of: $0) != nil }
    // Without any player, the message has a pipe for all channels.
    guard layout.isSurround, !players.isEmpty else { return rendering }
    let takes = players.contains { PlayerProgram(rawValue: $0)?.takes(layout) ?? true }
    if takes, settings.commandLine["channels"] != nil { return rendering }
    let who = chosen.map { "\($0) does not take" } ?? "no player here takes"
    settings.note(
      "\(takes ? "the preset has" : who) \(layout.rawValue): it is played in stereo"
        + (takes ? "; -c \(layout.rawValue) plays it all around" : ""))
    return try rendering.inStereo()
  }

  private init(
    _ name: String, _ path: String, _ words: [String], _ job: Rendering, isLive: Bool
  ) {
    let player = PlayerProgram(rawValue: name)
    (self.name, self.path) = (name, path)
    arguments = words + (player?.arguments(job, isLive: isLive) ?? [])
    takesWave = player?.takesWave ?? true
  }
}

/// A player that is playing.
final class Player {
  let command: PlayerCommand
  let child: ChildProgram
  private let start = ContinuousClock.now

  /// A player that ends within this time has played nothing: no sound server or card is there.
  private static let longestFailure = Duration.seconds(2)

  /// How much sound may wait in the pipe to it, in ms; more would delay every change.
  private static let pipeMilliseconds = 90

  static func pipeBytes(_ job: Rendering) -> Int {
    job.sampleRate * job.bytesPerFrame * pipeMilliseconds / 1000
  }

  init(_ command: PlayerCommand, _ job: Rendering) throws {
    self.command = command
    child = try ChildProgram(
      path: command.path, arguments: command.arguments, pipeBytes: Self.pipeBytes(job))
  }

  /// Whether it cannot have played yet, if it has ended.
  var hasJustStarted: Bool { .now - start < Self.longestFailure }

  /// The failure of a player that has ended before the sound.
  var failure: Failure { Failure(.couldNot, "the player \(command.name) \(child.complaint)") }
}
