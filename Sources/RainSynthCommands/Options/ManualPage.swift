/// The manual page of a program in the roff language, for `man`.
package enum ManualPage {
  package static func text(of program: ProgramSpecification) -> String {
    let title = program.name.uppercased()
    var page = ".TH \(title) 1 \"\" \"\(program.name) \(program.version)\" \"User Commands\"\n"
    let summary = program.summary.prefix(1).lowercased() + program.summary.dropFirst()
    page += ".SH NAME\n\(program.name) \\- \(escaped(summary))\n"

    page += ".SH SYNOPSIS\n"
    for command in program.commands {
      for line in command.page.usage {
        page += ".B \(program.name) \(command.name)\n"
        page += line.isEmpty ? ".br\n" : "\(escaped(line))\n.br\n"
      }
    }

    page += ".SH DESCRIPTION\n" + paragraphs([program.summary + "."] + program.details)

    page += ".SH COMMANDS\n"
    for command in program.commands {
      page += ".SS \(command.name)\n" + paragraphs([command.summary + "."] + command.page.details)
      page += list(command.options)
      page += examples(command.page.examples)
    }

    var topics: Set<HelpTopic> = []
    for (group, commands) in program.sharedGroups {
      page += ".SH \(escaped(group.title).uppercased())\n"
      page += escaped("For \(commands.listed).") + "\n"
      if let topic = group.topic, topics.insert(topic).inserted {
        page += topic.details.map { ".PP\n\(escaped($0))\n" }.joined()
      }
      page += list(group.options) { option in
        commands.filter { name in
          program.command(name)?.allOptions.contains { $0.name == option.name } == false
        }
      }
    }
    if !program.options.isEmpty { page += ".SH OTHER FLAGS\n" + list(program.options) }
    for section in program.sections {
      page += ".SH \(escaped(section.title).uppercased())\n" + paragraphs(section.paragraphs)
    }
    if !program.examples.isEmpty { page += ".SH EXAMPLES\n" + examples(program.examples) }
    return page
  }

  private static func paragraphs(_ texts: [String]) -> String {
    texts.map { escaped($0) + "\n" }.joined(separator: ".PP\n")
  }

  /// The flags; `absences` names the commands of the group that do not have one.
  private static func list(
    _ options: [Option], absences: (Option) -> [String] = { _ in [] }
  ) -> String {
    options.map { option in
      let absent = absences(option)
      let note = absent.isEmpty ? nil : "Not for \(absent.listed)."
      let explanation = [option.help(), option.limits, note].compactMap { $0 }.joined(
        separator: " ")
      return ".TP\n.B \(escaped(option.synopsis))\n\(escaped(explanation))\n"
    }.joined()
  }

  private static func examples(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    return ".PP\n.RS 4\n.nf\n" + lines.map { escaped($0) + "\n" }.joined() + ".fi\n.RE\n"
  }

  /// The text with escapes, so that roff prints it as it is: without requests, escapes or hyphenation.
  static func escaped(_ text: String) -> String {
    let result = text.replacing([
      "\\": "\\e", "-": "\\-", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga", "'": "\\(aq",
    ])
    return result.hasPrefix(".") ? "\\&\(result)" : result
  }
}
