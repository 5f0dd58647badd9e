internal import Text

/// The completion script of a program for zsh.
package struct ZshCompletion {
  private let function: String
  /// The completions that take more than one line, each a function of its own.
  private var completions: [Completion] = []

  package static func script(for program: ProgramSpecification) -> String {
    var writer = ZshCompletion(function: "_" + program.name)
    return writer.script(for: program)
  }

  private init(function: String) {
    self.function = function
  }

  private mutating func script(for program: ProgramSpecification) -> String {
    var script = """
      #compdef \(program.name)

      \(function)() {
        local command
        if ((CURRENT == 2)); then
          local -a commands flags
          commands=(

      """
    for command in program.commands {
      script += "      \(ShellWord.quoted("\(command.name):\(command.summary)"))\n"
    }
    script += "    )\n    flags=(\n"
    for option in program.options {
      script += "      \(ShellWord.quoted("\(option.flag):\(option.help)"))\n"
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
    var functions = ""
    for command in program.commands {
      var specifications = command.allOptions.map { specification($0) }
      for (index, argument) in command.arguments.enumerated() {
        let name = "\(function)_\(command.name)_\(index + 1)"
        specifications.append(self.argument(argument, index, name))
        if !argument.completionAfter.isEmpty { functions += arguments(argument, name) }
      }
      script += "  \(command.name))\n    _arguments -s -S"
      script += specifications.map { " \\\n      \($0)" }.joined() + " ;;\n"
    }
    script += "  esac\n}\n\n" + functions
    for (index, completion) in completions.enumerated() {
      script += "\(name(index))() {\n  local -a choices\n  choices=(\n"
      for word in completion.choices {
        let meaning = word.meaning.isEmpty ? "" : ":\(word.meaning)"
        script += "    \(ShellWord.quoted("\(escaped(word.text, ":"))\(meaning)"))\n"
      }
      script += "  )\n  _describe -t words word choices\n"
      if let paths = paths(completion) { script += "  \(paths)\n" }
      script += "}\n\n"
    }
    return script + "\(function) \"$@\"\n"
  }

  private mutating func specification(_ option: Option) -> String {
    let explanation = "[\(escaped(option.help, ":[]"))]"
    guard let placeholder = option.placeholder else {
      let spellings = (option.short.map { ["-\($0)"] } ?? []) + option.spellings
      guard spellings.count > 1 else { return ShellWord.quoted("\(option.flag)\(explanation)") }
      return "'(\(spellings.joined(separator: " ")))'"
        + "{\(spellings.joined(separator: ","))}\(ShellWord.quoted(explanation))"
    }
    let tail = "\(explanation):\(escaped(placeholder, ":")):\(action(option.completion))"
    guard let short = option.short else { return ShellWord.quoted("\(option.flag)=\(tail)") }
    return "'(-\(short) \(option.flag))'{-\(short)+,\(option.flag)=}\(ShellWord.quoted(tail))"
  }

  private mutating func argument(_ argument: Argument, _ index: Int, _ name: String) -> String {
    let position = argument.repeats ? "*" : "\(index + 1)"
    let action = argument.completionAfter.isEmpty ? action(argument.completion) : name
    return ShellWord.quoted("\(position):\(escaped(argument.placeholder, ":")):\(action)")
  }

  /// A function that completes an argument depending on the first one.
  private mutating func arguments(_ argument: Argument, _ name: String) -> String {
    let cases = argument.completionAfter.sorted { $0.key < $1.key }
    let words = cases.map(\.key).joined(separator: "|")
    var function = "\(name)() {\n  case ${words[(r)(\(words))]} in\n"
    for (word, completion) in cases {
      function += "  \(word)) \(completion == .nothing ? ":" : action(completion)) ;;\n"
    }
    let otherwise = argument.completion == .nothing ? ":" : action(argument.completion)
    return function + "  *) \(otherwise) ;;\n  esac\n}\n\n"
  }

  /// The action that completes a word: a function of this script for words, one of zsh for paths.
  private mutating func action(_ completion: Completion) -> String {
    if completion.choices.isEmpty { return paths(completion) ?? " " }
    if let known = completions.firstIndex(of: completion) { return name(known) }
    completions.append(completion)
    return name(completions.count - 1)
  }

  private func name(_ index: Int) -> String {
    "\(function)_words_\(index + 1)"
  }

  private func paths(_ completion: Completion) -> String? {
    switch completion.paths {
    case .none: nil
    case .files: "_files"
    case .folders: "_files -/"
    // Between brackets alone, a single ending would say which kind of file is meant.
    case .endings(let endings):
      "_files -g \"*\(endings.count == 1 ? endings[0] : "(\(endings.joined(separator: "|")))")\""
    }
  }

  private func escaped(_ text: String, _ specials: String) -> String {
    text.map { specials.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
