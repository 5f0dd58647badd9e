/// A subcommand, as it is run.
package protocol Runnable: SendableMetatype {
  static var specification: CommandSpecification { get }
  nonisolated(nonsending) static func run(_ commandLine: ParsedCommandLine) async throws
}

/// All that the parser, help, the manual page and completions know of one command.
package struct CommandSpecification: Sendable {
  package let name: String
  /// One line without a full stop.
  package let summary: String
  let page: Page
  /// The flags that only this command has.
  package var options: [Option] = []
  /// The flags that it shares with others.
  package var shared = [OptionGroup.help]
  package var arguments: [Argument] = []
  /// Flags that others have and this one does not, by names without dashes, with the reason.
  package var absences: [(flags: [String], reason: String)] = []
  /// The defaults that this command gives to shared flags, by the flags' names without dashes.
  package var defaults: [String: String] = [:]

  /// Every flag of the command, in the order of its help.
  package var allOptions: [Option] { options + shared.flatMap(\.options) }

  /// The argument at an index; nil if there can be none.
  func argument(_ index: Int) -> Argument? {
    index < arguments.count ? arguments[index] : arguments.last.flatMap { $0.repeats ? $0 : nil }
  }

  /// The pages of help that explain some of its flags.
  var topics: [HelpTopic] { shared.filter { !$0.options.isEmpty }.compactMap(\.topic).distinct }
}

/// A word of the command line that is not a flag, as the parser and completions know it.
package struct Argument: Sendable {
  /// Whether it may be given more than once.
  package let repeats: Bool
  /// The completion, which may depend on the arguments before it.
  let complete: @Sendable ([String]) -> Completion
}

extension Argument {
  init(_ completion: Completion, repeats: Bool = false) {
    self.init(repeats: repeats) { _ in completion }
  }

  /// A weather and a place, in either order, in place of their flags.
  static let rain = [
    Argument(.preset),
    Argument(repeats: false) { words in
      ShippedPresets.kind(of: words[0]) == .place ? .preset : .place
    },
  ]
}

/// Flags that stand under one heading, in every command that has them.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [Option]
  /// The page of help that explains them, if they are too many to be explained by each command.
  package var topic: HelpTopic?

  /// The group that every command has.
  static let help = OptionGroup(
    title: "Help", options: [Option("help", short: "h", "show this help")])

  package func without(_ names: Set<String>) -> OptionGroup {
    OptionGroup(title: title, options: options.filter { !names.contains($0.name) }, topic: topic)
  }
}

extension [HelpTopic] {
  var distinct: [HelpTopic] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

/// A page of help about a group of flags instead of a command: `help NAME` prints it, then the flags.
package struct HelpTopic: Sendable, Hashable {
  package let name: String
  /// A noun for its flags, as in "the settings of the rain".
  package let summary: String
  /// Paragraphs that come before the flags.
  package var details: [String] = []
}
