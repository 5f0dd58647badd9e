/// The completion script of a program for fish.
package enum FishCompletion {
  package static func script(for program: ProgramSpecification) -> String {
    let start = "complete -c \(program.name)"
    let on = "__\(program.name)_on"
    let after = "__\(program.name)_after"
    let place = "__\(program.name)_place"
    let files = "__\(program.name)_files"
    var script = """
      # fish completion for \(program.name)

      # Whether the command is one of these, or none yet.
      function \(on)
          set -l words (commandline -opc)
          contains -- "$words[2]" $argv
      end

      # Whether the first argument is this one.
      function \(after)
          set -l words (commandline -opc)
          test "$words[3]" = $argv[1]
      end

      # Whether so many words stand before this one, as test compares numbers.
      function \(place)
          set -l words (commandline -opc)
          test (count $words) $argv
      end

      # Files with one of these endings, and the folders on the way to them.
      function \(files)
          for ending in $argv
              set -l pattern (string escape --style=regex -- $ending)
              __fish_complete_suffix $ending | string match -r -- "^[^\\t]*($pattern|/)(\\t.*)?\\$"
          end
      end

      \(start) -f

      """
    let first = "\(start) -n '\(on) \"\"'"
    for command in program.commands {
      script += "\(first) -a \(command.name) -d \(quoted(command.summary))\n"
    }
    for option in program.options {
      script += "\(first)\(specification(option, files))\n"
    }
    for command in program.commands {
      for (index, argument) in command.arguments.enumerated() {
        let cases =
          argument.completionAfter.isEmpty
          ? [(key: "", value: argument.completion)]
          : argument.completionAfter.sorted { $0.key < $1.key }
        for (word, completion) in cases where completion != .nothing {
          var condition = "\(on) \(command.name)"
          if !word.isEmpty { condition += "; and \(after) \(word)" }
          // The program and the command stand before the first argument.
          if !argument.repeats { condition += "; and \(place) -eq \(index + 2)" }
          if argument.repeats, index > 0 { condition += "; and \(place) -ge \(index + 2)" }
          script +=
            "\(start) -n '\(condition)'\(action(completion, files, isArgument: true))\n"
        }
      }
      for option in command.options {
        script += lines(option, files, if: "\(start) -n '\(on) \(command.name)'")
      }
    }
    for (group, commands) in program.sharedGroups {
      for option in group.options {
        // A command may have a flag of its own by that name.
        let names = commands.filter { name in
          guard let command = program.command(name) else { return false }
          return command.allOptions.contains { $0.name == option.name }
            && !command.options.contains { $0.name == option.name }
        }.joined(separator: " ")
        script += lines(option, files, if: "\(start) -n '\(on) \(names)'")
      }
    }
    return script
  }

  /// The lines of a flag and of its negation.
  private static func lines(_ option: Option, _ files: String, if condition: String) -> String {
    let negation = option.isNegatable ? "\(condition) -l no-\(option.name)\n" : ""
    return "\(condition)\(specification(option, files))\n\(negation)"
  }

  private static func specification(_ option: Option, _ files: String) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.placeholder == nil ? "" : action(option.completion, files, isArgument: false)
    return "\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }

  private static func action(
    _ completion: Completion, _ files: String, isArgument: Bool
  ) -> String {
    // -x: a value is required and is no file; -r -F: it is required and may be a file.
    let words = completion.choices.map(word).joined(separator: " ")
    switch completion.paths {
    case .none where words.isEmpty: return isArgument ? " -f" : " -x"
    case .none: return "\(isArgument ? " -f" : " -x") -a \(quoted(words))"
    case .files where words.isEmpty: return isArgument ? " -F" : " -r -F"
    case .files: return "\(isArgument ? " -F" : " -r -F") -a \(quoted(words))"
    case .folders: return "\(isArgument ? " -f" : " -x") -a '(__fish_complete_directories)'"
    case .endings(let endings):
      let paths = "(\(files) \(endings.joined(separator: " ")))"
      return
        "\(isArgument ? " -f" : " -x") -a \(quoted(words.isEmpty ? paths : "\(words) \(paths)"))"
    }
  }

  /// A word and its meaning, as fish reads them when it completes.
  private static func word(_ word: Completion.Word) -> String {
    guard !word.meaning.isEmpty else { return word.text }
    let meaning = word.meaning.map { "\\\"$".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\(word.text)\\t\"\(meaning)\""
  }

  /// A word in single quotation marks.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
