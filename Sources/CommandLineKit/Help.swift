/// What `help` prints, at most 80 columns wide.
package enum Help {
  /// How the program is called, and its commands.
  package static func text(of program: ProgramSpecification) -> String {
    var sections = [
      "Usage: \(program.name) COMMAND [FLAG | ARGUMENT]...\n",
      ([program.summary + "."] + program.details).map(TextLayout.paragraph).joined(separator: "\n"),
    ]
    let names = program.commands.map { (term: $0.name, explanation: [$0.summary]) }
    sections.append("Commands:\n\(TextLayout.table(names, column: 16))")
    if !program.options.isEmpty {
      sections.append("Flags:\n\(table(program.options))")
    }
    sections.append(examples(program.examples))
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// How the command is called, with all its flags.
  package static func text(
    of command: CommandSpecification, in program: ProgramSpecification
  ) -> String {
    var sections = [
      usage(of: command, in: program),
      ([command.summary + "."] + command.details).map(TextLayout.paragraph).joined(separator: "\n"),
    ]
    for group in [OptionGroup("Flags", command.options)] + command.shared
    where !group.options.isEmpty {
      sections.append("\(group.title):\n\(table(group.options))")
    }
    sections.append(examples(command.examples))
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func usage(
    of command: CommandSpecification, in program: ProgramSpecification
  ) -> String {
    var lead = "Usage: "
    var text = ""
    for line in command.usage {
      text += "\(lead)\(program.name) \(command.name)\(line.isEmpty ? "" : " \(line)")\n"
      lead = "       "
    }
    return text
  }

  /// The flags, the long names below each other.
  private static func table(_ options: [Option]) -> String {
    let rows = options.map { option in
      let term = option.short == nil ? "    \(option.synopsis)" : option.synopsis
      return (term: term, explanation: [option.help, option.limits].compactMap { $0 })
    }
    return TextLayout.table(rows, column: 30)
  }

  private static func examples(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "Examples:\n" + lines.map { "  \($0)\n" }.joined()
  }
}
