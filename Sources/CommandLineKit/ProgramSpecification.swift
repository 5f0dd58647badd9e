/// A program as its users see it from outside: the source of its help, manual page and completions.
package struct ProgramSpecification: Sendable {
  /// A section of the manual page that no table can give.
  package struct Section: Sendable {
    package let title: String
    package let paragraphs: [String]

    package init(_ title: String, _ paragraphs: [String]) {
      self.title = title
      self.paragraphs = paragraphs
    }
  }

  package let name: String
  package let version: String
  /// One line without a full stop.
  package let summary: String
  package let details: [String]
  package let examples: [String]
  package let commands: [CommandSpecification]
  /// The flags that stand in the place of a command.
  package let options: [Option]
  package let sections: [Section]

  package init(
    _ name: String, version: String, _ summary: String, details: [String] = [],
    examples: [String] = [], commands: [CommandSpecification], options: [Option] = [],
    sections: [Section] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.examples = examples
    self.commands = commands
    self.options = options
    self.sections = sections
  }

  package func command(_ name: String) -> CommandSpecification? {
    commands.first { $0.name == name }
  }

  /// The shared groups of all commands, each once, with the names of the commands that have it.
  var sharedGroups: [(group: OptionGroup, commands: [String])] {
    var groups: [(group: OptionGroup, commands: [String])] = []
    for command in commands {
      for group in command.shared {
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
