internal import CommandLineKit
internal import RainFiles

/// The words that may follow the program's name, in the order of help.
enum Command: String, CaseIterable {
  case render, stream, play, live, batch, vary, mix
  case hash, drop, drops, spectrogram, info, preset
  case completions, man, help

  var specification: CommandSpecification {
    switch self {
    case .render: RenderCommand.specification
    case .stream: StreamCommand.specification
    case .play: PlayCommand.specification
    case .live: LiveCommand.specification
    case .batch: BatchCommand.specification
    case .vary: VaryCommand.specification
    case .mix: MixCommand.specification
    case .hash: HashCommand.specification
    case .drop: DropCommand.specification
    case .drops: DropsCommand.specification
    case .spectrogram: SpectrogramCommand.specification
    case .info: InfoCommand.specification
    case .preset: PresetCommand.specification
    case .completions: CompletionsCommand.specification
    case .man: ManCommand.specification
    case .help: HelpCommand.specification(of: Command.allCases.map(\.rawValue))
    }
  }

  /// Runs the command. Only those that describe the program build its table, which takes a while.
  nonisolated(nonsending) func run(
    _ commandLine: ParsedCommandLine, of program: () -> ProgramSpecification
  ) async throws {
    switch self {
    case .render: try await RenderCommand.run(commandLine)
    case .stream: try await StreamCommand.run(commandLine)
    case .play: try PlayCommand.run(commandLine)
    case .live: try LiveCommand.run(commandLine)
    case .batch: try await BatchCommand.run(commandLine)
    case .vary: try await VaryCommand.run(commandLine)
    case .mix: try MixCommand.run(commandLine)
    case .hash: try await HashCommand.run(commandLine)
    case .drop: try DropCommand.run(commandLine)
    case .drops: try await DropsCommand.run(commandLine)
    case .spectrogram: try await SpectrogramCommand.run(commandLine)
    case .info: try InfoCommand.run(commandLine)
    case .preset: try PresetCommand.run(commandLine)
    case .completions: try CompletionsCommand.run(commandLine, for: program())
    case .man: try ManCommand.run(commandLine, for: program())
    case .help: try HelpCommand.run(commandLine, for: program())
    }
  }
}
