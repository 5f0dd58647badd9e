internal import CommandLineKit

/// What a word behind the program's name starts.
protocol Runnable: SendableMetatype {
  static var specification: CommandSpecification { get }
  nonisolated(nonsending) static func run(_ commandLine: ParsedCommandLine) async throws
}
