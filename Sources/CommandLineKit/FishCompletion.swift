/// The completion script of a program for fish.
package enum FishCompletion {
  package static func script(for program: ProgramSpecification) -> String {
    let start = "complete -c \(program.name)"
    var script = "# fish completion for \(program.name)\n\n\(start) -f\n"
    let first = "\(start) -n __fish_use_subcommand"
    for command in program.commands {
      script += "\(first) -a \(command.name) -d \(quoted(command.summary))\n"
    }
    for option in program.options {
      script += "\(first)\(specification(option))\n"
    }
    for command in program.commands {
      let condition = "\(start) -n '__fish_seen_subcommand_from \(command.name)'"
      for argument in command.arguments {
        script += "\(condition)\(action(argument.completion, isArgument: true))\n"
      }
      for option in command.options {
        script += lines(option, if: condition)
      }
    }
    for (group, commands) in program.sharedGroups {
      let names = commands.joined(separator: " ")
      for option in group.options {
        script += lines(option, if: "\(start) -n '__fish_seen_subcommand_from \(names)'")
      }
    }
    return script
  }

  /// The lines of a flag and of its negation.
  private static func lines(_ option: Option, if condition: String) -> String {
    let negation = option.isNegatable ? "\(condition) -l no-\(option.name)\n" : ""
    return "\(condition)\(specification(option))\n\(negation)"
  }

  private static func specification(_ option: Option) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.placeholder == nil ? "" : action(option.completion, isArgument: false)
    return "\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }

  private static func action(_ completion: Completion, isArgument: Bool) -> String {
    // -x: a value is required and is no file; -r -F: it is required and may be a file.
    let words = completion.words
    switch completion.paths {
    case .none where words.isEmpty: return isArgument ? " -f" : " -x"
    case .none: return "\(isArgument ? " -f" : " -x") -a \(quoted(words.joined(separator: " ")))"
    case .files where words.isEmpty: return isArgument ? " -F" : " -r -F"
    case .files:
      return "\(isArgument ? " -F" : " -r -F") -a \(quoted(words.joined(separator: " ")))"
    case .folders:
      return "\(isArgument ? " -f" : " -x") -a '(__fish_complete_directories)'"
    }
  }

  /// A word in single quotation marks.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
