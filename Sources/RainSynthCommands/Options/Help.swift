/// The text of `help`, laid out for a screen.
package enum Help {
  /// Longer lines are hard to read.
  private static let mostColumns = 100

  private static func layout(_ columns: Int) -> TextLayout {
    TextLayout(columns: min(columns, mostColumns))
  }

  /// The usage of the program, and its commands: no more than a terminal of 24 lines shows.
  package static func text(of program: ProgramSpecification, columns: Int) -> String {
    let layout = layout(columns)
    let groups = program.groups.map { group in
      if group.hasSummaries {
        let rows = group.commands.map { (term: $0.name, explanation: [$0.summary]) }
        return "\(group.title):\n\(layout.table(rows, column: 15))"
      }
      let names = group.commands.map(\.name) + program.options.map(\.flag)
      return layout.paragraph("\(group.title): \(names.joined(separator: ", "))")
    }
    return joined([
      usage(["\(program.name) COMMAND [FLAG | ARGUMENT]..."], layout)
        + layout.paragraph(program.summary + "."),
      groups.joined(), layout.paragraph(program.moreHelp),
    ])
  }

  /// The usage of a command and all its flags. Flags that a topic explains are listed by name only.
  package static func text(
    of command: CommandSpecification, in program: ProgramSpecification,
    columns: Int
  ) -> String {
    let layout = layout(columns)
    let groups = [OptionGroup(title: "Flags", options: command.options)] + command.shared
    var sections = [
      usage(of: command, in: program, layout),
      ([command.summary + "."] + command.details).map(layout.paragraph).joined(separator: "\n"),
    ]
    for group in groups where group.topic == nil && !group.options.isEmpty {
      sections.append("\(group.title):\n\(table(group.options, layout, command.defaults))")
    }
    for topic in command.topics {
      let flags = groups.filter { $0.topic == topic }.flatMap(\.options).map(\.flag)
      sections.append(
        layout.paragraph("\(sentence(topic.summary)) ('\(program.name) help \(topic.name)'):")
          + layout.lines(flags.joined(separator: " "), indentation: 2))
    }
    sections.append(examples(command.examples, layout))
    return joined(sections)
  }

  /// The usage of a command, its most used flags and an example, and where the others are listed: no more than a
  /// terminal of 24 lines shows.
  package static func brief(
    of command: CommandSpecification, in program: ProgramSpecification,
    columns: Int
  ) -> String {
    let layout = layout(columns)
    let everyday = command.allOptions.filter(\.isEveryday)
    // A command with few flags lists all of them.
    let options = everyday.isEmpty ? command.allOptions : everyday
    let more =
      ["'\(program.name) \(command.name) --help' explains every flag"]
      + command.topics.map { "'\(program.name) help \($0.name)' explains \($0.summary)" }
    return joined([
      usage(of: command, in: program, layout), layout.paragraph(command.summary + "."),
      options.isEmpty ? "" : "Flags:\n\(table(options, layout, command.defaults, isBrief: true))",
      examples(Array(command.examples.prefix(1)), layout),
      everyday.isEmpty ? "" : layout.paragraph(more.joined(separator: ", ") + "."),
    ])
  }

  /// A topic with the flags that it explains.
  package static func text(
    of topic: HelpTopic, in program: ProgramSpecification,
    columns: Int
  ) -> String {
    let layout = layout(columns)
    let groups = program.sharedGroups.filter { $0.group.topic == topic }
    let commands = groups.first.map { "For \(TextLayout.list($0.commands))." }
    return joined(
      [
        ([sentence(topic.summary) + "."] + topic.details + [commands].compactMap(\.self))
          .map(layout.paragraph).joined(separator: "\n")
      ] + groups.map { "\($0.group.title):\n\(table($0.group.options, layout))" })
  }

  private static func usage(
    of command: CommandSpecification, in program: ProgramSpecification, _ layout: TextLayout
  ) -> String {
    usage(
      command.usage.map { "\(program.name) \(command.name)\($0.isEmpty ? "" : " \($0)")" }, layout)
  }

  private static func usage(_ lines: [String], _ layout: TextLayout) -> String {
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
  private static func unbroken(_ line: String) -> String {
    var depth = 0
    return String(
      line.map { character in
        depth += character == "[" ? 1 : character == "]" ? -1 : 0
        return depth > 0 && character == " " ? "\u{A0}" : character
      })
  }

  /// The flags, the long names below each other.
  private static func table(
    _ options: [Option], _ layout: TextLayout, _ defaults: [String: String] = [:],
    isBrief: Bool = false
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

  private static func examples(_ lines: [String], _ layout: TextLayout) -> String {
    lines.isEmpty ? "" : "Examples:\n" + lines.map(layout.commandLine).joined()
  }

  private static func joined(_ sections: [String]) -> String {
    sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
