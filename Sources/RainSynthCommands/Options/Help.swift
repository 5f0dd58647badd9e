/// The texts of `help` for a program, laid out for a screen.
package struct Help {
  private let program: ProgramSpecification
  private let layout: TextLayout

  /// Longer lines are hard to read.
  private static let mostColumns = 100

  package init(_ program: ProgramSpecification, columns: Int) {
    self.program = program
    layout = TextLayout(columns: min(columns, Self.mostColumns))
  }

  /// The usage of the program, and its commands: no more than a terminal of 24 lines shows.
  package var text: String {
    let groups = program.groups.map { group in
      if group.hasSummaries {
        let rows = group.commands.map { (term: $0.name, explanation: [$0.summary]) }
        return "\(group.title):\n\(layout.table(rows, column: 15))"
      }
      let names = group.commands.map(\.name) + program.options.map(\.flag)
      return layout.paragraph("\(group.title): \(names.joined(separator: ", "))")
    }
    return joined([
      usage(["\(program.name) COMMAND [FLAG | ARGUMENT]..."])
        + layout.paragraph(program.summary + "."),
      groups.joined() + layout.paragraph(program.moreHelp),
    ])
  }

  /// The usage of a command and all its flags. Flags that a topic explains are listed by name only.
  package func text(of command: CommandSpecification) -> String {
    let groups = [OptionGroup(title: "Flags", options: command.options)] + command.shared
    var sections = [
      usage(of: command),
      ([command.summary + "."] + command.page.details).map(layout.paragraph).joined(
        separator: "\n"),
    ]
    for group in groups where group.topic == nil && !group.options.isEmpty {
      sections.append("\(group.title):\n\(table(group.options, command.defaults))")
    }
    for topic in command.topics {
      let flags = groups.filter { $0.topic == topic }.flatMap(\.options).map(\.flag)
      sections.append(
        layout.paragraph("\(sentence(topic.summary)) ('\(program.name) help \(topic.name)'):")
          + layout.lines(flags.joined(separator: " "), indentation: 2))
    }
    sections.append(examples(command.page.examples))
    return joined(sections)
  }

  /// The usage of a command, its most used flags and an example, and where the others are listed: no more than a
  /// terminal of 24 lines shows.
  package func brief(of command: CommandSpecification) -> String {
    let everyday = command.allOptions.filter(\.isEveryday)
    // A command with few flags lists all of them.
    let options = everyday.isEmpty ? command.allOptions : everyday
    let more =
      ["'\(program.name) \(command.name) --help' explains every flag"]
      + command.topics.map { "'\(program.name) help \($0.name)' explains \($0.summary)" }
    return joined([
      usage(of: command), layout.paragraph(command.summary + "."),
      options.isEmpty ? "" : "Flags:\n\(table(options, command.defaults, isBrief: true))",
      examples(Array(command.page.examples.prefix(1))),
      everyday.isEmpty ? "" : layout.paragraph(more.joined(separator: ", ") + "."),
    ])
  }

  /// A topic with the flags that it explains.
  package func text(of topic: HelpTopic) -> String {
    let groups = program.sharedGroups.filter { $0.group.topic == topic }
    let commands = groups.first.map { "For \($0.commands.listed)." }
    return joined(
      [
        ([sentence(topic.summary) + "."] + topic.details + [commands].compactMap(\.self))
          .map(layout.paragraph).joined(separator: "\n")
      ] + groups.map { "\($0.group.title):\n\(table($0.group.options))" })
  }

  private func usage(of command: CommandSpecification) -> String {
    usage(command.page.usage.map { "\(program.name) \(command.name)\($0.isEmpty ? "" : " \($0)")" })
  }

  private func usage(_ lines: [String]) -> String {
    var lead = "Usage: "
    var text = ""
    for line in lines {
      for part in TextLayout.wrap(unbroken(line), width: layout.columns - 9) {
        text += "\(lead)\(part.replacing("\u{A0}", with: " "))\n"
        lead = "         "
      }
      lead = "       "
    }
    return text
  }

  /// The line with spaces at which no line breaks between brackets: a flag stays beside its value.
  private func unbroken(_ line: String) -> String {
    var depth = 0
    return String(
      line.map { character in
        depth += character == "[" ? 1 : character == "]" ? -1 : 0
        return depth > 0 && character == " " ? "\u{A0}" : character
      })
  }

  /// The flags, the long names below each other.
  private func table(
    _ options: [Option], _ defaults: [String: String] = [:], isBrief: Bool = false
  ) -> String {
    let rows = options.map { option in
      let term = option.short == nil ? "    \(option.synopsis)" : option.synopsis
      let standard = defaults[option.name] ?? option.standard()
      let limits = Option.limits(range: isBrief ? nil : option.range(), standard: standard)
      // In a quotation a semicolon is no end.
      let help = option.help()
      let shown = isBrief && !help.contains("'") ? help.prefix { $0 != ";" } : help[...]
      return (term: term, explanation: [String(shown), limits].compactMap { $0 })
    }
    return layout.table(rows, column: isBrief ? 28 : 30)
  }

  private func examples(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "Examples:\n" + lines.map(layout.commandLine).joined()
  }

  private func joined(_ sections: [String]) -> String {
    sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
