/// A command line, sorted into flags and arguments.
package struct ParsedCommandLine: Sendable, Hashable {
  /// A flag as it was written, and its value; the value of a switch is empty.
  package struct Flag: Sendable, Hashable {
    /// The long name of the option, also where its letter or its negation was written.
    package let name: String
    package let value: String
    /// Whether its letter was written.
    package let isShort: Bool
    /// Whether a switch was turned off: `--no-name`.
    package fileprivate(set) var isNegated = false

    /// The words that say the same with the long name.
    package var words: [String] {
      ["--\(isNegated ? "no-" : "")\(name)"] + (value.isEmpty ? [] : [value])
    }
  }

  /// The command that stands before the words; empty where none does.
  package private(set) var command = ""
  package private(set) var words: [String]
  package fileprivate(set) var flags: [Flag] = []
  package fileprivate(set) var arguments: [String] = []

  /// The value of the flag where it is given last; nil for a switch that was turned off.
  package subscript(name: String) -> String? {
    flags.last { $0.name == name }.flatMap { $0.isNegated ? nil : $0.value }
  }

  /// The flags and arguments without the flags of these names.
  package func words(without names: Set<String>) -> [String] {
    let separator = arguments.contains { $0.hasPrefix("-") && $0 != "-" } ? ["--"] : []
    return flags.filter { !names.contains($0.name) }.flatMap(\.words) + separator + arguments
  }

  /// The command line without the flags of these names, for a reader that gives them another meaning.
  package func without(_ names: Set<String>) -> ParsedCommandLine {
    var other = self
    other.flags.removeAll { names.contains($0.name) }
    other.words = words(without: names)
    return other
  }

  /// The command line with the values of flags in place of its arguments.
  package func naming(_ values: [(name: String, value: String)]) -> ParsedCommandLine {
    var other = self
    other.arguments = []
    other.flags.removeAll { flag in values.contains { $0.name == flag.name } }
    other.flags += values.map { Flag(name: $0.name, value: $0.value, isShort: false) }
    return other
  }

  /// The flags that count: of each name the last, and all that are repeatable.
  package func countingFlags(_ repeatable: Set<String>) -> [Flag] {
    flags.indices.filter { index in
      repeatable.contains(flags[index].name)
        || flags[(index + 1)...].allSatisfy { $0.name != flags[index].name }
    }.map { flags[$0] }
  }

  /// A sentence on each flag but these whose values are lost, since another one follows.
  package func losses(except repeatable: Set<String>) -> [String] {
    countingFlags([]).filter { last in
      !repeatable.contains(last.name)
        && flags.contains { $0.name == last.name && $0.words != last.words }
    }.map { "--\($0.name) is there more than once: \(ShellWord.line($0.words)) counts" }
  }

  /// Whether a switch was turned on or off; nil if it was not given.
  package func isOn(_ name: String) -> Bool? {
    flags.last { $0.name == name }.map { !$0.isNegated }
  }

  /// Sorts words by the conventions of GNU and git: `--name value`, `--name=value`, `-n value`,
  /// `-nvalue`, `-abc` for the switches a, b and c; `--` ends the flags, `-` alone is an argument,
  /// and flags may stand behind arguments. Throws for the first word that is wrong; `absence` gives
  /// the reason why the command lacks a flag, as it was written, if there is one.
  package init(
    _ words: [String], of command: String = "", options: [Option],
    absence: (String) -> String? = { _ in nil }
  ) throws(Flaw) {
    (self.command, self.words) = (command, words)
    let options = OptionTable(options)
    var remaining = words[...]
    while let word = remaining.popFirst() {
      if word == "--" {
        arguments += remaining
        return
      } else if word.hasPrefix("-"), word != "-" {
        try take(word, &remaining, options, absence)
      } else {
        arguments.append(word)
      }
    }
  }

  /// Takes the flags of a word. The value of one that has none in the word is the next word, unless that is itself a
  /// flag of the command: in `--preset --force` the value is missing. In `--gain -6dB` it is not.
  private mutating func take(
    _ word: String, _ remaining: inout ArraySlice<String>, _ options: OptionTable,
    _ absence: (String) -> String?
  ) throws(Flaw) {
    for (written, value) in options.pieces(of: word) {
      let isShort = !written.hasPrefix("--")
      guard let option = options[written] else {
        if let reason = absence(written) { throw Flaw(reason) }
        let spellings = options.all.flatMap(\.spellings).map { String($0.dropFirst(2)) }
        let hint =
          isShort
          ? (word == written ? "" : " in \(word.quoted)")
          : Suggestion.hint(for: String(written.dropFirst(2)), in: spellings) { "--\($0)" }
        throw Flaw("unknown flag \(written.quoted)\(hint)")
      }
      guard let placeholder = option.placeholder else {
        if let value { throw Flaw("\(written) takes no value, but \(value.quoted) follows it") }
        flags.append(
          Flag(
            name: option.name, value: "", isShort: isShort, isNegated: written == option.negation))
        continue
      }
      let next = remaining.first.flatMap { $0 == "--" || options.isFlag($0) ? nil : $0 }
      guard let text = value ?? next else {
        throw Flaw("\(written) lacks its value, \(placeholder)")
      }
      if value == nil { remaining.removeFirst() }
      flags.append(Flag(name: option.name, value: text, isShort: isShort))
    }
  }
}

/// The options of a command, and each by its spellings: `--dither`, `--no-dither`, `-o`.
struct OptionTable {
  let all: [Option]
  private let indices: [String: Int]

  init(_ options: [Option]) {
    all = options
    var indices: [String: Int] = [:]
    for (index, option) in options.enumerated() {
      for spelling in option.spellings { indices[spelling] = index }
      if let alias = option.alias { indices["--\(alias)"] = index }
      if let short = option.short { indices["-\(short)"] = index }
    }
    self.indices = indices
  }

  subscript(spelling: String) -> Option? { indices[spelling].map { all[$0] } }

  /// The flags in a word, each with the value that stands behind it there: those of `--name=value` and `-nvalue`, and
  /// of `-abc` for the switches a, b and c.
  func pieces(of word: String) -> [(written: String, value: String?)] {
    if word.hasPrefix("--") {
      guard let (name, value) = word.halves(at: "=") else { return [(word, nil)] }
      return [(String(name), String(value))]
    }
    var pieces: [(written: String, value: String?)] = []
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let written = "-\(letter)"
      guard self[written]?.placeholder != nil, !letters.isEmpty else {
        pieces.append((written, nil))
        continue
      }
      return pieces + [(written, String(letters))]
    }
    return pieces
  }

  /// Whether a word is a flag, alone or as `--name=value`.
  func isFlag(_ word: String) -> Bool {
    self[word] != nil || word.hasPrefix("--") && self[pieces(of: word)[0].written] != nil
  }
}
