/// A flag of a command, as the parser, help, the manual page and completions know it.
package struct Option: Sendable {
  /// The long name without its dashes.
  package let name: String
  /// The letter of the short form, if there is one.
  package let short: Character?
  /// The placeholder of the value in help, such as FILE; nil for a switch, which takes no value.
  package let placeholder: String?
  /// One line of help without a full stop.
  package let help: @Sendable () -> String
  /// The range of the value, such as "0 .. 1" or "20 .. 18000 Hz".
  package let range: @Sendable () -> String?
  /// The default, in words.
  package let standard: @Sendable () -> String?
  package let completion: Completion
  /// Whether the short help lists it.
  package let isEveryday: Bool
  /// Whether `--no-name` turns the switch off.
  package let isNegatable: Bool
  /// Another name, without its dashes: read, and shown nowhere.
  package let alias: String?

  /// The texts are made only when help is written: a command that runs needs none of them. The range and the completion
  /// follow from `choices`, the words that the value can be.
  package init(
    _ name: String, short: Character? = nil, takes placeholder: String? = nil,
    _ help: @autoclosure @escaping @Sendable () -> String, choices: [String]? = nil,
    range: @autoclosure @escaping @Sendable () -> String? = nil,
    standard: @autoclosure @escaping @Sendable () -> String? = nil,
    completion: Completion = .nothing, isEveryday: Bool = false, isNegatable: Bool = false,
    alias: String? = nil
  ) {
    precondition(!isNegatable || placeholder == nil, "a value cannot be negated")
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.help = help
    self.range = { choices?.joined(separator: ", ") ?? range() }
    self.standard = standard
    self.completion = choices.map { choices in Completion(words: choices) } ?? completion
    self.isEveryday = isEveryday
    self.isNegatable = isNegatable
    self.alias = alias
  }

  package var flag: String { "--\(name)" }

  /// The flag that turns a switch off; nil if there is none.
  package var negation: String? { isNegatable ? "--no-\(name)" : nil }

  /// The long spellings of the flag: `--dither` and `--no-dither`.
  var spellings: [String] { [flag] + (negation.map { [$0] } ?? []) }

  /// The flag as help shows it: `-o, --output FILE`, `--[no-]dither`.
  var synopsis: String {
    let long = placeholder.map { "\(flag) \($0)" } ?? (isNegatable ? "--[no-]\(name)" : flag)
    return short.map { "-\($0), \(long)" } ?? long
  }

  /// Range and default: `(20 .. 18000 Hz; default 2200)`; nil if there is neither.
  var limits: String? { Option.limits(range: range(), standard: standard()) }

  static func limits(range: String?, standard: String?) -> String? {
    let limits = [range, standard.map { "default \($0)" }].compactMap { $0 }
    return limits.isEmpty ? nil : "(\(limits.joined(separator: "; ")))"
  }
}
