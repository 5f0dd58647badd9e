/// A program as its users see it from outside: the source of its help, manual page and completions.
package struct ProgramSpecification: Sendable {
  package let name: String
  package let version: String
  /// One line without a full stop.
  package let summary: String
  package var details: [String] = []
  package var examples: [String] = []
  /// The commands under their headings in help, and whether the help of the program says what each does.
  package let groups: [(title: String, commands: [CommandSpecification], hasSummaries: Bool)]
  /// Flags that are given instead of a command, such as `--version`.
  package var options: [Option] = []
  /// Sections of the manual page that do not come from the tables.
  package var sections: [(title: String, paragraphs: [String])] = []

  package var commands: [CommandSpecification] { groups.flatMap(\.commands) }

  package func command(_ name: String) -> CommandSpecification? {
    commands.first { $0.name == name }
  }

  /// The reason why a command does not take a flag that other commands have; nil if no command has the
  /// flag. `flag` is as it was written: `--loop`, `-d`.
  package func absence(of flag: String, in command: CommandSpecification) -> String? {
    func isMeant(_ option: Option) -> Bool {
      option.spellings.contains(flag) || flag == option.short.map { "-\($0)" }
    }
    let others = commands.filter {
      $0.name != command.name && $0.allOptions.contains(where: isMeant)
    }
    guard let option = others.lazy.flatMap(\.allOptions).first(where: isMeant) else { return nil }
    let reason = command.absences.first { $0.flags.contains(option.name) }?.reason
    // A command may have another flag of that name.
    let isOther = command.allOptions.contains { $0.name == option.name }
    return "\(command.name) does not take \(isOther ? flag : option.flag): "
      + (reason ?? "it is a flag of \(others.map(\.name).listed)")
  }

  package var topics: [HelpTopic] { commands.flatMap(\.topics).distinct }

  var moreHelp: String {
    let pages =
      ["'\(name) COMMAND -h' lists the most used flags, '\(name) help COMMAND' all"]
      + topics.map { "'\(name) help \($0.name)' explains \($0.summary)" }
    return pages.joined(separator: ", ") + "."
  }

  /// The shared groups of all commands, each once, with the names of the commands that have it.
  var sharedGroups: [(group: OptionGroup, commands: [String])] {
    var groups: [(group: OptionGroup, commands: [String])] = []
    for command in commands {
      for group in command.shared where !group.options.isEmpty {
        if let known = groups.firstIndex(where: { $0.group.title == group.title }) {
          groups[known].commands.append(command.name)
        } else {
          groups.append((group, [command.name]))
        }
      }
    }
    return groups
  }
}
