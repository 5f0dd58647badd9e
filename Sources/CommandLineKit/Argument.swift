/// A word of the command line that is not a flag, as the parser and completions know it.
package struct Argument: Sendable {
  /// Whether it may be given more than once.
  package let repeats: Bool
  private let complete: @Sendable ([String]) -> Completion

  package init(_ completion: Completion, repeats: Bool = false) {
    self.init(repeats: repeats) { _ in completion }
  }

  /// An argument whose completion depends on the arguments before it.
  package init(repeats: Bool, _ complete: @escaping @Sendable ([String]) -> Completion) {
    self.repeats = repeats
    self.complete = complete
  }

  func completion(after arguments: [String]) -> Completion { complete(arguments) }
}
