/// A word of the command line that is not a flag, as help and completions know it.
package struct Argument: Sendable {
  package let placeholder: String
  package let completion: Completion
  /// Whether it may be given more than once.
  package let repeats: Bool
  /// The completions that depend on the first argument, by its text, such as `list`.
  package let completionAfter: [String: Completion]

  package init(
    _ placeholder: String, _ completion: Completion, repeats: Bool = false,
    after completionAfter: [String: Completion] = [:]
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.repeats = repeats
    self.completionAfter = completionAfter
  }
}
