/// The completion script of a program for bash, from version 3.2 on.
///
/// An offered word may have a meaning. While several words fit, each is listed with its meaning; the
/// last one that is left is inserted without it.
package enum BashCompletion {
  package static func script(for program: ProgramSpecification) -> String {
    let function = "_" + program.name
    let starts =
      program.commands.map { Completion.Word($0.name, $0.summary) }
      + program.options.map { Completion.Word($0.flag, $0.help) }
    var script = """
      # bash completion for \(program.name)

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local words= paths= endings= IFS=$'\\n'
        # bash takes the = of --flag=value and of name=value for a word of its own, and completes what follows it.
        local name= before=$COMP_CWORD
        while ((before > 2)) && [[ ${COMP_WORDS[before]} == = || ${COMP_WORDS[before-1]} == = ]]; do
          if [[ ${COMP_WORDS[before]} == = ]]; then ((before--)); else ((before -= 2)); fi
          previous=${COMP_WORDS[before]}
          if [[ $previous == -* ]]; then break; fi
          name=$previous=$name previous=${COMP_WORDS[before-1]}
        done
        if [[ $current == = ]]; then current=; fi
        current=$name${current#[\\'\\"]}
        COMPREPLY=()
        # The arguments before this word: the first of them, and how many there are.
        local first= count=0 index word
        for ((index = 2; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if [[ $word == = ]]; then
            ((index++))
          elif [[ $word == -* ]]; then
            case "${COMP_WORDS[1]} $word" in
      \(valuedFlags(program))
            esac
          else
            [[ -n $first ]] || first=$word
            ((count++))
          fi
        done
        if ((COMP_CWORD == 1)); then
          words=\(quoted(starts))
        else
          case "${COMP_WORDS[1]}" in

      """
    for command in program.commands {
      script += "    \(command.name))\n      case \"$previous\" in\n"
      for (completion, options) in valued(command.allOptions) {
        script += "      \(patterns(options).joined(separator: "|")))\n"
        script += "        \(assignment(completion)) ;;\n"
      }
      let flags = command.allOptions.flatMap { option in
        option.spellings.map { Completion.Word($0, option.help) }
      }
      script += """
              *)
                if [[ $current == -* ]]; then
                  words=\(quoted(flags))
                else
        \(arguments(command.arguments))
                fi ;;
              esac ;;

        """
    }
    script += """
          esac
        fi
        local typed
        while read -r word; do
          if [[ -n $word && ${word%%$'\\t'*} == "$current"* ]]; then COMPREPLY+=("$word"); fi
        done <<< "$words"
        if [[ -n $endings$paths ]]; then
          # Hidden files are for who types the point.
          while read -r word; do
            if [[ -n $word && ( ${word##*/} != .* || ${current##*/} == .* ) ]]; then
              COMPREPLY+=("$word")
            fi
          done < <(
            if [[ -n $endings ]]; then
              for index in $endings; do compgen -f -X "!*$index" -- "$current"; done
              # Where a word fits what was typed, no folder is meant.
              if [[ -z $current || ${#COMPREPLY[@]} == 0 ]]; then compgen -d -- "$current"; fi
            else
              compgen $paths -- "$current"
            fi
          )
          compopt -o filenames 2>/dev/null
        fi
        # Meanings are for the list alone: ?, ! and @ ask for it.
        local longest=0
        for index in "${!COMPREPLY[@]}"; do
          typed=${COMPREPLY[index]%%$'\\t'*}
          if ((${#typed} > longest)); then longest=${#typed}; fi
        done
        for index in "${!COMPREPLY[@]}"; do
          word=${COMPREPLY[index]}
          typed=${word%%$'\\t'*} typed=${typed#"$name"}
          if [[ $word == *$'\\t'?* && ${#COMPREPLY[@]} -gt 1 && $COMP_TYPE =~ ^(63|33|64)$ ]]; then
            printf -v word "%-${longest}s  (%s)" "$typed" "${word#*$'\\t'}"
            COMPREPLY[index]=${word:0:$((${COLUMNS:-80} - 1))}
          else
            COMPREPLY[index]=$typed
          fi
        done
      }
      complete -F \(function) \(program.name)

      """
    return script
  }

  /// The options that take a value, grouped by completion.
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

  /// Every spelling of the flags.
  private static func patterns(_ options: [Option]) -> [String] {
    options.flatMap { option in
      option.short.map { ["-\($0)", option.flag] } ?? [option.flag]
    }
  }

  /// For each command, a case that skips the values of its flags.
  private static func valuedFlags(_ program: ProgramSpecification) -> String {
    program.commands.compactMap { command -> String? in
      let patterns = patterns(command.allOptions.filter { $0.placeholder != nil })
      guard !patterns.isEmpty else { return nil }
      let alternatives = patterns.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
      return "        \(alternatives)) [[ ${COMP_WORDS[index+1]} == = ]] || ((index++)) ;;"
    }.joined(separator: "\n")
  }

  /// Offers completions for the argument at the cursor.
  private static func arguments(_ arguments: [Argument]) -> String {
    var lines: [String] = []
    for (index, argument) in arguments.enumerated() {
      let test = argument.repeats ? "count >= \(index)" : "count == \(index)"
      lines.append("\(lines.isEmpty ? "if" : "elif") ((\(test))); then")
      if argument.completionAfter.isEmpty {
        lines.append("  \(assignment(argument.completion))")
      } else {
        lines.append("  case \"$first\" in")
        for (word, completion) in argument.completionAfter.sorted(by: { $0.key < $1.key }) {
          lines.append("  \(word)) \(assignment(completion)) ;;")
        }
        lines.append("  *) \(assignment(argument.completion)) ;;")
        lines.append("  esac")
      }
    }
    lines.append(lines.isEmpty ? ":" : "fi")
    return lines.map { "          \($0)" }.joined(separator: "\n")
  }

  private static func assignment(_ completion: Completion) -> String {
    var parts: [String] = []
    if !completion.choices.isEmpty { parts.append("words=\(quoted(completion.choices))") }
    switch completion.paths {
    case .none: break
    case .files: parts.append("paths=-f")
    case .folders: parts.append("paths=-d")
    case .endings(let endings): parts.append("endings=$'\(endings.joined(separator: "\\n"))'")
    }
    return parts.isEmpty ? ":" : parts.joined(separator: " ")
  }

  /// A string literal of bash: a line for each word, with its meaning behind a tab.
  private static func quoted(_ words: [Completion.Word]) -> String {
    let lines = words.map { word in
      word.meaning.isEmpty ? word.text : "\(word.text)\t\(word.meaning)"
    }
    var text = ""
    for character in lines.joined(separator: "\n") {
      switch character {
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "'", "\\": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return "$'\(text)'"
  }
}
