/// The manual page of a program in the roff language, for `man`.
package enum ManualPage {
  package static func text(of program: ProgramSpecification) -> String {
    let title = program.name.uppercased()
    var page = ".TH \(title) 1 \"\" \"\(program.name) \(program.version)\" \"User Commands\"\n"
    page += ".SH NAME\n\(program.name) \\- \(escaped(lowercasedFirst(program.summary)))\n"

    page += ".SH SYNOPSIS\n"
    for command in program.commands {
      for line in command.usage {
        page += ".B \(program.name) \(command.name)\n"
        page += line.isEmpty ? ".br\n" : "\(escaped(line))\n.br\n"
      }
    }

    page += ".SH DESCRIPTION\n" + paragraphs([program.summary + "."] + program.details)

    page += ".SH COMMANDS\n"
    for command in program.commands {
      page += ".SS \(command.name)\n" + paragraphs([command.summary + "."] + command.details)
      page += list(command.options)
      page += examples(command.examples)
    }

    for (group, commands) in program.sharedGroups {
      page += ".SH \(escaped(group.title).uppercased())\n"
      page += escaped("For \(TextLayout.list(commands)).") + "\n" + list(group.options)
    }
    if !program.options.isEmpty {
      page += ".SH OTHER FLAGS\n" + list(program.options)
    }
    for section in program.sections {
      page += ".SH \(escaped(section.title).uppercased())\n" + paragraphs(section.paragraphs)
    }
    if !program.examples.isEmpty {
      page += ".SH EXAMPLES\n" + examples(program.examples)
    }
    return page
  }

  private static func paragraphs(_ texts: [String]) -> String {
    texts.map { escaped($0) + "\n" }.joined(separator: ".PP\n")
  }

  private static func list(_ options: [Option]) -> String {
    options.map { option in
      let explanation = [option.help, option.limits].compactMap { $0 }.joined(separator: " ")
      return ".TP\n.B \(escaped(option.synopsis))\n\(escaped(explanation))\n"
    }.joined()
  }

  private static func examples(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    return ".PP\n.RS 4\n.nf\n" + lines.map { escaped($0) + "\n" }.joined() + ".fi\n.RE\n"
  }

  /// Text without anything that roff would take for a request, an escape or a hyphenated word.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&\(result)" : result
  }

  private static func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
