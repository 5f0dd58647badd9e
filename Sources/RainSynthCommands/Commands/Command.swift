/// The words behind the program's name that make or read sound.
enum Command {
  typealias Named = KeyValuePairs<String, any Runnable.Type>

  /// The commands under their headings in help. To find one by its name, no specification has to be made.
  static let groups: [(title: String, commands: Named)] = [
    (
      "Make a sound",
      [
        "render": RenderCommand.self, "stream": StreamCommand.self, "play": PlayCommand.self,
        "live": LiveCommand.self, "batch": BatchCommand.self, "vary": VaryCommand.self,
      ]
    ),
    (
      "Look at it",
      [
        "drop": DropCommand.self, "drops": DropsCommand.self, "flashes": FlashesCommand.self,
        "spectrogram": SpectrogramCommand.self, "info": InfoCommand.self,
      ]
    ),
    (
      "Files and data",
      [
        "hash": HashCommand.self, "preset": PresetCommand.self, "gauge": GaugeCommand.self,
        "match": MatchCommand.self,
      ]
    ),
  ]

  static let all = groups.flatMap(\.commands)

  static func named(_ name: String) -> (any Runnable.Type)? { all.first { $0.key == name }?.value }
}
