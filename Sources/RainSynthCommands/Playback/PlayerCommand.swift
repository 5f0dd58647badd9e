internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

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
