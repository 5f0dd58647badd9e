package import Text

/// What stood on a command line, sorted into flags and arguments.
package struct ParsedCommandLine: Sendable, Hashable {
  /// A flag as it was written, and its value; the value of a switch is empty.
  package struct Flag: Sendable, Hashable {
    /// The long name of the option, also where its letter or its negation was written.
    package let name: String
    package let value: String
    /// Whether its letter was written.
    package let isShort: Bool
    /// Whether a switch was turned off: `--no-name`.
    package let isNegated: Bool

    fileprivate init(name: String, value: String = "", isShort: Bool, isNegated: Bool = false) {
      self.name = name
      self.value = value
      self.isShort = isShort
      self.isNegated = isNegated
    }

    /// The words that say the same with the long name.
    package var words: [String] {
      ["--\(isNegated ? "no-" : "")\(name)"] + (value.isEmpty ? [] : [value])
    }
  }

  /// The words as they were written.
  package let words: [String]
  /// The flags in the order in which they were written.
  package fileprivate(set) var flags: [Flag] = []
  package fileprivate(set) var arguments: [String] = []

  /// The value of the flag; where it was given more than once, the last. Nil for a switch that was
  /// turned off.
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
    return other
  }

  /// Whether a switch was turned on or off; nil if it was not given.
  package func isOn(_ name: String) -> Bool? {
    flags.last { $0.name == name }.map { !$0.isNegated }
  }
}

extension ParsedCommandLine {
  /// Sorts words by the conventions of GNU and git: `--name value`, `--name=value`, `-n value`,
  /// `-nvalue`, `-abc` for the switches a, b and c; `--` ends the flags, `-` alone is an argument,
  /// and flags may stand behind arguments.
  ///
  /// `absence` gets a flag that is none of the options, as it was written. It returns the reason why
  /// the command does not have the flag, or nil when there is none to give.
  package init(
    _ words: [String], options: [Option], absence: (String) -> String? = { _ in nil }
  ) throws(Flaw) {
    self.words = words
    let options = OptionTable(options)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        return
      } else if word.hasPrefix("--") {
        try takeLong(word, &rest, options, absence)
      } else if word.hasPrefix("-"), word != "-" {
        try takeShorts(word, &rest, options, absence)
      } else {
        arguments.append(word)
      }
    }
  }

  private mutating func takeLong(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: OptionTable,
    _ absence: (String) -> String?
  ) throws(Flaw) {
    let halves = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    let written = "--\(name)"
    guard let option = options[written] else {
      if let reason = absence(written) { throw Flaw(reason) }
      let spellings = options.all.flatMap(\.spellings).map { String($0.dropFirst(2)) }
      let hint = Suggestion.hint(for: name, in: spellings) { "--\($0)" }
      throw Flaw("unknown flag \(written.quoted)\(hint)")
    }
    if halves.count == 1 {
      try take(option, as: written, &rest, options)
    } else if option.placeholder == nil {
      throw Flaw("\(written) takes no value, but \(String(halves[1]).quoted) follows it")
    } else {
      flags.append(Flag(name: option.name, value: String(halves[1]), isShort: false))
    }
  }

  private mutating func takeShorts(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: OptionTable,
    _ absence: (String) -> String?
  ) throws(Flaw) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options["-\(letter)"] else {
        if let reason = absence("-\(letter)") { throw Flaw(reason) }
        let place = word.count > 2 ? " in \(word.quoted)" : ""
        throw Flaw("unknown flag \("-\(letter)".quoted)\(place)")
      }
      if option.placeholder == nil || letters.isEmpty {
        try take(option, as: "-\(letter)", &rest, options)
      } else {
        flags.append(Flag(name: option.name, value: String(letters), isShort: true))
        return
      }
    }
  }

  /// Takes an option whose value, if it has one, is the next word. A word that is itself a flag of the
  /// command is not taken as the value: in `--preset --force` the value is missing. In `--gain -6dB` it
  /// is not.
  private mutating func take(
    _ option: Option, as written: String, _ rest: inout ArraySlice<String>, _ options: OptionTable
  ) throws(Flaw) {
    guard let placeholder = option.placeholder else {
      flags.append(
        Flag(
          name: option.name, isShort: !written.hasPrefix("--"),
          isNegated: written == option.negation))
      return
    }
    let isFlag = rest.first.map { next in
      if next == "--" || options[next] != nil { return true }
      guard let equals = next.firstIndex(of: "=") else { return false }
      let flag = String(next[..<equals])
      return options[flag]?.flag == flag
    }
    guard isFlag == false, let next = rest.popFirst() else {
      throw Flaw("\(written) lacks its value, \(placeholder)")
    }
    flags.append(Flag(name: option.name, value: next, isShort: written != option.flag))
  }
}

/// The options of a command, and each by its spellings: `--dither`, `--no-dither`, `-o`.
struct OptionTable {
  let all: [Option]
  private let places: [String: Int]

  init(_ options: [Option]) {
    all = options
    var places: [String: Int] = [:]
    for (place, option) in options.enumerated() {
      for spelling in option.spellings { places[spelling] = place }
      for name in option.otherNames { places["--\(name)"] = place }
      if let short = option.short { places["-\(short)"] = place }
    }
    self.places = places
  }

  subscript(spelling: String) -> Option? { places[spelling].map { all[$0] } }

  /// The option in a word that takes a value, and where the value begins there; nil: it is the next word.
  func value(in word: String) -> (option: Option, start: String.Index?)? {
    if word.hasPrefix("--") {
      let equals = word.firstIndex(of: "=")
      guard let option = self[String(word[..<(equals ?? word.endIndex)])],
        option.placeholder != nil
      else { return nil }
      return (option, equals.map(word.index(after:)))
    }
    guard word.hasPrefix("-") else { return nil }
    for index in word.indices.dropFirst() {
      guard let option = self["-\(word[index])"] else { return nil }
      let next = word.index(after: index)
      if option.placeholder != nil { return (option, next == word.endIndex ? nil : next) }
    }
    return nil
  }
}
