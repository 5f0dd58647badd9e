/// The completion script of a program for bash, from version 3.2 on.
package enum BashCompletion {
  package static func script(for program: ProgramSpecification) -> String {
    let function = "_" + program.name
    let starts = program.commands.map(\.name) + program.options.map(\.flag)
    var script = """
      # bash completion for \(program.name)

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local words= paths= IFS=$' \\t\\n'
        # bash takes the = of --flag=value for a word of its own.
        if [[ $current == "=" ]]; then
          current=
        elif [[ $previous == "=" ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W "\(starts.joined(separator: " "))" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in

      """
    for command in program.commands {
      script += "  \(command.name))\n    case \"$previous\" in\n"
      for (completion, options) in valued(command.allOptions) {
        let patterns = options.flatMap { option in
          option.short.map { ["-\($0)", option.flag] } ?? [option.flag]
        }
        script += "    \(patterns.joined(separator: "|")))\n      \(assignment(completion)) ;;\n"
      }
      let argument = command.arguments.first?.completion ?? .nothing
      let later = command.arguments.dropFirst().map(\.completion)
      let union = Completion(
        words: later.reduce(argument.words) { $0 + $1.words },
        paths: later.first { $0.paths != .none }?.paths ?? argument.paths)
      let flags = command.allOptions.flatMap(\.spellings).joined(separator: " ")
      script += """
            *)
              if [[ $current == -* ]]; then
                words="\(flags)"
              else
                \(assignment(union))
              fi ;;
            esac ;;

        """
    }
    script += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if [[ -n $paths ]]; then
          compopt -o filenames 2>/dev/null
          IFS=$'\\n'
          COMPREPLY+=($(compgen $paths -- "$current"))
        fi
      }
      complete -F \(function) \(program.name)

      """
    return script
  }

  /// The options with a value, those with the same completion together.
  private static func valued(
    _ options: [Option]
  ) -> [(completion: Completion, options: [Option])] {
    var groups: [(completion: Completion, options: [Option])] = []
    for option in options where option.placeholder != nil {
      if let known = groups.firstIndex(where: { $0.completion == option.completion }) {
        groups[known].options.append(option)
      } else {
        groups.append((option.completion, [option]))
      }
    }
    return groups
  }

  private static func assignment(_ completion: Completion) -> String {
    let paths =
      switch completion.paths {
      case .none: ""
      case .files: "-f"
      case .folders: "-d"
      }
    return "words=\"\(completion.words.joined(separator: " "))\" paths=\(paths)"
  }
}
