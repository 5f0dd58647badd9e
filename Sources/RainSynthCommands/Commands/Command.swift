internal import CommandLineKit

/// The words behind the program's name that make or read sound.
enum Command: String, CaseIterable {
  case render, stream, play, live, batch, vary
  case drop, drops, spectrogram, info
  case hash, preset, gauge

  /// The commands under their headings in help.
  static var groups: [ProgramSpecification.Group] {
    [
      group("Make a sound", [.render, .stream, .play, .live, .batch, .vary]),
      group("Look at it", [.drop, .drops, .spectrogram, .info]),
      group("Files and data", [.hash, .preset, .gauge]),
    ]
  }

  private static func group(_ title: String, _ commands: [Command]) -> ProgramSpecification.Group {
    ProgramSpecification.Group(title, commands.map { $0.runnable.specification })
  }

  var runnable: any Runnable.Type {
    switch self {
    case .render: RenderCommand.self
    case .stream: StreamCommand.self
    case .play: PlayCommand.self
    case .live: LiveCommand.self
    case .batch: BatchCommand.self
    case .vary: VaryCommand.self
    case .drop: DropCommand.self
    case .drops: DropsCommand.self
    case .spectrogram: SpectrogramCommand.self
    case .info: InfoCommand.self
    case .hash: HashCommand.self
    case .preset: PresetCommand.self
    case .gauge: GaugeCommand.self
    }
  }
}
