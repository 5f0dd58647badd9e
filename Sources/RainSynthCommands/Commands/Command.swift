internal import CommandLineKit

/// The words that may follow the program's name, in the order of help.
enum Command: String, CaseIterable {
  case render, stream, play, live, batch, vary
  case hash, drop, drops, spectrogram, info, preset, gauge
  case completions, man, help

  var runnable: any Runnable.Type {
    switch self {
    case .render: RenderCommand.self
    case .stream: StreamCommand.self
    case .play: PlayCommand.self
    case .live: LiveCommand.self
    case .batch: BatchCommand.self
    case .vary: VaryCommand.self
    case .hash: HashCommand.self
    case .drop: DropCommand.self
    case .drops: DropsCommand.self
    case .spectrogram: SpectrogramCommand.self
    case .info: InfoCommand.self
    case .preset: PresetCommand.self
    case .gauge: GaugeCommand.self
    case .completions: CompletionsCommand.self
    case .man: ManCommand.self
    case .help: HelpCommand.self
    }
  }
}

/// What a word behind the program's name starts.
protocol Runnable: SendableMetatype {
  static var specification: CommandSpecification { get }
  nonisolated(nonsending) static func run(_ commandLine: ParsedCommandLine) async throws
}
