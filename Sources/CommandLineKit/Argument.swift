/// A word of the command line that is not a flag, as help and completions know it.
package struct Argument: Sendable {
  package let placeholder: String
  package let completion: Completion
  /// Whether more like it may follow.
  package let repeats: Bool

  package init(_ placeholder: String, _ completion: Completion, repeats: Bool = false) {
    self.placeholder = placeholder
    self.completion = completion
    self.repeats = repeats
  }
}
