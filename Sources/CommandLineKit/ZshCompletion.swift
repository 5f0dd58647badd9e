/// The completion script of a program for zsh.
package enum ZshCompletion {
  package static func script(for program: ProgramSpecification) -> String {
    let function = "_" + program.name
    var script = """
      #compdef \(program.name)

      \(function)() {
        local command
        if ((CURRENT == 2)); then
          local -a commands flags
          commands=(

      """
    for command in program.commands {
      script += "      \(quoted("\(command.name):\(command.summary)"))\n"
    }
    script += "    )\n    flags=(\n"
    for option in program.options {
      script += "      \(quoted("\(option.flag):\(option.help)"))\n"
    }
    script += """
          )
          _describe -t commands command commands -- flags
          return
        fi
        command=$words[2]
        shift words
        ((CURRENT--))
        case $command in

      """
    for command in program.commands {
      let specifications = command.allOptions.map(specification) + arguments(command.arguments)
      script += "  \(command.name))\n    _arguments -s -S"
      script += specifications.map { " \\\n      \($0)" }.joined() + " ;;\n"
    }
    script += """
        esac
      }

      \(function) "$@"

      """
    return script
  }

  private static func specification(_ option: Option) -> String {
    let explanation = "[\(escaped(option.help, ":[]"))]"
    guard let placeholder = option.placeholder else {
      let spellings = (option.short.map { ["-\($0)"] } ?? []) + option.spellings
      guard spellings.count > 1 else { return quoted("\(option.flag)\(explanation)") }
      return "'(\(spellings.joined(separator: " ")))'"
        + "{\(spellings.joined(separator: ","))}\(quoted(explanation))"
    }
    let tail = "\(explanation):\(escaped(placeholder, ":")):\(action(option.completion))"
    guard let short = option.short else { return quoted("\(option.flag)=\(tail)") }
    return "'(-\(short) \(option.flag))'{-\(short)+,\(option.flag)=}\(quoted(tail))"
  }

  private static func arguments(_ arguments: [Argument]) -> [String] {
    arguments.enumerated().map { index, argument in
      let position = argument.repeats ? "*" : "\(index + 1)"
      let name = escaped(argument.placeholder, ":")
      return quoted("\(position):\(name):\(action(argument.completion))")
    }
  }

  private static func action(_ completion: Completion) -> String {
    let words = completion.words.joined(separator: " ")
    let paths =
      switch completion.paths {
      case .none: ""
      case .files: "_files"
      case .folders: "_files -/"
      }
    if words.isEmpty { return paths.isEmpty ? " " : paths }
    return paths.isEmpty ? "(\(words))" : "{compadd -- \(words); \(paths)}"
  }

  private static func escaped(_ text: String, _ specials: String) -> String {
    text.map { specials.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// A word in single quotation marks.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
  }
}
